"""Reads the scores that follow labels in a judge's reply (sql/retrieval/README.md).
First, ASCII characters replace typographic characters. Then regular expressions read the
reply. The labels are those of config/evaluation.yaml.
"""

import functools
import math
import os
import re

FLAGS = re.ASCII | re.IGNORECASE

# --- the text that is read --------------------------------------------------------------

TAG = re.compile(r"</?think(ing)?>", FLAGS)

# {ASCII character: the characters that are read as this one}. A character without width
# counts as a blank.
TYPOGRAPHY = {
    " ": "\t\v\f\xa0\xad\u1680\u180e\u202f\u205f\u3000\ufeff",
    "\n": "\r\x85\u2028\u2029",
    "-": "\u2010\u2011\u2012\u2013\u2212",
    "'": "\u2018\u2019\u201a\u201b",
    '"': "\u201c\u201d\u201e\u201f\xab\xbb",
    "/": "\u2044\u2215",
    ":": "\u2236\ufe55",
    "~": "\u301c"}
AS_ASCII = {ord(other): ascii_one
            for ascii_one, others in TYPOGRAPHY.items() for other in others}
AS_ASCII.update((0xff01 + i, chr(0x21 + i)) for i in range(94))
for first, last in ((0x2000, 0x200f), (0x202a, 0x202e), (0x2060, 0x206f),
                    (0xfe00, 0xfe0f)):
    AS_ASCII.update((code, " ") for code in range(first, last + 1))


def tags(reply):
    """Yields the tags of thinking blocks, such as <think>. A tag with the same quote
    before and behind it is skipped."""
    for tag in TAG.finditer(reply):
        before, behind = reply[:tag.start()][-1:], reply[tag.end():][:1]
        if not before or before != behind or before not in "`\"'":
            yield tag


def spoken(reply):
    """Returns the parts (pieces of text) of a reply outside of thinking blocks. If a
    closing tag has no opening tag, all text before it is thinking.
    """
    parts, start, thinking = [], 0, False
    for tag in tags(reply):
        closes = tag.group().startswith("</")
        if closes and not thinking:
            parts = []
        elif not closes and not thinking:
            parts.append(reply[start:tag.start()])
        start, thinking = tag.end(), not closes
    if not thinking:
        parts.append(reply[start:])
    return [part for part in parts if part]


# --- numbers ----------------------------------------------------------------------------

WHOLE = re.compile(r"[+-]?[0-9]*", FLAGS)
EXPONENT = re.compile(r"e[+-]?[0-9]+", FLAGS)
LONGEST_NUMBER = 64


def take_number(part, at, comma=True):
    """Returns the number that begins at the position `at`, and the position after it;
    None if no number begins there."""
    whole = WHOLE.match(part, at).group()
    end = at + len(whole)
    fraction = re.compile("[.,][0-9]+" if comma else "[.][0-9]+").match(part, end)
    if fraction and not (fraction.group()[0] == "," and len(fraction.group()) == 4 and
                         whole.lstrip("+-")[:1] not in ("", "0")):  # such as 1,000
        end = fraction.end()
    if not re.search("[0-9]", part[at:end]):
        return None
    exponent = EXPONENT.match(part, end)
    end = exponent.end() if exponent else end
    value = float(part[at:end].replace(",", "."))
    return (value, end) if math.isfinite(value) and end - at <= LONGEST_NUMBER else None

MARK = " *_`\"'\\\\"
MARKS, GAP, CLOSERS = f"[{MARK}]*", f"[{MARK}\n]*", rf"[{MARK})\]}}]*"
GOES_ON = re.compile("[a-z0-9]|[.,:~|-][0-9]", FLAGS)
SECOND_GOES_ON = re.compile("[a-z0-9]|[.~/-][0-9]", FLAGS)


def skip(pattern, part, at):
    return re.compile(pattern).match(part, at).end()


# --- words ------------------------------------------------------------------------------

LETTERS = ((0xc0, 0xd6), (0xd8, 0xf6), (0xf8, 0x1fff), (0x2e80, 0x2fdf), (0x3005, 0x3007),
           (0x3041, 0x9fff), (0xac00, 0xd7a3), (0xf900, 0xfaff))


