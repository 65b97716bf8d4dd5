"""Typography changes nothing of what a text says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.schemas.values.plain import plain


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("at **7:25** p.m. for \\$25", "at 7:25 pm for $25"),
        ("7:25\u202fpm, gate\u00a0B", "7:25 pm, gate B"),
        ("BK\u2011GS7D and \u221212 degrees", "BK-GS7D and -12 degrees"),
        ("Banjeet D\u2019Alia\u2019s \u201cOak\u201d", "Banjeet D'Alia's \"Oak\""),
        ("July 13th, 2026 and the 14th of July", "July 13, 2026 and the 14 of July"),
        ("`TK-786G` or __Elm__ or _Ash_", "TK-786G or Elm or Ash"),
        ("at 10 a.m. Then lunch", "at 10 am Then lunch"),
        ("so\u00adlu\u200btion", "solution"),
    ],
)
def test_a_text_is_read_without_its_typography(written, meant):
    assert plain(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "the 13th guest",
        "on the 14th at 5 pm",
        "jan_kowalski@example.com",
        "from 9:00 am to 10:30 am, C$219",
        "route 5 a.b. 7",
        "Zoë's",
        "naïve café – 9–10",
    ],
)
def test_all_else_is_left_as_it_is(text):
    assert plain(text) == text


@given(st.text(st.characters(codec="ascii", exclude_characters="*`_\\"), max_size=40))
def test_plain_words_without_figures_are_left_as_they_are(text):
    words = "".join(letter for letter in text if not letter.isdigit())
    assert plain(words) == words


@pytest.mark.parametrize("run", ["_", "*_", "a_", "1 a", "\\"])
def test_a_long_run_of_marks_is_read_in_one_pass(run):
    """Tried again from every place in it, such a run would take hours."""
    assert plain(f"x{run * 500_000}y").startswith("x")
