"""States are told where nothing takes them back, however often they stand in a text."""

import pytest

from callwright.schemas.values import affirmed

WAVES = ("waves", "ocean waves")


@pytest.mark.parametrize(
    "text", ["it plays waves", "not waves but ocean waves", "no waves. waves it is", "only waves"]
)
def test_a_state_is_told(text):
    assert affirmed(WAVES, text)


@pytest.mark.parametrize(
    "text", ["it plays not ocean waves", "isn't set to waves", "never waves", "heatwaves", ""]
)
def test_a_state_is_not_told(text):
    assert not affirmed(WAVES, text)


def test_a_text_may_take_a_state_back_very_often():
    assert not affirmed(WAVES, "not ocean waves " * 100_000)
