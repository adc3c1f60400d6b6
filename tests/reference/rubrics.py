"""Rubrics: the gate over scores and counts of one's own (config/README.md).

The rubrics that these connections load; of another one nobody has heard.
"""

from fractions import Fraction

from answers import Json, Near
from reading import count, evidence, flag, known, score, unknown
from research import (FLOORS, TIERS, ci_score_of_object, gate_pass_of_object,
                      gate_report_of_object, rank_by)

RUBRICS = {
    "Triage": {
        "scores": {"Coverage": {"high": 0.8, "elite": 0.85},
                   "recency": {"high": 0.95, "weight": 2},
                   "verification": {"high": 0.4, "weight": 0}},
        "at_least": {"recent_sources": 5},
        "at_most": {"critical_contradictions": 1, "Recent_sources": 12}},
    "one": {"scores": {"agreement": {"high": 0.75, "medium": 0.1, "weight": 0.3}}},
}

DOCUMENT = {"evaluation": {"rubrics": RUBRICS}}


class Rubric:
    def __init__(self, stated, written):
        self.stated = {side: stated.get(side, {})
                       for side in ("scores", "at_least", "at_most")}
        self.written = written
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
        """What is not stated is the default, moved to keep the order."""
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

    def index(self):
        weights = {label: Fraction(floors.get("weight", 1))
                   for label, floors in self.stated["scores"].items()}
        total = sum(weight * Fraction(self.score(label) or 0)
                    for label, weight in weights.items())
        return float(total / sum(weights.values()))

    def reasons(self):
        """What is missing is named as that and not again."""
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
    """The built-in rubric is the gate of research; the name is part of the call."""
    if known(rubric, ("research", *RUBRICS)) == "research":
        return of_research(written)
    return of_rubric(Rubric(RUBRICS[known(rubric, RUBRICS)], written))


def rubric_pass(rubric, written):
    return answer(rubric, written, gate_pass_of_object, lambda own: int(own.passes()))


def rubric_index(rubric, written):
    return answer(rubric, written, ci_score_of_object, lambda own: Near(own.index()))


def rubric_report(rubric, written):
    return answer(rubric, written, gate_report_of_object, Rubric.report)
