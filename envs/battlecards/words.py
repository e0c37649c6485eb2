"""Battlecards' actions and positions in words."""

from __future__ import annotations

from typing import Any

from ..core.text import agent_name, listed
from .actions import ACTIONS, PLAYS, TurnKind, Verdict
from .conflict import BATTLES, KINDS, ORDERS, Kind
from .names import battles_of, card_name, owned, unit
from .rules.rounds import goal, side_vp
from .state import Phase
from .units import UNITS

KIND_WORDS = ("draw", "emergency", "counterattack", "aid 1", "aid 2", "aid 3")
KINDS_HERE = {
    TurnKind.DRAW: "draw a Conflict card",
    TurnKind.EMERGENCY: "deploy the whole Reserve",
    TurnKind.COUNTERATTACK: "play Counterattack",
    TurnKind.AID_1: "move deployed units to {ally}",
    TurnKind.AID_2: "offer {ally} a Reserve card",
    TurnKind.AID_3: "put the top of the Arsenal deck under {ally}'s",
}
KINDS_DONE = {
    TurnKind.DRAW: "drew a Conflict card",
    TurnKind.EMERGENCY: "deployed the whole Reserve",
    TurnKind.COUNTERATTACK: "played Counterattack",
    TurnKind.AID_1: "moves deployed units to {ally}",
    TurnKind.AID_2: "offers {ally} a Reserve card",
    TurnKind.AID_3: "put the top of the Arsenal deck under {ally}'s",
}
VERDICT_WORDS = ("attack", "take", "raid with Ground and Air", "raid with Air and Sea")
VERDICTS_DONE = {
    Verdict.ATTACK: "attacked",
    Verdict.TAKE: "took the battle",
    Verdict.RAID_GA: "raids {other} with Ground and Air",
    Verdict.RAID_AS: "raids {other} with Air and Sea",
}
ENEMY_WORDS = ("enemy", "other enemy")
ZONE_WORDS = ("Ground stack", "Air stack", "Sea stack", "Reserve", "Kept Cards")
AIM_WORDS = {  # before the zone: what is done with it, and what was done
    Kind.RECONNAISSANCE: ("look at", "looked at"),
    Kind.CODE_BREAKERS: ("look at", "looked at"),
    Kind.SPY_RING: ("look at", "looked at"),
    Kind.AIR_RAID: ("bomb", "bombed"),
    Kind.TORPEDO_AMBUSH: ("torpedo", "torpedoed"),
    Kind.SUPPLY_CRISIS: ("strike", "struck"),
    Kind.LOST_ORDERS: ("strike", "struck"),
}
PLAY_WORDS = tuple(ORDERS[Kind(Kind.AIR_SUPPORT + play)].name for play in range(PLAYS))
UNIT_WORDS = {  # what is done with a unit, and what was done
    Phase.SETUP: ("deploy {}", "deployed {}"),
    Phase.AID_1: ("move {} to {ally}", "moved {} to {ally}"),
    Phase.OFFER: ("offer {}", "offered {}"),
    Phase.ANSWER: ("give {}", "gave {} for it"),
    Phase.DEPLOY: ("deploy {}", "deployed {}"),
    Phase.TRIM: ("discard {}", "discarded {}"),
    Phase.SALVAGE: ("take back {}", "took back {}"),
    Phase.SABOTAGE: ("sabotage {}", "sabotaged {}"),
    Phase.SHOOTER: ("fire {}", "fired {}"),
    Phase.TARGET: ("aim at {}", "aimed at {}"),
    Phase.KILL: ("kill {}", "killed {} without a shot"),
    Phase.BOOST: ("support it with {}", "supported the shot with {}"),
    Phase.WITHDRAW: ("withdraw {}", "withdrew {}"),
    Phase.MOVE: ("send {} to {ally}", "sent {} to {ally}"),
    Phase.REBUILD: ("deploy {}", "deployed {}"),
}
DONE_WORDS = {
    Phase.AID_1: ("move no more", "moved no more"),
    Phase.ANSWER: ("refuse", "refused"),
    Phase.DEPLOY: ("deploy no more", "deployed no more"),
    Phase.ATTACK: ("decline", "declined"),
    Phase.HOMELAND: ("keep the Reserve", "kept the Reserve"),
    Phase.SABOTAGE: ("no Sabotage", "played no Sabotage"),
    Phase.SHOOTER: ("hold fire", "held fire"),
    Phase.BOOST: ("add nothing", "added nothing"),
    Phase.GUARD: ("play nothing", "played nothing against it"),
    Phase.WITHDRAW: ("stay", "stayed"),
    Phase.MOVE: ("send no more", "sent no more"),
}
PHASE_WORDS = {
    Phase.SETUP: "deploys in secret",
    Phase.TURN: "begins a turn",
    Phase.COUNTER: "chooses a battle to fight again",
    Phase.AID_1: "moves units to the ally",
    Phase.OFFER: "offers the ally a card",
    Phase.ANSWER: "answers the offer",
    Phase.DEPLOY: "may deploy",
    Phase.TRIM: "discards down to 6",
    Phase.AIM: "aims {card}",
    Phase.SALVAGE: "takes back a card",
    Phase.ATTACK: "may attack",
    Phase.TAKE: "takes the battle or raids",
    Phase.HOMELAND: "may deploy in emergency",
    Phase.SABOTAGE: "may play Sabotage",
    Phase.SHOOTER: "may fire a unit",
    Phase.TARGET: "chooses a target",
    Phase.KILL: "chooses whom to kill",
    Phase.BOOST: "may support the shot",
    Phase.GUARD: "may answer the shot",
    Phase.WITHDRAW: "may withdraw units",
    Phase.MOVE: "may send units to the ally",
    Phase.REBUILD: "deploys after liberation",
}
AT_THE_ENEMY = (Phase.SABOTAGE, Phase.TARGET, Phase.KILL)


