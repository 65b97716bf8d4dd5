"""Checkers of form rules, one per type: every module here exports `CHECKERS`.

A checker takes a text and arguments and says why the rule is broken, or nothing. None raises, and
each takes time in proportion to the text. Rules that cannot be read are broken, never skipped.
"""

import importlib
import json
import pkgutil
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

import jsonschema_rs

import callwright.filters.forms as package
from callwright.filters.forms.base import Checker
from callwright.schemas.errors import CallwrightError
from callwright.schemas.forms import FORMS, FormRule

LONGEST: Final = 100_000
"""Characters past which a text keeps no rule."""
HELPERS: Final = frozenset({"base", "breaks"})


@cache
def checkers() -> dict[str, Checker]:
    """The checker of every type; a module without its export is an error that names it."""
    found: dict[str, Checker] = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.name in HELPERS:
            continue
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        exported: Sequence[Checker] | None = getattr(module, "CHECKERS", None)
        if exported is None:
            raise CallwrightError(f"{module.__file__} exports no CHECKERS = (...)")
        found |= {checker.__name__: checker for checker in exported}
    return {name: found[name] for name in sorted(found)}


def broken(rule: FormRule, text: str) -> str:
    """Why a text breaks a rule; empty when it keeps it."""
    if rule.type not in checkers():
        return f"there is no type of rule {rule.type!r}"
    if not _well_formed(rule.type, _key(rule)):
        return f"the arguments of {rule.type} are not as its schema says"
    if len(text) > LONGEST:
        return f"{len(text)} characters are too many to read"
    if not text.strip():
        return "the text is empty"
    return checkers()[rule.type](text, rule.args)


def share_kept(rules: Sequence[FormRule], text: str) -> float:
    """The share of rules that a text keeps; 1 where there is none."""
    return sum(not broken(rule, text) for rule in rules) / len(rules) if rules else 1.0


def _key(rule: FormRule) -> str:
    return json.dumps(rule.args, sort_keys=True, default=repr)


@lru_cache(maxsize=4096)
def _well_formed(name: str, arguments: str) -> bool:
    return _validator(name).is_valid(json.loads(arguments))


@cache
def _validator(name: str) -> Any:
    return jsonschema_rs.Draft202012Validator(FORMS[name].schema())
