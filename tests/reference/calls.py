"""For each SQL function, the rule that gives the right answer, and the arguments that the
test draws.

A scalar's rule takes the arguments of the call; an aggregate's rule takes the list of its
rows. Some arguments of an aggregate, such as its k or its mode, must be equal in a whole
group. The test draws them once for each group, and puts them last in each row. In some
groups they differ in a few rows.
"""

import math
from functools import partial
from typing import Callable, NamedTuple

import comparisons
import confidence
import graph
import interview
import outcomes
import own
import research
import retrieval
import rounds
import rubrics
import values
from reading import DIMENSIONS
from values import (age, coarse_score, count, dimension, domain, either, flag, floor,
                    good_score, likely, mistaken, mode, name, one_of, phase, query, score,
                    scorer, strategy, tier, weights)


class Scalar(NamedTuple):
    name: str
    rule: Callable
    makers: tuple

    @property
    def arity(self):
        return len(self.makers)


class Aggregate(NamedTuple):
    """`rows(draw, length)` draws the rows of a group, without their last arguments. The
    functions in `shared` draw the last arguments, usually the same for all rows."""

    name: str
    rule: Callable
    columns: int
    rows: Callable
    shared: tuple

    @property
    def arity(self):
        return self.columns + len(self.shared)


def scalar(name, rule, *makers):
    return Scalar(name, rule, makers)


def aggregate(name, rule, makers, *shared):
    def rows(draw, length):
        return [[make(draw) for make in makers] for _ in range(length)]
    return Aggregate(name, rule, len(makers), rows, shared)


# --- scalars ----------------------------------------------------------------------------

SCORES = [score] * 5
GOOD = [good_score] * 5
SOURCES = likely(12, count)
CONTRADICTIONS = likely(0, count)
HIGH = either(one_of((0.7, 0.75, 0.8, 0.95, 0.3, "0.8", 1, 0)), score)
MIN_SOURCES = either(one_of((10, 5, 0, "3", 12.0)), count)
DAYS = either(domain, age)
METHOD = name(("arithmetic", "geometric"), 0.05)
INDEX = either(one_of((0.782, 0.7819999999999999, -0.5, 2 ** -13, 3 * 2 ** -13, 9006.9,
                       9007, "9007.5", -1e300, 5e-13)), score)
DIFFICULTY = name(research.OFFSETS, 0.1)
RATING = either(one_of((1, 2, 3, 4, 5, "3", 2.5)), one_of(values.RATINGS))
LENGTH = either(one_of((4, 4.0, "4.0", 5.5, 3, 0, -1)), one_of(values.LENGTHS))
BEST = either(one_of((100, 5, 10, 1, "100", 0.5, 0.1, "1e-400", values.GREATEST, 1e308)),
              mistaken(score, (None, "x", 0)))
WORST = either(one_of((0, 1, 6, -1, "0", -0.0, 0.7, "0.30", -2 ** 63, -1e308)),
               mistaken(score, (None, "x", 5)))
DELTAS = [values.delta(each) for each in (-0.8, -0.4, -0.2)]
KIND = name(("depth", "breadth", "coverage", "peripheral"), 0.15)
TURN = one_of(values.TURNS)
RUBRIC = name(("research", *rubrics.RUBRICS), 0.05)
COVERAGE = either(one_of((0.6, 0.95, 0.5)), score)

DIFFERENCE = either(one_of((0.1, -0.05, "0.02", 1, 0, 1e-300)), score)
DEVIATION = either(one_of((0.44, 1, "0.3", 0, -1, 1e10, 1e300)), score)
POWER = mistaken(one_of((0.8, 0.9, "0.5", 0, 1, 0.99, 0.01)),
                 (1.1, -0.1, None, "x", b"1"))

SEEN = either(one_of((0, 1, 3, "7", 29, 60.0)), count)
TRIED = either(one_of((0, 1, 7, 29, "60", 250.0, 2 ** 53)), count)

