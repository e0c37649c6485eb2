"""What was done in Battlecards and what came of it, as a seat may know it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.text import agent_name, listed
from .actions import ACTIONS, RESERVE_ZONE, TurnKind, Verdict
from .conflict import BATTLE_ON, KINDS, NUMBER, ORDERS, Kind
from .names import army, battles_of, card_name, held, of_class, units
from .state import RESERVE, STACKS, Phase, Place
from .units import CLASSES, UNITS, Class
from .words import (
    AIM_WORDS,
    DONE_WORDS,
    KINDS_DONE,
    PLAY_WORDS,
    UNIT_WORDS,
    VERDICTS_DONE,
    battle_words,
    enemy,
    result,
    unit_named,
    zone_named,
)

UNSEEN = (Phase.SETUP, Phase.DEPLOY, Phase.REBUILD)  # a card of the Reserve goes face down to a stack
BETWEEN_ALLIES = (Phase.AID_1, Phase.OFFER, Phase.ANSWER)
LOOSE = (Place.DISCARD, Place.ASIDE)
SHOT = (Phase.SHOOTER, Phase.TARGET, Phase.BOOST, Phase.GUARD)


def tell(before: Any, action: int, after: Any, seat: int | None) -> str:
    """What was done and what came of it, as this seat may know it."""
    parts = [f"{agent_name(before.turn)} {deed(before, action, after, seat)}"]
    parts += [*came_up(before, action, after, seat), *turned(before, action, after), *lost(before, after)]
    parts += [*fought(before, action, after), *drew(before, after, seat), *saw(before, action, after, seat)]
    if after.over:
        parts.append(result(after))
    return "; ".join(parts)


def deed(s: Any, action: int, after: Any, seat: int | None) -> str:
    """What the player to act did; what left a Reserve unseen is for its owner, a trade for the ally too."""
    block, index = ACTIONS.decode(action)
    phase, ally = Phase(s.phase), agent_name(s.turn ^ 2)
    if block in ("line", "partner"):
        name = unit_named(s, block, index[0])
        if not may_know(s, seat):
            name = "a card" if phase in (Phase.SETUP, Phase.OFFER, Phase.ANSWER) else a_unit(index[0])
        return UNIT_WORDS[phase][1].format(name, ally=ally)
    if block == "battle":
        return f"chose to {battle_words(s, index[0])}"
    if block == "aim":
        return f"{AIM_WORDS[Kind(KINDS[s.card])][1]} {zone_named(s, index)}"
    if block == "kind":
        added = f": {sizes(deployed(after, s.turn) - deployed(s, s.turn))}" if index[0] == TurnKind.EMERGENCY else ""
        return KINDS_DONE[TurnKind(index[0])].format(ally=ally) + added
    if block == "verdict":
        return VERDICTS_DONE[Verdict(index[0])].format(other=agent_name(s.turn ^ 3))
    if block == "play":
        return f"played {PLAY_WORDS[index[0]]}"
    return DONE_WORDS[phase][1] if block == "done" else "turns to Autokill"


def may_know(s: Any, seat: int | None) -> bool:
    """Whether this seat sees which unit is named now."""
    if seat in (None, s.turn) or s.phase not in (*UNSEEN, *BETWEEN_ALLIES):
        return True
    return s.phase not in UNSEEN and seat == s.turn ^ 2


def a_unit(line: int) -> str:
    return f"{'an' if UNITS[line].kind == Class.AIR else 'a'} {UNITS[line].kind.name.capitalize()} unit"


def deployed(s: Any, seat: int) -> Any:
    return s.stacks[seat] + s.standing[seat]


def sizes(counts: Any) -> str:
    """`2 Ground, 1 Sea`."""
    numbers = [of_class(kind, counts) for kind in range(CLASSES)]
    return ", ".join(f"{n} {Class(kind).name.capitalize()}" for kind, n in enumerate(numbers) if n)


def revealed(before: Any, after: Any, front: int) -> list[int]:
    """Conflict cards that now lie face up and did not before; when the deck was rebuilt first, the one it then gave."""
    old, new = before.place[front], after.place[front]
    came = np.isin(new, LOOSE) & (old < Place.WON) & (old != Place.ASIDE)
    if before.pile_n[front]:
        came &= old != Place.DISCARD
    return np.flatnonzero(came).tolist()


def came_up(before: Any, action: int, after: Any, seat: int | None) -> list[str]:
    """The Conflict card of a draw; one that is kept, for who may know it."""
    me = int(before.turn)
    if ACTIONS.decode(action) != ("kind", (TurnKind.DRAW,)):
        return []
    if after.kept_n[me] == before.kept_n[me]:
        return [card_name(before, me >> 1, card) for card in revealed(before, after, me >> 1)]
    if seat not in (None, me):
        return ["it is kept"]
    new = set(held(after, Place.KEPT, me)) - set(held(before, Place.KEPT, me))
    return [f"{card_name(before, *card)}, to be kept" for card in new]


def turned(before: Any, action: int, after: Any) -> list[str]:
    """The Action Number of a shot that has been carried out, apart from the number on a card played for it."""
    block, index = ACTIONS.decode(action)
    front = int(before.commander[before.side]) >> 1
    if before.phase not in SHOT or after.pile_n[front] == before.pile_n[front]:
        return []
    cards = revealed(before, after, front)
    others = [card for card in cards if block != "play" or KINDS[card] != Kind.AIR_SUPPORT + index[0]]
    return [f"{' or '.join(str(NUMBER[card]) for card in others or cards)} turned"]


def lost(before: Any, after: Any) -> list[str]:
    """Cards that were destroyed or had to be discarded."""
    if before.phase == Phase.TRIM:
        return []
    gone = after.discard - before.discard
    names = {k: units(before, k, gone[k]) for k in range(before.players)}
    for k in names:
        if before.phase == Phase.AIM and after.kept_n[k] < before.kept_n[k]:
            names[k] += [card_name(before, k >> 1, card) for card in thrown_away(before, after, k >> 1)]
    return [f"{agent_name(k)} lost {listed(words)}" for k, words in names.items() if words]


def thrown_away(before: Any, after: Any, front: int) -> list[int]:
    """Conflict cards that are new on the discard pile, but for the one that was being followed."""
    new = (after.place[front] == Place.DISCARD) & (before.place[front] != Place.DISCARD)
    return np.flatnonzero(new & (before.place[front] != Place.ASIDE)).tolist()


def fought(before: Any, action: int, after: Any) -> list[str]:
    """The flip, rounds, how a battle ended, and what changed hands."""
    parts = []
    if after.fighting and not before.fighting:
        armies = [sum(int(after.standing[k].sum()) for k in army(after, side)) for side in range(2)]
        parts.append(f"stacks flipped, {armies[0]} against {armies[1]}")
    elif before.fighting and not after.fighting:
        parts.append("the battle is over")
    elif after.fighting and after.rounds > before.rounds:
        parts.append(f"round {after.rounds}")
    for k in range(before.players):
        parts += [f"{agent_name(k)} has {words}" for words in taken(before, after, k)]
        parts += [f"{agent_name(k)} gives up {words}" for words in given_up(before, after, k)]
        if after.exiled[k] != before.exiled[k]:
            parts.append(f"{agent_name(k)} is {'eliminated' if after.exiled[k] else 'liberated'}")
    return parts


def taken(before: Any, after: Any, seat: int) -> list[str]:
    """Battles that the seat holds now and did not before, with their points."""
    new = sorted(set(held(after, Place.WON, seat)) - set(held(before, Place.WON, seat)))
    names = [f"{card_name(after, front, card)}, {battle_vp(after, front, card)} VP" for front, card in new]
    return [listed(names)] if names else []


def given_up(before: Any, after: Any, seat: int) -> list[str]:
    """Battles of the seat that went to the discard pile."""
    gone = sorted(set(held(before, Place.WON, seat)) & set(held(after, Place.DISCARD)))
    return [listed([card_name(after, front, card) for front, card in gone])] if gone else []


def battle_vp(s: Any, front: int, card: int) -> int:
    return battles_of(s, front)[BATTLE_ON[card]].vp


def drew(before: Any, after: Any, seat: int | None) -> list[str]:
    """How many Arsenal cards were drawn by whom; the own ones by name."""
    parts = []
    for k in range(before.players):
        n = int(after.reserve[k].sum()) - int(before.reserve[k].sum())
        if n > 0 and before.phase != Phase.SALVAGE:
            names = listed(units(after, k, after.reserve[k] - before.reserve[k])) if seat in (None, k) else ""
            parts.append(f"{agent_name(k)} drew {names or n}{'' if names else f' Arsenal card{chr(115) * (n > 1)}'}")
    return parts


def saw(before: Any, action: int, after: Any, seat: int | None) -> list[str]:
    """What a look showed, for the one who looked."""
    block, index = ACTIONS.decode(action)
    if block != "aim" or seat not in (None, before.turn) or not looks(before):
        return []
    other, zone = enemy(before, index[0]), index[1]
    if zone > RESERVE_ZONE:
        found = [card_name(after, front, card) for front, card in held(after, Place.KEPT, other)]
    else:
        known = after.known[before.turn, other, RESERVE if zone == RESERVE_ZONE else STACKS]
        shown = known if zone == RESERVE_ZONE else np.where([u.kind == zone for u in UNITS], known, 0)
        found = units(after, other, shown)
    return [f"{agent_name(before.turn)} saw {listed(found)}"]


def looks(s: Any) -> bool:
    return ORDERS[Kind(KINDS[s.card])].group == "Intelligence"
