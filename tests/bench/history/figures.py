"""Writes the measurements of history.py as tables of Markdown and as a picture."""

import os
import statistics

from questions import QUESTIONS, QUESTIONS_OF_ALL
from writing import ROWS, TRIGGERS, WRITES

LIMIT = float(os.environ.get("LIMIT", "120"))  # CPU seconds that one question may take

# Each title has two pairs (question, engine), with a limit between them. The time of the
# first pair, divided by the time of the second, should be at most the limit.
BOUNDS = {
    "filling / one reading of round_scores":
        (("load", "judged"), 1.3, ("scores", "views")),
    "best round / DuckDB's table of numbers":
        (("best", "judged"), .9, ("best", "DuckDB numbers")),
    "best round / DuckDB's table of scores":
        (("best", "judged"), .9, ("best", "DuckDB scores")),
    "where each run stops / DuckDB's table of numbers":
        (("stops", "judged"), .6, ("stops", "DuckDB numbers")),
    "where each run stops / DuckDB's table of scores":
        (("stops", "judged"), .6, ("stops", "DuckDB scores")),
    "stops and what they return / DuckDB's table of scores":
        (("decisions", "judged"), .6, ("decisions", "DuckDB scores")),
    "248 gates / DuckDB's own columns":
        (("sweep", "judged"), .6, ("sweep", "DuckDB")),
    "refresh after one new run / storing one row":
        (("refresh", "judged"), 4, ("row", "judged")),
    "executemany, new runs / no trigger":
        (("new runs", "judged.sql"), 1.8, ("new runs", "no trigger")),
    "executemany, judged runs / no trigger":
        (("judged runs", "judged.sql"), 3, ("judged runs", "no trigger")),
    "INSERT ... SELECT / an empty trigger":
        (("select", "judged.sql"), 1.4, ("select", "empty trigger")),
}


def number(seconds):
    if seconds < 0.01:
        return f"{seconds:.4f}".lstrip("0")
    if seconds >= 9.95:
        return f"{seconds:.0f}"
    return f"{seconds:.1f}" if seconds >= 0.995 else f"{seconds:.3f}".lstrip("0")


def spread(numbers):
    """Returns the text `MEDIAN (LEAST-GREATEST)`."""
    return f"{number(statistics.median(numbers))} ({number(min(numbers))}-" \
           f"{number(max(numbers))})"


def cell(times):
    if not times:
        return ""
    return f"over {LIMIT:.0f}" if None in times else spread(times)


def table(results, runs, engines):
    rows = {"load": "to begin with", "row": "storing one row",
            "refresh": "after one new run", **QUESTIONS}
    return lines_of(results, runs, f"{results.rounds[runs]:,} rounds", rows, engines)


def writes(results, runs):
    """Returns the table of writing times; '' if they were not measured."""
    if (runs, "select", "no trigger") not in results.seconds:
        return ""
    return lines_of(results, runs, f"{ROWS:,} sources, beside {results.rounds[runs]:,} "
                    "rounds", WRITES, TRIGGERS)


def lines_of(results, runs, corner, rows, columns):
    lines = [f"| {corner} | " + " | ".join(columns) + " |",
             "| --- |" + " ---: |" * len(columns)]
    for row, title in rows.items():
        cells = [cell(results.seconds.get((runs, row, name))) for name in columns]
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def bounds(results, runs):
    """Returns a table of those BOUNDS that were measured. Each ratio divides one time by
    another time of the same repeat."""
    lines = [f"| {results.rounds[runs]:,} rounds, first / second | goal "
             "| measured | met |", "| --- | ---: | ---: | --- |"]
    for title, (one, goal, other) in BOUNDS.items():
        times = [results.seconds.get((runs, *who)) for who in (one, other)]
        if None in times or any(None in seconds for seconds in times):
            continue
        ratios = [a / b for a, b in zip(*times)]
        met = "yes" if statistics.median(ratios) <= goal else "no"
        lines.append(f"| {title} | {goal} | {spread(ratios)} | {met} |")
    return "\n".join(lines) if len(lines) > 2 else ""


def draw(results, engines, path):
    """Draws a small picture for each question: CPU seconds by number of rounds, on
    logarithmic axes."""
    if len(results.rounds) < 2:
        return "no picture of growth: one size"
    try:
        import matplotlib
    except ImportError as problem:
        return f"no picture: {problem}"
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "history"})
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(2, 4, figsize=(14, 6.5), sharex=True, sharey=True)
    for axis, question in zip(axes.flat, QUESTIONS_OF_ALL):
        for colour, engine in enumerate(engines):
            points = [(results.rounds[runs], statistics.median(times))
                      for (runs, q, e), times in sorted(results.seconds.items())
                      if (q, e) == (question, engine) and None not in times]
            if points:
                axis.plot(*zip(*points), marker="o", markersize=3, label=engine,
                          color=f"C{colour}")
        axis.set(xscale="log", yscale="log", title=QUESTIONS[question])
        axis.grid(True, alpha=0.3)
        axis.minorticks_off()
        axis.set_xticks(*zip(*[(n, f"{n:,}") for n in results.rounds.values()]))
    axes[1, 3].axis("off")
    for axis in (*axes[1, :3], axes[0, 3]):
        axis.set_xlabel("rounds")
    for axis in axes[:, 0]:
        axis.set_ylabel("CPU seconds")
    shown = {label: handle for axis in axes.flat
             for handle, label in zip(*axis.get_legend_handles_labels())}
    figure.legend(*zip(*[(shown[name], name) for name in engines if name in shown]),
                  ncol=len(shown), loc="lower center")
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    figure.savefig(path, metadata={"Date": None})
    return path