SCALARS = [
    scalar("recency_decay", research.recency_decay, age),
    scalar("recency_decay", research.recency_decay, age, DAYS),
    scalar("recency_window", research.recency_window),
    scalar("recency_window", research.recency_window, domain),
    scalar("is_recent", research.is_recent, age),
    scalar("is_recent", research.is_recent, age, DAYS),
    scalar("freshness_class", research.freshness_class, age),
    scalar("age_days", own.age_days, values.date, values.whole_date),
    scalar("score_of", own.score_of, values.own_score),
    scalar("score_of", own.score_of, values.own_score, BEST),
    scalar("score_of", own.score_of, values.own_score, BEST, WORST),
    scalar("why_missing", own.why_missing, values.anything, name(values.KINDS, 0.05)),
    scalar("pairs_needed", comparisons.pairs_needed, DIFFERENCE, DEVIATION),
    scalar("pairs_needed", comparisons.pairs_needed, DIFFERENCE, DEVIATION, POWER),
    *[scalar(f"binomial_{side}", rule, SEEN, TRIED, *confidence_)
      for side, rule in (("upper", outcomes.binomial_upper),
                         ("lower", outcomes.binomial_lower))
      for confidence_ in ((), (POWER,))],
    scalar("tier_of", research.tier_of, score),
    scalar("tier_of", research.tier_of, either(score, age), values.days_or_dimension),
    scalar("tier_of", research.tier_of, score, floor(0.95), floor(0.8), floor(0.4)),
    scalar("tier_rank", research.tier_rank, tier),
    scalar("tier_meets", research.tier_meets, tier, tier),
    scalar("high_floor", research.high_floor),
    scalar("high_floor", research.high_floor, DIFFICULTY),
    scalar("high_floor", research.high_floor, DIFFICULTY, dimension),
    scalar("ci_score", research.ci_score, *SCORES),
    scalar("ci_score", research.ci_score, *SCORES, weights),
    scalar("ci_score", research.ci_score, *SCORES, weights, METHOD),
    scalar("ci_score", research.ci_score_of_object, values.evidence),
    scalar("ci_score", research.ci_score_of_object, values.evidence, weights),
    scalar("ci_score", research.ci_score_of_object, values.evidence, weights, METHOD),
    scalar("ci_rank", research.ci_rank, INDEX),
    scalar("gate_pass", research.gate_pass_of_object, values.evidence),
    scalar("gate_pass", research.gate_pass_of_object, values.evidence, HIGH, MIN_SOURCES),
    scalar("gate_report", research.gate_report_of_object, values.evidence),
    scalar("gate_report", research.gate_report_of_object, values.evidence, HIGH,
           MIN_SOURCES),
    scalar("gate_pass", research.gate_pass, *GOOD, SOURCES, CONTRADICTIONS),
    scalar("gate_pass", research.gate_pass, *GOOD, SOURCES, CONTRADICTIONS, flag),
    scalar("gate_pass", research.gate_pass, *GOOD, SOURCES, CONTRADICTIONS, HIGH,
           MIN_SOURCES),
    scalar("gate_report", research.gate_report, *GOOD, SOURCES, CONTRADICTIONS),
    scalar("gate_report", research.gate_report, *GOOD, SOURCES, CONTRADICTIONS, flag),
    scalar("gate_report", research.gate_report, *GOOD, SOURCES, CONTRADICTIONS, HIGH,
           MIN_SOURCES),
    scalar("gate_pass_legacy", research.gate_pass_legacy, score, SOURCES, CONTRADICTIONS),
    scalar("gate_pass_legacy", research.gate_pass_legacy, score, SOURCES, CONTRADICTIONS,
           HIGH),
    *(scalar(each.__name__, each, RUBRIC, values.evidence)
      for each in (rubrics.rubric_pass, rubrics.rubric_index, rubrics.rubric_report)),
    scalar("graduated_penalty", retrieval.graduated_penalty, count, query),
    scalar("graduated_penalty", retrieval.graduated_penalty, count, count, LENGTH),
    scalar("graduated_penalty", retrieval.graduated_penalty, count, count, LENGTH,
           *DELTAS),
    scalar("query_word_count", retrieval.query_word_count, query),
    scalar("query_avg_word_length", retrieval.query_avg_word_length, query),
    scalar("relevance_of", retrieval.relevance_of, values.rated_reply),
    scalar("relevance_of", retrieval.relevance_of, values.rated_reply, RATING),
    scalar("relevance_keep", retrieval.relevance_keep, RATING),
    scalar("relevance_keep", retrieval.relevance_keep, RATING, either(mode, RATING)),
    scalar("relevance_decision", retrieval.relevance_decision, count, mode),
    scalar("relevance_decision", retrieval.relevance_decision, count, count, count),
    scalar("coverage_gap_score", interview.coverage_gap_score, count, flag),
    scalar("ambiguity_score", interview.ambiguity_score, score),
    scalar("depth_breadth_balance_score", interview.depth_breadth_balance_score, KIND,
           score, score),
    scalar("engagement_score", interview.engagement_score, KIND, count,
           one_of(values.MOMENTA)),
    scalar("strategy_diversity_score", interview.strategy_diversity_score, count),
    scalar("novelty_score", interview.novelty_score, count),
    scalar("peripheral_readiness_score", interview.peripheral_readiness_score,
           name(("bridge", "bridge", "deepen")), score, count),
    scalar("contrast_opportunity_score", interview.contrast_opportunity_score,
           name(("contrast", "contrast", "ease")), flag, score),
    scalar("cluster_saturation_score", interview.cluster_saturation_score,
           name(("synthesis", "synthesis", "ease")), score, one_of(values.DEGREES)),
    scalar("ambiguity_of", interview.ambiguity_of, values.ambiguity_reply),
    scalar("interview_phase", interview.interview_phase, count, score),
    scalar("interview_phase", interview.interview_phase, count, score, TURN, TURN,
           COVERAGE, TURN, COVERAGE),
    scalar("element_exhausted_veto", interview.element_exhausted_veto, count, count),
    scalar("element_exhausted_veto", interview.element_exhausted_veto, *[count] * 4),
    scalar("knowledge_ceiling_veto", interview.knowledge_ceiling_veto, values.reply,
           values.topic),
    scalar("knowledge_ceiling_veto", interview.knowledge_ceiling_veto, values.reply,
           values.topic, values.phrases),
    scalar("recent_redundancy_veto", interview.recent_redundancy_veto, values.short_text,
           values.short_text),
    scalar("recent_redundancy_veto", interview.recent_redundancy_veto, values.short_text,
           values.short_text, score),
    scalar("text_similarity", interview.text_similarity, *[values.short_text] * 2),
    scalar("strategy_weight", interview.strategy_weight, scorer, strategy),
    scalar("phase_multiplier", interview.phase_multiplier, phase, strategy),
]

