"""What must be known of endpoints before a request is sent. Keys are named here, never held."""

from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from callwright.schemas.record import Record

SCHEMES = ("http", "https")


class EndpointSettings(Record):
    """One server, or one account of a provider."""

    url: str
    """Up to and with its version, e.g. `http://host:8000/v1`; no user, password or query."""
    key_env: str = ""
    """Name of the environment variable that holds the key; empty where none is asked for."""
    prompt_price: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    """Per million prompt tokens, in any one currency."""
    completion_price: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    """Per million tokens of replies, thinking included."""
    first_concurrency: int = Field(default=16, ge=1)
    """Requests at once before anything is known of the endpoint."""
    max_concurrency: int = Field(default=64, ge=1)
    """Most requests at once."""
    also_named: tuple[str, ...] = ()
    """Other names that its replies may give to the model that was asked for."""

    @field_validator("url")
    @classmethod
    def _plain(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in SCHEMES or not parts.hostname:
            raise ValueError("an endpoint is an http or https URL, e.g. http://host:8000/v1")
        if parts.username is not None or parts.query or parts.fragment:
            raise ValueError("no user, password, query or fragment in a URL: use key_env for a key")
        return url.rstrip("/")


class Limits(Record):
    """How long, how often and how much; seconds and bytes."""

    attempts: int = Field(default=6, ge=1)
    """Most requests sent for one completion."""
    request_seconds: float = Field(default=300.0, gt=0)
    """From sending a request to the last byte of its reply."""
    call_seconds: float = Field(default=1_800.0, gt=0)
    """For a completion in all, with its waiting and its attempts."""
    connect_seconds: float = Field(default=10.0, gt=0)
    reply_bytes: int = Field(default=2_000_000, ge=1)
    """Longest reply, decompressed; not one byte more is kept."""
    first_backoff: float = Field(default=0.5, gt=0)
    """Longest wait before the second attempt; doubled for each further one."""
    longest_backoff: float = Field(default=30.0, gt=0)
    breaker_failures: int = Field(default=8, ge=1)
    """Failures in a row that take an endpoint out."""
    breaker_seconds: float = Field(default=10.0, gt=0)
    """How long it stays out before one request may try it."""
    latency_factor: float = Field(default=3.0, gt=1)
    """How much slower than at its best an endpoint may get before it is sent less."""


class TeacherSettings(Record):
    """A model and all the endpoints that serve it."""

    model: str
    """Its name, as the endpoints know it."""
    endpoints: tuple[EndpointSettings, ...] = Field(min_length=1)
    limits: Limits = Limits()
    call_format: str | None = None
    """How the model writes calls (`schemas.calls`), for replies the server did not parse."""
    reasoning_field: Literal["reasoning", "reasoning_content"] | None = None
    """Field that gives the model its earlier thinking back; None where servers refuse it."""
    length_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """Field for the most tokens of a reply: providers' thinking models want the second."""
