"""The command that learns a best response to an opponent."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import tyro

from warzoo.envs import find
from warzoo.envs.core.game import worded_options

from ..learning.settings import DECISIONS_MOST, Settings
from .progress import counting
from .train import ELSEWHERE, Config, GameName, Options, Plugin, Preset, flags, load_plugin

Victim = Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="VICTIM", help="an opponent, as in the arena")]
Out = Annotated[Path | None, tyro.conf.arg(help="folder of the attack; runs/GAME-attack-N if not given")]
Minutes = Annotated[
    float | None, tyro.conf.arg(help="each run ends after so many; 30, or the preset's, if no length is given")
]
Decisions = Annotated[int | None, tyro.conf.arg(help="or after so many decisions of the learner")]
Way = Annotated[
    Literal["scratch", "warm"] | None,
    tyro.conf.arg(help="one of the two runs alone: from scratch, or warm, from the victim's own weights"),
]
Deals = Annotated[int, tyro.conf.arg(help="deals on which the attackers are judged, at each kind of table")]

POOL = ("pool_share", "pool_bots", "bot_share", "snapshots", "rivals", "whims", "snapshot_every", "ladder", "opponents")
DICTATED = (*POOL, "algorithm", "entropy_alarm", "warm_start")
LENGTH = ("minutes", "decisions")
MINUTES = 30.0
IMITATION = 1.0  # a beginner that never wins against a strong victim learns nothing


@dataclass
class Attack:
    """Learn a best response to a frozen opponent."""

    settings: Settings
    options: dict[str, Any]
    victim: str
    way: Literal["scratch", "warm"] | None
    deals: int
    out: Path | None
    plugin: Path | None

    def run(self) -> int:
        from ..learning import attack, folder
        from ..learning.runs import Stopped
        from ..measuring import arena

        arena.check(self.deals)
        game = find(self.settings.game)
        place = self.out or folder.fresh_folder(f"{game.name}-attack", Path("runs"))
        ways = attack.ways(self.settings, self.options, self.victim, self.way)
        try:
            attack.train(ways, place, partial(load_plugin, self.plugin))
        except Stopped as stopped:
            out = shlex.quote(str(place))
            print(f"warzoo: {stopped}; the same command with --out {out} goes on", file=sys.stderr)
            return 128 + stopped.signal
        with counting("games") as tell:
            bounds = attack.judge(ways, place, self.victim, self.deals, tell)
        attack.tell(bounds, place)
        return 0


def attack_with(defaults: Settings) -> Callable[..., Attack]:
    """The command `attack` whose flags have these defaults."""
    imitating = defaults.changed(imitation=defaults.imitation or IMITATION)
    kind = flags(imitating, (*ELSEWHERE, *DICTATED, *LENGTH))

    def attack(
        game: GameName,
        victim: Victim,
        preset: Preset = None,
        config: Config = None,
        plugin: Plugin = None,
        out: Out = None,
        way: Way = None,
        deals: Deals = 1024,
        minutes: Minutes = None,
        decisions: Decisions = None,
        set_options: Options = (),
        run: Any = kind(),  # noqa: B008
    ) -> Attack:
        """Learn a best response to a frozen opponent: from scratch and, if it is a network, from its own weights
        and with its layers, whatever --hidden says. What the better one wins beyond even is a lower bound on how
        exploitable the opponent is.

        Each of the runs takes --minutes or --decisions; the same command with the same --out goes on."""
        options = worded_options(find(game), set_options).model_dump(exclude_unset=True)
        told = vars(run) | length(defaults, minutes, decisions)
        return Attack(imitating.changed(**told), options, victim, way, deals, out, plugin)

    attack.__annotations__["run"] = kind
    return attack


def length(defaults: Settings, minutes: float | None, decisions: int | None) -> dict[str, float]:
    """As long as is said, and no shorter: what nobody asked for cuts off neither minutes nor decisions."""
    if decisions is None:
        return {"minutes": minutes or defaults.minutes or MINUTES, "decisions": DECISIONS_MOST}
    return {"minutes": minutes or 0.0, "decisions": decisions}
