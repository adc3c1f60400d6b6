"""The rules for the next question of an interview, from ADR-004, ADR-006 and
sql/interview/README.md.
"""

import json
import math
import re
import sys
from collections import Counter
from fractions import Fraction

from answers import Between, Json, Near, OneOf, Unsaid
from reading import (Mistake, agreed, at_least_zero, count, flag, known, name, number,
                     real, score, stated, text)
from replies import ambiguity_in
from research import steps

# These tables come from ADR-006, in its order: the strategies, the scorers' weights (a
# scorer rates strategies), the phases' multipliers. ADR-006's table of weights leaves out
# each scorer that has the same weight for every strategy. In MATRIX such a scorer has
# only a "default".
STRATEGIES = ("deepen", "broaden", "cover_element", "bridge", "contrast", "ease",
              "synthesis", "reflection", "closing")
MATRIX = {
    "coverage_gap": {"deepen": 0.30, "broaden": 0.24, "cover_element": 0.30,
                     "synthesis": 0.20, "default": 0.20},
    "ambiguity": {"deepen": 0.20, "clarify": 0.30, "bridge": 0.10, "synthesis": 0.10,
                  "default": 0.15},
    "peripheral_readiness": {"bridge": 0.30, "broaden": 0.20, "default": 0.05},
    "depth_breadth_balance": {"default": 0.20}, "engagement": {"default": 0.15},
    "strategy_diversity": {"default": 0.15}, "novelty": {"default": 0.15},
    "contrast_opportunity": {"default": 0.15}, "cluster_saturation": {"default": 0.10}}
SCORERS = ("coverage_gap", "ambiguity", "depth_breadth_balance", "engagement",
           "strategy_diversity", "novelty", "peripheral_readiness",
           "contrast_opportunity", "cluster_saturation")
PHASES = {
    "exploratory": dict(zip(STRATEGIES, (0.8, 1.2, 1.1, 0.2, 0.0, 1.0, 0.3, 0.3, 0.0))),
    "focused": dict(zip(STRATEGIES, (1.3, 0.4, 1.1, 1.0, 1.2, 1.0, 0.7, 0.7, 0.5))),
    "closing": dict(zip(STRATEGIES, (0.3, 0.2, 0.5, 0.3, 0.5, 1.0, 1.3, 0.3, 1.5)))}
PHASE_BOUNDS = (8, 20, 0.60, 15, 0.95)

# ADR-004, "Tier 1": phrases of people who don't know the topic, in several spellings.
NEGATIVE_PHRASES = (
    "i don't know", "don't know", "do not know", "dont know", "idk", "no idea", "no clue",
    "not sure", "never heard of", "can't say", "couldn't tell you", "not familiar with",
    "no experience with", "don't remember")
MIN_MENTIONS, MIN_RELATIONS = 5, 2
REDUNDANT = 0.85


# --- raw scores: 1.0 is neutral; a missing signal gives 1.0 ----------------------------

def coverage_gap_score(gaps, is_coverage_strategy):
    gaps = count(gaps)
    if gaps is None:
        return 1.0
    if gaps == 0:
        return 1.0 if flag(is_coverage_strategy) == 1 else 0.85
    return Near(float(min(1 + Fraction("0.15") * gaps, Fraction("1.8"))))


def ambiguity_score(ambiguity):
    ambiguity = score(ambiguity)
    if ambiguity is None:
        return 1.0
    return 0.9 if ambiguity < 0.2 else 1.2 if ambiguity < 0.5 else 1.5


def depth_breadth_balance_score(kind, breadth, depth):
    """`breadth` is a share in 0..1; `depth` has no upper bound (ADR-004)."""
    breadth, depth = score(breadth), at_least_zero(depth)
    if breadth is None and depth is None:
        return 1.0
    if breadth is not None and breadth < 0.4:
        need = "breadth"
    elif depth is not None and depth < 0.5:
        need = "depth"
    else:
        return 1.1
    if name(kind) in ("breadth", "depth"):
        return 1.5 if name(kind) == need else 0.7
    return 0.9


