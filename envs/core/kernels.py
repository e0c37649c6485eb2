"""The verbs, dispatched on the type of the record, and every loop over games, written once for all of them.

`step(s, action)` and its kin pick the rules registered for the record's type: inside compiled code when it is
compiled, outside it (or with the JIT off) by a look-up. All kernels take arrays and an index, never a record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import luck
from .arrays import Array, Floats, Masks, Rows, States, Words
from .jit import COMPILED, clearing, kernel, overload, record_type, rule

VERBS = ("deal", "legal", "step", "observe", "redeal", "payoff", "greedy", "choose")

clear = clearing()
clear_game = clearing("turn")  # luck and options stand before that field, and stay

_rules: dict[Any, dict[str, Callable[..., Any]]] = {}


def enrol(game: str, state: np.dtype[Any], verbs: dict[str, Callable[..., Any]]) -> None:
    """Registers the verbs of the game whose states have this dtype."""
    missing = set(VERBS) - set(verbs)
    if missing:
        raise TypeError(f"a game needs the verbs {', '.join(sorted(missing))}")
    _rules[record_type(state, game) if COMPILED else state] = verbs


def _verb(record: Any, name: str) -> Callable[..., Any]:
    return _rules[record if COMPILED else record.dtype][name]


def deal(s: Any) -> None:
    """Sets up a game from `s.rng` and the options that stand in the record; all else of it is blank by then."""
    clear_game(s)
    _verb(s, "deal")(s)


def legal(s: Any, mask: Masks) -> None:
    """Writes exactly the legal actions of seat `s.turn`."""
    _verb(s, "legal")(s, mask)


def step(s: Any, action: int) -> None:
    """Carries a legal action out, up to the next decision."""
    _verb(s, "step")(s, action)


def observe(s: Any, seat: int, o: Any) -> None:
    """Writes what this seat may know, into a record made blank."""
    clear(o)
    _verb(s, "observe")(s, seat, o)


def redeal(s: Any, seat: int) -> None:
    """Resamples all that this seat cannot know; the caller has put fresh luck into `s.rng`."""
    _verb(s, "redeal")(s, seat)


def payoff(s: Any, seat: int) -> float:
    """The result for this seat."""
    result: float = _verb(s, "payoff")(s, seat)
    return result


def greedy(s: Any, mask: Masks) -> int:
    """The action of the simple bot."""
    action: int = _verb(s, "greedy")(s, mask)
    return action


def choose(s: Any, mask: Masks) -> int:
    """The action of the hand-written bot."""
    action: int = _verb(s, "choose")(s, mask)
    return action


def _blank_then_deal(verb: Any) -> Any:
    def blank_then_deal(s: Any) -> None:
        clear_game(s)
        verb(s)

    return blank_then_deal


def _blank_then_observe(verb: Any) -> Any:
    def blank_then_observe(s: Any, seat: int, o: Any) -> None:
        clear(o)
        verb(s, seat, o)

    return blank_then_observe


overload(deal)(lambda s: _blank_then_deal(_verb(s, "deal")))
overload(legal)(lambda s, mask: _verb(s, "legal"))
overload(step)(lambda s, action: _verb(s, "step"))
overload(observe)(lambda s, seat, o: _blank_then_observe(_verb(s, "observe")))
overload(redeal)(lambda s, seat: _verb(s, "redeal"))
overload(payoff)(lambda s, seat: _verb(s, "payoff"))
overload(greedy)(lambda s, mask: _verb(s, "greedy"))
overload(choose)(lambda s, mask: _verb(s, "choose"))


@rule
def draw_from(mask: Masks, luck_word: Any) -> int:
    """The index of a set entry of the mask, each equally likely for an even 32-bit word."""
    count = 0
    for i in range(mask.size):
        count += mask[i]
    left = np.int64((luck_word * np.uint64(count)) >> luck.S32)
    for i in range(mask.size):
        left -= mask[i]
        if left < 0:
            return i
    return -1


@kernel
def deal_games(states: States, which: Rows) -> None:
    """Deals the games at these indices, from the luck that stands in them."""
    for i in which:
        deal(states[i])


@kernel
def advance(states: States, i: int, action: int, masks: Masks) -> int:
    """One game: carries an action out (none for -1) and writes the masks, blank but for the seat to act.

    Returns that seat, or -1 when the game is over.
    """
    s = states[i]
    masks[:] = 0
    if action >= 0:
        step(s, action)
    if s.over:
        return -1
    legal(s, masks[s.turn])
    return int(s.turn)


@kernel
def view(states: States, i: int, seat: int, record: Array, flat: Array, scale: Floats, out: Floats) -> None:
    """One seat's observation as numbers in [0, 1]; `flat` is the memory of `record`, as plain int8."""
    observe(states[i], seat, record[0])
    for k in range(out.size):
        out[k] = np.float32(flat[k]) * scale[k]