# --- aggregates -------------------------------------------------------------------------

ROUND = values.round_number
RESULT = one_of((None, 1, "a", b"b", 2.5, "\udcff"))
INDEX = either(score, coarse_score)
FIVE = either(good_score, score, coarse_score)
GIVEN_WEIGHTS = mistaken(one_of(("equal", "ROC", None, "[1,2,3,4,5]", '{"recency":1}',
                                 "[1,0,0,0,0]")), values.BAD_WEIGHTS)
NOT_COUNTS = (-1, 2.5, "x", None, b"1", math.inf)
POSITIVE = partial(mistaken, wrong=(0, *NOT_COUNTS))
POLICY = (POSITIVE(one_of((1, 1, 2, 3, "2"))), POSITIVE(one_of((4, 2, 6, 1, 1000000))),
          mistaken(one_of((0.75, 0.7, 0.9, 0, 1)), (-0.1, 1.1, "x", None)),
          mistaken(one_of((10, 5, 0, 12)), NOT_COUNTS))
K = POSITIVE(one_of((1, 2, 3, 5, 10, 1000000)))
TOTAL = mistaken(one_of((0, 1, 3, 10, 30)), NOT_COUNTS)
SAMPLES = POSITIVE(one_of((1, 10, 100, 200)))
SEED = one_of((42, 0, -1, 7, 2 ** 63 - 1, -2 ** 63))
JUDGED = either(one_of((0.72, 0.74, 0.8, 0.78, 0.9, 0.5)), one_of(values.JUDGEMENTS))
CLUSTER = one_of(("a", "b", "c", 1, "1", None, b"a", 2.5, ""))
SOURCE = one_of(("a", "b", "c", 1, 2.5, b"x", '\u00e9"\\\n\x01', 7, None))
ONE_MODE = mistaken(one_of((*retrieval.MODES, "QUICK", None)), ("nope", "", 1, b"quick"))
LEVEL = one_of((0.9, 0.9 + 2e-16, 0.9 + 4e-13, 0.9 + 6e-13, 0.9 + 1e-12, -1 - 1e-13,
                9006.9, 9007, 9007.5, 1e300))
