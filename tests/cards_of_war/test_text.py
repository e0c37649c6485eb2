"""What is told of a turn, and how moves are shown."""

from __future__ import annotations

from warzoo.envs.cards_of_war import GAME

from .table import award, hold, new_game, place, play, stack


def told(s, words, seat=None):
    """A move in words, played: what is told of it."""
    before = s[0].copy()
    play(s, words)
    return GAME.text.tell(before, GAME.parse(words), s[0], seat)


def test_kills_points_and_draws_are_named():
    s = new_game()
    place(s, 1, 1, "Infantry", "Tanks")
    hold(s, 0, "Anti-Tank Guns")
    stack(s, "Spy")
    assert told(s.copy(), "Anti-Tank Guns > battle 2", 1) == (
        "player_0 played Anti-Tank Guns on battle 2 (2:4) and killed player_1's Tanks"
    )
    words = told(s, "Anti-Tank Guns > battle 2")
    assert words.startswith("player_0 played Anti-Tank Guns on battle 2 (2:4), killed player_1's Tanks and drew ")
    assert "Spy" in words


def test_battles_rounds_and_reports_are_told():
    s = new_game()
    place(s, 0, 0, "Heavy Bomber Wing", "Convoy")
    hold(s, 0, "Radar", "Reconnaissance")
    hold(s, 1, "Tanks", "Spy", "Cruiser")
    assert told(s, "Radar > battle 1", 1) == "player_0 played Radar on battle 1 (17:0) and won battle 1"
    play(s, "Tanks > battle 2")
    head, _, hand = told(s, "Reconnaissance > battle 3", 1).partition(" told of ")
    assert head == "player_0 played Reconnaissance on battle 3 (2:0); player_1"
    assert sum(int(part.split()[0]) for part in hand.split(", ")) == 8
    s = new_game()
    award(s, left=0, centre=1)
    place(s, 0, 2, "Heavy Bomber Wing", "Convoy")
    hold(s, 0, "Radar")
    assert "; player_0 won the round" in told(s, "Radar > battle 3", 1)


def test_pairs_kill_in_both_battles():
    s = new_game(joint_deployment=True)
    place(s, 1, 0, "Artillery")
    place(s, 1, 1, "Tanks")
    hold(s, 0, "Fighters", "Dive Bombers")
    assert told(s, "Fighters + Dive Bombers > battles 1 2", 1) == (
        "player_0 played Fighters on battle 1 (2:3) and Dive Bombers on battle 2 (3:0) and killed player_1's Tanks"
    )


def test_a_move_that_kills_is_marked_in_the_grid():
    s = new_game()
    place(s, 1, 1, "Tanks")
    hold(s, 0, "Anti-Tank Guns")
    cells = [GAME.text.grid(GAME.parse(f"Anti-Tank Guns > battle {k}"), s[0]) for k in (1, 2)]
    assert [tuple(cell) for cell in cells] == [
        ("Anti-Tank Guns N>T 2", "battle 1", ""),
        ("Anti-Tank Guns N>T 2", "battle 2", "x Tanks"),
    ]
