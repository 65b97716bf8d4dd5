"""What happens to a session, as events of MCP's `subscriptions/listen`."""

from collections.abc import Callable
from typing import Final

from mcp.server.subscriptions import ResourceUpdated, ServerEvent, ToolsListChanged

from callwright.pipelines.serving.sessions import News, Session

CONVERSATION: Final = "callwright://conversation"
SCORE: Final = "callwright://score"
SESSION: Final = "callwright://session"

UPDATED: Final = tuple(ResourceUpdated(uri) for uri in (CONVERSATION, SCORE, SESSION))
EVENTS: Final[dict[News, tuple[ServerEvent, ...]]] = {
    "message": UPDATED,
    "tools": (ToolsListChanged(), *UPDATED),
    "closed": (),
}
"""News -> events."""


class Bus:
    """The `SubscriptionBus` of one listener of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.at_end: Callable[[], None] | None = None
        """Called when the session is closed."""

    async def publish(self, event: ServerEvent) -> None:
        """Never called: sessions tell their news themselves."""
        raise NotImplementedError(f"a session tells its own news, not {event}")

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Pass the session's news to `listener`; gives what ends that."""

        def hear(news: News) -> None:
            for event in EVENTS[news]:
                listener(event)
            if news == "closed" and self.at_end is not None:
                self.at_end()

        def leave() -> None:
            if hear in self._session.listeners:
                self._session.listeners.remove(hear)

        self._session.listeners.append(hear)
        return leave
