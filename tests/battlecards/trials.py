"""Play beside the figures of an independent program: `python -m tests.battlecards.trials` prints both.

There uniform play chooses among all that a turn can become, each card to move, offer or fight for again by itself; its
fighter likes some actions; its sensible bot attacks when it reckons itself as strong as the enemy, much as ours does.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from warzoo.envs.battlecards import GAME
from warzoo.envs.battlecards.actions import ACTIONS, AUTOKILL, DONE, TurnKind, Verdict
from warzoo.envs.battlecards.state import Phase, Place
from warzoo.envs.core import kernels
from warzoo.envs.core.page import markdown

from .games import PACKS

GAMES, SEED = 200, 1
LIKING = 20  # times as likely as another
KIND, VERDICT = ACTIONS["kind"].start, ACTIONS["verdict"].start
UNIT_ACTIONS = KIND  # actions below it name a unit
DRAW, ATTACK = KIND + TurnKind.DRAW, VERDICT + Verdict.ATTACK
NAMED_LATER = {TurnKind.COUNTERATTACK: Phase.COUNTER, TurnKind.AID_1: Phase.AID_1, TurnKind.AID_2: Phase.OFFER}
SHOT = (Phase.SHOOTER, Phase.TARGET, Phase.BOOST, Phase.GUARD)
CALLED = (Phase.ATTACK, Phase.HOMELAND, Phase.COUNTER)
PACKED = {"theatre": "pacific", "expansions": PACKS}
EVENTS = (
    "attacks",
    "Counterattacks",
    "walk-overs",
    "declined",
    "shots",
    "Autokills",
    "carriers",
    "withdrawals",
    "emergencies",
    "reshuffles",
    "Aid 1 cards",
)


class Trial(NamedTuple):
    """One kind of play in one game, and how it went elsewhere."""

    game: str
    play: str
    options: dict
    decisions: float
    choices: float | None  # decisions with more than one answer
    turns: float
    ends: tuple[float, ...]  # in a hundred games: by points, by Total Victory, by the cap
    wins: tuple[float, ...]  # of the Axis, of the Allies
    rounds: float | None = None  # a battle
    events: dict[str, float] = {}  # a game, where they are known


def trial(game, play, cap, *figures, **more):
    options = PACKED if game.endswith("packs") else {"theatre": game}
    decisions, *rest = figures
    return Trial(game, play, {**options, "turn_cap": cap}, decisions, None, *rest, **more)


THEIRS = (
    trial(
        *("pacific", "fighter", 300, 412, 101, (85, 14, 2), (52, 48)),
        rounds=2.7,
        events=dict(zip(EVENTS, (14, 3.6, 5.5, 0.6, 103, 0.6, 2.6, 7, 6, 4), strict=False)),
    ),
    trial(
        *("pacific", "heuristic", 300, 1039, 152, (22, 65, 12.5), (48, 52)),
        rounds=1.9,
        events=dict(zip(EVENTS, (13, 5.1, 1.9, 16, 327, 2.1, 13, 37, 10, 10), strict=False)),
    ),
    trial("europe", "fighter", 300, 443, 109, (83, 15, 2), (47, 52)),
    trial("europe", "heuristic", 300, 1362, 185, (27, 40, 33), (53, 47)),
    trial("pacific + packs", "fighter", 300, 507, 136, (82, 17, 1), (49, 51)),
    trial("pacific + packs", "heuristic", 600, 1441, 239, (35, 65, 0), ()),
    trial("combined", "fighter", 600, 1009, 246, (97, 1, 2), (47, 53)),
    trial("combined", "heuristic", 600, 2134, 283, (100, 0, 0), (60, 40)),
    trial("combined", "uniform", 600, 2825, 600, (0, 0, 100), (45, 55), events={"Aid 1 cards": 1220}),
)


def uniform(states, weights):
    """What a turn can become counts as often as there are ways to go on."""
    turn = states["phase"] == Phase.TURN
    for kind, phase in NAMED_LATER.items():
        having = np.flatnonzero(turn & (weights[:, KIND + kind] > 0))
        tried = states[having]
        kernels.play(tried, np.arange(len(tried)), np.full(len(tried), KIND + kind))
        asked = tried["phase"] == phase
        weights[having[asked], KIND + kind] = GAME.look(tried[asked])[1].sum(1)


def fighter(states, weights):
    """It likes to draw, to attack, to fire and to stay, and may well keep its Reserve."""
    phase = states["phase"]
    weights[:, [DRAW, ATTACK]] *= LIKING
    weights[phase == Phase.SHOOTER, :DONE] *= LIKING
    weights[phase == Phase.WITHDRAW, DONE] *= LIKING
    deploying = phase == Phase.DEPLOY
    weights[deploying, DONE] *= weights[deploying, :DONE].sum(1)


def moves(play, states, luck):
    masks = GAME.look(states)[1]
    if play == "heuristic":
        actions = np.empty(len(states), np.int64)
        kernels.bot_moves(states, np.arange(len(states)), masks, True, actions)
        return actions
    weights = masks.astype(np.int64)
    {"uniform": uniform, "fighter": fighter}[play](states, weights)
    bar = luck.random(len(states)) * weights.sum(1)
    return (weights.cumsum(1) <= bar[:, None]).sum(1)


def happened(before, actions, after):
    """What was done in each game; a walk-over is a battle won without a flip."""
    phase, unit = before["phase"], actions < UNIT_ACTIONS
    quiet = (before["fighting"] == 0) & (after["fighting"] == 0)
    changed = ((after["place"] >= Place.WON) & (after["place"] != before["place"])).any((1, 2))
    return {
        "decisions": np.ones(len(before)),
        "choices": GAME.look(before)[1].sum(1) > 1,
        "attacks": actions == ATTACK,
        "Counterattacks": actions == KIND + TurnKind.COUNTERATTACK,
        "walk-overs": np.isin(phase, CALLED) & quiet & changed,
        "declined": (phase == Phase.ATTACK) & (actions == DONE),
        "shots": np.isin(phase, SHOT) & (after["rng"] != before["rng"]),
        "Autokills": actions == AUTOKILL,
        "carriers": (phase == Phase.BOOST) & unit,
        "withdrawals": (phase == Phase.WITHDRAW) & unit,
        "emergencies": actions == KIND + TurnKind.EMERGENCY,
        "reshuffles": (after["pile_n"] > before["pile_n"]).sum(1),
        "Aid 1 cards": (phase == Phase.AID_1) & unit,
        "battles": (before["fighting"] == 0) & (after["fighting"] == 1),
        "rounds": after["rounds"] > before["rounds"],
    }


def ours(theirs, games=GAMES):
    """The same figures of so many games of ours."""
    settings = GAME.settings(**theirs.options)
    states = GAME.deal(games, settings, SEED)
    luck, running, events = np.random.default_rng(SEED), np.arange(games), Counter()
    while len(running):
        before = states[running]
        actions = moves(theirs.play, before, luck)
        kernels.play(states, running, actions)
        after = states[running]
        events.update({name: int(what.sum()) for name, what in happened(before, actions, after).items()})
        running = running[after["over"] == 0]
    exiled = states["exiled"][:, : settings.players].reshape(games, -1, 2)  # [game, theatre, side]
    fallen = exiled.all(1).any(1)
    capped = ~fallen & (states["turns"] == settings.turn_cap)
    return theirs._replace(
        decisions=events["decisions"] / games,
        choices=events["choices"] / games,
        turns=states["turns"].mean(),
        ends=tuple(100 * part.mean() for part in (~fallen & ~capped, fallen, capped)),
        wins=tuple(100 * (states["winner"] == side + 1).mean() for side in (0, 1)),
        rounds=events["rounds"] / events["battles"],
        events={name: events[name] / games for name in EVENTS},
    )


def both(here, there):
    """Ours / theirs; ours alone where there is no other."""
    return f"{here} / {there}" if there else here


def several(figures):
    return " ".join(f"{figure:.0f}" for figure in figures)


def number(figure):
    return "" if figure is None else f"{figure:.0f}" if figure >= 10 else f"{figure:.1f}"


def course(here, there):
    return {
        "game": here.game,
        "play": here.play,
        "cap": here.options["turn_cap"],
        "decisions (with a choice)": both(f"{here.decisions:.0f} ({here.choices:.0f})", number(there.decisions)),
        "turns": both(number(here.turns), number(there.turns)),
        "ends by points, Total Victory, cap, %": both(several(here.ends), several(there.ends)),
        "wins of Axis, Allies, %": both(several(here.wins), several(there.wins)),
    }


def deeds(here, there):
    counts = {name: both(number(here.events[name]), number(there.events.get(name))) for name in EVENTS}
    rounds = both(number(here.rounds), number(there.rounds))
    return {"game": here.game, "play": here.play, "rounds a battle": rounds, **counts}


if __name__ == "__main__":
    pairs = [(ours(there), there) for there in THEIRS]
    for row in (course, deeds):
        print(markdown(row(*pair) for pair in pairs) + "\n")