RAW = one_of((1.5, 1.2, 0.8, 2, 2.5, -1, None, "x", "1.2", 0, 1e300, b"1"))
JUDGED_DIMENSION = one_of((*DIMENSIONS, "recency_days", "Coverage", "nope", 7, None))
SCORER = mistaken(one_of((*interview.SCORERS, "NOVELTY", None)), ("style", b"novelty"))
STRATEGY = one_of((*interview.STRATEGIES, "Deepen", "clarify", "nope", 7, None, b"ease"))
PHASE = mistaken(one_of((*interview.PHASES, "Focused", None)), ("late", 1))
NUMBER = either(one_of((0, 1, 2, 3)), age,
                one_of((2 ** 60 - 1, 2 ** 60, 2 ** 60 + 1, "1152921504606846977",
                        2.0 ** 60,
                        -2 ** 63, 1 - 2 ** 63, 2 ** 63 - 1, 2.0 ** 63, "9" * 19)))
FAR_APART = either(NUMBER, values.score, one_of(
    (-0.0, -5e-324, 5e-324, 1e-310, 1.7976931348623157e308, -1.7976931348623157e308, 1e16,
     -1e16, 0.1, -0.1, "1e-60", 1e300, -3, -2 ** 60)))
SHARE = either(one_of((0, 1, 0.5, 0.25, "0.75")), coarse_score, score)
PAIRED = either(coarse_score, NUMBER, FAR_APART)
UNIT = one_of((1, 2, 3, 1.0, "1", "b", b"b", None, ""))
VALUE = either(one_of((1, 2, 3, "2", 4.0)), either(one_of(("yes", "no", "Yes", "", 0)),
                                                   NUMBER, FAR_APART))
SCALE = mistaken(one_of((*comparisons.LEVELS, "Nominal", "RATIO", None)),
                 ("cardinal", "", 1, b"ratio"))
NODE = one_of((1, 2, 3, 10, "a", "b", "n1", 0.5, 2.5))
EDGE_WEIGHT = one_of((1, 1, 2, 0.5, 3, "1.5", 0, -1, None))


def run_of(draw, length, judge):
    """Returns rounds in random order. In a round of several rows, the row with the worst
    evidence should come first, but the documents do not define "worst". So here all rows
    of a round are equal.
    """
    names = [*range(1, 30), *(f"R{k:02}" for k in range(9)), b"R1", 1.5, -2.5, None, None]
    rows = [[number, *judge(draw)] for number in draw.sample(names, length)]
    return rows + [list(row) for row in rows if draw.random() < 0.05]


def run(draw, length):
    return run_of(draw, length, lambda draw: [*(FIVE(draw) for _ in DIMENSIONS),
                                              SOURCES(draw), CONTRADICTIONS(draw)])


def run_of_objects(draw, length):
    return run_of(draw, length, lambda draw: [values.evidence(draw)])


def objects_of_names(draw, length):
    return [[row[0], values.evidence(draw)] for row in rounds_of_names(draw, length)]


def by_rubric(rows):
    """Returns a function that draws rows with `rows` and puts a rubric's name before each
    row. Nearly all rows name the same rubric."""
    def named(draw, length):
        rubric = mostly(draw, RUBRIC)
        return [[rubric(), *row] for row in rows(draw, length)]
    return named


