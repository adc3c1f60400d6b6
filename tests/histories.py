"""Random histories for all tests in Python: the numbers of a round, judgements, judges'
replies, dates, and evidence for a rubric (a gate over your own scores and counts). Each
function takes a random.Random. Histories for tests of speed come from
tests/bench/history.sql and tests/analyst.
"""

import hostile

NAMES = ("coverage", "source_quality", "agreement", "verification", "recency")
DOMAINS = (None, None, "ai_ml", "academic_research", "unheard of", "30")
DATES = ("2026-06-01", "2026-04-01", "2026-03-31", "2020-01-01", "2026-07-04", None,
         "last year", "3/2/2026", "2025-12", "2026-01-01T23:30:00-08:00", 1780000000)
JUDGES = ("ann", "Ann", "bob", "ANN", "cid", 1, 1.5, b"ann", None, "x", "dan", "eve")
FAMILIES = (None, None, None, None, "x", "X", "ann", "", 1)


def reported(draw):
    """Returns a round's seven numbers, in the order of the table `rounds`. Some are
    unusable."""
    return [*(hostile.score(draw, 0.8) for _ in range(5)),
            draw.choice((0, 12, 12, 10, 9, None, "many")),
            draw.choice((0, 0, 0, 1, None))]


def usual(draw):
    """Returns a round's seven numbers, with scores near the floors (least scores that
    pass). One score in a hundred is missing."""
    return [*(None if draw.random() < .01 else round(min(1, draw.gauss(.8, .09)), 3)
              for _ in range(5)),
            draw.randrange(5, 20), int(draw.random() < .05)]


def judgements(draw):
    """Returns a round's judgements. Most judges score every dimension; some score a
    dimension twice."""
    most = draw.choice((1, 2, 3, 4, 5, 6))
    dimensions = draw.sample(NAMES, draw.choice((5, 5, 5, 5, 4, 1)))
    rows = []
    for judge in draw.sample(JUDGES, most):
        family = draw.choice(FAMILIES)
        level = draw.choice((0.7, 0.75, 0.8))
        for dimension in dimensions:
            for _ in range(draw.choice((1, 1, 1, 1, 1, 1, 0, 2))):
                score = hostile.score(draw, level)
                spelt = draw.choice((dimension, dimension, dimension.upper()))
                rows.append((spelt, judge, family if draw.random() < 0.95 else "other",
                             score))
    if draw.random() < 0.1:
        rows.append(("speed", "gus", None, 0.9))
    return rows


def reply(draw):
    """Returns a judge's reply. Most replies are scores and counts, of which some are
    unusable. A few are texts or None."""
    cell = [0.9, 0.8, 0.76, 0.7, 1, "0.85", "n/a", None, True, 9.5, float("inf"), [1], {},
            10**30, "\ud800"]
    weights = [9] * 6 + [1] * (len(cell) - 6)
    found = {name: draw.choices(cell, weights)[0] for name in NAMES}
    found["recent_sources"] = draw.choice([12, 12, 12, "12", 3, 12.5, None])
    found["critical_contradictions"] = draw.choice([0, 0, 0, 0, 1, None, True])
    return draw.choices([found, "no", None, "{}", '{"coverage": 0.9, "coverage": 0.9}',
                         {name.upper(): found[name] for name in found}],
                        [30, 1, 1, 1, 1, 4])[0]


def evidence(draw, names):
    """Returns evidence for a rubric: a score near the floors for each of `names`, and
    three counts."""
    scored = {name: round(min(1, draw.gauss(.8, .07)), 2) for name in names}
    counted = {"answers": draw.randrange(2, 9), "escalations": int(draw.random() < .1),
               "cost": draw.randrange(20)}
    if draw.random() < .05:
        scored.pop(draw.choice(names))
    if draw.random() < .05:
        counted["answers"] = draw.choice(("many", None, 2.5))
    return {**scored, **counted}