def engagement_score(kind, low_replies, average_momentum):
    low_replies, momentum = count(low_replies), real(average_momentum)
    is_depth = name(kind) == "depth"
    if low_replies is not None and low_replies >= 3:
        return 0.8 if is_depth else 1.2
    return 1.1 if is_depth and momentum is not None and momentum > 70 else 1.0


def strategy_diversity_score(recent_uses):
    uses = count(recent_uses) or 0
    return 1.0 if uses <= 1 else 0.8 if uses == 2 else 0.6


def novelty_score(mentions):
    mentions = count(mentions)
    if mentions is None:
        return 1.0
    return 1.2 if mentions <= 1 else 1.0 if mentions < 4 else 0.7


def peripheral_readiness_score(strategy, density, candidates):
    """A density equal to its bound does not raise the score, but a count equal to its
    bound does (ADR-006)."""
    density, candidates = score(density) or 0, count(candidates) or 0
    if name(strategy) != "bridge":
        return 1.0
    if density > 0.7 and candidates >= 3:
        return 1.5
    return 1.2 if density > 0.5 or candidates >= 1 else 1.0


def contrast_opportunity_score(strategy, has_opposite, density):
    if name(strategy) != "contrast" or flag(has_opposite) != 1:
        return 1.0
    return 1.5 if (score(density) or 0) > 0.6 else 1.2


def cluster_saturation_score(strategy, density, median_degree):
    """The score rises if the cluster's saturation exceeds a bound. A saturation that is
    above a bound only by rounding counts as equal (sql/interview/README.md)."""
    density, degree = score(density), at_least_zero(median_degree)
    if name(strategy) != "synthesis" or density is None or degree is None:
        return 1.0
    saturation = min(Fraction(density) * Fraction(degree) / 3, Fraction(1))
    for bound, raw in ((Fraction("0.7"), 1.5), (Fraction("0.4"), 1.2)):
        if Fraction(1, 10 ** 15) < saturation - bound < Fraction(1, 10 ** 10):
            return Unsaid()
        if saturation - bound > Fraction(1, 10 ** 15):
            return raw
    return 1.0


# --- phases and weights -----------------------------------------------------------------

def interview_phase(turn, coverage, *bounds):
    """ADR-006 "Configuration Structure". A missing turn means the exploratory phase."""
    readers = (count, count, score, count, score)
    bounds = [stated(bound, read) for bound, read in zip(bounds, readers)]
    min_turns, max_turns, focused, closing_turns, closing = bounds or PHASE_BOUNDS
    turn, coverage = count(turn), score(coverage)
    if turn is None or turn < min_turns:
        return "exploratory"
    if coverage is not None and coverage >= closing and turn >= closing_turns:
        return "closing"
    if turn > max_turns or coverage is not None and coverage >= focused:
        return "focused"
    return "exploratory"


def strategy_weight(scorer, strategy):
    """Returns a scorer's weight for a strategy; NULL if one of the two names is
    missing."""
    if scorer is None:
        return None
    row, strategy = MATRIX[known(scorer, SCORERS)], text(strategy)
    return None if strategy is None else row.get(name(strategy), row["default"])


def phase_multiplier(phase, strategy):
    """Returns the multiplier of a strategy in a phase; 1 if the phase's profile leaves
    the strategy out."""
    if phase is None:
        return None
    profile, strategy = PHASES[known(phase, PHASES)], text(strategy)
    return None if strategy is None else profile.get(name(strategy), 1.0)


# --- scores of strategies ---------------------------------------------------------------

def clamped(raw):
    raw = number(raw)
    return None if raw is None else Fraction(min(max(raw, 0), 2))


