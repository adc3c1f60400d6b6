"""Prints SQL that adds runs, searches and interviews to the demo database, with values at
the edges of what is allowed. The SQL is always the same, because the seed is fixed and
random() gives the same numbers in every version of Python.
"""

import json
import random

from histories import NAMES

draw = random.Random(33)
SCORES = [0, 0.5, 0.6, 0.7, 0.7, 0.75, 0.75, 0.75, 0.8, 0.8, 0.8, 0.85, 0.85, 0.9, 0.9,
          0.95, 1]
ODD = [None, "n/a", 8.5, 1.01, -0.1, "0.8", "9/10", 85]
DATES = [None, "n/a", "3/2/2022", "2026", "2026-02", "1770000000", "900000000000"]


def pick(values):
    return values[int(draw.random() * len(values))]


def score(odd=0.04):
    return pick(ODD) if draw.random() < odd else pick(SCORES)


def quoted(value):
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return str(value)


def insert(table, *values):
    print(f"INSERT INTO {table} VALUES ({', '.join(map(quoted, values))});")


def runs():
    for run in range(201, 261):
        insert("runs", run,
               pick(["What?", "What?", "a & b <c>", "", 40 * "long", f"R{run}"]), None,
               pick([None, "ai_ml", "AI_ML", "academics", "gardening"]),
               pick(["2026-03-31", "2026-03-31T10:00:00Z", "2026-01-01"]))
        rounds = 1 + run % 6
        ages = [pick([0, 1, 30, 45, 89, 90, 91, 182, 183, 184, 364, 365, 366, 700, -1,
                      -30]) for _ in range(14)]
        for number in range(1, rounds + 1):
            likely = score(0)  # several scores of a round are the same
            insert("rounds", run, number,
                   *(likely if draw.random() < 0.5 else score() for _ in NAMES),
                   pick([None, 0, 9, 10, 10, 11, 12, 12, 30, 31, 40, "12 or so", 9.5]),
                   pick([0, 0, 0, 0, 0, 1, 2, None, "none"]))
            if run % 3 == 0 and number != 2:
                for source in range(1 + int(draw.random() * 14)):
                    insert("sources", run, number, f"s{source}",
                           pick([None, None, None, "ai_ml", "gardening", "Ai_ml"]),
                           pick(DATES) if draw.random() < 0.15 else f"@{ages[source]}")
            for judge in "abcde"[:run % 4 + run % 2]:
                family = pick([None, "x", "y", "a", "lone" if judge == "b" else "x"])
                for dimension in NAMES:
                    if draw.random() < 0.9:
                        name = dimension.upper() if draw.random() < 0.1 else dimension
                        given = score(0.06)
                        if judge == "c" and isinstance(given, float):
                            given = round(0.7 * given, 3)  # c is stricter than the others
                        insert("judgements", run, number, name, judge, family, given)
            for judge in "ab"[:run % 3]:
                insert("judgements", run, number, "tone", judge, None, score())
            if draw.random() < 0.1:
                insert("judgements", run, number, pick(["speed", "covrage"]), "a", None,
                       0.5)
            if run % 2 and draw.random() < 0.9:
                insert("evidence", run, number, "own", pick(
                    ["{}", "[]", "no"] + 9 * [json.dumps({
                        "tone": likely, "depth": score(0.2), "extra": score(),
                        "answers": pick([0, 1, 2, 3, 9]),
                        "escalations": pick([0, 0, 0, 1])})]))
                insert("evidence", run, number, pick(["other", "marks"]), json.dumps({
                    "mark": pick([1, 3, 5]), "share": score(0), "asked": pick([0, 7, 12]),
                    "off": pick([1, 2, "4", "x", "7 of 9"]), "my key": pick([6, 10]),
                    "tone": -1.5, "percent": pick([10, 55.5, 99]), "regression": 1,
                    255 * "k": 0.5, 256 * "k": 0.5}))
            if draw.random() < 0.6:
                insert("outcomes", run, number,
                       pick([0, 0, 1, 1, 1, None, "1", "yes", 2]))


def attempts():
    for question, passes, count in (("qa", 2, 4), ("qb", 1, 2), ("qc", 5, 10),
                                    ("qd", 7, 60)):
        for attempt in range(count):
            insert("attempts", question, attempt, int(attempt < passes))
    for question in range(9):
        for attempt in range(pick([1, 2, 3, 4, 10, 21, 55])):
            insert("attempts", f"q{question}", attempt, pick([0, 1, 1, None, "x"]))


