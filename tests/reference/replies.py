"""What a judge's reply says: sql/retrieval/README.md (the relevance gate) and
sql/interview/README.md (ambiguity), by regular expressions over a reply whose typography
is ASCII.
"""

import math
import re

FLAGS = re.ASCII | re.IGNORECASE

# --- what is read -----------------------------------------------------------------------

TAG = re.compile(r"</?think(ing)?>", FLAGS)

# Characters that are read as ASCII. What has no width counts as a blank.
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
    """The tags of thinking blocks, but for those between two equal quotes."""
    for tag in TAG.finditer(reply):
        before, behind = reply[:tag.start()][-1:], reply[tag.end():][:1]
        if not before or before != behind or before not in "`\"'":
            yield tag


def spoken(reply):
    """The parts of a reply outside of thinking blocks. A closing tag without an opening
    one makes a thought of all that is before it.
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
    """The number at a place and where it ends; None where there is none."""
    whole = WHOLE.match(part, at).group()
    end = at + len(whole)
    fraction = re.compile("[.,][0-9]+" if comma else "[.][0-9]+").match(part, end)
    if fraction and not (fraction.group()[0] == "," and len(fraction.group()) == 4 and
                         whole.lstrip("+-")[:1] not in ("", "0")):  # 1,000
        end = fraction.end()
    if not re.search("[0-9]", part[at:end]):
        return None
    exponent = EXPONENT.match(part, end)
    end = exponent.end() if exponent else end
    value = float(part[at:end].replace(",", "."))
    return (value, end) if math.isfinite(value) and end - at <= LONGEST_NUMBER else None


MARKS = r"[ *_`\"'\\]*"
GAP = r"[ *_`\"'\\\n]*"
END = "(?![a-z0-9])"
GOES_ON = re.compile("[a-z0-9]|[.,:~|-][0-9]", FLAGS)
OUT = f"out{END}{GAP}"
TIE = re.compile(rf"{MARKS}(?:(?P<range>(?:(?:{OUT})?of{END}{GAP}the|to|or){END})|"
                 rf"(?P<ours>/|{OUT}of{END})|(?P<of>of{END})){GAP}", FLAGS)
PERCENT = re.compile(MARKS + "%")
SECOND_GOES_ON = re.compile("[a-z0-9]|[.~/-][0-9]", FLAGS)


def scale(part, at):
    """What is behind a number, and where it ends: the scale "ours", "other" or None."""
    if GOES_ON.match(part, at) or PERCENT.match(part, at):
        return "other", at
    tie = TIE.match(part, at)
    second = tie and take_number(part, tie.end(), comma=False)
    if not second:
        return None, at
    most, end = second
    if most != 5 or SECOND_GOES_ON.match(part, end) or tie["range"]:
        return "other", at
    return (None if tie["of"] else "ours"), end


# --- the forms of a score ---------------------------------------------------------------

WORD = re.compile("[a-z0-9_-]+", FLAGS)
LABELS = {"score", "rating", "relevance"} | {
    first + last for first in ("relevance", "final", "overall")
    for last in ("score", "rating")}
ELEMENT = re.compile("(?: [^<>\n]*)?>")
CLOSERS = r"[ *_`\"'\\)\]}]*"
REMARK = re.compile(r"[(\[]([^()\[\]\n]*)[)\]]")
SAME_LINE = re.compile(r"\||[-\u2014]>|(?<= )[-\u2014](?= )")
ANY_LINE = re.compile(r"[:\u2192]|=>?")
REST_OF_LINE = re.compile(r"[ *_`\"'\\)\]}.]*(?:\n|\Z)")
BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}


def skip(pattern, part, at):
    return re.compile(pattern).match(part, at).end()


def remark(part, at):
    """Where a remark on a label ends, None where it states another scale: (1-10), /10."""
    at = skip(CLOSERS, part, at)
    bracket = REMARK.match(part, at)
    tie = TIE.match(part, at)
    if bracket:
        inside = part[at + 1:]
        least = take_number(inside, 0, comma=False)
        to = least[1] if least else 0
        if PERCENT.match(inside, to):
            return None
        tie = least and re.compile(f"{MARKS}[~-]{GAP}").match(inside, to) or \
            TIE.match(inside, to)
        most = tie and take_number(inside, tie.end(), comma=False)
        if most and most[0] != 5 and not SECOND_GOES_ON.match(inside, most[1]):
            return None
        return skip(CLOSERS, part, bracket.end())
    most = tie and tie["ours"] and take_number(part, tie.end(), comma=False)
    if most and most[0] != 5:
        return None
    return skip(CLOSERS, part, most[1]) if most else at


def separated(part, at, gap):
    """The score behind a separator."""
    new_line = part[skip(MARKS, part, at):][:1] == "\n"
    at = skip(gap, part, at)
    closing = BRACKETS.get(part[at:at + 1])
    at = skip(MARKS, part, at + 1) if closing else at
    found = take_number(part, at)
    if not found or new_line and re.compile("[.)] ").match(part, found[1]):
        return None
    kind, end = scale(part, found[1])
    end = skip(MARKS, part, end)
    alone = not closing or \
        part[end:end + 1] == closing and REST_OF_LINE.match(part, end + 1)
    return found[0] if alone and kind != "other" else None


def bare(part, word, at):
    """The score behind a label that nothing separates from it."""
    line = part[:word.start()].rpartition("\n")[2]
    first = not re.search("[a-z0-9]", line, FLAGS)
    emphasised = part[word.start()] == "_" or line.endswith("*")
    if not word.group().strip("_-")[0].isupper() or not (first or emphasised):
        return None
    at = skip(GAP, part, at)
    found = take_number(part, at) if part[at:at + 1].isdigit() else None
    kind, end = scale(part, found[1]) if found else ("other", at)
    return found[0] if kind != "other" and REST_OF_LINE.match(part, end) else None


def labelled(part):
    for word in WORD.finditer(part):
        before = part[:word.start()][-1:]
        if word.group().replace("_", "").replace("-", "").lower() not in LABELS or \
                word.group()[0] == "-" and before > "\x7f":
            continue
        element = before == "<" and ELEMENT.match(part, word.end())
        at = word.end() if element else remark(part, word.end())
        if at is None:
            continue
        separator = element or ANY_LINE.match(part, at)
        same_line = SAME_LINE.match(part, at)
        if separator or same_line:
            score = separated(part, (separator or same_line).end(),
                              GAP if separator else MARKS)
        else:
            score = bare(part, word, at)
        if score is not None:
            return score
    return None


def fraction(part):
    """4/5 or 4 out of 5; a number of a date, a word or a range is none."""
    for start in re.compile("(?<![a-z0-9.~/-])[+-]?[0-9]", FLAGS).finditer(part):
        found = take_number(part, start.start())
        if found and found[0] < 100 and scale(part, found[1])[0] == "ours":
            return found[0]
    return None


def bracketed(part):
    """[4], but no link."""
    for start in re.finditer(r"\[" + MARKS, part):
        found = take_number(part, start.end(), comma=False)
        if found and re.compile(MARKS + r"\](?!\()").match(part, found[1]):
            return found[0]
    return None


def score_in(reply):
    """The first score of the first form that a reply has; None if it has none."""
    parts = [part.translate(AS_ASCII) for part in spoken(reply)]
    for form in (labelled, fraction, bracketed):
        for part in parts:
            score = form(part)
            if score is not None:
                return score
    said = [part for part in parts if part.strip(" \n")]
    start = skip(GAP, said[0], 0) if said else 0
    found = take_number(said[0], start) if len(said) == 1 else None
    alone = found and re.compile(r"[ *_`\"'\\\n.]*\Z").match(said[0], found[1])
    return found[0] if alone else None


# --- ambiguity --------------------------------------------------------------------------

KEY = re.compile(r'"ambiguity"\s*:\s*("?)\s*', FLAGS)
JSON_END = re.compile(r"\s*(?:\Z|\}|,\s*(?:[^\s0-9]|\Z))", re.ASCII)
NUMERAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?", FLAGS)


def ambiguity_in(reply):
    """The first number in 0..1 of a key "ambiguity", or the whole reply."""
    parts = spoken(reply)
    for part in parts:
        for quote in re.finditer('"', part):
            key = KEY.match(part, quote.start())
            numeral = key and NUMERAL.match(part, key.end())
            ending = re.compile(r'\s*"', re.ASCII) if key and key[1] else JSON_END
            ends = numeral and ending.match(part, numeral.end())
            if ends and 0 <= float(numeral.group()) <= 1:
                return float(numeral.group())
    said = [part.strip(" \t\n\r") for part in parts if part.translate(AS_ASCII).strip()]
    alone = re.compile(f'{NUMERAL.pattern}|"\\s*{NUMERAL.pattern}\\s*"', FLAGS) \
        .fullmatch(said[0]) if len(said) == 1 else None
    value = float(said[0].strip('" \t\n\r')) if alone else -1
    return value if 0 <= value <= 1 else None
