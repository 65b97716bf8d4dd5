"""The MCP door: a session's tools as MCP tools, over streamable HTTP, for every protocol revision.

The session is named by the URL, since the tools are the row's own and none may be added:

    /mcp/{session}   a session that POST /sessions opened
    /mcp?row=ROW     one of its own for each client, opened by `initialize` (also `index`, or `seed`
                     with `split` and `skill`); only revisions before 2026-07-28 have `initialize`

Protocol revision 2026-07-28 knows no sessions: what a server keeps has a name of its own, which
every request brings. A URL is what every client lets its user set.

The prompt `start` gives the first messages, the prompt `say` ends a turn with a text and gives the
next user turn; the conversation, the score and the session are resources.
"""

from typing import Any, Final

import mcp_types as types
import orjson
from mcp.server import Server, ServerRequestContext
from mcp.server.context import CallNext, HandlerResult
from mcp.server.lowlevel.server import NotificationOptions
from mcp.server.models import InitializationOptions
from mcp.server.subscriptions import ListenHandler
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError
from starlette.requests import Request

from callwright import __version__
from callwright.pipelines.serving.errors import ServeError
from callwright.pipelines.serving.http import Opening, choose, describe, reward
from callwright.pipelines.serving.mcp_events import CONVERSATION, SCORE, SESSION, Bus
from callwright.pipelines.serving.sessions import Session, Sessions
from callwright.schemas.dialects import to_json_schema

Context = ServerRequestContext[Any, Request]
MOST_LISTENERS: Final = 16
"""Streams of events per session."""
SESSION_HEADER: Final = "mcp-session-id"

START: Final = types.Prompt(
    name="start", description="The user's first turn; the description is the system prompt."
)
SAY: Final = types.Prompt(
    name="say",
    description="End the assistant's turn with a text. Gives the user's next turn, if any.",
    arguments=[types.PromptArgument(name="text", required=True)],
)
RESOURCES: Final = (
    types.Resource(
        uri=CONVERSATION,
        name="conversation",
        mime_type="application/json",
        description="The messages so far, in the OpenAI shape.",
    ),
    types.Resource(
        uri=SCORE,
        name="score",
        mime_type="application/json",
        description="The reward so far: value, strict, components and turns.",
    ),
    types.Resource(
        uri=SESSION,
        name="session",
        mime_type="application/json",
        description="The session's id, row, limits, what it has spent, and whether it is done.",
    ),
)


