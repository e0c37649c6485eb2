"""The game of two teams, as a game of a user's own would come: a plugin, by the same name in every process."""

from __future__ import annotations

from pathlib import Path

from warzoo.envs import find
from warzoo.training.shell.train import load_plugin

FOLDER = Path(__file__).with_name("two_teams")
load_plugin(FOLDER)
GAME = find("two_teams")
