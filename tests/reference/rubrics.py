"""Rubrics: the gate over your own scores and counts (config/README.md).

The connections of this test load the rubrics in RUBRICS; any other name is unknown.
"""

from fractions import Fraction

import confidence
import rounds
from answers import Json, Near, OneOf
from reading import (agreed, count, evidence, flag, known, score, stated_positive,
                     unknown)
from research import (FLOORS, TIERS, ci_score_of_object, gate_pass_of_object,
                      gate_report_of_object, rank_by)

RUBRICS = {
    "Triage": {
        "scores": {"Coverage": {"high": 0.8, "elite": 0.85},
                   "recency": {"high": 0.95, "weight": 2},
                   "verification": {"high": 0.4, "weight": 0}},
        "at_least": {"recent_sources": 5},
        "at_most": {"critical_contradictions": 1, "Recent_sources": 12},
        "vetoes": ["critical_contradictions"]},
    "Broad": {
        "scores": {"agreement": {"high": 0.7}, "coverage": {"high": 0.75, "weight": 0},
                   "recency": {"high": 0.6}, "source_quality": {"high": 0.5, "weight": 3},
                   "verification": {"high": 0.1}},
        "at_least": {"critical_contradictions": 0, "recent_sources": 3},
        "at_most": {"critical_contradictions": 0, "recent_sources": 14},
        "vetoes": {"critical_contradictions": True, "recent_sources": True}},
    "one": {"scores": {"agreement": {"high": 0.75, "medium": 0.1, "weight": 0.3}}},
}

DOCUMENT = {"evaluation": {"rubrics": RUBRICS}}


class Rubric:
    def __init__(self, stated, written):
        self.stated = {side: stated.get(side, {})
                       for side in ("scores", "at_least", "at_most")}
        self.written, self.vetoes = written, [*stated.get("vetoes", ())]
        self.labels = list(self.stated["scores"])
        for side in ("at_least", "at_most"):
            for label in sorted(self.stated[side], key=str.lower):
                if label.lower() not in map(str.lower, self.labels):
                    self.labels.append(label)
        *data, regression = evidence(written, [*self.labels, "regression"])
        self.data = dict(zip(map(str.lower, self.labels), data))
        self.regression = flag(regression)

    def score(self, label):
        return score(self.data[label.lower()])

    def count(self, label):
        return count(self.data[label.lower()])

    def floors(self, label):
        """Returns the floors of Elite, High and Medium. If the rubric states no Elite
        floor, Elite is the default, but at least High. If it states no Medium floor,
        Medium is the default, but at most High."""
        floors = self.stated["scores"][label]
        high = floors["high"]
        return (floors.get("elite", max(FLOORS[0], high)), high,
                floors.get("medium", min(FLOORS[2], high)))

    def rank(self, label):
        value = self.score(label)
        return None if value is None else rank_by(value, self.floors(label))

    def holds(self, side, label):
        value, bound = self.count(label), self.stated[side][label]
        if value is None:
            return False
        return value >= bound if side == "at_least" else value <= bound

    def low(self):
        return [label for label in self.stated["scores"]
                if self.rank(label) not in (2, 3)]

    def broken(self, side):
        labels = sorted(self.stated[side], key=str.lower)
        return [label for label in labels if not self.holds(side, label)]

    def missing(self):
        scores = self.stated["scores"]
        found = [label for label in self.labels
                 if (self.score if label in scores else self.count)(label) is None]
        return found + ["regression"] * (self.regression is None)

    def passes(self):
        return (not self.low() and not self.broken("at_least") and
                not self.broken("at_most") and self.regression == 0)

    def halts(self):
        """A veto is an upper bound that can halt the run. Returns whether the round halts
        it: a count that is present breaks a veto, and all conditions that are not vetoes
        hold."""
        broken = self.broken("at_most")
        return (not self.low() and not self.broken("at_least") and self.regression == 0
                and all(label in self.vetoes for label in broken)
                and any(self.count(label) is not None for label in broken))

    def weights(self):
        return [Fraction(floors.get("weight", 1))
                for floors in self.stated["scores"].values()]

    def scores(self):
        return [self.score(label) for label in self.stated["scores"]]

    def is_complete(self):
        return all(weight == 0 or value is not None
                   for weight, value in zip(self.weights(), self.scores()))

    def exact_index(self):
        total = sum(weight * Fraction(value or 0)
                    for weight, value in zip(self.weights(), self.scores()))
        return total / sum(self.weights())

    def index(self):
        return float(self.exact_index())

    def reasons(self):
        """Yields the failed conditions; a missing number is listed only as missing."""
        missing = [label.lower() for label in self.missing()]
        for phrase, labels in (("missing: ", self.missing()),
                               ("low dimensions: ", self.low()),
                               ("too few: ", self.broken("at_least")),
                               ("too many: ", self.broken("at_most"))):
            named = [label for label in labels
                     if phrase == "missing: " or label.lower() not in missing]
            if named:
                yield phrase + ", ".join(named)
        if self.regression:
            yield "confidence regression detected"

    def dimension(self, label):
        rank = self.rank(label)
        return {"score": self.score(label), "tier": None if rank is None else TIERS[rank],
                "tier_rank": rank, "gate_passed": rank in (2, 3)}

    def conditions(self, side):
        return {label: {"count": self.count(label), "bound": self.stated[side][label],
                        "gate_passed": self.holds(side, label)}
                for label in sorted(self.stated[side], key=str.lower)}

    def failed_conditions(self):
        failed = [label.lower()
                  for label in self.broken("at_least") + self.broken("at_most")]
        return [label for label in self.labels if label.lower() in failed]

    def report(self):
        broken = self.broken("at_least") + self.broken("at_most")
        return Json({
            "gate_passed": self.passes(),
            "all_dimensions_high": not self.low(),
            "all_conditions_met": not broken,
            "no_regression": self.regression == 0,
            "failed_dimensions": self.low(),
            "failed_conditions": self.failed_conditions(),
            "missing": self.missing(),
            "unknown": unknown(self.written, [*self.labels, "regression"],
                               self.missing()),
            "reason": "; ".join(self.reasons()),
            "dimensions": {label: self.dimension(label)
                           for label in self.stated["scores"]},
            "conditions": {side: self.conditions(side)
                           for side in ("at_least", "at_most")},
            "ci_score": Near(self.index()),
            "ci_role": "tiebreaker_only",
            "scoring_engine": "multidimensional"})


