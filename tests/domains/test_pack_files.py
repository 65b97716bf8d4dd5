"""A broken phrase pack is one message that names the file, the place and the fault."""

from pathlib import Path

import pytest
import yaml

from callwright.domains.core.discovery import discover
from callwright.domains.core.lexicon import lexicon
from callwright.domains.core.pack import load_pack
from callwright.domains.core.template import Slot, parse, slots, sure_slots
from callwright.schemas.errors import PhraseError

TOOL = {
    "names": ["find thing"],
    "describe": ["Finds things."],
    "imperatives": ["find {thing}"],
    "able": ["find things"],
    "topic": ["thing"],
    "tell": {"done": ["Found {thing}."]},
}


def write(folder: Path, data: object) -> Path:
    """A domain folder with this pack."""
    (folder / "phrases").mkdir()
    text = data if isinstance(data, str) else yaml.safe_dump(data)
    (folder / "phrases" / "en.yaml").write_text(text, encoding="utf-8")
    return folder


def pack(**changes: object) -> dict[str, object]:
    return {"grammar": "1", "tools": {"find_thing": {**TOOL, **changes}}}


def test_a_sound_pack_loads(tmp_path):
    assert load_pack(write(tmp_path, pack())).tools["find_thing"].able == ("find things",)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (pack(imperatives=["find {thing"]), "unbalanced '{' in template 'find {thing'"),
        (pack(imperatives=["find [a|b"]), r"unclosed '\[' in template"),
        (pack(imperatives=["find a|b"]), r"'\|' outside of"),
        (pack(imperatives=["find {Big Thing}"]), "bad slot {Big Thing}"),
        (pack(able=["look it up"]), "has none of the words of topic: thing"),
        (pack(ask={"thing": ["Which?"]}), "has none of the words of ask_words.thing"),
        (pack(wrong=["x"]), r"tools\.find_thing\.wrong: Extra inputs"),
        ({**pack(), "grammar": "9"}, "grammar '9' is unknown; this reads '1'"),
        ("tools: [", "en.yaml is not YAML"),
        ("- a list", "valid dictionary|valid dict"),
    ],
)
def test_faults_are_named(tmp_path, data, message):
    with pytest.raises(PhraseError, match=message) as caught:
        load_pack(write(tmp_path, data))
    assert "phrases/en.yaml" in str(caught.value)


def test_a_missing_pack_is_named(tmp_path):
    with pytest.raises(PhraseError, match=r"has no phrase pack phrases/fr\.yaml"):
        load_pack(tmp_path, "fr")


def test_every_word_is_text(tmp_path):
    """YAML would make a truth value of `no` and a number of `1`."""
    loaded = load_pack(
        write(tmp_path, 'grammar: "1"\ntools: {}\nwords:\n  x:\n    "true": [no, 1]\n')
    )
    assert loaded.words["x"]["true"] == ("no", "1")


def test_two_domains_cannot_mean_different_things_by_one_name():
    assert lexicon(discover().values()).words  # the packaged ones do not clash


def test_slots_of_a_template():
    text = "find [flights|a flight{*}] [from {a}|to {b:on}] on {c}"
    assert slots(text) == {"a", "b", "c"}
    assert sure_slots(text) == {"c"}
    assert sure_slots("[{a} and {b}|{b}]") == {"b"}
    assert Slot("c") in parse(text)
