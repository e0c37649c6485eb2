"""The arena: honest intervals, fair seats, the same report from the same seed."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from warzoo.envs import find
from warzoo.envs.core import kernels
from warzoo.envs.core.errors import UsageError
from warzoo.envs.core.game import Game, player_counts
from warzoo.envs.core.jit import COMPILED
from warzoo.models.opponents import Array, Opponent, RandomBot, opponent
from warzoo.training.measuring import arena, plots
from warzoo.training.measuring.report import Report, Row, text
from warzoo.training.measuring.statistics import ELO, interval
from warzoo.training.shell.judge import Arena

from .. import teams
from ..games import GAMES

TEAMS = teams.GAME
COUNTS = [(game, players) for game in GAMES for players in player_counts(game)]
DEALS = 64 if COMPILED else 2


def entrants(game: Game, *specs: str) -> list[Opponent]:
    return [opponent(spec, game) for spec in specs]


def renamed(bot: Opponent, name: str) -> Opponent:
    bot.name = name
    return bot


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Array, Array]]:
    """Call by call: who was asked, the positions of all games, and the games that asked."""
    calls: list[tuple[str, Array, Array]] = []
    answer = arena.Room.answer

    def noted(room: arena.Room, entrant: Opponent, states: Array, which: Array, *more: Any) -> Array:
        calls.append((entrant.name, states.copy(), which))
        return answer(room, entrant, states, which, *more)

    monkeypatch.setattr(arena.Room, "answer", noted)
    return calls


class Cheat(Opponent):
    """Answers with an action that the mask forbids."""

    def answer(self, states: Array, which: Array, masks: Array, words: Array) -> Array:
        forbidden: Array = masks[which].argmin(axis=1).astype(np.int64)
        return forbidden


def near_even(score: float, low: float, high: float, players: int) -> bool:
    """Within twice the interval, which chance leaves once in ten thousand times; within itself would be 1 in 20."""
    return score - 2 * (score - low) <= 1 / players <= score + 2 * (high - score)


# Figures


@pytest.mark.parametrize("truth", [0.5, 0.7, 0.9])
def test_intervals_cover_the_truth_about_as_often_as_they_say(truth: float) -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(300):
        low, high = interval((rng.random((120, 2)) < truth).mean(axis=1))
        covered += low <= truth <= high
    assert 0.91 <= covered / 300 <= 0.98


def test_a_clean_sweep_is_not_taken_for_certainty() -> None:
    low, high = interval(np.ones(20))
    assert high == 1 and low == pytest.approx(0.025 ** (1 / 20))
    low, high = interval(np.zeros(20))
    assert low == 0 and high == pytest.approx(1 - 0.025 ** (1 / 20))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_recover_the_strengths_that_made_the_shares(seats: int) -> None:
    truth = np.array([120.0, 0.0, -120.0])
    names = ["a", "b", "c"]
    rng = np.random.default_rng(2)
    tables = []
    for i, k in ((0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)):
        places = [i] + [k] * (seats - 1)
        chance = np.exp(truth[places] / ELO)
        shares = rng.multinomial(1, chance / chance.sum(), size=4000).T.astype(float)
        tables.append(arena.Table("match", tuple(names[p] for p in places), shares[:, None]))
    ratings = arena.rate(names, tables, 0)
    assert [rating.player for rating in ratings] == names
    for rating, strength in zip(ratings, truth, strict=True):
        assert rating.low < rating.rating < rating.high
        assert rating.rating == pytest.approx(strength, abs=20)


# Seats


def test_every_place_meets_every_seat_once() -> None:
    for players in (2, 3, 5):
        turned = arena.rotations(players)
        for line in (*turned, *turned.T):
            assert sorted(line) == list(range(players))


def test_with_three_seats_one_sits_against_two_and_three_entrants_also_meet() -> None:
    a, b, c = (renamed(RandomBot(GAMES[0], "random"), name) for name in "abc")
    tables = [(kind, "".join(one.name for one in table)) for kind, table in arena.pairings([a, b, c], 3)]
    matches = ["abb", "acc", "baa", "bcc", "caa", "cbb"]
    assert tables == [*(("match", table) for table in matches), ("table", "abc")]
    assert [kind for kind, _ in arena.pairings([a, b], 3)] == ["match", "match"]
    assert len(arena.pairings([a, b, c], 2)) == 3


@pytest.mark.parametrize(("game", "players"), COUNTS, ids=lambda value: getattr(value, "name", value))
def test_rotations_play_the_same_deal(game: Game, players: int, asked: list[tuple[str, Array, Array]]) -> None:
    options = game.settings(players=players)
    arena.match(game, entrants(game, "random", "greedy"), 3, 0, options, controls=False)
    sides = len(set(game.sides(options)))
    tables = 1 if sides == 2 else 2
    rounds = asked[0][1].reshape(tables * sides, 3)
    assert all(turn.tobytes() == rounds[0].tobytes() for turn in rounds)


@pytest.mark.parametrize(("game", "players"), COUNTS, ids=lambda value: getattr(value, "name", value))
def test_the_mirror_match_is_even_and_shares_add_up(game: Game, players: int) -> None:
    options = game.settings(players=players)
    sides = len(set(game.sides(options)))
    report = arena.match(game, entrants(game, "greedy", "random"), DEALS, 1, options)
    mirror = next(row for row in report.rows if row.kind == "mirror")
    assert near_even(mirror.score, mirror.low, mirror.high, sides)
    assert mirror.even == 1 / sides and mirror.games == DEALS * sides
    for row in report.rows:
        assert 0 <= row.low <= row.score <= row.high <= 1
    room = arena.Room(game, options, DEALS, 1)
    chance = RandomBot(game, "random")
    [table] = room.play([chance], [("mirror", (chance,) * sides)])
    assert table.shares.sum(axis=0) == pytest.approx(np.ones(DEALS))
    assert near_even(float(table.shares[0].mean()), *interval(table.shares[0]), sides)


@pytest.mark.parametrize("game", [game for game in GAMES if game.points], ids=lambda game: game.name)
def test_the_lead_in_points_stands_beside_the_share(game: Game) -> None:
    options = game.settings(players=2)
    states = game.deal(3, options, seed=1)
    states[game.points][:, :2] = [[5, 3], [0, 0], [1, 4]]
    assert game.leads(states, options).tolist() == [[2, -2], [0, 0], [-3, 3]]
    report = arena.match(game, entrants(game, "greedy", "random"), DEALS, 1, options)
    match, mirror, _ = report.rows
    assert match.lead_low is not None and match.lead_low > 0
    assert mirror.lead_low is not None and mirror.lead_low <= 0 <= (mirror.lead_high or 0)
    assert "lead" in text(report)


def test_without_points_there_is_no_lead() -> None:
    [row] = arena.match(TEAMS, entrants(TEAMS, "greedy", "random"), DEALS, controls=False).rows
    assert row.lead is row.lead_low is row.lead_high is None


# Sides


def test_partners_get_equal_pay_and_a_side_its_share() -> None:
    options = TEAMS.settings()
    states = TEAMS.deal(200, options, 1)
    while not states["over"].all():
        kernels.play(states, np.arange(200), states["rng"].astype(np.int64) >> states["turn"] & 1)
    pay, shares = TEAMS.payoffs(states), TEAMS.shares(states, options)
    assert (pay[:, :2] == pay[:, 2:]).all() and (pay.sum(axis=1) == 0).all()
    assert (shares[:, :2] == shares[:, 2:]).all() and (shares[:, :2].sum(axis=1) == 1).all()
    assert set(shares.ravel()) == {0, 0.5, 1}


def test_an_entrant_takes_all_seats_of_a_side_and_every_side_in_turn(asked: list[tuple[str, Array, Array]]) -> None:
    arena.match(TEAMS, entrants(TEAMS, "random", "greedy"), 3, controls=False)
    seats: dict[str, list[set[int]]] = {name: [set() for _ in range(6)] for name in ("random", "greedy")}
    for name, states, which in asked:
        for row in which:
            seats[name][row].add(int(states["turn"][row]))
    assert seats["random"] == [{0, 2}] * 3 + [{1, 3}] * 3
    assert seats["greedy"] == [{1, 3}] * 3 + [{0, 2}] * 3


def test_a_game_of_teams_is_reported_by_sides() -> None:
    report = arena.match(TEAMS, entrants(TEAMS, "heuristic", "greedy", "random"), 200, 1)
    assert {row.kind for row in report.rows} == {"match", "mirror", "random"}  # no table: three do not fill two sides
    assert {(row.even, row.games) for row in report.rows} == {(0.5, 400)}
    assert [rating.player for rating in report.ratings] == ["heuristic", "random", "greedy"]
    mirror = next(row for row in report.rows if row.kind == "mirror")
    assert mirror.score == mirror.low == mirror.high == 0.5  # the same cards from both sides


@pytest.mark.parametrize("game", [TEAMS, find("cards_of_war")], ids=lambda game: game.name)
def test_each_side_alone_is_told_too(game: Game) -> None:
    """The same deals played once more, the strong player on one side and the simple one on the other."""
    deals, options = 4 * DEALS, game.settings()
    report = arena.match(game, entrants(game, "heuristic", "greedy"), deals, 3, controls=False)
    row, side_of = report.rows[0], np.array(game.sides(options))
    for side, told in enumerate(row.by_side):
        states, live = game.deal(deals, options, 3), np.arange(deals)
        while len(live):
            _, masks = game.look(states)
            strong = side_of[states["turn"][live]] == side
            for clever in (True, False):
                rows = live[strong == clever]
                moves = np.zeros(len(rows), np.int64)
                kernels.bot_moves(states, rows, masks, clever, moves)
                kernels.play(states, rows, moves)
            live = live[states["over"][live] == 0]
        won = game.shares(states, options)[:, side]
        assert told.score == pytest.approx(won.mean()) and told.low <= told.score <= told.high
    assert np.mean([told.score for told in row.by_side]) == pytest.approx(row.score)
    assert "by side" in text(report, by_side=True) and "by side" not in text(report)


# Reports


def test_the_same_seed_gives_the_same_report_and_another_one_another() -> None:
    game = GAMES[0]
    reports = [
        arena.match(game, entrants(game, "greedy", "heuristic"), DEALS, seed, controls=False) for seed in (4, 4, 5)
    ]
    assert reports[0].model_dump() == reports[1].model_dump()
    assert reports[0].rows != reports[2].rows or not COMPILED


def test_blocks_of_deals_cover_every_deal_and_progress_reaches_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    monkeypatch.setattr(arena, "BLOCK", 2)
    deals = 7 if COMPILED else 2
    told: list[tuple[int, int]] = []
    bots = entrants(game, "greedy", "heuristic")
    small = arena.match(game, bots, deals, 0, controls=False, progress=lambda *count: told.append(count))
    assert told[-1] == (2 * deals, 2 * deals) and told == sorted(told)
    monkeypatch.undo()
    assert small.rows == arena.match(game, bots, deals, 0, controls=False).rows


@pytest.mark.skipif(not COMPILED, reason="plays many games")
def test_the_command_writes_its_files_and_ranks_the_bots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = find("cards_of_war")
    rows, picture = tmp_path / "rows.csv", tmp_path / "map.png"
    command = Arena(
        game.name, "random,greedy, heuristic", 200, settings=("length=short",), json=True, csv=rows, png=picture
    )
    command.run()
    report = Report.model_validate_json(capsys.readouterr().out)
    assert [rating.player for rating in report.ratings] == ["heuristic", "greedy", "random"]
    assert {row.kind for row in report.rows} == {"match", "mirror", "random"}
    lines = list(csv.DictReader(io.StringIO(rows.read_text())))
    assert [line["player"] for line in lines] == [row.player for row in report.rows]
    assert picture.read_bytes().startswith(b"\x89PNG")
    shown = text(report)
    assert "95 % interval" in shown and "control: itself" in shown and "heuristic" in shown


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_pictures_are_read_from_the_even_share(sides: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row_of(*pair, sides=sides) for pair in ((0, 1), (1, 0))]
    report = Report(game="any", version=0, options={}, seed=0, deals=2, rows=rows, ratings=[])
    drawn: list[Figure] = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, *_, **__: drawn.append(figure))
    plots.heat_map(report, tmp_path / "map.png")
    plots.curve([], {"random": 1 / sides, "greedy": 1 / 2}, "any", tmp_path / "curve.png")
    [image] = drawn[0].axes[0].images
    assert image.norm(1 / sides) == 0.5 and image.norm(0) == 0 and image.norm(1) == 1
    lines = sorted({line.get_ydata()[0] for line in drawn[1].axes[0].lines if len(line.get_ydata())})
    assert lines == pytest.approx(sorted({100 / sides, 50}))


def row_of(player: int, against: int, sides: int) -> Row:
    names = ["a", "b"]
    return Row(
        kind="match",
        player=names[player],
        against=names[against],
        deals=2,
        games=2 * sides,
        score=0.4,
        low=0.3,
        high=0.5,
        even=1 / sides,
    )


def test_user_mistakes_are_named() -> None:
    game = GAMES[0]
    with pytest.raises(UsageError, match="named once"):
        arena.match(game, entrants(game, "random", "random"), 2)
    for deals, seed in ((1, 0), (2, -1)):
        with pytest.raises(UsageError, match="2 to 1,000,000 deals"):
            arena.match(game, entrants(game, "random", "greedy"), deals, seed)
    with pytest.raises(UsageError, match="not allowed now"):
        arena.match(game, [Cheat(game, "cheat"), *entrants(game, "random")], 2, controls=False)