def answer(rubric, written, of_research, of_rubric):
    """Returns the answer for a rubric: of_research() for the built-in rubric `research`,
    whose rule is the gate, and of_rubric() for a user's own rubric."""
    if known(rubric, ("research", *RUBRICS)) == "research":
        return of_research(written)
    return of_rubric(Rubric(RUBRICS[known(rubric, RUBRICS)], written))


def rubric_pass(rubric, written):
    return answer(rubric, written, gate_pass_of_object, lambda own: int(own.passes()))


def rubric_index(rubric, written):
    return answer(rubric, written, ci_score_of_object, lambda own: Near(own.index()))


def rubric_report(rubric, written):
    return answer(rubric, written, gate_report_of_object, Rubric.report)


# --- over rounds ------------------------------------------------------------------------

def over_rounds(of_research, of_rubrics):
    """Returns a rule over rows (rubric, round, evidence ...): `of_research` for the
    rubric `research`, `of_rubrics` for any other rubric. Rows without a round are
    skipped. All other rows must name the same rubric. If evidence states a regression, it
    is ignored here.
    """
    def rule(rows):
        live = [row for row in rows if row[1] is not None]
        if not live:
            return None
        label = agreed(known(row[0], ("research", *RUBRICS)) for row in live)
        if label == "research":
            return of_research([row[1:] for row in live])
        return of_rubrics([(number, judged_by(label, written), others)
                           for _, number, written, *others in live])
    return rule


def judged_by(label, written):
    own = Rubric(RUBRICS[label], written)
    own.regression = 0
    return own


def candidate(number, own, _=None):
    return rounds.Judged(number, own, own.exact_index(), own.halts(), own.is_complete())


def best_of(rows):
    best = rounds.candidates([candidate(*row) for row in rows])
    return OneOf([each.result for each in best])


rubric_best_round = over_rounds(rounds.of_objects(rounds.best_of_scored), best_of)


def policy_of(rows):
    return agreed([stated_positive(each) for each in others] or
                  [rounds.PATIENCE, rounds.MAX_ROUNDS] for _, _, *others in rows)


def stop_rule(answer_of):
    """Returns the rule for a stop function that takes a rubric. Its calls state no High
    floor and no min_sources, because the rubric has its own."""
    def research(rows):
        judged = [rounds.judged_of(row[:8]) for row in rounds.spread(rows)]
        return answer_of(rounds.Run(judged, policy_of(rows)))

    def own(rows):
        policy = policy_of([(number, judge, *others) for number, judge, others in rows])
        return answer_of(rounds.Run([candidate(*row) for row in rows], policy))
    return over_rounds(research, own)


rubric_stop_action = stop_rule(rounds.action_of)
rubric_stop_round = stop_rule(rounds.round_of)
rubric_stop_report = stop_rule(rounds.report_of)


def as_given(rows):
    return [[number, int(own.passes()), *own.scores(), *others]
            for number, own, others in rows]


def acceptability_of(rows):
    return confidence.round_acceptability(as_given(rows), len(rows[0][1].scores()))


def stability_of(rows):
    own = rows[0][1]
    rivals = confidence.competitors(as_given(rows), len(own.scores()))
    return confidence.stability_of(rivals, own.weights(), [*own.stated["scores"]])


rubric_acceptability = over_rounds(
    confidence.of_objects(confidence.round_acceptability), acceptability_of)
rubric_stability = over_rounds(
    confidence.of_objects(confidence.weight_stability), stability_of)


# --- over judges ------------------------------------------------------------------------

class Drawn(Rubric):
    """Judges whom draws() drew, treated as one judge. A score is the mean of the judges'
    scores. A count with a lower bound is the judges' lowest count; a count with an upper
    bound is their highest."""

    def __init__(self, judges):
        self.stated, self.regression = judges[0].stated, 0
        self.judges = judges

    def score(self, label):
        given = [Fraction(each.score(label)) for each in self.judges
                 if each.score(label) is not None]
        return float(sum(given) / len(given)) if given else None

    def holds(self, side, label):
        counts = [each.count(label) for each in self.judges]
        if None in counts:
            return False
        bound = self.stated[side][label]
        return min(counts) >= bound if side == "at_least" else max(counts) <= bound


def rubric_confidence(rows):
    """Returns in which share of all draws of judges the round passes. Each row is a
    judge's evidence; judges without a score are skipped."""
    labels = [known(row[0], ("research", *RUBRICS)) for row in rows]
    live = [(label, row) for label, row in zip(labels, rows)
            if any(value is not None for value in scores_of(label, row[2]))]
    if not live:
        return None
    label = agreed(label for label, _ in live)
    if label == "research":
        return rounds.of_objects(confidence.gate_confidence)(
            [row[1:] for _, row in live])
    return confidence.share_of_draws(
        [(row[1], judged_by(label, row[2])) for _, row in live],
        lambda judges: Drawn(judges).passes())


def scores_of(label, written):
    if label == "research":
        return map(score, evidence(written)[:5])
    return Rubric(RUBRICS[label], written).scores()