def rounds_of_names(draw, length):
    """Returns rounds whose names differ as texts, because the names become keys of the
    answer's JSON object."""
    names = [*range(1, 30), *(f"R{k}" for k in range(9)), 1.5, 31.0, 32.0, 0.3, 0.1 + 0.2,
             None, None]
    return [[number, flag(draw), *(INDEX(draw) for _ in DIMENSIONS)]
            for number in draw.sample(names, length)]


def mostly(draw, make):
    """Returns a function that nearly always returns the same value; in about one of
    thirty calls it draws another."""
    usual = make(draw)
    return lambda: usual if draw.random() < 0.97 else make(draw)


def judgements(draw, length):
    judged = mostly(draw, JUDGED_DIMENSION)
    return [[JUDGED(draw), judged(), CLUSTER(draw)] for _ in range(length)]


def judges(draw, length):
    families = draw.sample(("a", "b", 1, "1", None, b"a", 2.5, ""), draw.randint(1, 4))
    return [[draw.choice(families), *(FIVE(draw) for _ in DIMENSIONS), SOURCES(draw),
             CONTRADICTIONS(draw)] for _ in range(length)]


def judges_of_objects(draw, length):
    return [[row[0], values.evidence(draw)] for row in judges(draw, length)]


def clustered_units(draw, length):
    """Returns rows (unit, value, level, cluster), nearly all with one level of
    measurement."""
    scale = mostly(draw, SCALE)
    return [[UNIT(draw), VALUE(draw), scale(), CLUSTER(draw)] for _ in range(length)]


def signals(draw, length):
    """Returns rows for the score of an interview's strategy: (strategy, phase, scorer,
    raw score). Nearly all have the same strategy and phase."""
    candidate, moment = mostly(draw, STRATEGY), mostly(draw, PHASE)
    return [[candidate(), moment(), SCORER(draw), RAW(draw)] for _ in range(length)]


def clustered_edges(draw, length):
    """Returns rows (source, target, source's cluster, target's cluster). A node has the
    same cluster in all rows."""
    ends = [(NODE(draw), NODE(draw)) for _ in range(length)]
    return [[*pair, *(len(str(node)) if node != "n1" else None for node in pair)]
            for pair in ends]


def weighted_clustered_edges(draw, length):
    return [[*row, EDGE_WEIGHT(draw)] for row in clustered_edges(draw, length)]


def over_run(name, rule):
    of_objects = rounds.of_objects(rule)
    return [Aggregate(name, rule, 8, run, ()), Aggregate(name, rule, 8, run, POLICY),
            Aggregate(name, of_objects, 2, run_of_objects, ()),
            Aggregate(name, of_objects, 2, run_of_objects, POLICY)]


RUN_BY_RUBRIC, NAMES_BY_RUBRIC = by_rubric(run_of_objects), by_rubric(objects_of_names)

RANKED = (values.rank, values.gain)
mostly_a_day = likely("2026-02-03", values.whole_date)

