"""A game in the terminal: people and bots at one table, and replays."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from warzoo.envs import Game, UsageError
from warzoo.envs.core import kernels
from warzoo.envs.core import transcript as replays
from warzoo.envs.core.game import Options
from warzoo.envs.core.luck import seeds
from warzoo.envs.core.text import agent_name
from warzoo.envs.core.transcript import Transcript, payoff_list
from warzoo.models.files import read_text
from warzoo.models.opponents import Opponent, opponent

HUMAN = "human"
HELP = """Type the number of a move, or its words. Several people at one table: the hand is shown only after Enter.
  ?  this help      t  the table again      q  quit"""
REPLAY_MOST = 1 << 20  # bytes
GAME_ROW = np.zeros(1, np.int64)


class Quit(Exception):
    """A person has had enough."""


def play(game: Game, options: Options, specs: Sequence[str], seed: int | None) -> Transcript | None:
    """Plays one game; returns it, or None if a person quit."""
    if len(specs) != options.players:
        raise UsageError(f"{game.name} has {options.players} players, you named {len(specs)}: {', '.join(specs)}")
    players = [None if spec == HUMAN else opponent(spec, game, options) for spec in specs]
    sequence = np.random.SeedSequence(seed)
    transcript = Transcript(game, options, int(seeds(sequence, 1)[0]), players=list(specs))
    states = transcript.deal()
    rng = np.random.default_rng(sequence.spawn(1)[0])
    try:
        while not states["over"][0]:
            action = decide(game, states, players, rng)
            transcript.actions.append(action)
            kernels.play(states, GAME_ROW, np.array([action]))
    except (Quit, EOFError):
        print("Good-bye.")
        return None
    if any(p is None for p in players):
        print(game.text.draw(states[0], None).ansi(sys.stdout.isatty()))
    else:
        print(transcript.write(), end="")
    print(
        "Result:", "  ".join(f"{s} {r:+g}" for s, r in zip(names(game, specs), payoff_list(game, states), strict=True))
    )
    return transcript


def names(game: Game, specs: Sequence[str]) -> list[str]:
    return [f"{agent_name(seat)} ({spec})" for seat, spec in enumerate(specs)]


def decide(game: Game, states: np.ndarray, players: Sequence[Opponent | None], rng: np.random.Generator) -> int:
    """The action of the seat to act, from its person or bot."""
    turn = int(states["turn"][0])
    mask = game.mask(states)
    bot = players[turn]
    people = sum(p is None for p in players)
    if bot is not None:
        action = int(bot.act(states, GAME_ROW, mask[None], rng)[0])
        if people:
            print(f"{agent_name(turn)}: {game.text.describe(action)}")
        return action
    if people > 1:
        input(f"\n{agent_name(turn)}, press Enter when nobody else looks ")
    return ask(game, states, turn, mask)


def ask(game: Game, states: np.ndarray, seat: int, mask: np.ndarray) -> int:
    """A person's choice; what is wrong with an entry is explained, and it is asked again."""
    moves = np.flatnonzero(mask)
    show(game, states, seat, moves)
    while True:
        entry = input("Your move (? for help): ").strip()
        if entry.lower() in ("q", "quit"):
            raise Quit
        if entry == "?":
            print(HELP)
        elif entry.lower() == "t":
            show(game, states, seat, moves)
        else:
            try:
                return understood(game, entry, moves, mask)
            except UsageError as error:
                print(f"  {error}")


def understood(game: Game, entry: str, moves: np.ndarray, mask: np.ndarray) -> int:
    """The action of an entry: a move's number in the list, or its words."""
    if entry.isdigit():
        if not 1 <= int(entry) <= len(moves):
            raise UsageError(f"there is no move {entry}; the list runs from 1 to {len(moves)}")
        return int(moves[int(entry) - 1])
    return game.check(game.parse(entry), mask)


def show(game: Game, states: np.ndarray, seat: int, moves: np.ndarray) -> None:
    """The table as the seat sees it, and its moves with numbers."""
    print("\n" + game.text.draw(states[0], seat).ansi(sys.stdout.isatty()))
    cells = [f"{number:3d} {game.text.describe(int(a))}" for number, a in enumerate(moves, start=1)]
    wide = max(map(len, cells)) + 2
    across = max(1, 96 // wide)
    for start in range(0, len(cells), across):
        print("".join(cell.ljust(wide) for cell in cells[start : start + across]).rstrip())


def show_replay(file: Path, boards: bool) -> None:
    """Reads a replay, plays it again, and prints it."""
    text = read_text(file, REPLAY_MOST)
    transcript = replays.read(text)
    if boards:
        for states in transcript.positions():
            print(transcript.game.text.draw(states[0], None).ansi(sys.stdout.isatty()))
    print(text, end="")
    print(f"Verified: {len(transcript.actions)} actions, played again with the same result.")
