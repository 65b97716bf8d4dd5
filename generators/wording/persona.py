"""Personas: who speaks, drawn attribute by attribute from a seed. They have no names."""

from functools import cache
from pathlib import Path
from typing import Final

import yaml
from pydantic import ValidationError

from callwright.domains.core.pack import Section
from callwright.schemas.errors import PhraseError
from callwright.schemas.record import Record
from callwright.schemas.seeds import SeedPath

FILE: Final = Path(__file__).parent / "personas.yaml"


class Persona(Record):
    """One speaker; stored in a row's dials as `persona`."""

    age_band: str
    role: str
    mood: str
    verbosity: str
    formality: str
    device: str
    hurry: str
    typing: str


class Level(Section):
    """One level of an attribute."""

    level: str
    weight: int
    registers: tuple[str, ...] = ()
    """Registers that it fits in; empty: all."""

    def fits(self, register: str) -> bool:
        """Whether a speaker of this level may use a register."""
        return not self.registers or register in self.registers


@cache
def attributes() -> dict[str, tuple[Level, ...]]:
    """Attribute -> its levels; `PhraseError` names a fault of the file."""
    data = yaml.safe_load(FILE.read_text("utf-8"))
    if set(data) != set(Persona.model_fields):
        raise PhraseError(f"{FILE.name} has {sorted(data)}, not {sorted(Persona.model_fields)}")
    try:
        return {n: tuple(Level.model_validate(one) for one in data[n]) for n in data}
    except ValidationError as error:
        first = error.errors()[0]
        raise PhraseError(f"{FILE.name}: {first['loc']}: {first['msg']}") from error


def draw_persona(path: SeedPath, register: str) -> Persona:
    """The persona of what stands at a seed path, of those who use a register."""
    rng = path.rng("persona")
    drawn: dict[str, str] = {}
    for name, levels in attributes().items():
        able = [one for one in levels if one.fits(register)]
        if not able:
            raise PhraseError(f"{FILE.name}: no level of {name} fits the register {register!r}")
        drawn[name] = rng.choices([a.level for a in able], [a.weight for a in able])[0]
    return Persona(**drawn)
