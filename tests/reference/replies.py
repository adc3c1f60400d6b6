"""How a judge's reply is read: its JSON objects, and which of several scores in the reply
counts. The rules follow sql/retrieval/README.md (the relevance gate) and
sql/interview/README.md (ambiguity).
"""

import re

from labelled import (AMBIGUITY, AS_ASCII, FLAGS, GAP, is_condition, label_at,
                      labelled, LABELS, labels_in, MARK, MARKS, number_at,
                      REST_OF_LINE, scale, skip, spoken, stars_at, take, take_number,
                      worded)

# --- objects of JSON --------------------------------------------------------------------

SPACES = "[ \t\n\r]*"
STRING = re.compile("\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'", re.DOTALL)
OPENING = re.compile(rf"\{{{SPACES}({STRING.pattern}){SPACES}:", re.DOTALL)


def walk(raw, at):
    """Yields for each string in a JSON object: the start and the end of the text between
    its quotes, the end after the quote, its depth in the object, and the character before
    it. Then yields the end of the object."""
    depth, before = 0, ""
    while at < len(raw):
        if raw[at] in "\"'" and before in ("{", "[", ",", ":"):
            found = STRING.match(raw, at)
            end = found.end() if found else len(raw)
            yield at + 1, end - 1 if found else end, end, depth, before
            at, before = end, '"'
            continue
        depth += (raw[at] in "{[") - (raw[at] in "}]")
        before = before if raw[at] in " \t\n\r" else raw[at]
        at += 1
        if depth == 0:
            break
    yield at


def opening_of(raw, start):
    for found in OPENING.finditer(raw, start):
        if len(found[1].encode()) <= 64:
            return found.start()
    return None


def split(part):
    """Splits a text at its JSON objects. Yields (text before an object, the object) for
    each object, then (the rest of the text, None)."""
    at = 0
    while at < len(part):
        start = opening_of(part, at)
        if start is None:
            yield part[at:], None
            return
        *_, end = walk(part, start)
        yield part[at:start], part[start:end]
        at = end


def object_value(raw, part, at, kind):
    at = skip(SPACES, raw, at)
    quoted = STRING.match(raw, at) if raw[at:at + 1] in ('"', "'") else None
    if raw[at:at + 1] in ('"', "'"):
        if not quoted or quoted.end() > len(raw):
            return None
        part, at = part[:quoted.end() - 1], at + 1
    at = skip(MARKS, part, at)
    bracket = part[at:at + 1] == "["
    at = skip(MARKS, part, at + 1) if bracket else at
    found = number_at(part, at, kind, comma=bool(quoted))
    end = skip(MARKS, part, found[1]) if found else at
    if not found or bracket and part[end:end + 1] != "]":
        return None
    end += bracket
    closing = re.compile(rf"{SPACES}(\Z|\}}|,{SPACES}(?![0-9 \t\n\r]))")
    ends = quoted or closing.match(raw, end)
    return kind.hold(found[0]) if ends and not is_condition(part, end) else None


SCALE_KEYS = ("max", "max score", "maximum", "out of", "scale")


def object_scores(raw, kind):
    """Returns the scores that a JSON object has under its best label; none if it has no
    label. The best label is the least deep in the object. Of equally deep labels, one
    without a word like "final" is best, then the earliest in the list of labels. If the
    object states another scale, returns two different scores; then the reply counts as
    having no score."""
    part, best, scores = raw.translate(AS_ASCII), None, []
    *strings, _ = walk(raw, 0)
    for start, end, behind, depth, before in strings:
        colon = skip(SPACES, raw, behind)
        if before == ":" or raw[colon:colon + 1] != ":":
            continue
        key = part[start:end]
        if any(take(key, 0, [name]) == len(key) for name in SCALE_KEYS):
            most = take_number(part, skip(SPACES, raw, colon + 1), comma=False)
            if most and most[0] != kind.most:
                return [0, 1]
        at = skip(" *", key, 0)
        label = label_at(key, at, kind.labels)
        if not label or skip(" *", key, label[1]) < len(key):
            continue
        score = object_value(raw, part, colon + 1, kind)
        index = len(kind.labels) if label[0] is None else label[0]
        rank = (depth, index + (len(kind.labels) + 1) * label[2])
        if score is not None and (best is None or rank <= best):
            scores = (scores if rank == best else []) + [score]
            best = rank
    return scores


# --- the score of a reply ---------------------------------------------------------------

class Kind:
    """A kind of score: its labels, its greatest value, and the test for a valid
    number."""

    def __init__(self, labels, most, hold):
        self.labels, self.most, self.hold = labels, most, hold


