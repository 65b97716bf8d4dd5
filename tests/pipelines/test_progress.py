"""What a person sees: bars on a terminal, lines in a log, nothing when asked."""

import io

import pytest

from callwright.generators.settings import Cell
from callwright.pipelines import progress
from callwright.pipelines.progress import Bars, Lines, Quiet, open_progress
from callwright.pipelines.quotas import Quotas


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def quotas():
    cells = {Cell(skill="single", domain=d, split=s): 10 for d in ("travel", "calendar")
             for s in ("train", "test")}  # fmt: skip
    made = Quotas(cells, {"single": ()})
    for state in made:
        state.entered, state.passed, state.accepted = 8, 6, 5
    return made


@pytest.mark.parametrize(
    ("quiet", "stream", "kind"),
    [(False, Terminal(), Bars), (False, io.StringIO(), Lines), (True, Terminal(), Quiet)],
)
def test_the_display_fits_the_stream(quiet, stream, kind):
    assert isinstance(open_progress(quiet, stream), kind)


def test_a_log_has_a_line_every_few_seconds_and_one_at_the_end(quotas, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    stream = io.StringIO()
    with Lines(stream) as lines:
        for _ in range(8):
            lines.show(quotas)
            now[0] += 1.0
            for state in quotas:
                state.accepted = min(state.accepted + 1, 10)
    said = stream.getvalue().splitlines()
    assert said[0] == "36 of 40 rows, 75% kept, 0 rows/s"
    assert said[-1].startswith("40 of 40 rows, 75% kept, ")
    assert len(said) == 2


def test_the_rate_leaves_out_what_an_earlier_run_accepted(quotas, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    tempo = progress.Tempo()
    tempo.line(quotas)
    now[0] = 2.0
    next(iter(quotas)).accepted += 5
    assert tempo.line(quotas) == "25 of 40 rows, 75% kept, 2 rows/s, 6 s left"


def test_a_terminal_has_a_bar_per_skill_and_domain_and_one_over_all(quotas):
    stream = Terminal()
    with Bars(stream) as bars:
        bars.show(quotas)
        bars.say("writing [the] release")
    text = stream.getvalue()
    for part in ("single / travel", "single / calendar", "10/20", "20/40", "75% kept", "rows/s",
                 "writing [the] release"):  # fmt: skip
        assert part in text


def test_quiet_is_quiet(quotas, capsys):
    with Quiet() as quiet:
        quiet.show(quotas)
        quiet.say("x")
    assert capsys.readouterr() == ("", "")