class McpDoor:
    """The handlers of the MCP server.

    Args:
        sessions: shared with the HTTP door.
    """

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    def server(self) -> Server[Any]:
        """The MCP server, to be served over streamable HTTP."""
        server: Server[Any] = CallwrightServer(
            "callwright",
            version=__version__,
            get_tool_input_schema=lambda _name: None,  # no argument is mirrored in a header
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
            on_list_resources=self.list_resources,
            on_read_resource=self.read_resource,
            on_subscriptions_listen=self.listen,
        )
        server.add_request_handler("server/discover", types.RequestParams, self.discover)
        server.middleware.append(self.check)
        self._server = server
        return server

    # -- which session ---------------------------------------------------------------------
    def session(self, ctx: Context) -> Session:
        """The session of a request; `MCPError` when there is none."""
        try:
            return self._session(request_of(ctx), ctx.protocol_version)
        except ServeError as error:
            raise _told(error) from error

    def _session(self, request: Request, revision: str) -> Session:
        name = request.path_params.get("session")
        if name is not None:
            return self._sessions.find(name)
        own = own_name(request)
        if own is None or revision in MODERN_PROTOCOL_VERSIONS:
            raise ServeError("bad_request", "POST /sessions first, then use /mcp/{session}")
        try:
            return self._sessions.find(own)
        except ServeError as error:
            if error.code != "not_found":
                raise
        return self._sessions.open(self._wanted(request), own)

    def _wanted(self, request: Request) -> int:
        """The index of the row that a URL names."""
        query: dict[str, Any] = dict(request.query_params)
        if not {"row", "index", "seed"} & set(query):
            raise ServeError("bad_request", "name a row: /mcp?row=ID, ?index=N or ?seed=N")
        try:
            return choose(self._sessions, Opening.model_validate(query, strict=False))[0]
        except ValidationError as error:
            raise ServeError("bad_request", f"{error.errors()[0]['msg']}: {query}") from error

    async def check(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Middleware: a client whose URL names no session or row is told so when it connects."""
        if ctx.method == "initialize":
            request = request_of(ctx)
            try:
                if "session" in request.path_params:
                    self._session(request, ctx.protocol_version)
                else:
                    self._wanted(request)
            except ServeError as error:
                raise _told(error) from error
        return await call_next(ctx)

    async def discover(self, ctx: Context, params: types.RequestParams | None) -> Any:
        """The revisions that a URL can serve: one that names a row needs `initialize`."""
        stateless = "session" in request_of(ctx).path_params
        if stateless:
            self.session(ctx)
        versions = MODERN_PROTOCOL_VERSIONS if stateless else HANDSHAKE_PROTOCOL_VERSIONS
        capabilities = self._server.get_capabilities(protocol_version=ctx.protocol_version)
        return types.DiscoverResult(supported_versions=list(versions), capabilities=capabilities)

    # -- tools -----------------------------------------------------------------------------
    async def list_tools(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """The row's own tools, those that are there in this turn."""
        tools = [_tool(tool["function"]) for tool in self.session(ctx).episode.tools]
        return types.ListToolsResult(tools=tools)

    async def call_tool(
        self, ctx: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """One call, as an assistant message of its own."""
        asked = {"function": {"name": params.name, "arguments": params.arguments or {}}}
        message = {"role": "assistant", "content": None, "tool_calls": [asked]}
        with self._sessions.using(self.session(ctx).id) as session:
            follows = session.step(message)
            text = follows[0]["content"] if follows else session.episode.over()
            failed = not follows or bool(session.episode.errors[-1])
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)], is_error=failed
        )

    # -- the dialogue ----------------------------------------------------------------------
    async def list_prompts(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """`start` and `say`."""
        return types.ListPromptsResult(prompts=[START, SAY])

    async def get_prompt(
        self, ctx: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """The first user turn, or the next one after a text."""
        session = self.session(ctx)
        if params.name == START.name:
            return _prompt(session.episode.prompt, session.episode.task.system or None)
        text = (params.arguments or {}).get("text")
        if params.name != SAY.name or text is None:
            raise MCPError(types.INVALID_PARAMS, "there are the prompts start, and say with a text")
        with self._sessions.using(session.id):
            follows = session.step({"role": "assistant", "content": text})
        if session.episode.tools_changed:
            await ctx.session.send_tool_list_changed()
        return _prompt(follows, session.episode.reason or None)

    # -- resources -------------------------------------------------------------------------
    async def list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """The conversation, the score and the session."""
        return types.ListResourcesResult(resources=list(RESOURCES))

    async def read_resource(
        self, ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """One of the resources as JSON."""
        uri = str(params.uri)
        if uri not in {resource.uri for resource in RESOURCES}:
            raise MCPError(types.INVALID_PARAMS, f"there is no resource {uri}")
        with self._sessions.using(self.session(ctx).id) as session:
            text = orjson.dumps(self._read(session, uri)).decode()
        contents = types.TextResourceContents(uri=uri, mime_type="application/json", text=text)
        return types.ReadResourceResult(contents=[contents])

    def _read(self, session: Session, uri: str) -> Any:
        if uri == CONVERSATION:
            return session.episode.messages
        return reward(session) if uri == SCORE else describe(self._sessions, session)

    async def listen(
        self, ctx: Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        """A stream of the session's events, until the client leaves or the session is closed."""
        session = self.session(ctx)
        if len(session.listeners) >= MOST_LISTENERS:
            raise MCPError(
                types.INTERNAL_ERROR, f"a session has at most {MOST_LISTENERS} listeners"
            )
        bus = Bus(session)
        handler = ListenHandler(bus)
        bus.at_end = handler.close
        return await handler(ctx, params)


class CallwrightServer(Server[Any]):
    """Says at `initialize` that the list of tools may change."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """As the SDK's, with `tools.listChanged`."""
        options = notification_options or NotificationOptions(tools_changed=True)
        return super().create_initialization_options(options, experimental_capabilities, extensions)


def request_of(ctx: Context) -> Request:
    """The HTTP request that brought a message; streamable HTTP always has one."""
    if ctx.request is None:
        raise MCPError(types.INTERNAL_ERROR, "this server speaks streamable HTTP only")
    return ctx.request


def own_name(request: Request) -> str | None:
    """The name of the session that belongs to one MCP client; None before `initialize`."""
    given = request.headers.get(SESSION_HEADER)
    return None if given is None else f"mcp-{given}"


def _told(error: ServeError) -> MCPError:
    code = types.INTERNAL_ERROR if error.status >= 500 else types.INVALID_PARAMS
    return MCPError(code, error.message, error.data()["error"])


def _tool(function: dict[str, Any]) -> types.Tool:
    schema = to_json_schema(function["parameters"])
    return types.Tool(
        name=function["name"], description=function.get("description"), input_schema=schema
    )


def _prompt(messages: list[dict[str, Any]], description: str | None) -> types.GetPromptResult:
    said = [
        types.PromptMessage(role="user", content=types.TextContent(type="text", text=m["content"]))
        for m in messages
        if m["role"] == "user"
    ]
    return types.GetPromptResult(description=description, messages=said)
