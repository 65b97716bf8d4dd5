"""The conventions of the house, each a function from a module to the places that break it."""

import ast
import re

MOST_LINES = 400
MOST_FUNCTION_LINES = 60
BROAD = {"Exception", "BaseException"}
RUNS_TEXT = re.compile(
    r"eval|exec|compile|__import__|os\.(system|popen)|((c?pickle|_pickle|dill|cloudpickle|marshal"
    r"|shelve)(\..*)?)"
)
OUTSIDE_STATE = re.compile(
    r"datetime\.(datetime\.(now|utcnow|today)|date\.today)|time\.(time|time_ns|localtime|gmtime)"
    r"|uuid\.uuid[14]|os\.urandom|secrets\..+"
    r"|random\.(?!Random\b|Random$).+|numpy\.random\.(?!Generator|PCG64|default_rng).+"
)


def long_files(module):
    lines = module.text.count("\n")
    if lines > MOST_LINES:
        yield f"{module.name}: {lines} lines"


def long_functions(module):
    for function in module.functions():
        lines = function.end_lineno - function.lineno + 1
        if lines > MOST_FUNCTION_LINES:
            yield f"{module.name}:{function.name}: {lines} lines"


def swallowed_exceptions(module):
    """A handler for everything that does not raise again hides bugs of ours."""
    for node in ast.walk(module.tree):
        if is_silent_handler(node, module) or is_broad_suppress(node, module):
            yield f"{module.name}:{node.lineno}"


def is_silent_handler(node, module):
    if not isinstance(node, ast.ExceptHandler) or not is_broad(node, module):
        return False
    return not any(isinstance(inner, ast.Raise) for inner in ast.walk(node))


def is_broad_suppress(node, module):
    if not isinstance(node, ast.Call) or module.dotted(node.func) != "contextlib.suppress":
        return False
    return any(module.dotted(kind) in BROAD for kind in node.args)


def is_broad(handler, module):
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or module.dotted(kind) in BROAD for kind in kinds)


def running_text(module):
    """Nothing that a model or a user wrote is ever run: so nothing here can run text."""
    for dotted, line in module.uses():
        if RUNS_TEXT.fullmatch(dotted.removeprefix("builtins.")):
            yield f"{module.name}:{line}: {dotted}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.keyword) and node.arg == "shell":
            yield f"{module.name}:{node.value.lineno}: shell="


def outside_state(module):
    """The clock, the machine's randomness and shared generators make content irreproducible."""
    for dotted, line in module.uses():
        if OUTSIDE_STATE.fullmatch(dotted):
            yield f"{module.name}:{line}: {dotted}"


def undocumented(module):
    """Every module says what it is for; an empty `__init__` only marks a folder."""
    public = not module.name.rsplit("/", 1)[-1].startswith("_") or module.tree.body
    if public and not ast.get_docstring(module.tree):
        yield module.name


def relative_imports(module):
    """Only absolute imports of callwright.*: others would load every class a second time."""
    layers = {"schemas", "domains", "generators", "filters", "pipelines"}
    for node in ast.walk(module.tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = ["." if node.level else node.module]
        if any(name == "." or name.split(".")[0] in layers for name in names):
            yield f"{module.name}:{node.lineno}"
