"""Extras of the package: what some parts need beside what everyone installs."""

from importlib.util import find_spec

from callwright.schemas.errors import CallwrightError


def need_extra(who: str, extra: str, packages: tuple[str, ...]) -> None:
    """Nothing, or a `CallwrightError` that says what `who` needs and how it is installed."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise CallwrightError(
            f"{who} needs {', '.join(missing)}: install callwright with its extra {extra}, "
            f'as in pip install "callwright[{extra}]"'
        )