AGGREGATES = [
    aggregate("freshness_window", confidence.freshness_window, [age]),
    aggregate("recency_report", confidence.recency_report,
              [values.date, mostly_a_day, DAYS]),
    aggregate("tier_confidence", confidence.tier_confidence, [JUDGED], JUDGED_DIMENSION),
    Aggregate("tier_confidence", confidence.tier_confidence, 3, judgements, ()),
    aggregate("pass_rate", comparisons.pass_rate, [flag]),
    aggregate("pass_rate", comparisons.pass_rate, [flag, CLUSTER]),
    aggregate("pass_at_k", comparisons.pass_at_k, [flag], K),
    aggregate("pass_hat_k", comparisons.pass_hat_k, [flag], K),
    aggregate("paired_difference", comparisons.paired_difference, [PAIRED, PAIRED]),
    aggregate("paired_difference", comparisons.paired_difference, [flag, flag]),
    aggregate("paired_difference", comparisons.paired_difference,
              [PAIRED, PAIRED, CLUSTER]),
    aggregate("krippendorff_alpha", comparisons.krippendorff_alpha, [UNIT, VALUE]),
    aggregate("krippendorff_alpha", comparisons.krippendorff_alpha, [UNIT, VALUE], SCALE),
    aggregate("alpha_confidence", comparisons.alpha_confidence, [UNIT, VALUE]),
    aggregate("alpha_confidence", comparisons.alpha_confidence, [UNIT, VALUE], SCALE),
    Aggregate("alpha_confidence", comparisons.alpha_confidence, 4, clustered_units, ()),
    aggregate("roc_auc", outcomes.roc_auc, [NUMBER, flag]),
    aggregate("roc_auc", outcomes.roc_auc, [PAIRED, flag, CLUSTER]),
    aggregate("reliability", outcomes.reliability, [SHARE, flag]),
    aggregate("corrected_rate", outcomes.corrected_rate, [SHARE, flag]),
    aggregate("corrected_rate", outcomes.corrected_rate, [SHARE, flag, CLUSTER]),
    Aggregate("gate_confidence", confidence.gate_confidence, 8, judges, ()),
    Aggregate("gate_confidence", confidence.gate_confidence, 8, judges, POLICY[2:]),
    Aggregate("gate_confidence", rounds.of_objects(confidence.gate_confidence), 2,
              judges_of_objects, ()),
    Aggregate("gate_confidence", rounds.of_objects(confidence.gate_confidence), 2,
              judges_of_objects, POLICY[2:]),
    aggregate("mean_of", confidence.mean_of, [FAR_APART]),
    aggregate("mean_of", confidence.mean_of, [FAR_APART, FAR_APART]),
    aggregate("best_round", rounds.best_of_given, [ROUND, flag, INDEX]),
    aggregate("best_round", rounds.best_by_index, [RESULT, ROUND, flag, INDEX]),
    aggregate("best_round", rounds.best_of_scored,
              [ROUND, *GOOD, SOURCES, CONTRADICTIONS]),
    aggregate("best_round", rounds.best_of_scored,
              [ROUND, *[INDEX] * 5, SOURCES, CONTRADICTIONS], GIVEN_WEIGHTS),
    Aggregate("best_round", rounds.of_objects(rounds.best_of_scored), 2, run_of_objects,
              ()),
    *over_run("stop_action", rounds.stop_action),
    *over_run("stop_round", rounds.stop_round),
    *over_run("stop_report", rounds.stop_report),
    Aggregate("round_acceptability", confidence.round_acceptability, 7, rounds_of_names,
              ()),
    Aggregate("round_acceptability", confidence.round_acceptability, 7, rounds_of_names,
              (SAMPLES,)),
    Aggregate("round_acceptability", confidence.round_acceptability, 7, rounds_of_names,
              (SAMPLES, SEED)),
    *[Aggregate("round_acceptability",
                confidence.of_objects(confidence.round_acceptability), 2,
                objects_of_names, shared)
      for shared in ((), (SAMPLES,), (SAMPLES, SEED))],
    *[Aggregate("weight_stability", confidence.of_objects(confidence.weight_stability), 2,
                objects_of_names, shared) for shared in ((), (GIVEN_WEIGHTS,))],
    Aggregate("weight_stability", confidence.weight_stability, 7, rounds_of_names, ()),
    Aggregate("weight_stability", confidence.weight_stability, 7, rounds_of_names,
              (GIVEN_WEIGHTS,)),
    Aggregate("rubric_best_round", rubrics.rubric_best_round, 3, RUN_BY_RUBRIC, ()),
    *[Aggregate(name, rule, 3, RUN_BY_RUBRIC, shared)
      for name, rule in (("rubric_stop_action", rubrics.rubric_stop_action),
                         ("rubric_stop_round", rubrics.rubric_stop_round),
                         ("rubric_stop_report", rubrics.rubric_stop_report))
      for shared in ((), POLICY[:2])],
    *[Aggregate("rubric_acceptability", rubrics.rubric_acceptability, 3, NAMES_BY_RUBRIC,
                shared) for shared in ((), (SAMPLES,), (SAMPLES, SEED))],
    Aggregate("rubric_stability", rubrics.rubric_stability, 3, NAMES_BY_RUBRIC, ()),
    Aggregate("rubric_confidence", rubrics.rubric_confidence, 3,
              by_rubric(judges_of_objects), ()),
    aggregate("kendall_tau", confidence.kendall_tau, [NUMBER, NUMBER]),
    aggregate("precision_at_k", retrieval.precision_at_k, RANKED, K),
    aggregate("recall_at_k", retrieval.recall_at_k, RANKED, K, TOTAL),
    aggregate("average_precision", retrieval.average_precision, RANKED),
    aggregate("average_precision", retrieval.average_precision, RANKED, TOTAL),
    aggregate("reciprocal_rank", retrieval.reciprocal_rank, RANKED),
    aggregate("ndcg_at_k", retrieval.ndcg_at_k, RANKED, K),
    aggregate("relevance_gate", retrieval.relevance_gate, [RATING], ONE_MODE),
    aggregate("relevance_report", retrieval.relevance_report, [SOURCE, RATING],
              ONE_MODE),
    Aggregate("strategy_score", interview.strategy_score, 4, signals, ()),
    aggregate("strategy_score", interview.strategy_score_of_weights,
              [either(one_of((0.3, 0.2, 0, 1, "0.5")), one_of((1e308, 1e-308))), RAW],
              mistaken(one_of((1, 1.3, 0.8, 0, 1e300, 1e-300)),
                       (-1, "x", None, b"1", math.inf))),
    Aggregate("strategy_contributions", interview.strategy_contributions, 4, signals, ()),
    aggregate("best_strategy", interview.best_strategy,
              [STRATEGY, either(one_of((0.1, 0.5, 0.9, 0.9, None, -1, "x", 2)), LEVEL),
               flag,
               one_of((1, 2, 3, 4, None, "x", 2.5))]),
    aggregate("louvain", graph.louvain, [NODE, either(NODE, NODE, one_of((None,)))]),
    aggregate("louvain", graph.louvain, [NODE, NODE, EDGE_WEIGHT]),
    Aggregate("modularity", graph.modularity, 4, clustered_edges, ()),
    Aggregate("modularity", graph.modularity, 5, weighted_clustered_edges, ()),
]

