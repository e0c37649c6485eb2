"""Pictures: the curve of a run, the curves of a benchmark, the trials of a sweep, and the heat map of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure

from .aggregate import Estimate
from .report import Report, score_grid

Row = dict[str, float]
Curve = Sequence[tuple[float, Estimate]]  # decisions, and what the runs come to there


def curve(rows: list[Row], ladder: Mapping[str, float], title: str, path: Path) -> None:
    """Draws the metrics of a run: shares of wins against the ladder, with the even share of each rung, and entropy."""
    figure = Figure(figsize=(9, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    wins, entropy = figure.subplots(1, 2, width_ratios=(2, 1))
    for spec in ladder:
        points = [r for r in rows if f"ladder/{spec}" in r]
        x = [r["decisions"] / 1e6 for r in points]
        y = [100 * r[f"ladder/{spec}"] for r in points]
        margin = [100 * r[f"ladder/{spec}_margin"] for r in points]
        wins.plot(x, y, marker="o", markersize=3, label=spec)
        wins.fill_between(
            x,
            [a - b for a, b in zip(y, margin, strict=True)],
            [a + b for a, b in zip(y, margin, strict=True)],
            alpha=0.2,
        )
    wins.set(xlabel="decisions (millions)", ylabel="won (%)", ylim=(0, 100), title=title)
    for even in sorted(set(ladder.values())):
        wins.axhline(100 * even, color="grey", linewidth=0.8)
    if ladder:
        wins.legend(loc="lower right")
    known = [r for r in rows if "train/entropy_share" in r]
    entropy.plot([r["decisions"] / 1e6 for r in known], [100 * r["train/entropy_share"] for r in known])
    entropy.set(xlabel="decisions (millions)", ylabel="entropy (% of uniform play)", ylim=(0, 100))
    figure.savefig(path, dpi=110)


def curves(panels: Mapping[str, Mapping[str, Curve]], even: Mapping[str, float], path: Path) -> None:
    """Draws a panel a measure, with what is even, and in it a line an algorithm, with its interval."""
    figure = Figure(figsize=(1 + 3.4 * len(panels), 3.6), layout="constrained")
    FigureCanvasSVG(figure)
    axes = figure.subplots(1, len(panels), squeeze=False)[0]
    for one, (title, lines) in zip(axes, panels.items(), strict=True):
        for algorithm, curve in lines.items():
            x = [decisions / 1000 for decisions, _ in curve]
            one.plot(x, [at.mean for _, at in curve], marker="o", markersize=3, label=algorithm)
            one.fill_between(x, [at.low for _, at in curve], [at.high for _, at in curve], alpha=0.15)
        one.axhline(even[title], color="grey", linewidth=0.8)
        one.set(title=title, xlabel="decisions (thousands)")
        one.set_ylim(bottom=0)
        one.grid(alpha=0.3)
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
    save_svg(figure, path)


def trials(
    scores: Sequence[Sequence[tuple[int, float]]], drawn: Mapping[str, Sequence[Any]], logarithmic: set[str], path: Path
) -> None:
    """Draws the scores of all trials over decisions, the best one boldly, and what each came to over each setting that
    was drawn; a ring is a trial that was stopped."""
    figure = Figure(figsize=(1 + 3 * (1 + len(drawn)), 3.6), layout="constrained")
    FigureCanvasSVG(figure)
    curves, *others = figure.subplots(1, 1 + len(drawn), sharey=True, squeeze=False)[0]
    longest = max(points[-1][0] for points in scores)
    for k, points in enumerate(scores):
        look = {"linewidth": 2.5, "zorder": 3} if k == 0 else {"linewidth": 1, "alpha": 0.6}
        curves.plot(
            [x / 1000 for x, _ in points],
            [100 * y for _, y in points],
            color=f"C{k % 10}",
            marker="o",
            markersize=2.5,
            **look,
        )
    curves.set(xlabel="decisions (thousands)", ylabel="won (%)")
    for one, (name, values) in zip(others, drawn.items(), strict=True):
        plain = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
        for k, (points, value) in enumerate(zip(scores, values, strict=True)):
            inside = f"C{k % 10}" if points[-1][0] == longest else "none"
            x = value if plain else str(value)
            one.scatter([x], [100 * points[-1][1]], s=60 if k == 0 else 25, facecolors=inside, edgecolors=f"C{k % 10}")
        one.set(xlabel=name)
        if name in logarithmic:
            one.set_xscale("log")
    save_svg(figure, path)


def save_svg(figure: Figure, path: Path) -> None:
    """The same numbers give the same file."""
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "warzoo"}):
        figure.savefig(path, format="svg", metadata={"Date": None})


def heat_map(report: Report, path: Path) -> None:
    """Draws the scores of all matches, row against column, best entrant first; the even share is the colour between."""
    names, scores = score_grid(report)
    figure = Figure(figsize=(2.5 + 0.9 * len(names), 1.5 + 0.7 * len(names)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    image = axes.imshow(scores, cmap="RdYlGn", norm=TwoSlopeNorm(report.rows[0].even, vmin=0, vmax=1))
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_title(f"{report.game}: share of wins, row against column, {report.deals} deals", fontsize=9)
    for i, k in np.argwhere(~np.isnan(scores)):
        axes.text(k, i, f"{scores[i, k]:.0%}", ha="center", va="center")
    figure.colorbar(image)
    figure.savefig(path, format="png", dpi=120)
