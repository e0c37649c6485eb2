"""The documents do what they say: their Python runs, and their links lead somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from warzoo.training.learning import algorithms
from warzoo.training.shell.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = re.compile(
    r"^warzoo ((?:play|train|resume|arena|exploit|export) (?!.*(?:human|FILE|HOST|<|--preset)).*)$", re.M
)
BLOCKS = [(page, code) for page in PAGES for code in re.findall(r"```python\n(.*?)```", page.read_text(), re.S)]


@pytest.mark.parametrize(("page", "code"), BLOCKS, ids=lambda x: x.name if isinstance(x, Path) else "")
def test_python_in_the_documents_runs(page, code, monkeypatch):
    monkeypatch.setattr(algorithms, "ALGORITHMS", dict(algorithms.ALGORITHMS))  # a page registers its own
    exec(compile(code, str(page), "exec"), {})


@pytest.mark.parametrize(
    "page", [page for page in PAGES if COMMANDS.search(page.read_text())], ids=lambda page: page.name
)
def test_commands_in_the_documents_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS.findall(page.read_text()):
        assert main(shlex.split(command)) == 0, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_in_the_documents_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target
