"""Everything public is documented; a method may inherit its docstring from a class of ours."""

import ast

from tests.house.source import FUNCTION, Module, modules


def classes(found):
    return [node for module in found for node in ast.walk(module.tree) if is_class(node)]


def is_class(node):
    return isinstance(node, ast.ClassDef)


def base_names(node):
    """The bases by their last name: `Kind` for `base.Kind[str]`."""
    plain = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
    return {getattr(base, "attr", getattr(base, "id", "")) for base in plain}


def methods(node):
    return {item.name: item for item in node.body if isinstance(item, FUNCTION)}


def is_documented(node, method, known):
    """Whether the class, or one it derives from, documents the method."""
    own = methods(node).get(method)
    if own is not None and ast.get_docstring(own):
        return True
    parents = [parent for name in base_names(node) for parent in known.get(name, [])]
    return any(is_documented(parent, method, known) for parent in parents if parent is not node)


def undocumented_methods(found):
    known = {}
    for node in classes(found):
        known.setdefault(node.name, []).append(node)
    for module in found:
        for node in filter(is_class, ast.walk(module.tree)):
            if not node.name.startswith("_"):
                yield from undocumented_in(module, node, known)


def undocumented_in(module, node, known):
    for name, method in methods(node).items():
        if not name.startswith("_") and not is_documented(node, name, known):
            yield f"{module.name}:{method.lineno}: {node.name}.{name}"


def test_every_public_method_is_documented():
    assert list(undocumented_methods(modules())) == []


def test_a_method_without_a_docstring_anywhere_is_seen():
    base = Module("a.py", 'class A:\n    def read(self):\n        """Read."""\n')
    heir = Module(
        "b.py", "class B(base.A[int]):\n    def read(self): ...\n    def say(self): ...\n"
    )
    assert list(undocumented_methods([base, heir])) == ["b.py:3: B.say"]
