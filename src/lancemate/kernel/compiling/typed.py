"""What others can know of a module when they are compiled: its types, without what its functions do."""

from __future__ import annotations

import ast
from typing import Final

SCOPES: Final = (ast.Module, ast.ClassDef)
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


def typed(text: str) -> str:
    """The same for two texts of a module that tell a type checker the same about it."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and _says_all(node):
            node.body = [ast.Pass()]
        elif isinstance(node, SCOPES) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
    return ast.dump(tree)


def _says_all(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Its first line tells its types, and nothing in it gives a type to anybody else: no attribute, no class."""
    inside = [one for line in node.body for one in ast.walk(line)]
    given = any(isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store) for one in inside)
    return node.returns is not None and not given and not any(isinstance(one, ast.ClassDef) for one in inside)
