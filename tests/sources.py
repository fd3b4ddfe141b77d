"""Source text as the checks of the roads read it: what is called, by whatever name it was brought in."""

import ast
from collections.abc import Iterator


def brought_in(tree: ast.Module) -> dict[str, str]:
    """Names of a module for something of another one, with what it is called there."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    found = {name.asname: name.name for node in imports for name in node.names if name.asname}
    for node in ast.walk(tree):  # a second name for it
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Name, ast.Attribute)):
            meant = last_name(node.value)
            found |= {one.id: found.get(meant, meant) for one in node.targets if isinstance(one, ast.Name)}
    return found


def last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Every call, with the name that what is called has at home."""
    names = brought_in(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            yield names.get(name, name), node


def writes(node: ast.AST, what: frozenset[str], *, but_self: bool = True) -> set[str]:
    """Those of some attributes that are set on anything, by name or by ``setattr``."""
    found: set[str] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and last_name(one.func) in ("setattr", "__setattr__"):
            found |= {arg.value for arg in one.args if isinstance(arg, ast.Constant) and arg.value in what}
        targets = one.targets if isinstance(one, ast.Assign) else []
        if isinstance(one, (ast.AugAssign, ast.AnnAssign, ast.For)):
            targets = [one.target]
        for part in (part for target in targets for part in ast.walk(target)):
            if isinstance(part, ast.Attribute) and part.attr in what and isinstance(part.ctx, ast.Store):
                own = isinstance(part.value, ast.Name) and part.value.id == "self"
                found |= set() if own and but_self else {part.attr}
    return found
