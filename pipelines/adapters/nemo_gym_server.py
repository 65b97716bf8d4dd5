"""A resources server of NeMo Gym over a release; needs the package `nemo-gym`.

The worlds answer the tool calls, `/seed_session` begins a task and `/verify` scores it. A tool's
result goes to the model as the world writes it, not wrapped in JSON once more.
"""

from typing import Any

from fastapi import FastAPI, Request  # pyright: ignore[reportMissingImports]
from fastapi.responses import PlainTextResponse  # pyright: ignore[reportMissingImports]
from nemo_gym.base_resources_server import (  # pyright: ignore[reportMissingImports]
    BaseResourcesServerConfig,
    BaseSeedSessionRequest,
    BaseSeedSessionResponse,
    BaseVerifyRequest,
    BaseVerifyResponse,
    SimpleResourcesServer,
)
from nemo_gym.server_utils import SESSION_ID_KEY  # pyright: ignore[reportMissingImports]
from pydantic import PrivateAttr

from callwright.pipelines.adapters.nemo_gym import Sessions, verify
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.schemas.canonical import load
from callwright.schemas.errors import RecordError


class CallwrightConfig(BaseResourcesServerConfig):
    """Where the tasks are."""

    release: str
    """Folder of the release from which the rows were exported."""


class SeedRequest(BaseSeedSessionRequest):
    """A row, of which the id counts."""

    id: str


class VerifyRequest(BaseVerifyRequest):
    """A row with the response to it."""

    ground_truth: str


class CallwrightServer(SimpleResourcesServer):
    """Serves the tools of every row; workers of one server do not share sessions."""

    config: CallwrightConfig
    _sessions: Sessions = PrivateAttr()

    def model_post_init(self, context: Any) -> None:
        """Open the release."""
        super().model_post_init(context)
        self._sessions = Sessions(EpisodeSource(self.config.release))

    def setup_webserver(self) -> FastAPI:
        """The routes of every resources server, and one for all tools."""
        app = super().setup_webserver()
        app.post("/{tool}", response_class=PlainTextResponse)(self.call_tool)
        return app

    async def seed_session(self, request: Request, body: SeedRequest) -> BaseSeedSessionResponse:
        """Begin the row's task."""
        self._sessions.seed(request.session[SESSION_ID_KEY], body.id)
        return BaseSeedSessionResponse()

    async def call_tool(self, tool: str, request: Request) -> PlainTextResponse:
        """Make one call; what is no JSON is told to the model as the world tells it."""
        body = await request.body()
        try:
            arguments = load(body)
        except RecordError:
            arguments = body.decode(errors="replace")
        session = request.session[SESSION_ID_KEY]
        return PlainTextResponse(self._sessions.call(session, tool, arguments))

    async def verify(self, request: Request, body: VerifyRequest) -> BaseVerifyResponse:
        """Score the response and end the session."""
        self._sessions.end(request.session[SESSION_ID_KEY])
        output = [item.model_dump() for item in body.response.output]
        reward = verify(body.ground_truth, output)
        return BaseVerifyResponse(**body.model_dump(), reward=reward)


if __name__ == "__main__":
    CallwrightServer.run_webserver()