def describe(action: int, s: Any = None) -> str:
    """An action in words: `L03`, `partner's L03`, `aid 1`, `battle 7`; in a position `fire Sherman Tanks`."""
    block, index = ACTIONS.decode(action)
    if s is not None:
        return here(s, block, index)
    if block in ("line", "partner"):
        return f"{'' if block == 'line' else chr(39).join(('partner', 's '))}{UNITS[index[0]].code}"
    if block == "battle":
        return f"battle {index[0] + 1}" if index[0] < BATTLES else "the battle that holds the ally"
    if block == "aim":
        return f"{ENEMY_WORDS[index[0]]}'s {ZONE_WORDS[index[1]]}"
    words = {"kind": KIND_WORDS, "verdict": VERDICT_WORDS, "play": PLAY_WORDS}
    return words[block][index[0]] if block in words else block


def here(s: Any, block: str, index: tuple[int, ...]) -> str:
    """An action in the words of this position."""
    phase, ally = Phase(s.phase), agent_name(s.turn ^ 2)
    if block in ("line", "partner"):
        return UNIT_WORDS[phase][0].format(unit_named(s, block, index[0]), ally=ally)
    if block == "battle":
        return battle_words(s, index[0])
    if block == "aim":
        return f"{AIM_WORDS[Kind(KINDS[s.card])][0]} {zone_named(s, index)}"
    if block == "kind":
        return KINDS_HERE[TurnKind(index[0])].format(ally=ally)
    if block == "done":
        return DONE_WORDS[phase][0]
    return describe(ACTIONS[block].encode(*index))


def holder(s: Any, block: str) -> int:
    """Whose unit an action of this block names: of the seat asked or its enemy in the battle, or of a partner there."""
    seat = int(s.turn)
    if s.phase in AT_THE_ENEMY:
        seat = int(s.commander[1 if s.commander[0] == seat else 0])
    return seat if block == "line" else seat ^ 2


def unit_named(s: Any, block: str, line: int) -> str:
    seat = holder(s, block)
    return unit(s, seat, line) if seat == s.turn else owned(s, seat, line)


def zone_named(s: Any, index: tuple[int, ...]) -> str:
    return f"{agent_name(enemy(s, index[0]))}'s {ZONE_WORDS[index[1]]}"


def enemy(s: Any, which: int) -> int:
    """The enemy of the own theatre, then the other one."""
    return int(s.turn) ^ (3 if which else 1)


def battle_words(s: Any, number: int) -> str:
    if number == BATTLES:
        return f"liberate {agent_name(s.turn ^ 2)}"
    return f"fight again for {battles_of(s, s.turn >> 1)[number].name}"


def result(s: Any) -> str:
    """BC-61, BC-62, BC-63: who has won, and how."""
    if not s.winner:
        return "a draw"
    side = int(s.winner) - 1
    names = [agent_name(seat) for seat in range(s.players) if seat & 1 == side]
    if all(s.exiled[seat] for seat in range(s.players) if seat & 1 != side):
        how = "in a Total Victory"
    else:
        how = "in a Standard Victory" if side_vp(s, side) >= goal(s) else "on points"
    return f"{listed(names)} win{'s' * (len(names) == 1)} {how}"


def situation(s: Any) -> str:
    """One line: where the game stands."""
    score = f"VP {side_vp(s, 0)}:{side_vp(s, 1)} of {goal(s)}"
    if s.over:
        return f"turn {s.turns}, {score}, {result(s)}"
    fight = f", round {s.rounds} phase {s.fire_phase}" if s.fighting else ""
    doing = PHASE_WORDS[Phase(s.phase)].format(card=card_name(s, s.front, s.card))
    return f"turn {s.turns + 1}, {score}{fight}, {agent_name(s.turn)} {doing}"


def label(s: Any, action: int) -> str:
    """What kind of thing an action is in this position, for statistics: a unit, battle or card by what is done."""
    block, index = ACTIONS.decode(action)
    phase = Phase(s.phase)
    if block in ("line", "partner"):
        way = card_name(s, s.front, s.card) if phase == Phase.DEPLOY else phase.name.lower().replace("_", " ")
        return f"{UNITS[index[0]].code}: {way}"
    if block == "verdict" or (block == "done" and phase == Phase.ATTACK):
        return f"{card_name(s, s.front, s.card)}: {VERDICT_WORDS[index[0]] if index else DONE_WORDS[phase][0]}"
    if block == "battle":
        liberates = index[0] == BATTLES
        return "liberation" if liberates else f"{battles_of(s, s.turn >> 1)[index[0]].name}: Counterattack"
    if block == "aim":
        return f"{card_name(s, s.front, s.card)}: {ZONE_WORDS[index[1]]}"
    if block == "done":
        return DONE_WORDS[phase][0]
    return f"{describe(action)}{' of the homeland' * (phase == Phase.HOMELAND)}"
