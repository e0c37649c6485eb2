"""Prints every game's page into docs/games: `python -m tests.pages`."""

from __future__ import annotations

from pathlib import Path

from warzoo.envs.core.page import page

from .games import GAMES

FOLDER = Path(__file__).parents[1] / "docs" / "games"

if __name__ == "__main__":
    for game in GAMES:
        (FOLDER / f"{game.name}.md").write_text(page(game), encoding="utf-8")
