"""metrics.csv: rows are put behind the others, and the file is written whole where that would not do."""

from __future__ import annotations

from pathlib import Path

import pytest

from warzoo.training.learning.folder import Metrics, rows_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "metrics.csv"


def told(path: Path, *steps: int) -> Metrics:
    metrics = Metrics(path)
    for step in steps:
        metrics.write({"loss": step / 4, "note": "words are left out"}, {}, step)
    return metrics


def test_rows_are_put_behind_the_others(path: Path) -> None:
    metrics = told(path, 8)
    kept = path.stat().st_ino
    metrics.write({"loss": 0.5}, {}, 16)
    assert path.stat().st_ino == kept
    assert path.read_text() == "decisions,loss\n8,2.0\n16,0.5\n"


def test_a_name_that_comes_later_has_a_column_in_all_rows(path: Path) -> None:
    metrics = told(path, 8, 16)
    metrics.write({"stacks=[1, 2]": 0.25}, {}, 24)
    metrics.write({"loss": 1.0}, {}, 32)
    assert rows_of(path) == [
        {"decisions": 8.0, "loss": 2.0},
        {"decisions": 16.0, "loss": 4.0},
        {"decisions": 24.0, "stacks=[1, 2]": 0.25},
        {"decisions": 32.0, "loss": 1.0},
    ]


def test_a_row_that_is_told_more_of_stays_one(path: Path) -> None:
    metrics = told(path, 8, 16)
    metrics.write({"loss": 7.0}, {}, 16)
    assert [row["loss"] for row in rows_of(path)] == [2.0, 7.0]


def test_a_resumed_run_cuts_what_it_plays_again(path: Path) -> None:
    told(path, 8, 16, 24)
    metrics = Metrics(path)
    metrics.cut(16)
    metrics.write({"loss": 9.0}, {}, 24)
    assert [row["loss"] for row in rows_of(path)] == [2.0, 4.0, 9.0]


def test_a_line_that_a_kill_has_cut_is_left_out(path: Path) -> None:
    told(path, 8, 16)
    path.write_text(path.read_text() + "24,1")
    assert [row["decisions"] for row in rows_of(path)] == [8.0, 16.0]
    Metrics(path).write({"loss": 1.5}, {}, 24)
    assert [row["loss"] for row in rows_of(path)] == [2.0, 4.0, 1.5]


@pytest.mark.parametrize("harm", ["gone", "cut", "longer", "elsewhere"])
def test_a_file_that_somebody_has_touched_is_written_whole(harm: str, path: Path, tmp_path: Path) -> None:
    metrics, mine = told(path, 8, 16), tmp_path / "mine"
    mine.write_text("mine")
    if harm in ("gone", "elsewhere"):
        path.unlink()
    if harm == "elsewhere":
        path.symlink_to(mine)
    if harm in ("cut", "longer"):
        path.write_text({"cut": "decisions,loss\n", "longer": path.read_text() + "of mine\n"}[harm])
    metrics.write({"loss": 1.0}, {}, 24)
    assert [row["loss"] for row in rows_of(path)] == [2.0, 4.0, 1.0]
    assert mine.read_text() == "mine" and not path.is_symlink()
