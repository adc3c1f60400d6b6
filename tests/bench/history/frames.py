"""Answers the questions of questions.py in pandas: read_sql reads tables, numpy computes
columns."""

import numpy
import pandas

from questions import COUNTS, DIMENSIONS, EXPORTS, HIGHS

NAMES = DIMENSIONS.split(", ")


def read(db):
    return {name: pandas.read_sql(sql, db) for name, sql in EXPORTS.items()}


def score(column):
    values = pandas.to_numeric(column, errors="coerce")
    return values.where((values >= 0) & (values <= 1))


def count(column):
    values = pandas.to_numeric(column, errors="coerce")
    return values.where((values >= 0) & (values % 1 == 0))


def days(published):
    text = published.str.slice(0, 10)
    text = text.where(text.str.len() != 7, text + "-01")
    return pandas.to_datetime(text, format="%Y-%m-%d", errors="coerce")


def gathered(frames, windows, default):
    """Returns a frame with a row for each round. In runs with sources, recency and the
    number of recent sources are computed from the sources."""
    sources = frames["sources"].merge(frames["runs"], on="run_id", suffixes=("", "_run"))
    domain = sources.domain.fillna(sources.domain_run)
    window = domain.map(windows).fillna(default)
    as_of = pandas.to_datetime(sources.as_of.str.slice(0, 10))
    age = (as_of - days(sources.published)).dt.days
    sources["recent"] = (age <= window).astype(int)
    counted = (sources.groupby(["run_id", "round"]).recent.agg(["size", "sum"])
               .reset_index())
    rounds = frames["rounds"].copy()
    for name in NAMES:
        rounds[name] = score(rounds[name])
    for name in ("recent_sources", "critical_contradictions"):
        rounds[name] = count(rounds[name])
    # If a round has sources but the table `runs` lacks its run, the round gets no row.
    cites = frames["sources"][["run_id", "round"]].drop_duplicates().assign(cites=True)
    rounds = rounds.merge(counted, on=["run_id", "round"], how="left")
    rounds = rounds.merge(cites, on=["run_id", "round"], how="left")
    rounds = rounds[rounds["size"].notna() | rounds.cites.isna()]
    sourced = rounds.run_id.isin(frames["sources"].run_id.unique())
    rounds["recency"] = (rounds["sum"] / rounds["size"]).where(sourced, rounds.recency)
    counts = rounds["sum"].fillna(0)
    rounds["recent_sources"] = counts.where(sourced, rounds.recent_sources)
    return rounds


def index(rounds, weights):
    total = sum(w * rounds[n].fillna(0) for w, n in zip(weights, NAMES))
    return total / sum(weights)


def scores(frames, windows, default, weights):
    rounds = gathered(frames, windows, default)
    rounds["least"] = rounds[NAMES].min(axis=1, skipna=False)
    rounds["ci"] = index(rounds, weights)
    rounds["high"] = (rounds.least >= 0.75) & (rounds.recent_sources >= 10)
    rounds["gate"] = (rounds.high & (rounds.critical_contradictions == 0)).astype(int)
    return rounds


def best(rounds, ci):
    order = rounds.assign(key=ci.round(12)).sort_values(
        ["run_id", "gate", "key", "round"], ascending=[True, False, False, True])
    return order.drop_duplicates("run_id")


def acts(rounds):
    """Returns the stop policy's action after each round; '' if the run continues."""
    rounds = rounds.sort_values(["run_id", "round"])
    runs = rounds.groupby("run_id")
    n = runs.cumcount() + 1
    key = rounds.ci.round(12)
    complete = key[rounds.least.notna()]
    fell = complete < complete.groupby(rounds.run_id).shift()
    fell = fell.reindex(rounds.index, fill_value=False)
    halted = rounds.high & (rounds.critical_contradictions > 0)
    action = numpy.select(
        [rounds.gate == 1, halted, fell, n == 4],
        ["pass", "halt_contradiction", "patience_stop", "max_rounds"], "")
    return rounds.assign(n=n, action=action)


def decisions(rounds):
    rounds = acts(rounds)
    stops = rounds[rounds.action != ""].drop_duplicates("run_id").set_index("run_id")
    last = rounds.run_id.map(stops.n)
    seen = rounds[last.isna() | (rounds.n <= last)]
    seen = seen[(seen.n == 1) | (seen.action != "halt_contradiction")]
    found = best(seen, seen.ci).set_index("run_id")
    return pandas.DataFrame({
        "action": stops.action.reindex(found.index).fillna("continue"),
        "stop_round": stops["round"].reindex(found.index),
        "returned_round": found["round"]}).reset_index()


def sweep(rounds):
    usable = rounds[(rounds.critical_contradictions == 0) & rounds.recent_sources.notna()]
    rows = []
    for high in HIGHS:
        most = usable[usable.least >= high].groupby("run_id").recent_sources.max()
        for floor in COUNTS:
            rows.append((high, floor, int((most >= floor).sum())))
    return rows


def answer(question, rounds, run_ids, equal):
    known = rounds[rounds.run_id.isin(run_ids)]
    if question == "scores":
        weighed = (rounds.run_id % 101 + rounds["round"]) * rounds.ci
        return [(len(rounds), rounds.gate.sum(), rounds.recency.sum(), weighed.sum())]
    if question in ("best", "chosen"):
        b = best(known, known.ci)
        choice = (b.gate.sum(), b.ci.sum()) if question == "chosen" else ()
        return [(len(b), b["round"].sum(), *choice,
                 (b.run_id % 101 * b["round"]).sum())]
    if question == "stops":
        stopped = acts(known).query("action != ''").drop_duplicates("run_id")
        return [(known.run_id.nunique(), len(stopped),
                 (stopped.run_id % 101 * stopped["round"]).sum())]
    if question == "decisions":
        d = decisions(known)
        d["weighed"] = d.run_id % 101 * d.returned_round
        rows = d.groupby("action").agg(
            n=("run_id", "size"), stop=("stop_round", lambda s: s.sum(min_count=1)),
            best=("returned_round", "sum"), weighed=("weighed", "sum"))
        return [tuple(row) for row in rows.reset_index().to_numpy().tolist()]
    if question == "sweep":
        return sweep(rounds)
    a = best(rounds, rounds.ci)
    b = best(rounds, index(rounds, equal))
    flipped = a[["run_id", "round"]].merge(b[["run_id", "round"]], on="run_id")
    return [(len(flipped), (flipped.round_x != flipped.round_y).sum(),
             (flipped.run_id % 101 * flipped.round_y).sum())]