# --- calls that the reference lacks -----------------------------------------------------

SHIPPED = "the reference knows the shipped settings only: tests/sql/settings.sql"
BUILD = "says what was built, no rule: tests/sql/about.sql"

APART = "takes another's answer apart: tests/sql/answer_rows.sql"

UNKNOWN = {
    "ambiguity_prompt": "a fixed text around its argument: tests/unit/ambiguity.c",
    "assay_load": SHIPPED, "assay_load_yaml": SHIPPED, "assay_load_env": SHIPPED,
    "assay_settings_hash": SHIPPED, "assay_require": SHIPPED, "assay_setting": SHIPPED,
    "assay_settings_yaml": "reads back: tests/property/settings_yaml.c",
    "assay_rubrics": "rows of settings: tests/sql/rubric.sql",
    "assay_settings": SHIPPED, "assay_warnings": SHIPPED,
    "assay_weights": "rows of settings: tests/sql/weight_samples.sql",
    "assay_modes": "rows of settings: tests/sql/relevance.sql",
    "assay_strategies": "rows of settings: tests/sql/strategy.sql",
    "assay_scorers": "rows of settings: tests/sql/strategy.sql",
    "assay_phases": "rows of settings: tests/sql/strategy.sql",
    "weight_samples": "a table: tests/sql/weight_samples.sql; the same draws, made here, "
                      "are those of round_acceptability",
    "acceptability_rows": APART, "stability_rows": APART, "stop_rows": APART,
    "recency_rows": APART, "reliability_rows": APART,
    "graph_metrics": "runs a query: tests/property/graph_metrics.c has its reference",
    "assay_functions": "the list that this test goes by: tests/sql/about.sql",
    "assay_debug": BUILD, "assay_version": BUILD,
}