def is_letter(char):
    return bool(re.match("[a-z0-9]", char, FLAGS)) or \
        any(first <= ord(char or "\0") <= last for first, last in LETTERS)


def words_part(before, behind):
    """Returns whether a word ends between the characters `before` and `behind`. A word
    never has both East Asian and other letters."""
    return not is_letter(before) or not is_letter(behind) or \
        (ord(before) >= 0x2e80) != (ord(behind) >= 0x2e80)


@functools.lru_cache(1000)  # the same phrases and reply are read often
def lower(text):
    return "".join(char.lower()[0] for char in text)


@functools.lru_cache(None)
def phrase_pattern(phrase, blank):
    return re.compile(blank.join(map(re.escape, lower(phrase).split(" "))))


def phrase_at(part, at, phrase, blank):
    found = phrase_pattern(phrase, blank).match(lower(part), at)
    return found and found.end()


def take(part, at, phrases):
    """Returns the end of the first phrase in `phrases` that stands in `part` at the
    position `at`; None if none does."""
    for phrase in phrases:
        end = phrase_at(part, at, phrase, f"[-{MARK}\n]+")
        if end and words_part(phrase[-1], part[end:end + 1]):
            return end
    return None


# --- labels -----------------------------------------------------------------------------

def shipped_labels():
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "..", "..", "config", "evaluation.yaml"),
              encoding="utf-8") as file:
        text = file.read().partition("    labels:\n")[2].partition("\n\n")[0]
    return [line.strip()[2:] for line in text.splitlines()]


LABELS = shipped_labels()
AMBIGUITY = ["ambiguity", "ambiguity score", "ambiguity level", "ambiguity rating"]
FINAL = ("final overall total revised gesamt finale globale global générale generale "
         "geral "
         "общая общий итоговая итоговый 最终 综合 总体 最終 総合 최종 종합").split()
FREE = ("a an and as conclude choose assign give hence i is its my of or so the then "
        "this "
        "am le thus source overall with therefore").split()


def label_ends(part, end, last):
    return words_part(last, part[end:end + 1]) and \
        not (part[end:end + 1] in ("_", "-") and is_letter(part[end + 1:end + 2]))


def final_at(part, at, joined):
    for word in FINAL:
        end = phrase_at(part, at, word, "")
        if end and (joined or label_ends(part, end, word[-1])):
            return end
    return None


def listed_at(part, at, labels):
    """Returns the longest label at the position `at`: its index in `labels` and its end;
    (None, at) if there is no label."""
    best = (None, at)
    for index, label in enumerate(labels):
        end = phrase_at(part, at, label, f"[-{MARK}]*")
        if end and end > best[1] and label_ends(part, end, label[-1]):
            best = (index, end)
    return best


def label_at(part, at, labels):
    """Returns the label at the position `at`: (index, end, final). `final` is True if a
    word in the list FINAL stands beside the label. If such a word stands alone, it is the
    label, and the index is None. Returns None if there is no label."""
    start, final = at, False
    for _ in range(2):
        end = final_at(part, start, True)
        if end:
            final, start = True, skip(f"[-{MARK}]*", part, end)
    index, end = listed_at(part, start, labels)
    if index is None and final:
        index, end = listed_at(part, at, labels)
    if index is None:
        end = final_at(part, at, False)
        if not end:
            return None
    behind = skip(" *", part, end)
    more = behind > end and final_at(part, behind, False)
    return index, more or end, final or bool(more)


