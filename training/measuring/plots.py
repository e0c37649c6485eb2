"""The curve of a run: win shares against the ladder, with their intervals, and the policy's entropy."""

from __future__ import annotations

from pathlib import Path

Row = dict[str, float]


def curve(rows: list[Row], ladder: list[str], title: str, path: Path) -> None:
    """Draws the metrics of a run into a PNG."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

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
    wins.axhline(50, color="grey", linewidth=0.8)
    if ladder:
        wins.legend(loc="lower right")
    known = [r for r in rows if "train/entropy_share" in r]
    entropy.plot([r["decisions"] / 1e6 for r in known], [100 * r["train/entropy_share"] for r in known])
    entropy.set(xlabel="decisions (millions)", ylabel="entropy (% of uniform play)", ylim=(0, 100))
    figure.savefig(path, dpi=110)
