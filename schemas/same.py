"""An object with its identity as key, so that what was made of it can be kept beside it."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """Equal only to another holder of the same object.

    A cache that holds it holds the object itself, so its id cannot pass to another one meanwhile.
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value  # pyright: ignore[reportUnknownMemberType]