def labels_in(part, raw, labels):
    """Yields each label of a text as (index, start, end, final, first). label_at()
    explains `final`; `first` is True if the label begins its line."""
    at, word, first, apart = 0, (0, 0), True, True
    while at < len(part):
        char, before = part[at], part[at - 1:at] or "\n"
        starts = is_letter(char) and words_part(before, char) and \
            not (before in "_-" and is_letter(part[max(at - 2, 0):max(at - 1, 0)]))
        label = label_at(part, at, labels) if starts else None
        if label and not apart:
            if re.match("[A-Z]{2}", part[at:]):
                free = not re.match("[A-Z]", raw[word[1] - 1])
            else:
                free = lower(part[word[0]:word[1]]) in FREE
            label = label if free else None
        if label and label[0] is None and not first:
            label = None
        if label:
            yield label[0], at, label[1], label[2], first
        word = (at if starts else word[0], word[1])
        for at in range(at, label[1] if label else at + 1):
            if is_letter(part[at]):
                word, first, apart = (word[0], at + 1), False, False
            elif part[at] != " ":
                first, apart = first or part[at] == "\n", True
        at += 1


# --- the value after a label ------------------------------------------------------------

OTHER_TIES = ("out of the", "of the", "to", "or", "oder", "bis", "ou", "o", "或", "至",
              "到", "или", "до")
OUR_TIES = ("out of", "满分", "max", "maximum")
ANY_TIES = ("of", "von", "sur", "su", "de", "di", "из", "van")
UNITS = ("points", "stars", "分", "点", "점")
CONDITIONS = ("would", "could", "should", "might", "means", "requires", "needs", "if",
              "when")
SUBJECTS = ("to question", "to the question", "to query", "to the query",
            "for this source", "for the source", "of this source", "of the source",
            "to the topic", "to the user query", "for the question")
STARS = re.compile("(?:[\u2605\u2b50\U0001f31f] *)+(?:\u2606 *)*")
SAME_LINE = re.compile(r"\||[-\u2014]>|(?<= )[-\u2014](?= )")
ANY_LINE = re.compile(r"[:\u2192]|=>?")
ELEMENT = re.compile("(?: [^<>\n]*)?>")
TAG_OF_HTML = "(?:</?(?![0-9])[a-zA-Z0-9]*>)?"
REMARK = re.compile(r"[(\[]([^()\[\]\n]*)[)\]]")
REST_OF_LINE = re.compile(rf"[{MARK})\]}}.]*(?:\n|\Z)")
BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}


def tie_at(part, at):
    """Reads words between a number and the end of its scale, such as "out of" in "4 out
    of 5". Returns (the scale, the position after the words), or None without such words.
    The scale is "ours" (the wanted score's scale), "other", or None if the words do not
    tell which."""
    if part[at:at + 1] == "/":
        return "ours", at + 1
    for said, ties in (("other", OTHER_TIES), ("ours", OUR_TIES), (None, ANY_TIES)):
        end = take(part, at, ties)
        if end:
            return said, end
    return None


def scale(part, at, most):
    """Returns the scale that the text after a number names ("ours", "other" or None, as
    in tie_at), and the position after this text."""
    start = at
    if GOES_ON.match(part, at):
        return "other", at
    at = skip(MARKS, part, at)
    if part[at:at + 1] in ("%", "?"):
        return "other", at
    at = skip(MARKS, part, take(part, at, UNITS) or at)
    aside = part[at:at + 1] == "("
    tie = tie_at(part, at + aside)
    if not tie or aside and tie[0] != "ours":
        return None, start
    second = take_number(part, skip(GAP, part, tie[1]), comma=False)
    if not second:
        return None, start
    if second[0] != most or SECOND_GOES_ON.match(part, second[1]):
        return "other", at
    return tie[0], second[1]


def stars_at(part, at, most):
    found = STARS.match(part, at)
    if not found or part[found.end():found.end() + 1] in ("\u2605", "\u2b50",
                                                          "\U0001f31f"):
        return None
    full = len(re.findall("[\u2605\u2b50\U0001f31f]", found.group()))
    empty = found.group().count("\u2606")
    return (float(full), found.end()) if not empty or full + empty == most else None


def number_at(part, at, kind, comma=True):
    stars = stars_at(part, at, kind.most)
    if stars:
        return stars
    found = take_number(part, at + (part[at:at + 1] == "~"), comma)
    said, end = scale(part, found[1], kind.most) if found else ("other", at)
    return None if said == "other" else (found[0], end)


def is_condition(part, at):
    at = skip(MARKS, part, at)
    return part[at:at + 1] == "=" or take(part, at, CONDITIONS) is not None