def weighted_sum(pairs, multiplier):
    total = sum(Fraction(weight) * (clamped(raw) or 0) for weight, raw in pairs)
    return Near(finite(total * Fraction(multiplier)), absolute=1e-320)


def finite(number):
    """Returns the double nearest to a number; for a number that is too large, the
    greatest double (sql/interview/README.md)."""
    return float(min(number, Fraction(sys.float_info.max)))


def with_names(rows):
    """Returns the rows that have a strategy, a phase and a scorer."""
    return [row for row in rows if None not in (text(row[0]), *row[1:3])]


def agreed_names(live):
    """Returns the strategy and the phase that all rows of the group must name. An unknown
    scorer is a mistake."""
    for row in live:
        known(row[2], SCORERS)
    return (agreed(name(text(row[0])) for row in live),
            agreed(known(row[1], PHASES) for row in live))


def strategy_score(rows):
    """Returns sum(weight * raw) * multiplier over with_names(rows)."""
    live = with_names(rows)
    if not live:
        return None
    strategy, phase = agreed_names(live)
    pairs = [(strategy_weight(scorer, strategy), raw) for _, _, scorer, raw in live]
    return weighted_sum(pairs, phase_multiplier(phase, strategy))


def strategy_score_of_weights(rows):
    """Returns strategy_score() of rows that state weights and a multiplier instead of
    names."""
    if not rows:
        return None
    return weighted_sum([(stated(weight, at_least_zero), raw) for weight, raw, _ in rows],
                        agreed(stated(row[2], at_least_zero) for row in rows))


def strategy_contributions(rows):
    """Returns the contribution of each scorer, in the order of SCORERS. If a scorer has
    several raw scores, they are added up."""
    live = with_names(rows)
    if not live:
        return None
    strategy, _ = agreed_names(live)
    parts = {}
    for _, _, scorer, raw in live:
        weight = strategy_weight(scorer, strategy)
        parts.setdefault(known(scorer, SCORERS), (weight, []))[1].append(clamped(raw))
    return Json({scorer: contribution(*parts[scorer])
                 for scorer in SCORERS if scorer in parts})


def contribution(weight, raws):
    present = [raw for raw in raws if raw is not None]
    total = sum(present, Fraction(0))
    return {"weight": weight, "raw": Near(float(total)) if present else None,
            "contribution": Near(finite(Fraction(weight) * total))}


def best_strategy(rows):
    """Of the strategies without a veto, returns the one with the highest score. If scores
    are equal by R9, returns the strategy with the lowest position (ADR-006).

    A missing or unusable veto counts as a veto. A missing score counts as 0. A missing
    position comes after all other positions.
    """
    live = [row for row in rows if row[0] is not None]
    if not live:
        return None
    open_ = [(-steps(number(value) or 0), rank_of(position), strategy)
             for strategy, value, vetoed, position in live if flag(vetoed) == 0]
    if not open_:
        return "closing"
    best = min(key for *key, _ in open_)
    return OneOf([canonical(strategy) for *key, strategy in open_ if key == best])


def rank_of(position):
    position = number(position)
    return math.inf if position is None else position


def canonical(strategy):
    return name(strategy) if name(strategy) in STRATEGIES else strategy


# --- vetoes -----------------------------------------------------------------------------

def element_exhausted_veto(mentions, relations, *bounds):
    """Returns 0 if `mentions` or `relations` is a number below its bound, else 1 (a
    veto). A missing count is not below its bound, so it does not prevent the veto
    (R3)."""
    bounds = [stated(bound, count) for bound in bounds] or (MIN_MENTIONS, MIN_RELATIONS)
    known_below = [value is not None and value < bound
                   for value, bound in zip((count(mentions), count(relations)), bounds)]
    return int(not any(known_below))


def lower_simple(written):
    """Returns a text in lower case by Unicode's simple mapping: each letter becomes one
    other letter or stays. U+0130 becomes i."""
    letters = [letter.lower()[:1] if letter == "\u0130" else letter.lower()
               for letter in written]
    return "".join(low if len(low) == 1 else letter
                   for low, letter in zip(letters, written))


