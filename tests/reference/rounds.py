"""The rules over the rounds of a run: which round to keep (ADR-009 4.3) and when to stop
(ADR-007 4.2). They follow sql/guide/when-to-stop.md.
"""

from answers import Json, Near, OneOf
from reading import agreed, evidence, flag, score, sort_key, stated_positive
from research import Gate, exact_index, read_weights, steps

# ADR-007 4.2: a run stops after PATIENCE regressions (falls of the index) in a row, or
# after MAX_ROUNDS rounds.
PATIENCE = 1
MAX_ROUNDS = 4

# The extension adds doubles, so its index may differ this much from the exact index.
ROUNDING = 1e-14


class Round:
    """A round that can be the best: the result that best_round then returns, the round's
    number, whether it passed, and its index."""

    def __init__(self, result, number, passed, index):
        self.result, self.number = result, number
        self.passed, self.index = passed, index


def candidates(rounds):
    """Returns the best rows. A passing round beats a failing round; then the highest
    index by R9 wins; then the earliest round wins. If several rows of this round are
    equally good, returns all of them.
    """
    best = max((each.passed, steps(each.index)) for each in rounds)
    level = [each for each in rounds if (each.passed, steps(each.index)) == best]
    first = min(sort_key(each.number) for each in level)
    return [each for each in level if sort_key(each.number) == first]


def best_by_index(rows):
    """best_round(result, round, gate_passed, ci); rows without a round are skipped.

    If the winning round has several results, any of them is right, because the documents
    do not say which.
    """
    rounds = [Round(result, number, flag(passed) == 1, score(index) or 0.0)
              for result, number, passed, index in rows if number is not None]
    return OneOf([each.result for each in candidates(rounds)]) if rounds else None


def best_of_given(rows):
    """best_round(round, gate_passed, ci): the result is the round itself."""
    return best_by_index([(number, number, passed, index)
                          for number, passed, index in rows])


def scored_round(number, scores, gate, weights):
    return Round(number, number, gate.passes(), exact_index(scores, weights))


def best_of_scored(rows):
    """best_round(round, five scores, sources, contradictions [, weights])."""
    live = [row for row in rows if row[0] is not None]
    if not live:
        return None
    weights = agreed(list(read_weights(*row[8:])) for row in live)
    rounds = [scored_round(number, data[:5], Gate(data[:5], *data[5:7]), weights)
              for number, *data in live]
    return OneOf([each.result for each in candidates(rounds)])


def spread(rows):
    """Turns rows (round, evidence, other arguments), where evidence is one object, into
    rows (round, seven numbers, other arguments). Functions over rounds ignore the
    regression that evidence can state.
    """
    return [[number, *evidence(written)[:7], *others]
            for number, written, *others in rows]


def of_objects(rule):
    """Turns `rule`, which takes rows with seven numbers, into a rule that takes rows
    whose evidence is one object."""
    return lambda rows: rule(spread(rows))


# --- the stop policy --------------------------------------------------------------------

def policy_of(row):
    others = row[8:10]
    return [stated_positive(other) for other in others] or [PATIENCE, MAX_ROUNDS]


class Judged(Round):
    """A round as the stop policy needs it. It also says whether the round halts the run,
    whether it has all five scores, and why it does not pass.
    """

    def __init__(self, number, judge, index, halted, complete):
        super().__init__(number, number, judge.passes(), index)
        self.judge, self.halted, self.complete = judge, halted, complete


def judged_of(row):
    """Returns the row's round. If the row states high and min_sources, the gate uses them
    for this round."""
    gate = Gate(row[1:6], row[6], row[7], *row[10:])
    holds = not gate.failed_dimensions() and gate.enough_sources()
    return Judged(row[0], gate, exact_index(row[1:6], read_weights(None)),
                  holds and bool(gate.contradictions), None not in gate.scores)


class Run:
    """Follows a run round by round until an action ends the run.

    All rows must state the same policy. Rows after the end of the run are read, too: a
    row that can't be judged makes the call a mistake.
    """

    def __init__(self, judged, policy):
        self.seen, self.regressions, self.streak = [], 0, 0
        self.action, self.regressed, self.complete = "continue", False, None
        self.patience, self.max_rounds = policy
        for now in sorted(judged, key=lambda each: sort_key(each.number)):
            self.follow(now)
            if self.action != "continue":
                break

    def follow(self, now):
        self.seen.append(now)
        if now.passed or now.halted:
            self.action = "pass" if now.passed else "halt_contradiction"
            return
        self.compare(now)
        if self.streak >= self.patience:
            self.action = "patience_stop"
        elif len(self.seen) >= self.max_rounds:
            self.action = "max_rounds"

    def compare(self, now):
        """Finds whether the round is a regression: its index is lower than that of the
        last earlier round. Only rounds with all five scores are compared."""
        self.regressed = False
        if not now.complete:
            return
        self.regressed = self.complete is not None and \
            steps(now.index) < steps(self.complete)
        self.complete = now.index
        self.regressions += self.regressed
        self.streak = self.streak + 1 if self.regressed else 0

    def best(self):
        """If a round passed, returns this round. If a contradiction halted the run,
        returns the best of the rounds before the contradiction, if there are any.
        Otherwise returns the best of all rounds."""
        if self.action == "pass":
            return self.seen[-1:]
        if self.action == "halt_contradiction" and len(self.seen) > 1:
            return candidates(self.seen[:-1])
        return candidates(self.seen)

    def reason(self):
        """Returns the reasons why the last round did not pass, in the order of
        sql/guide/judge-a-round.md."""
        stopped = self.action in ("pass", "halt_contradiction")
        more = [(self.regressed and not stopped, "confidence regression detected"),
                (self.action == "max_rounds", "round limit reached")]
        return "; ".join(list(self.seen[-1].judge.reasons()) +
                         [reason for holds, reason in more if holds])


def follow_run(rows):
    rows = [row for row in rows if row[0] is not None]
    return Run(map(judged_of, rows), agreed(map(policy_of, rows))) if rows else None


def stop_action(rows):
    return action_of(follow_run(rows))


def stop_round(rows):
    return round_of(follow_run(rows))


def stop_report(rows):
    return report_of(follow_run(rows))


def action_of(run):
    return run and run.action


def round_of(run):
    return run.seen[-1].number if run and run.action != "continue" else None


def report_of(run):
    if run is None:
        return None
    best = run.best()
    return Json({
        "action": run.action,
        "round": in_json(round_of(run)),
        "returned_round": OneOf([in_json(each.result) for each in best]),
        "gate_passed": best[0].passed,
        "ci_score": Near(float(best[0].index), absolute=ROUNDING),
        "rounds": len(run.seen),
        "regressions": run.regressions,
        "reason": run.reason()})


def in_json(value):
    return f"x'{value.hex()}'" if isinstance(value, bytes) else value


