"""The tool server of verifiers over one task of a release; needs the package `verifiers`.

Each rollout starts it as a process of its own; which tools it has is up to the row.
"""

from typing import Any

from mcp.types import CallToolResult, TextContent, Tool  # pyright: ignore[reportMissingImports]
from verifiers.v1.mcp import Toolset, ToolsetConfig  # pyright: ignore[reportMissingImports]
from verifiers.v1.state import State  # pyright: ignore[reportMissingImports]

from callwright.pipelines.serving.episode import Episode, EpisodeSource
from callwright.schemas.dialects import to_json_schema


class WorldToolset(Toolset[ToolsetConfig, State]):
    """The tools of one task, in a world of its own."""

    TOOL_PREFIX = None  # the names are the row's: a prefix would make them others

    _episode: Episode

    async def setup_task(self, task: Any) -> None:
        """Begin the task."""
        self._episode = EpisodeSource(task.release).episode(task.id)

    def register(self, mcp: Any) -> None:
        """Answer for all tools at once: there is no Python function for each."""
        mcp.list_tools = self.list_tools
        mcp.call_tool = self.call_tool

    async def list_tools(self) -> list[Tool]:
        """The tools as the row shows them, types in JSON Schema as MCP wants them."""
        functions = [tool["function"] for tool in self._episode.tools]
        return [
            Tool(
                name=function["name"],
                description=function.get("description"),
                input_schema=to_json_schema(function["parameters"]),
            )
            for function in functions
        ]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Any = None
    ) -> CallToolResult:
        """Make one call; its failure is a result, as the world writes it."""
        text = self._episode.call(name, arguments)
        return CallToolResult(content=[TextContent(type="text", text=text)])


if __name__ == "__main__":
    WorldToolset.run()