WORD_OR_END = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[.!?]")


def sentences(written):
    """Returns the words of each sentence, in lower case and without punctuation."""
    parts = [[]]
    for piece in WORD_OR_END.findall(lower_simple(written).replace("\u2019", "'")):
        if piece in ".!?":
            parts.append([])
        else:
            parts[-1].append(piece)
    return parts


def topic_words(written):
    """Removes a possessive 's, then returns the words longer than three letters."""
    words = [re.sub("'s$", "", word) for part in sentences(written) for word in part]
    return {word for word in words if len(word) > 3}


def says(reply, phrase):
    """Returns whether a sentence of the reply contains the phrase's words, one after the
    other."""
    wanted = [word for part in sentences(phrase) for word in part]
    return bool(wanted) and any(part[at:at + len(wanted)] == wanted
                                for part in sentences(reply) for at in range(len(part)))


def own_phrases(written):
    try:
        phrases = json.loads(written)
    except (TypeError, ValueError):
        raise Mistake from None
    if not isinstance(phrases, list) or not all(isinstance(x, str) for x in phrases):
        raise Mistake
    return phrases


def knowledge_ceiling_veto(reply, topic, *phrases):
    """Returns 1 (a veto) if the reply has a negative phrase and a word of the topic. A
    missing text might meet these conditions, so it does not prevent the veto (R3)."""
    phrases = own_phrases(phrases[0]) if phrases else NEGATIVE_PHRASES
    reply, topic = text(reply), text(topic)
    if reply is None:
        return 1 if topic is None or topic_words(topic) else Unsaid()
    if not any(says(reply, phrase) for phrase in phrases):
        return 0
    return int(topic is None or bool(topic_words(reply) & topic_words(topic)))


def grams(written):
    """Returns the count of each gram (sequence of 2 or 3 characters) of a text."""
    low = lower_simple(written)
    return Counter(low[at:at + n] for n in (2, 3) for at in range(len(low) - n + 1))


def text_similarity(a, b):
    """Returns the cosine of the two texts' tf-idf vectors (ADR-004). If df texts (1 or 2)
    contain a gram, its idf is ln(1 + 2/(1 + df)). Equal texts give 1. If only one of the
    two texts has grams, the answer is 0.
    """
    a, b = text(a), text(b)
    if a is None or b is None:
        return None
    ours, theirs = grams(a), grams(b)
    if not ours or not theirs:
        return float(a != "" and lower_simple(a) == lower_simple(b))
    weight = {gram: math.log(1 + 2 / (1 + (gram in ours) + (gram in theirs)))
              for gram in ours | theirs}
    products = math.fsum(ours[gram] * theirs[gram] * weight[gram] ** 2 for gram in weight)
    lengths = [math.sqrt(math.fsum((bag[gram] * weight[gram]) ** 2 for gram in bag))
               for bag in (ours, theirs)]
    return Near(products / lengths[0] / lengths[1], 16)


def recent_redundancy_veto(a, b, threshold=REDUNDANT):
    """Returns 1 (a veto) if the texts are similar. Also returns 1 if a text is missing,
    because then nothing shows that they differ (R3)."""
    threshold, similarity = stated(threshold, score), text_similarity(a, b)
    if similarity is None:
        return 1
    value = getattr(similarity, "value", similarity)
    if isinstance(similarity, Near) and abs(value - threshold) < 1e-14:
        return Between(0, 1)
    return int(value >= threshold)


def ambiguity_of(reply):
    """Returns the ambiguity that a judge's reply states. If the reply is not a number
    (R2), ambiguity_in() reads its text. An ambiguity outside of 0..1 gives NULL."""
    if number(reply) is not None:
        return score(reply)
    return ambiguity_in(reply) if isinstance(reply, str) else None