@kernel
def look(states: States, which: Rows, records: Array, masks: Masks) -> None:
    """For each index: the observation and mask of the seat to act, written to the same row of the buffers."""
    for i in which:
        s = states[i]
        observe(s, s.turn, records[i])
        masks[i, :] = 0
        if not s.over:
            legal(s, masks[i])


@kernel
def play(states: States, which: Rows, actions: Rows) -> None:
    """Carries out `actions[k]` in game `which[k]`; the caller vouches that they are legal."""
    for k in range(which.size):
        step(states[which[k]], actions[k])


@kernel
def payoffs(states: States, which: Rows, out: Array) -> None:
    """Row k: the results of game `which[k]`, a column a seat."""
    for k in range(which.size):
        s = states[which[k]]
        for seat in range(s.players):
            out[k, seat] = payoff(s, seat)


@kernel
def redeal_one(states: States, i: int, seat: int, rng: Any) -> None:
    """Replaces the luck of one game and resamples all that this seat cannot know."""
    s = states[i]
    s.rng = rng
    redeal(s, seat)


@kernel
def bot_moves(states: States, which: Rows, masks: Masks, clever: bool, out: Rows) -> None:
    """The action of the game's own bot (`clever`: the hand-written one, else the greedy one) for each game."""
    for k in range(which.size):
        s = states[which[k]]
        mask = masks[which[k]]
        out[k] = choose(s, mask) if clever else greedy(s, mask)


@kernel
def random_moves(which: Rows, masks: Masks, words: Words) -> Rows:
    """A uniformly random legal action for each game, from one even 32-bit word each."""
    out = np.empty(which.size, np.int64)
    for k in range(which.size):
        out[k] = draw_from(masks[which[k]], words[k])
    return out


@kernel
def draw_words(dice: Words, which: Rows) -> Words:
    """A 64-bit word from the luck of each of these rows, which moves on."""
    out = np.empty(which.size, np.uint64)
    for k in range(which.size):
        upper = luck.stir(dice[which[k]])
        lower = luck.stir(upper)
        dice[which[k]] = lower
        out[k] = (luck.word(upper) << luck.S32) | luck.word(lower)
    return out


@kernel
def first_unasked(which: Rows, masks: Masks) -> int:
    """The first k whose row `which[k]` does not exist or allows nothing; -1 for none."""
    for k in range(which.size):
        if which[k] < 0 or which[k] >= masks.shape[0] or not masks[which[k]].any():
            return k
    return -1


@kernel
def first_illegal(which: Rows, masks: Masks, actions: Rows) -> int:
    """The first k whose action does not exist or is not allowed in row `which[k]`; -1 for none."""
    for k in range(which.size):
        if actions[k] < 0 or actions[k] >= masks.shape[1] or not masks[which[k], actions[k]]:
            return k
    return -1


@kernel
def random_play(states: States, records: Array, masks: Masks, dice: Words, rounds: int) -> int:
    """`rounds` uniformly random legal decisions in every game, each with its observation and mask.

    `dice[i]` is the luck of the players of game i, apart from the game's own. A finished game is dealt again
    where it stands. Returns the number of games finished. Overwrites the buffers at every decision.
    """
    finished = 0
    for i in range(states.size):
        s = states[i]
        record = records[i]
        mask = masks[i]
        for _ in range(rounds):
            observe(s, s.turn, record)
            mask[:] = 0
            legal(s, mask)
            dice[i] = luck.stir(dice[i])
            step(s, draw_from(mask, luck.word(dice[i])))
            if s.over:
                finished += 1
                deal(s)
    return finished
