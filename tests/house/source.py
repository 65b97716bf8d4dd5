"""The project's own source, read as syntax trees, for the tests of its conventions."""

import ast
import builtins
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAYERS = ("schemas", "domains", "generators", "filters", "pipelines")
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Module:
    """One Python file; `name` is its path from the root."""

    name: str
    text: str

    @cached_property
    def tree(self):
        return ast.parse(self.text, self.name)

    @cached_property
    def aliases(self):
        """What each imported name stands for: `from datetime import datetime as d` gives d."""
        found = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for name in node.names:
                    found[name.asname or name.name.split(".")[0]] = (
                        name.name if name.asname else name.name.split(".")[0]
                    )
            elif isinstance(node, ast.ImportFrom):
                for name in node.names:
                    found[name.asname or name.name] = f"{node.module}.{name.name}"
        return found

    def functions(self):
        return (node for node in ast.walk(self.tree) if isinstance(node, FUNCTION))

    def uses(self):
        """Every use of a builtin or of something imported, by its full name, and its line."""
        for node in ast.walk(self.tree):
            dotted = self.dotted(node)
            if dotted is not None:
                yield dotted, node.lineno

    def dotted(self, node):
        if isinstance(node, ast.Name):
            own = node.id if hasattr(builtins, node.id) else None
            return self.aliases.get(node.id, own)
        if isinstance(node, ast.Attribute):
            owner = self.dotted(node.value)
            return owner and f"{owner}.{node.attr}"
        return None


def python_files(layers=LAYERS, root=ROOT):
    for layer in layers:
        yield from sorted((root / layer).rglob("*.py"))


def modules(layers=LAYERS):
    return [
        Module(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in python_files(layers)
    ]
