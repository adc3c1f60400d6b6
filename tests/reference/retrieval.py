"""The rules for search results and sources: ADR-002's path penalty, trec_eval's measures,
and the relevance gate. They follow sql/retrieval/README.md.
"""

import math
import re
from fractions import Fraction

from answers import Json, Near
from reading import (Mistake, agreed, at_least_zero, count, known, number, real, sort_key,
                     stated, stated_positive, text)
from replies import rated, score_in
from rounds import in_json

# ADR-002: a query with fewer words than MIN_WORDS, or with a mean length of words below
# MIN_MEAN_LENGTH, has no penalty. DELTAS has the penalties for 0, 1 and 2 hits (words of
# the query that are in the path).
MIN_WORDS = 2
MIN_MEAN_LENGTH = 4
DELTAS = (-0.8, -0.4, -0.2)

# The modes of the relevance gate. Each has the least numbers of sources for a full report
# and for a short report. Every mode has the cutoff 3. A missing score counts as 3, so
# that a doubtful source stays.
MODES = {"quick": (3, 1), "standard": (4, 2), "deep": (5, 2)}
CUTOFF = 3.0
DEFAULT_SCORE = 3.0

# Unicode's property White_Space.
WHITE_SPACE = set("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000")
WHITE_SPACE.update(map(chr, range(0x2000, 0x200b)))


# --- words ------------------------------------------------------------------------------

def characters(written):
    """Returns the characters up to a NUL, as SQLite's length() counts them. If bytes are
    not UTF-8, a byte >= C0 and all bytes 80..BF after it count as one character, and
    every other byte counts as one.
    """
    coded = written.encode("utf-8", "surrogateescape").split(b"\0")[0]
    pieces = re.findall(rb"[\xc0-\xff][\x80-\xbf]*|[\x00-\xbf]", coded)
    return [piece.decode("utf-8", "replace") for piece in pieces]


def word_lengths(query):
    """Returns the lengths of the words, which white space separates; None if the query is
    not a text."""
    query = text(query)
    if query is None:
        return None
    marks = "".join(" " if c in WHITE_SPACE else "x" for c in characters(query))
    return [len(word) for word in marks.split()]


def query_word_count(query):
    lengths = word_lengths(query)
    return None if lengths is None else len(lengths)


def query_avg_word_length(query):
    lengths = word_lengths(query)
    if not lengths:
        return None if lengths is None else 0.0
    return sum(lengths) / len(lengths)


# --- path penalty -----------------------------------------------------------------------

def delta(hits, words, mean_length, deltas):
    """Returns the penalty: 0 if the query is too short, a number is missing, or there are
    3 or more hits."""
    hits = count(hits)
    if None in (hits, words, mean_length) or hits > 2:
        return 0.0
    eligible = words >= MIN_WORDS and mean_length >= MIN_MEAN_LENGTH
    return deltas[hits] if eligible else 0.0


def graduated_penalty(hits, *others):
    deltas = DELTAS
    if len(others) == 1:
        lengths = word_lengths(others[0]) or []
        mean = Fraction(sum(lengths), max(len(lengths), 1))
        return delta(hits, len(lengths), mean, deltas)
    if len(others) == 5:
        deltas = [stated(other, real) for other in others[2:]]
        if not deltas[0] <= deltas[1] <= deltas[2] <= 0:
            raise Mistake
    return delta(hits, count(others[0]), at_least_zero(others[1]), deltas)


# --- rankings ---------------------------------------------------------------------------

def with_rank(rows):
    """Returns the rows whose rank is a whole number >= 1."""
    return [row for row in rows if count(row[0])]


def ranked(rows):
    """Returns the rows as (rank, gain), sorted by rank. If two rows share a rank, the
    less relevant row comes first and the other row takes the next free rank.
    """
    listed = sorted((count(rank), max(real(gain) or 0.0, 0.0))
                    for rank, gain, *_ in with_rank(rows))
    last, places = 0, []
    for rank, gain in listed:
        last = max(rank, last + 1)
        places.append((last, gain))
    return places


def found(places, k):
    return sum(gain > 0 for rank, gain in places if rank <= k)


def stated_k(rows):
    return agreed(stated_positive(row[2]) for row in with_rank(rows))


def stated_total(rows, position):
    """Returns the number of relevant documents that all rows state; None if it is
    missing."""
    return agreed(count(row[position]) for row in with_rank(rows))


def precision_at_k(rows):
    places = ranked(rows)
    if not places:
        return None
    k = stated_k(rows)
    return found(places, k) / k


def recall_at_k(rows):
    """The answer is NULL if the stated number of relevant documents is missing, or less
    than the group's number of relevant rows."""
    places = ranked(rows)
    if not places:
        return None
    k, total = stated_k(rows), stated_total(rows, 3)
    if total is None or found(places, math.inf) > total:
        return None
    return found(places, k) / total if total else 0.0


