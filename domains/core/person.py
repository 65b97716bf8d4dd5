"""The person all domains of a world share."""

from callwright.schemas.record import Record


class Contact(Record):
    """Somebody the person knows."""

    name: str
    email: str
    phone: str
    relation: str
    """`colleague`, `friend`, `sister`, `manager`, `dentist`, ..."""


class Device(Record):
    """A device of the person."""

    name: str
    """What the person calls it, e.g. `work phone`."""
    kind: str
    """`phone`, `laptop`, `watch`, `tablet` or `speaker`."""


class Card(Record):
    """A payment card; only the end of its (test-range) number is ever shown."""

    name: str
    """E.g. `Visa debit`."""
    last4: str


class Person(Record):
    """Who the assistant works for. All of it is synthetic and from reserved ranges."""

    seed: str
    """Seed path digest of the person; ids in the world derive from it."""
    name: str
    email: str
    phone: str
    home_city: str
    """A place of the gazetteer."""
    zone: str
    """IANA zone of the home city, e.g. `Europe/London`."""
    locale: str
    """E.g. `en_GB`."""
    currency: str
    """ISO 4217, e.g. `GBP`."""
    employer: str
    contacts: tuple[Contact, ...]
    devices: tuple[Device, ...]
    vehicle: str
    """What the person drives, e.g. `blue hatchback`; empty for none."""
    cards: tuple[Card, ...]
    interests: tuple[str, ...]

    def profile(self, key: str) -> str:
        """The profile fact named `key` (`name`, `email`, `home_city`, ...)."""
        return str(getattr(self, key))
