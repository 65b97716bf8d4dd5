"""Writes the folder of a new domain: a small one that works, to be changed into another.

Files come from `template/`. Nothing is written when the name or the place is not right.
"""

import keyword
import re
import shutil
from pathlib import Path

import callwright.domains
from callwright.domains.core.discovery import NOT_DOMAINS, discover
from callwright.pipelines.files import disk_errors
from callwright.schemas.errors import DomainError, OutputError

TEMPLATE = Path(__file__).parent / "template"
SUFFIX = ".tmpl"
IMPORTS = re.compile(r"(?:^from callwright.*\n)+", re.MULTILINE)
NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")


def new_domain(name: str, where: Path) -> Path:
    """Write the domain `name` as a folder inside `where`; gives the folder.

    Raises:
        DomainError: the name cannot name a domain, or is taken.
        OutputError: the folder exists, or cannot be written.
    """
    check_name(name)
    folder = where / name
    if folder.exists():
        raise OutputError(f"{folder} already exists; choose another name or --path")
    part = where / f".{name}.part"
    with disk_errors(folder):
        shutil.rmtree(part, ignore_errors=True)
        try:
            for source in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
                target = part / source.relative_to(TEMPLATE).with_suffix("")
                target.parent.mkdir(parents=True, exist_ok=True)
                text = source.read_text(encoding="utf-8")
                target.write_text(filled(text, name, where), encoding="utf-8")
            part.replace(folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return folder


def check_name(name: str) -> None:
    """`DomainError` when `name` cannot name a new domain."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise DomainError(
            f"{name!r} cannot name a domain: use 2 to 31 lower-case letters, digits and "
            "underscores, beginning with a letter"
        )
    taken = {*NOT_DOMAINS, *discover()}
    if name in taken:
        raise DomainError(f"the name {name!r} is taken; taken are: {', '.join(sorted(taken))}")


def filled(text: str, name: str, where: Path) -> str:
    """A template with the names of the new domain."""
    inside = where.resolve() == Path(callwright.domains.__path__[0]).resolve()
    package = "callwright.domains" if inside else "callwright_domains"
    title = name.replace("_", " ").capitalize()
    for mark, value in (("@NAME@", name), ("@TITLE@", title), ("@PACKAGE@", f"{package}.{name}")):
        text = text.replace(mark, value)
    return IMPORTS.sub(lambda block: "".join(sorted(block[0].splitlines(keepends=True))), text)
