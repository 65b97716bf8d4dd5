"""`show` and what it renders: all that a reader needs, from any place that holds rows."""

import json

import pytest
from typer.testing import CliRunner

from callwright.pipelines.adhoc import write_rows
from callwright.pipelines.cli import app
from callwright.pipelines.dataset import select
from callwright.pipelines.render import render_text, shorten, signature
from callwright.pipelines.render_checks import origin
from callwright.schemas.errors import OutputError, RecordError
from callwright.schemas.messages import Message
from callwright.schemas.provenance import Reference, Source, Span
from tests.pipelines.made import trajectory
from tests.pipelines.made_release import make

SAID = (Message(role="user", content="the cheapest flight, when it lands"),)


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    folder = tmp_path_factory.mktemp("show") / "made"
    make(folder)
    return folder


def show(*arguments):
    return CliRunner().invoke(app, ["show", *map(str, arguments)], env={"COLUMNS": "100"})


def test_a_trajectory_reads_as_a_person_wants_it():
    lines = [line.strip() for line in render_text(trajectory(1)).splitlines()]
    for line in (
        "- look_up_city(city: string)",
        "1 user       please look up Oslo for me, case 1",
        "2 assistant  (A look-up.)",
        'look_up_city(city="Oslo")',
        '3 tool       {"name": "Oslo", "people": 2000}',
        '-  2 look_up_city.city <- user 1 "Oslo"',
        '- turn 1: look_up_city{"city": "Oslo"} = travel.look_up (reads)',
        "- schema kept  match kept",
    ):
        assert line in lines


def test_what_a_user_wrote_styles_nothing():
    made = trajectory(1)
    message = Message(role="user", content="[bold]no markup[/bold] [/nothing]")
    text = render_text(
        made.model_copy(update={"messages": (made.messages[0], message)}).model_copy(
            update={"provenance": made.provenance.model_copy(update={"arguments": ()})}
        )
    )
    assert "[bold]no markup[/bold] [/nothing]" in text


def test_a_long_result_is_shortened_and_says_by_how_much():
    assert shorten("x" * 30, 30) == "x" * 30
    assert shorten("x" * 55, 30) == f"{'x' * 30} ... (25 more characters)"


def test_signatures_show_nesting_lists_enums_and_what_is_optional():
    schema = {
        "properties": {
            "route": {"properties": {"to": {"type": "string"}}, "required": ["to"]},
            "cabin": {"enum": ["economy", "business"]},
            "names": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["route"],
    }
    assert signature(schema) == "(route: {to: string}, cabin?: economy|business, names?: [string])"


def test_every_kind_of_origin_is_told():
    words = Span(message=0, start=0, end=12)
    cheapest = Reference(span=words, op="min", entity="flight", field="price")
    source = Source(origin="result", message=3, pointer="/flights/0/id", reference=cheapest)
    told = 'message 3 /flights/0/id, min price flight: user 0 "the cheapest"'
    assert origin(source, SAID) == told
    landing = Span(message=0, start=21, end=34)
    field = Source(origin="result", message=3, pointer="/arrive", field_span=landing)
    assert origin(field, SAID) == 'message 3 /arrive, field: user 0 "when it lands"'
    both = Source(origin="computed", op="list", inputs=(Source(origin="span", span=words), source))
    assert origin(both, SAID) == f'list of user 0 "the cheapest", {told}'


def test_a_release_is_shown_by_skill_and_id(release):
    done = show(release, "--skill", "parallel", "-n", 2)
    assert done.exit_code == 0
    assert done.output.count("provenance") == 2
    wanted = select(release, count=1, split="test")[0].task.id
    assert wanted in show(release, "--id", wanted[:9]).output


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_files_of_rows_are_shown(tmp_path, suffix):
    path = tmp_path / f"rows{suffix}"
    made = [trajectory(number) for number in range(3)]
    write_rows(path, made)
    assert select(path, count=9) == made
    assert show(path).exit_code == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"skill": "jumping"}, "no row with skill jumping; it has skills: parallel, single"),
        ({"domain": "sea"}, "no row with domain sea; it has .*domains: travel"),
        ({"row_id": "zz", "split": "train"}, "no row with id zz, split train"),
    ],
)
def test_what_is_not_there_is_answered_with_what_is(release, options, message):
    with pytest.raises(OutputError, match=message):
        select(release, count=1, **options)


@pytest.mark.parametrize("name", ["nothing", "notes.txt"])
def test_what_is_no_dataset_is_refused(tmp_path, name):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match="there is no dataset at"):
        select(tmp_path / name, count=1)


@pytest.mark.parametrize("line", ["{", "[]", "3"])
def test_a_broken_line_is_named(tmp_path, line):
    path = tmp_path / "rows.jsonl"
    write_rows(path, [trajectory(1)])
    path.write_text(f"{path.read_text()}{line}\n")
    with pytest.raises(RecordError, match=r"rows\.jsonl, line 2"):
        select(path, count=5)


def test_a_row_of_another_version_is_named(tmp_path):
    path = tmp_path / "rows.jsonl"
    write_rows(path, [trajectory(1)])
    path.write_text(json.dumps(json.loads(path.read_text()) | {"record_version": 9}))
    with pytest.raises(RecordError, match="record_version 9"):
        select(path, count=1)
