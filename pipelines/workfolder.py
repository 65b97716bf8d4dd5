"""The output folder of a run: whose it is, whether it is complete, and what is left of the work.

A folder that is not ours, or ours for another recipe or other code, is refused and not touched.
"""

import shutil
from pathlib import Path

from pydantic import ValidationError

from callwright.pipelines.chunks import FOLDER as CHUNKS
from callwright.pipelines.engines import DOMAINS
from callwright.pipelines.files import disk_errors, sweep, write_whole
from callwright.pipelines.shelf import SHELF
from callwright.pipelines.stores import VIEWS, WORLDS
from callwright.schemas.canonical import canonical
from callwright.schemas.errors import OutputError
from callwright.schemas.record import Record

WORK, STATE, LOCK = ".callwright", "run.json", "lock"
STORES = (CHUNKS, WORLDS, VIEWS, DOMAINS, SHELF)
MANIFEST = "manifest.json"


class RunState(Record):
    """What `run.json` says: everything on which the content of the chunks depends."""

    recipe: str
    """Digest of the validated recipe."""
    code: str
    """Fingerprint of callwright's own files."""
    domains: dict[str, str]
    """Domain -> fingerprint, of every domain that was found."""
    chunk_size: int
    """Candidates per chunk; kept for the life of the folder."""


class WorkFolder:
    """The folder named by `--out`."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.work = out / WORK
        self.lock = self.work / LOCK

    @property
    def complete(self) -> bool:
        """Whether the release is there: its manifest is written last."""
        return (self.out / MANIFEST).exists()

    def claim(self) -> None:
        """Make the folder; `OutputError` when something of somebody else is in it."""
        with disk_errors(self.out):
            if self.out.exists() and not (self.work / STATE).exists():
                self._refuse_foreign()
            self.work.mkdir(parents=True, exist_ok=True)

    def _refuse_foreign(self) -> None:
        strange = [path for path in self.out.iterdir() if path.name != WORK]
        strange += [path for path in self.work.glob("*") if not path.name.startswith((LOCK, STATE))]
        if strange:
            raise OutputError(
                f"{self.out} is not empty and no run of callwright (it holds {strange[0].name}): "
                "choose another --out"
            )

    def open(self, wanted: RunState) -> RunState:
        """The state on disk, or `wanted` written as such; the lock must be held.

        `OutputError` when the folder was begun with another recipe or other code.
        """
        path = self.work / STATE
        if not path.exists():
            write_whole(path, canonical(wanted.model_dump()))
        found = self._read(path)
        for key, what in (("recipe", "another recipe"), ("code", "another version of callwright"),
                          ("domains", "other domains")):  # fmt: skip
            if getattr(found, key) != getattr(wanted, key):
                raise OutputError(
                    f"{self.out} was begun with {what}: choose another --out, or delete it to "
                    "begin anew"
                )
        return found

    def _read(self, path: Path) -> RunState:
        try:
            return RunState.model_validate_json(path.read_bytes())
        except (ValidationError, OSError) as error:
            raise OutputError(
                f"{path} cannot be read ({str(error).splitlines()[0]}): choose another --out, or "
                f"delete {self.out} to begin anew"
            ) from error

    def prepare(self) -> None:
        """Make the stores and sweep what a killed run left; the lock must be held."""
        for name in STORES:
            with disk_errors(self.work / name):
                (self.work / name).mkdir(exist_ok=True)
                sweep(self.work / name)

    def tidy(self) -> None:
        """Remove chunks, worlds and views once the release holds them."""
        for name in STORES:
            shutil.rmtree(self.work / name, ignore_errors=True)