def rated(value):
    """Returns the score on 1..5 that a number means. A number of 0 or below means 1. A
    number above 5, or a fraction between 0 and 1, is on another scale: None."""
    return None if 0 < value < 1 or value > 5 else max(value, 1.0)


RELEVANCE = Kind(LABELS, 5, rated)
SHARE = Kind(AMBIGUITY, 1, lambda value: value if 0 <= value <= 1 else None)


def single(values):
    return values[0] if len(set(values)) == 1 else None


def labelled_scores(reply, kind):
    """Returns three lists of scores. The first has the scores in JSON objects. The second
    has one score after a label: the last whose label has a word like "final", else the
    first whose label begins a line, else the first within a line. The third has the first
    score in parentheses after a label and a word, as in "Relevance: high (4)"."""
    objects, final, first, within, words = [], [], [], [], []
    for part in spoken(reply):
        for raw, rest in split(part):
            text = raw.translate(AS_ASCII)
            for label in labels_in(text, raw, kind.labels):
                score = labelled(text, label, kind)
                if score is None:
                    words.append(worded(text, label, kind))
                else:
                    (final if label[3] else first if label[4] else within).append(score)
            objects += object_scores(rest, kind) if rest else []
    words = [score for score in words if score is not None]
    return objects, (final[-1:] + first + within)[:1], words[:1]


def places(reply):
    """Yields the positions where a number may begin, and whether each position begins a
    line."""
    for part in spoken(reply):
        for raw, _ in split(part):
            text = raw.translate(AS_ASCII)
            for at in range(len(text)):
                if not re.match("[a-z0-9.,~/-]", text[at - 1:at], FLAGS):
                    line = text[:at].rpartition("\n")[2]
                    yield text, at, not line.strip(MARK)


def fraction(text, at, _):
    if not re.match("[+-]?[0-9]", text[at:]):
        return None
    found = take_number(text, at)
    said, end = scale(text, found[1], 5) if found else ("other", at)
    stars = re.compile(MARKS + "stars?(?![a-z0-9])", FLAGS).match(text, end)
    return rated(found[0]) if said == "ours" or said is None and stars else None


def boxed(text, at, _):
    start = re.compile(r"\\boxed\{" + MARKS, FLAGS).match(text, at)
    found = take_number(text, start.end()) if start else None
    said, end = scale(text, found[1], 5) if found else ("other", at)
    end = skip(MARKS, text, end)
    return None if said == "other" or text[end:end + 1] != "}" else rated(found[0])


def shared(text, at, _):
    score = fraction(text, at, _)
    return boxed(text, at, _) if score is None else score


def bracketed(text, at, starts):
    start = re.compile(r"\[\[?" + MARKS).match(text, at) if starts else None
    found = take_number(text, start.end(), comma=False) if start else None
    twice = found and start.group().startswith("[[")
    closing = re.compile(MARKS + (r"\]\]" if twice else r"\]"))
    end = found and closing.match(text, found[1])
    return rated(found[0]) if end and REST_OF_LINE.match(text, end.end()) else None


def starred(text, at, starts):
    found = stars_at(text, at, 5) if starts else None
    if found:
        return rated(found[0])
    found = take_number(text, at) if starts else None
    star = found and re.compile(" *\u2605").match(text, found[1])
    return rated(found[0]) if star else None


def alone(reply, comma, opening, closing):
    """Returns the number if the whole reply is one number, else None."""
    parts = [part.translate(AS_ASCII) for part in spoken(reply)]
    said = [part for part in parts if part.strip(" \n")]
    start = skip(GAP + opening, said[0], 0) if len(said) == 1 else 0
    found = take_number(said[0], start, comma) if len(said) == 1 else None
    ends = found and re.compile(closing + r"\Z").match(said[0], found[1])
    return found[0] if ends else None


def score_in(reply):
    """Tries the forms in which a reply may state a score. Returns the score of the first
    form that occurs; None if none occurs, or if that form has different scores."""
    objects, best, words = labelled_scores(reply, RELEVANCE)
    if objects:
        return single(objects)
    if best:
        return best[0]
    for form in (shared, bracketed, starred):
        found = [form(*place) for place in places(reply)]
        found = [score for score in found if score is not None]
        if found:
            return single(found)
    number = alone(reply, True, r"\(?", rf"{GAP}\u20e3?[{MARK}\n)\]}}.]*")
    score = None if number is None else rated(number)
    return words[0] if score is None and words else score


def ambiguity_in(reply):
    objects, best, _ = labelled_scores(reply, SHARE)
    if objects:
        return single(objects)
    if best:
        return best[0]
    number = alone(reply, False, "", rf"[{MARK}\n.]*")
    return None if number is None else SHARE.hold(number)
