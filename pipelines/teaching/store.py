"""The completion store: every reply of a model under the digest of its request.

A folder of files that are only appended to, one for each writer, so that any number of processes
write at once. A line is the request's digest, a hash over digest and reply, and the reply as JSON;
what a killed writer left half written has a wrong hash and is passed over. Requests are not stored,
and a reply holds no key.
"""

import fcntl
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

from callwright.pipelines.files import disk_errors, write_whole
from callwright.schemas.completions import Completion
from callwright.schemas.errors import OutputError

SUFFIX: Final = ".replies"
PROOF: Final = 16
"""Hex digits of a line's hash."""


class _Place(NamedTuple):
    file: int
    """Open file handle, which outlives the file's name."""
    start: int
    length: int


class CompletionStore:
    """The replies of one folder, and a file of its own for what this writer adds.

    Not made for several threads at once.

    Args:
        folder: made when it is not there.
        durable: whether every reply is forced to the disk before it counts as kept. Without that
            it survives the death of the process, and not that of the machine.

    Raises:
        OutputError: the folder cannot be read or written.
    """

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self._folder, self._durable = folder, durable
        self._places: dict[str, _Place] = {}
        self._read: dict[str, tuple[int, int]] = {}
        """File name -> open handle, and how far it has been read."""
        self._own: int | None = None
        self._own_name = ""
        self._end = 0
        with disk_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self.refresh()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def get(self, key: str) -> Completion | None:
        """The reply under a digest; one that another process has kept since is found too."""
        place = self._places.get(key)
        if place is None:
            self.refresh()
            place = self._places.get(key)
        if place is None:
            return None
        with disk_errors(self._folder):
            text = os.pread(place.file, place.length, place.start)
        try:
            return Completion.model_validate_json(text)
        except ValidationError as error:
            raise OutputError(
                f"{self._folder} holds a reply that this callwright cannot read ({error.title}): "
                "delete the folder, and the replies are asked for anew"
            ) from error

    def put(self, key: str, reply: Completion) -> None:
        """Keep a reply. The first under a digest stays; another is not written."""
        if key in self._places:
            return
        text = reply.model_dump_json(exclude_defaults=True).encode()
        line = _line(key, text)
        with disk_errors(self._folder):
            file = self._file()
            try:
                _write(file, line)
            except OSError:
                self._leave()  # the file may end in half a line: the next reply goes to another
                raise
            if self._durable:
                os.fsync(file)
        self._places[key] = _Place(file, self._end + len(line) - len(text) - 1, len(text))
        self._end += len(line)

    def refresh(self) -> None:
        """Take in what other writers have kept since."""
        with disk_errors(self._folder):
            with os.scandir(self._folder) as entries:
                names = sorted(e.name for e in entries if e.name.endswith(SUFFIX))
            for name in names:
                if name != self._own_name:
                    self._take_in(name)

    def close(self) -> None:
        """Give the files back; what was kept stays."""
        self._leave()
        for file, _ in self._read.values():
            os.close(file)
        self._read.clear()
        self._places.clear()

    # -- files -----------------------------------------------------------------------------
    def _take_in(self, name: str) -> None:
        if name not in self._read:
            try:
                self._read[name] = os.open(self._folder / name, os.O_RDONLY), 0
            except FileNotFoundError:
                return  # compacted since it was listed; its replies stand in another file
        file, start = self._read[name]
        if os.fstat(file).st_size <= start:
            return
        for key, place in _lines(file, start):
            start = place.start + place.length + 1
            if key:
                self._places.setdefault(key, place)
        self._read[name] = file, start

    def _file(self) -> int:
        if self._own is None:
            self._own_name, self._own = _new_file(self._folder)
            self._end = 0
        return self._own

    def _leave(self) -> None:
        """Close the own file for writing, and go on reading it like that of any other writer."""
        if self._own is None:
            return
        reader = os.open(self._folder / self._own_name, os.O_RDONLY)
        self._read[self._own_name] = reader, self._end
        for key, place in self._places.items():
            if place.file == self._own:
                self._places[key] = place._replace(file=reader)
        os.close(self._own)
        self._own, self._own_name = None, ""


def compact(folder: Path) -> int:
    """Write the replies of all dead writers into one file, each once; how many there are.

    A file that a living writer holds is left alone, so this may run at any time, and readers go on
    reading the files they have open. Killed in the middle, it leaves every reply where it was.
    """
    held: list[tuple[Path, int]] = []
    kept: dict[str, bytes] = {}
    with disk_errors(folder):
        try:
            for path in sorted(folder.glob(f"*{SUFFIX}")):
                file = os.open(path, os.O_RDWR)
                if not _lock(file):
                    os.close(file)
                    continue
                held.append((path, file))
                for key, place in _lines(file, 0):
                    if key and key not in kept:
                        kept[key] = os.pread(place.file, place.length, place.start)
            if len(held) > 1 or any(_is_torn(file) for _, file in held):
                data = b"".join(_line(key, kept[key]) for key in sorted(kept))
                write_whole(folder / _compacted(data), data)
                for path, _ in held:
                    if path.name != _compacted(data):
                        path.unlink(missing_ok=True)
        finally:
            for _, file in held:
                os.close(file)
    return len(kept)


def _compacted(data: bytes) -> str:
    return f"all-{hashlib.sha256(data).hexdigest()[:PROOF]}{SUFFIX}"


def _is_torn(file: int) -> bool:
    end = max((p.start + p.length + 1 for _, p in _lines(file, 0)), default=0)
    return end < os.fstat(file).st_size or any(not key for key, _ in _lines(file, 0))


def _new_file(folder: Path) -> tuple[str, int]:
    """A new file, locked for as long as this process lives, and its name."""
    number = 0
    while True:
        name, number = f"{os.getpid()}-{number}{SUFFIX}", number + 1
        try:
            file = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        except FileExistsError:
            continue
        if _lock(file) and os.fstat(file).st_nlink:
            return name, file
        os.close(file)  # a compaction took it for that of a dead writer


def _lock(file: int) -> bool:
    """Lock an open file until it is closed or its process dies; whether it was free."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write(file: int, line: bytes) -> None:
    while line:
        line = line[os.write(file, line) :]


def _line(key: str, text: bytes) -> bytes:
    return b"%s %s %s\n" % (key.encode(), _proof(key, text), text)


def _proof(key: str, text: bytes) -> bytes:
    return hashlib.sha256(key.encode() + b" " + text).hexdigest()[:PROOF].encode()


def _lines(file: int, start: int) -> Iterator[tuple[str, _Place]]:
    """Digest and place of each whole line from `start`; an empty digest where the hash is wrong."""
    with os.fdopen(os.dup(file), "rb") as lines:
        lines.seek(start)
        for line in lines:
            if not line.endswith(b"\n"):
                return
            key, _, rest = line.partition(b" ")
            proof, _, text = rest[:-1].partition(b" ")
            name = key.decode("ascii", "replace")
            place = _Place(file, start + len(line) - 1 - len(text), len(text))
            yield (name if _proof(name, text) == proof else ""), place
            start += len(line)
