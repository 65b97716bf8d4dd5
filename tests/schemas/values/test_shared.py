"""Helpers that kinds share."""

from callwright.schemas.values import Surface
from callwright.schemas.values.shared import unique


def test_a_repeated_form_keeps_its_first_place():
    forms = [Surface("work"), Surface("office"), Surface("work", style="terse")]
    assert unique(forms) == [Surface("work"), Surface("office")]
