"""Sweeps over many gates or stop policies: sql/README.md "Other floors, other policies".

Each gate and each policy is tried by itself, on each run by itself.
"""

import json

from answers import Json
from reading import agreed, count, number, score, sort_key, stated, stated_positive
from research import Gate, gate_of_object
from rounds import Run, spread


def not_json(word):
    raise ValueError(word)


def elements(value):
    """What a list holds: a JSON array's elements, or the number that it is."""
    if not isinstance(value, str) or number(value) is not None:
        return [value]
    try:
        read = json.loads(value, parse_constant=not_json)
    except ValueError:
        return [None]
    if not isinstance(read, list) or any(isinstance(each, bool) for each in read):
        return [None]
    return read or [None]


def scores(value):
    return [stated(each, score) for each in elements(value)]


def counts(value):
    return [stated(each, count) for each in elements(value)]


def limits(value):
    return [stated_positive(each) for each in elements(value)]


def by_run(rows):
    """The rows of each run, without their run; 1 and 1.0 are one run."""
    runs = {}
    for run, *row in rows:
        runs.setdefault(sort_key(run), []).append(row)
    return list(runs.values())


def answer(runs, columns, policies):
    return Json({"runs": len(runs), "rounds": sum(map(len, runs)),
                 "columns": columns, "rows": policies})


def sweep_gates(rows, evidence, gate_of):
    """`evidence` values of a row state its round, and the two behind them the floors."""
    live = [row for row in rows if row[0] is not None]
    if not live:
        return None
    highs, floors = agreed((scores(row[-2]), counts(row[-1])) for row in live)
    runs = by_run(row[:1 + evidence] for row in live)

    def passing(high, floor):
        return sum(any(gate_of(row, high, floor).passes() for row in run)
                   for run in runs)

    return answer(runs, ["high", "min_sources", "passing_runs"],
                  [[high, floor, passing(high, floor)]
                   for high in highs for floor in floors])


def gate_sweep(rows):
    """gate_sweep(run, five scores, sources, contradictions, highs, min_sources)."""
    return sweep_gates(rows, 7, lambda row, high, floor: Gate(row[:5], *row[5:7], high,
                                                              floor))


def gate_sweep_of_objects(rows):
    """gate_sweep(run, evidence, highs, min_sources): the regression is read, too."""
    return sweep_gates(rows, 1, lambda row, high, floor: gate_of_object(row[0], high,
                                                                        floor))


ACTIONS = ("pass", "halt_contradiction", "patience_stop", "max_rounds", "continue")


def stop_sweep(rows):
    """stop_sweep(run, round, evidence, patiences, max_rounds, highs, min_sources)."""
    live = [row for row in rows if row[0] is not None and row[1] is not None]
    if not live:
        return None
    patiences, bounds, highs, floors = agreed(
        (limits(row[-4]), limits(row[-3]), scores(row[-2]), counts(row[-1]))
        for row in live)
    runs = by_run(row[:-4] for row in live)

    def ended(*policy):
        ends = [Run([[*row, *policy] for row in run]) for run in runs]
        actions = [end.action for end in ends]
        return [*policy, *map(actions.count, ACTIONS),
                sum(len(end.seen) for end in ends)]

    columns = ["patience", "max_rounds", "high", "min_sources", "pass",
               "halt_contradiction", "patience_stop", "max_rounds_stop", "continue",
               "rounds_used"]
    return answer(runs, columns,
                  [ended(patience, bound, high, floor) for patience in patiences
                   for bound in bounds for high in highs for floor in floors])


def stop_sweep_of_objects(rows):
    return stop_sweep([[run, *row] for run, row in
                       zip((row[0] for row in rows), spread(row[1:] for row in rows))])