def separated(part, at, gap, kind):
    """Returns the score that follows a label and a separator."""
    at = skip(MARKS + TAG_OF_HTML + MARKS, part, at)
    new_line = part[at:at + 1] == "\n"
    at = skip(gap + "(?:[bB][oO][xX][eE][dD](?![a-zA-Z0-9]))?", part, at)
    closing = BRACKETS.get(part[at:at + 1])
    if closing:
        at += 2 if part[at + 1:at + 2] == "[" else 1
        at = skip(MARKS, part, at)
    item = take_number(part, at)
    if item and new_line and re.compile("[.)] ").match(part, item[1]):
        return None
    found = number_at(part, at, kind)
    score = kind.hold(found[0]) if found and not is_condition(part, found[1]) else None
    end = skip(MARKS, part, found[1]) if score is not None else at
    if closing and not (part[end:end + 1] == closing
                        and REST_OF_LINE.match(part, end + 1)):
        return None
    return score


def remark(part, at, most):
    """Returns the end of a remark after a label, such as (1-5), or `at` if there is no
    remark. Returns None if the remark names another scale, such as (1-10) or /10."""
    bracket = REMARK.match(part, at)
    if bracket:
        inside = part[at + 1:]
        least = take_number(inside, 0, comma=False)
        to = skip(MARKS, inside, least[1] if least else 0)
        if inside[to:to + 1] == "%":
            return None
        dash = least and inside[to:to + 1] in ("-", "~")
        tie = ("ours", to + 1) if dash else tie_at(inside, to)
        second = tie and take_number(inside, skip(GAP, inside, tie[1]), comma=False)
        other = (second and second[0] != most
                 and not SECOND_GOES_ON.match(inside, second[1]))
        return None if other else bracket.end()
    subject = take(part, at, SUBJECTS)
    tie = tie_at(part, at)
    second = tie and tie[0] == "ours" and \
        take_number(part, skip(GAP, part, tie[1]), comma=False)
    if second:
        return second[1] if second[0] == most else None
    return subject or at


def bare(part, label, at, kind):
    """Returns the score that follows a label with no separator between them."""
    index, start, _, _, first = label
    if index is None or not re.match("[A-Z]", part[start:]) or \
            not (first or part[start - 1:start] in ("*", "_")):
        return None
    space = re.compile(GAP).match(part, at)
    at = space.end()
    if space.group().endswith("\n"):
        underline = re.compile(f"[-=]*({GAP})").match(part, at)
        at = underline.end() if underline[1].endswith("\n") else at
    found = number_at(part, at, kind) if re.match("[0-9]", part[at:]) else None
    return kind.hold(found[0]) if found and REST_OF_LINE.match(part, found[1]) else None


def separator_at(part, at):
    """Returns the end of the separator, and the pattern of the gap that may follow it;
    None without a separator."""
    at = skip(CLOSERS, part, at)
    for separator, gap in ((ANY_LINE, GAP), (SAME_LINE, MARKS)):
        found = separator.match(part, at)
        if found:
            return found.end(), gap
    return None


def labelled(part, label, kind):
    start, end = label[1:3]
    element = part[start - 1:start] == "<" and start > 0 and ELEMENT.match(part, end)
    found = (element.end(), GAP) if element else separator_at(part, end)
    if found:
        return separated(part, *found, kind)
    end = remark(part, skip(CLOSERS, part, end), kind.most)
    if end is None:
        return None
    found = separator_at(part, end)
    if found:
        return separated(part, *found, kind)
    return bare(part, label, skip(CLOSERS, part, end), kind)


def worded(part, label, kind):
    found = separator_at(part, label[2])
    if not found:
        return None
    start = at = skip(MARKS, part, found[0])
    while is_letter(part[at:at + 1]) and not re.match("[0-9]", part[at:]):
        at += 1
    bracket = skip(MARKS, part, at)
    if at == start or part[bracket:bracket + 1] != "(":
        return None
    found = number_at(part, bracket + 1, kind)
    return kind.hold(found[0]) if found and part[found[1]:found[1] + 1] == ")" else None