def average_precision(rows):
    """Returns the sum of the precisions at the ranks of the relevant rows, divided by the
    number of relevant documents. If the call does not state this number, the number of
    relevant rows divides the sum.
    """
    places = ranked(rows)
    if not places:
        return None
    hits = found(places, math.inf)
    total = stated_total(rows, 2) if len(rows[0]) > 2 else hits
    if total is None or hits > total:
        return None
    relevant = [rank for rank, gain in places if gain > 0]
    precisions = sum(Fraction(k + 1, rank) for k, rank in enumerate(relevant))
    return Near(float(precisions / total)) if total else 0.0


def reciprocal_rank(rows):
    places = ranked(rows)
    relevant = [rank for rank, gain in places if gain > 0]
    if not places:
        return None
    return 1 / float(relevant[0]) if relevant else 0.0


def discounted(places, top):
    """Returns the discounted sum of the gains, each divided by the greatest gain `top`,
    so that no gain overflows or becomes 0."""
    return math.fsum(float(Fraction(gain) / Fraction(top)) / math.log2(1 + rank)
                     for rank, gain in places)


def ndcg_at_k(rows):
    places = ranked(rows)
    if not places:
        return None
    k = stated_k(rows)
    best_order = enumerate(sorted((gain for _, gain in places), reverse=True), 1)
    top = max(gain for _, gain in places)
    if top == 0:
        return 0.0
    ideal = discounted([(rank, gain) for rank, gain in best_order if rank <= k], top)
    got = discounted([(rank, gain) for rank, gain in places if rank <= k], top)
    return Near(got / ideal, 32)


# --- relevance --------------------------------------------------------------------------

def mode_of(mode):
    return "standard" if mode is None else known(mode, MODES)


def on_scale(value):
    """Returns a score on the scale 1..5."""
    value = number(value)
    return DEFAULT_SCORE if value is None else float(min(max(value, 1), 5))


def cutoff_of(mode_or_cutoff):
    """Returns the cutoff. TEXT that is not a number names a mode."""
    if mode_or_cutoff is None:
        return CUTOFF
    cutoff = number(mode_or_cutoff)
    if cutoff is None and isinstance(mode_or_cutoff, str):
        mode_of(mode_or_cutoff)
        return CUTOFF
    if cutoff is None or not 1 <= cutoff <= 5:
        raise Mistake
    return cutoff


def relevance_keep(value, mode_or_cutoff=None):
    return int(on_scale(value) >= cutoff_of(mode_or_cutoff))


def decision(survivors, full, short):
    """Returns which report the number of kept sources allows. Without kept sources there
    is never a report."""
    if not survivors or survivors < short:
        return "insufficient_data"
    return "full_report" if survivors >= full else "short_report"


def relevance_decision(survivors, *others):
    if len(others) == 1:
        return decision(count(survivors), *MODES[mode_of(others[0])])
    full, short = (stated(other, count) for other in others)
    if short > full:
        raise Mistake
    return decision(count(survivors), full, short)


def relevance_gate(rows):
    if not rows:
        return None
    mode = agreed(mode_of(row[1]) for row in rows)
    survivors = sum(on_scale(value) >= CUTOFF for value, _ in rows)
    return decision(survivors, *MODES[mode])


RATIONALES = {"full_report": "meeting threshold for full report",
              "short_report": "meeting threshold for short report",
              "insufficient_data": "below threshold for short report"}


def relevance_report(rows):
    """Returns the report with the kept and the dropped sources, the best first. If scores
    are equal, the sources themselves are sorted, as SQLite sorts values."""
    if not rows:
        return None
    mode = agreed(mode_of(row[2]) for row in rows)
    ordered = sorted(((on_scale(value), source) for source, value, _ in rows),
                     key=lambda entry: (-entry[0], entry[1] is not None,
                                        entry[1] is not None and sort_key(entry[1])))
    kept = [in_json(source) for value, source in ordered if value >= CUTOFF]
    dropped = [in_json(source) for value, source in ordered if value < CUTOFF]
    reached = decision(len(kept), *MODES[mode])
    rationale = (f"{len(kept)} of {len(rows)} sources scored >= 3, "
                 f"{RATIONALES[reached]} in {mode} mode")
    return Json({"decision": reached, "rationale": rationale,
                 "mode": mode, "cutoff": CUTOFF, "scored": len(rows),
                 "survived": len(kept), "kept": kept, "dropped": dropped})


# --- a judge's reply --------------------------------------------------------------------

def relevance_of(reply, otherwise=DEFAULT_SCORE):
    """Reads a number (R2), or the score in a text, on the scale 1..5."""
    if otherwise is not None:
        otherwise = stated(otherwise, number)
        if not 1 <= otherwise <= 5:
            raise Mistake
    found = number(reply)
    if found is None and isinstance(reply, str):
        found = score_in(reply)
    elif found is not None:
        found = rated(found)
    return plain(otherwise if found is None else found)


def plain(value):
    """Returns a whole number as an INTEGER, and any other number as a REAL."""
    return int(value) if value is not None and value % 1 == 0 else value