def searches():
    for query in range(901, 907):
        insert("queries", query, pick(["short", "a question about the recency of sources",
                                       "how are penalties of paths graduated exactly"]))
        for path in range(18):
            insert("candidates", query, f"p{path:02}",
                   pick([0, -1, 0.2, 0.4, 0.4, 1, 1, 2.5, None, "x", 0.5, "-9e999"]),
                   pick([0, 0, 1, 2, 2, 3, 4, None, 1.5, -1, "9e999"]),
                   pick([0, 0, 0, 0, 0, 1, 2]))
            if draw.random() < 0.3:
                insert("golden", query, f"p{path:02}", pick([0, 1, 1, 2, -1]))
        insert("golden", query, "never found", pick([1, 3]))
    for run in range(201, 213):
        if run % 4:
            insert("run_modes", run, pick(["quick", "STANDARD", "deep"]))
        for source in range(run % 5):
            for chunk in range(1, 1 + pick([1, 2, 3])):
                insert("source_judgements", run, f"s{source}", chunk,
                       pick(["4", "Score: 5", "no", None, "", "Relevance: 2"]),
                       pick([None, None, None, 3, 5, 9, 1]))


def interviews():
    nodes = [f"n{node}" for node in range(9)]
    strategies = ["deepen", "Broaden", "cover_element", "bridge", "contrast", "ease",
                  "synthesis", "reflection", "closing", "unknown"]
    for session in (2, 3, 4):
        insert("sessions", session, f"session {session}", None)
        for node in nodes:
            insert("nodes", session, node, f"the {node}", pick([None, -1, 0, 1]),
                   0 if session == 4 else pick([0, 1]), pick([0, 1, 3, 5]))
        for turn in range(1, 13):
            insert("turns", session, turn, "interviewer",
                   pick(["What about the n1?", "What about the n1", "What about n1?",
                         "Tell me more about the n2.", "Why?"]),
                   None, pick(nodes + [None]), pick(strategies).lower(), None, None)
            if draw.random() < 0.9:
                insert("turns", session, turn, "respondent",
                       pick(["I don't know about the n1.", "I don't know the n3",
                             "Yes."]),
                       pick([None, -1, 0, 0.5]), pick(nodes + [None, None]), None,
                       pick([None, 10, 29, 30, 31, 80]), pick([None, "0.5", "high", "3"]))
            for node in nodes:
                if draw.random() < 0.3:
                    insert("mentions", session, turn, node)
            for _ in range(2):
                source, target = pick(nodes), pick(nodes)
                weight = pick([1, 1, 2, 0, -1, None, 0.5, "9e999"])
                print(f"INSERT OR IGNORE INTO edges VALUES ({session}, {turn}, "
                      f"'{source}', '{target}', {quoted(weight)});")
            for place, strategy in enumerate(strategies):
                if session == 3 or session == 2 and strategy[0] in "es":
                    strategy = strategy.capitalize()
                if draw.random() < 0.7:
                    insert("turn_candidates", session, turn, strategy,
                           pick([place, 1, None]), pick(nodes + [None, None]),
                           pick([None, "Why?", "What about the n1?", "What about n1?"]))
    print("INSERT INTO turn_signals SELECT * FROM measured_signals WHERE session_id > 1;")
    print("DELETE FROM turn_signals WHERE session_id = 3 AND strategy < 'D';")
    print("UPDATE turn_signals SET raw = 1 WHERE session_id = 2 AND turn % 2;")


print("BEGIN;")
runs()
insert("rounds", 299, 1, 0.8, 0.8, 0.8, 0.8, 0.8, 12, 0)  # its run is missing
insert("rounds", 207, 7, 0.8, 0.8, 0.8, 0.8, None, 5, 0)  # recent sources, no recency
insert("rounds", 202, 7, 1, 1, 0.7, 1, "n/a", 12, 0)
insert("rounds", 203, 7, 1, 1, 1, 1, None, 12, 0)
for more in range(1, 24):  # a run of many rounds
    insert("rounds", 204, 10 + more, 0.8, 0.8, 0.8, 0.8, 0.8, 12, 0)
    insert("outcomes", 204, 10 + more, more % 2)
insert("judgements", 201, 1, "coverage", "mute", None, None)  # no score at all
insert("runs", 262, "a tie in decimals, whose doubles differ", None, None, "2026-01-01")
insert("rounds", 262, 1, 0.9, 0.95, 0.79, 0.98, 0.77, 12, 0)
insert("rounds", 262, 2, 0.75, 0.92, 0.97, 0.92, 0.9, 12, 0)
insert("sources", 201, 9, "s", None, None)  # the round is missing
insert("sources", 201, 9, "t", None, None)
insert("evidence", 201, 1, "research", '{"coverage": 0.5}')
insert("judgements", 201, 9, "coverage", "a", None, 0.8)
print("UPDATE sources SET published = date((SELECT as_of FROM runs AS r"
      " WHERE r.run_id = sources.run_id), (-substr(published, 2)) || ' days')"
      " WHERE published GLOB '@*';")
print("UPDATE judgements SET score = NULL WHERE run_id % 10 = 1 AND round = 1;")
attempts()
searches()
interviews()
print("COMMIT;")
