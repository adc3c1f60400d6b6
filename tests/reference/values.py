"""Hostile values from a seeded generator: values at a border, values that only look like
numbers, and values that no rule can use.

Each maker takes a random.Random and returns one argument. If a rule gets a new border,
such as a new floor, add values beside it to this module.
"""

import json
import math
import struct

from hostile import MALFORMED, NO_OBJECTS, NOT_NUMBERS, ODD_NUMBERS, SPECIAL
from interview import MATRIX, NEGATIVE_PHRASES, PHASES, STRATEGIES
from reading import DIMENSIONS, EVIDENCE, number
from research import TIERS, WEIGHTS, WINDOWS
from retrieval import MODES, WHITE_SPACE

GREATEST = 2 ** 63 - 1


def spellings(value):
    """Returns a number as TEXT in several spellings: white space, a sign, an exponent,
    leading zeros."""
    plain = repr(value)
    sign = "" if value < 0 else "+"
    zeros = "" if value < 0 else "000"
    return [plain, f" {plain}", f"{plain} ", f"\t\n{plain}\v\f\r", sign + plain,
            zeros + plain, plain if "e" in plain else plain + "e0"]


def border(value):
    """Returns a number, the next doubles on each side and, if it is whole, the next whole
    numbers; each also as TEXT."""
    beside = [math.nextafter(value, -math.inf), float(value),
              math.nextafter(value, math.inf)]
    whole = [int(value)] if value == int(value) else []
    around = whole + [each + step for each in whole for step in (-1, 1)]
    return (beside + around + spellings(value) +
            [repr(each) for each in beside + around])


def pool(*borders):
    values = [*SPECIAL, *NOT_NUMBERS, *ODD_NUMBERS]
    return values + [value for each in borders for value in border(each)]


SCORES = pool(0, 1, 0.2, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
# JUDGEMENTS leaves out numbers of days from 1e9 on. The square of such a number may
# overflow a double, and the documents do not say what happens then.
JUDGEMENTS = [each for each in SCORES if (number(each) or 0) < 1e9]
COUNTS = pool(0, 1, 2, 3, 4, 5, 8, 10, 15, 20)
AGES = pool(0, 1, 7, 30, 60, 90, 120, 180, 183, 365, 730)
RATINGS = pool(1, 2, 2.5, 3, 4, 5)
LENGTHS = pool(3, 4, 5.5)
# Turn numbers of an interview. No number is huge, because no interview has 2^31 turns.
TURNS = (0, 1, 5, 8, 15, 20, 21, "8", " 15 ", 20.0, 8.5, -1, None, "x", b"8")
DEGREES = pool(0, 1, 1.5, 2, 3, 3.5)
MOMENTA = pool(0, 30, 70, 100)


# --- numbers ----------------------------------------------------------------------------

def score(draw):
    kind = draw.random()
    if kind < 0.45:
        return draw.choice(SCORES)
    if kind < 0.9:
        return round(draw.random(), draw.choice((1, 2, 2, 3, 17)))
    return repr(round(draw.random(), draw.randint(1, 17)))


def good_score(draw):
    """Draws mostly a score that just passes or just fails the gate, so that the gate
    fails for each of its reasons in some cases."""
    if draw.random() < 0.07:
        return score(draw)
    return draw.choice((0.75, 0.75, 0.8, 0.9, 0.95, 1, "0.75", " .9 ", 0.76,
                        math.nextafter(0.75, 1), math.nextafter(0.75, 0)))


def coarse_score(draw):
    """Draws one of a few scores, so that many drawn scores are equal."""
    return draw.choice((0.7, 0.75, 0.8, 0.85, 0.9, 0.5, 1))


def count(draw):
    return draw.choice(COUNTS) if draw.random() < 0.6 else draw.randint(0, 12)


def likely(value, other):
    return lambda draw: value if draw.random() < 0.7 else other(draw)


def age(draw):
    kind = draw.random()
    if kind < 0.5:
        return draw.choice(AGES)
    return draw.randint(-5, 1000) if kind < 0.8 else 10 ** draw.uniform(-300, 300)


def mistaken(maker, wrong):
    """Returns a maker that mostly returns a right argument, sometimes one of `wrong`,
    which makes the call a mistake."""
    return lambda draw: draw.choice(wrong) if draw.random() < 0.05 else maker(draw)


def one_of(values):
    return lambda draw: draw.choice(values)


def either(*makers):
    return lambda draw: draw.choice(makers)(draw)


def flag(draw):
    return draw.choice((0, 0, 0, 1, 1, None, 2, "0", "1", 0.0, -0.0, "0.0", "x", b"0",
                        0.5, -1))


def floor(usual):
    """Returns a maker of floors near `usual`, so that a call's floors for Elite, High and
    Medium mostly descend."""
    near = (usual, repr(usual), usual - 0.1, usual - 0.05, usual + 0.05)
    return lambda draw: draw.choice(near) if draw.random() < 0.95 else score(draw)


def delta(usual):
    odd = (0, -0.0, "-0.4", -0.3, -0.9, 0.1, None, "x", -math.inf, -1e300, -5e-324)
    near = (usual, usual - 0.15, usual + 0.1)
    return lambda draw: draw.choice(near if draw.random() < 0.9 else odd)


# --- names ------------------------------------------------------------------------------

def cased(draw, written):
    """Returns a name with a random mixture of upper and lower case in ASCII (R8)."""
    return draw.choice((written, written, written.upper(), written.title(),
                        "".join(draw.choice((c, c.upper())) for c in written)))


def almost(draw, written):
    """Draws a value other than the name, mostly a text that is nearly the name."""
    return draw.choice((written + " ", " " + written, written + "\0", written[:-1],
                        written + "x", written.encode(), written.replace("i", "\u0131"),
                        written.replace("k", "\u212a") + "\u0301", written + "\udcff",
                        "", 1, 0.5, None, "unknown"))


def name(names, wrong=0.15):
    names = tuple(names)

    def make(draw):
        written = draw.choice(names)
        return almost(draw, written) if draw.random() < wrong else cased(draw, written)
    return make


def domain(draw):
    """Domains match exactly, so a name in another case is another domain."""
    return name(WINDOWS, 0.3)(draw)


dimension = name((*DIMENSIONS, "default"), 0.2)
days_or_dimension = name((*DIMENSIONS, "recency_days", "recency_days"), 0.2)
tier = name(TIERS, 0.1)
mode = name(MODES, 0.12)
strategy = name((*STRATEGIES, "clarify", "default"), 0.2)
scorer = name(MATRIX, 0.08)
phase = name(PHASES, 0.08)


# --- weights ----------------------------------------------------------------------------

def weight(draw):
    return draw.choice((0, 1, 5, 0.2, 0.1, 0.3, 1e-5, 1e-300, 1e300, 12345678901234567890,
                        round(draw.random(), 3),
                        draw.random() * 10 ** draw.randint(-9, 9)))


BAD_WEIGHTS = (
    "", " ", "equal ", "nope", "[]", "{}", "[1,2]", "[1,2,3,4,5,6]", "[0,0,0,0,0]",
    "[-1,1,1,1,1]", '[1,1,1,1,"1"]', "[1,1,1,1,null]", "[true,1,1,1,1]", "[[1],1,1,1,1]",
    "[1,1,1,1,1", "[1,1,1,1,1]]", "[1,1,1,1,1]x", "[1,1,1,1,1]\0", "[01,1,1,1,1]",
    "[1.,1,1,1,1]", "[.5,1,1,1,1]", "[+1,1,1,1,1]", "[NaN,1,1,1,1]", "[1e999,1,1,1,1]",
    "[1e308,1e308,1e308,1e308,1e308]", "[1e-400,0,0,0,0]", "[2e-308,0,0,0,0]",
    "[1e-308,1e-308,0,0,0]", "[5e-324,0,0,0,0]", '"equal"', '{"coverage":0}',
    '{"coverage":1,"Coverage":2}', '{"nope":1}', '{"coverage":1,}', '{"coverage":-1}',
    1, 0.5, b"", b"x", bytes(40), struct.pack("<5d", 1, 1, 1, 1, math.nan),
    struct.pack("<5d", 1, 1, 1, 1, -1), struct.pack("<5d", 1, 1, 1, 1, math.inf))
ODD_WEIGHTS = (None, "[1E2,1e+2,1e-2,1.5e0,0e0]", "[-0.0,1,1,1,1]", "[1,5e-324,0,0,0]",
               "[2.2250738585072014e-308,0,0,0,0]",
               struct.pack("<5d", 1, 1, 1, 1, -0.0))


def good_weights(draw):
    """Draws weights in one of the forms that a call takes. Sometimes their sum is 0,
    which is a mistake."""
    five = [weight(draw) for _ in DIMENSIONS]
    some = draw.sample(DIMENSIONS, draw.randint(1, 5))
    return draw.choice((cased(draw, draw.choice(tuple(WEIGHTS))), json.dumps(five),
                        json.dumps({cased(draw, each): weight(draw) for each in some}),
                        struct.pack("<5d", *five), draw.choice(ODD_WEIGHTS)))


def weights(draw):
    return draw.choice(BAD_WEIGHTS) if draw.random() < 0.2 else good_weights(draw)


# --- texts ------------------------------------------------------------------------------

QUERY_WORDS = ("a", "the", "token", "refresh", "session", "\u65e5\u672c\u8a9e", "\u00e9",
               "na\u00efve", "\u200b", "e\u0301", "\U0001f600", "x" * 40, "abcd",
               "abcdefgh")
ODD_QUERIES = (None, 1, 12345, 0.5, b"two words", "", " ", "\0", "a\0b c", "\u3000",
               "caf\udce9 cafe", "\udcff\udcfe words", "\udce3\udc80 abcd", "ab\udcc2",
               "\udcf0\udc9f words words", "ab\udce2\udc80cd ef", 2 ** 62)


def query(draw):
    if draw.random() < 0.15:
        return draw.choice(ODD_QUERIES)
    spaces = draw.choice(([" "], [" "], sorted(WHITE_SPACE)))
    length = draw.choice((0, 1, 2, 2, 3, 4, 6, 30))
    return draw.choice(("", " ", "\t\n")) + "".join(
        draw.choice(QUERY_WORDS) + draw.choice(spaces) * draw.choice((1, 1, 2))
        for _ in range(length))


LETTERS = "ab cAB \u00e9\u00c9\u00f1\u00df\u0130\u0131\u03a3\u03c3\u03c2\u0100\u0101" \
          "\u65e5\u672c\U0001f600.,\n"


def short_text(draw):
    if draw.random() < 0.08:
        return draw.choice((None, 1, 0.5, b"ab", "", "a", "A", "ab", "\u0130"))
    return "".join(draw.choice(LETTERS) for _ in range(draw.choice((1, 2, 3, 5, 8, 30))))


REPLY_WORDS = ("I", "don't", "don\u2019t", "know", "no", "idea", "not", "sure", "the",
               "roasting", "Roasting", "roasting's", "roasting\u2019s", "roast", "tea",
               "\u00c4rger", "\u00e4rger", "never", "heard", "of")
# BREAKS has no semicolon, because the documents do not say whether it ends a sentence.
BREAKS = (" ", " ", " ", " ", ". ", ", ", "! ", "\n", " - ", "? ", " (", ".")


def sentence(draw, longest=8):
    return "".join(draw.choice(REPLY_WORDS) + draw.choice(BREAKS)
                   for _ in range(draw.randint(0, longest)))


def reply(draw):
    if draw.random() < 0.05:
        return draw.choice((None, b"no idea", ""))
    opening = draw.choice(NEGATIVE_PHRASES) if draw.random() < 0.5 else ""
    return opening + draw.choice(BREAKS) + sentence(draw)


def topic(draw):
    return draw.choice((None, b"x", "", "tea")) if draw.random() < 0.1 else \
        sentence(draw, 3)


def phrases(draw):
    if draw.random() < 0.1:
        return draw.choice((None, "", "[", "{}", "[1]", '["a"', "no idea", 1))
    listed = [sentence(draw, 2).strip() for _ in range(draw.randint(0, 3))]
    return json.dumps(listed, ensure_ascii=draw.random() < 0.5)


RATING_FORMS = (
    "SCORE: {}", "**SCORE:** {}", "Score = {}", "SCORE (1-5): {}", "Rating: {}",
    "Relevance - {}", "final score \u2014 {}", "<score>{}</score>", "| Score | {} |",
    '{{"score": {}}}', '{{"relevance_score": "{}"}}',
    "\uff33core\uff08\uff11-5\uff09\uff1a{}", "Score\u00a0:\u202f{}", "## Score\n\n{}\n",
    "Score {}", "**Score {}**", "SCORE: [{}]",
    "F1-score: {}", "max_score: {}", "relevance {} metres", "Relevance:\n{}. A list",
    "{}/5", "{} out of 5", "**{}** / 5", "{}\u2044\uff15", "{}/10", "{} of 5", "{}-5",
    "{}/5/2026", "{}%", "{} or 5", "[{}]", "[{}](https://a.example)", "[1,{}]", "{}",
    "Final score: {}", "Score: {}\nOverall: {}", "\nTotal: {}", "Credit score: {}",
    "my rating: {}", "SCORE: {} would do", "Score: {}?", "Bewertung: {} von 10",
    "\u8bc4\u5206\uff1a{}\u5206", "\u7efc\u5408\u5f97\u5206: {}",
    "\u041e\u0426\u0415\u041d\u041a\u0410: {}",
    "Calificaci\u00f3n final: {}", "{} stars", "\\boxed{{{}}}", "\n[{}]\n", "[[{}]]",
    "\n\u2605\u2605\u2606\u2606\u2606", "{}\u2605", "Relevance: high ({})",
    "Score\n---\n{}\n",
    "<b>Score:</b> {}", "Score: {} (max 10)", "relevance to the question: {}",
    '{{"reason": "SCORE: 5 would do", "score": {}}}', "{{'a': \"it's\", 'rating': {}}}",
    '{{"score": {}, "max_score": 10}}', '{{"first_score": 4, "final_score": {}}}',
    '{{"a": {{"score": {}}}, "b": "SCORE: 1"}}', '[{{"score": {}}}, {{"score": 2}}]',
    '{{"score": {}', '{{"score": "{}", // low')
RATINGS = ("-2", "0", "1", "2", "3", "4", "5", "9", "3.5", "4.0", "2,5", "1,000", ".5",
           "\uff14", "\u22122", "4e0", "12", "2024", "high", "**4**", "_4_")
ASIDES = ("", "", "I say ", " because it fits", "\nnothing else\n", " see [1] ", " 1/5 ",
          "\n", "<think>", "</think>", "<Thinking>", "</thinking>", "`<think>`", "`",
          " \u3000 ")


def rated_reply(draw):
    """Draws documented forms of a score, and texts that only look like these forms, with
    words around them."""
    if draw.random() < 0.1:
        return draw.choice((None, b"[4]", "", "no rating", "SCORE: four", "[x]", 4, 2.5))
    pieces = []
    for _ in range(draw.choice((1, 1, 2, 3))):
        rated = draw.choice(RATINGS)
        pieces += [draw.choice(ASIDES), draw.choice(RATING_FORMS).format(rated, rated)]
    return "".join(pieces) + draw.choice(ASIDES)


def ambiguity_reply(draw):
    if draw.random() < 0.1:
        return draw.choice((None, b"{}", "", "{}", "ambiguous", "0.4", 0.4, " 1 "))
    pieces = []
    for _ in range(draw.choice((1, 1, 2))):
        rated = draw.choice(("0", "1", "0.2", "0.35", "1.5", "-0.1", "2", "0,35", "0, 3",
                             '"0.2"', "null", "0.4%", ".5"))
        opening = draw.choice(('{"ambiguity": ', "{'ambiguity': ", "**Ambiguity:** ",
                               '{"ambiguity_score": ', "\nFinal ambiguity: ",
                               "<ambiguity>", '{"a": "ambiguity: 1", "ambiguity": '))
        pieces += [draw.choice(ASIDES), opening + rated,
                   draw.choice(("}", ', "reasoning": "hedges"}', ",}", ""))]
    return "".join(pieces) + draw.choice(ASIDES)


# --- your own dates and scores ----------------------------------------------------------

DATES = (
    "2026-02-03", "2024-02-29", "2023-02-29", "1900-02-29", "2000-02-29", "2026-04-31",
    "0001-01-01", "9999-12-31", "0000-01-01", "10000-01-01", "2026-13-01", "2026-00-01",
    "2026-02-00", "2026-02", "2026", "0000", "2026-13", "2026-2-3", "2026/02/03",
    "20260203", "2026-034", "2026-W06-2", "3/2/2026", "13.02.26", "3-2-2026",
    "99/99/2026", "3/2-2026", "31.1.2026, noon", "3 Feb 2026", "Tue, 03 Feb 2026",
    "6-Nov-94", "6-Nov-094", "25 Jun 202", "Sun Nov  6", "Tuesday, 3 Feb 26",
    "Wed, 3 Feb 2026", "3 feb 126",
    "1 Jan 49", "1 Jan 50", "6 Nov-94", "Sun, Nov 6", "Feb 3, 2026", "today", "n/a", "")
SEPARATORS = ("", "T", "t", " ", "  ", "\t", "_", ", ", "T ", " (a (b) \\) c) ")
CLOCKS = ("", "10:00", "10:00:00", "10", "23:59:60", "24:00", "24:00:01", "24:00:00,0",
          "10:00:00.123456789", "10:60", "25:00", "10:0", "100000", "10:00:00.", "10.5")
ZONES = ("", "Z", "z", " GMT", " +0000", "+09:00", "-0500", "+9", "+24:00", "+0960",
         " UT", " EST", " cest", " PM", " Europe", " +0000 (UTC)", " (UTC", " 2026",
         " 1994", " 94 GMT", "+09", "\n", " \u00a0")
UNIX_TIMES = pool(10 ** 8, 10 ** 11, 86400 * 20487, 253402300800, 253402300800000)


def date(draw):
    kind = draw.random()
    if kind < 0.2:
        return draw.choice(UNIX_TIMES)
    if kind < 0.3:
        return f"{draw.randint(1, 9999):04}-{draw.randint(1, 12):02}-" \
               f"{draw.randint(1, 31):02}"
    written = draw.choice(DATES)
    if kind < 0.8:
        written += draw.choice(SEPARATORS) + draw.choice(CLOCKS) + draw.choice(ZONES)
    if kind < 0.45 and written:
        at = draw.randrange(len(written))
        written = written[:at] + draw.choice(("", " ", "0", "-", ":", "x", "\0")) + \
            written[at + 1:]
    if draw.random() < 0.1:
        written = written.replace(" ", draw.choice("\xa0\u2003\u3000\ufeff\x85\u2013"))
    return draw.choice((written, written, f" {written}\n", written.upper(),
                        f"\xa0{written}\u2009", written.encode()))


def whole_date(draw):
    """Draws mostly the same day in one of three spellings, otherwise any date."""
    return draw.choice(("2026-02-03", "2026-02-03T10:00:00Z", 1770076800)) \
        if draw.random() < 0.7 else date(draw)


def plain_score(draw):
    """Draws a number of any size, with few digits or many."""
    return draw.choice((
        draw.randint(-10, 100), round(draw.uniform(-2, 7), draw.randint(0, 3)),
        draw.random(), draw.uniform(-1, 1) * 10.0 ** draw.randint(-320, 307),
        draw.randint(-2 ** 63, GREATEST),
        f"{draw.randint(-1, 5)}.{draw.randint(0, 10 ** draw.choice((1, 20, 400)))}",
        f" {draw.randint(0, 10 ** 19)}e{draw.randint(-400, 280)}"))


def own_score(draw):
    """Draws a score in one of the forms that people write, or a text that is not a
    score."""
    if draw.random() < 0.2:
        return draw.choice(SCORES)
    if draw.random() < 0.4:
        return plain_score(draw)
    form = draw.choice(("{}", "{}", "{}%", "{} %", " {}/{} ", "{} / {}", "{} out of {}",
                        "{} OF {}", "{} of {}", "{}\u2044{}", "{}\uff05", "{}/{}/{}",
                        "{}-{}", "{} out {}", "{}of{}", "\u00a0{}", "{}%%", "{} {}",
                        "{}\0", "/{}", "%{}"))
    return form.format(*(draw.choice((
        "85", "4", "5", "4.6", "53.3", "7", "9", "1e-400", "0,85", "7", "10", "100",
        "1,000", "0,850", "12,5", "1,2345", "0",
        "-1", "+4", ".5", ",5", "5,", "3.5", "1e1", "1e999", "x", "", "\uff14",
        "\u22122", "0" * 80 + "1", "101")) for _ in range(3)))


KINDS = ("score", "count", "age", "flag", "date")


def anything(draw):
    """Draws any value that a column may hold, for the function that says why a value is
    missing."""
    return draw.choice((score, count, age, flag, date, own_score))(draw)


# --- evidence ---------------------------------------------------------------------------

OTHER_MEMBERS = ('"x":null', '"x":\t{ "y" : null , "z" : [ true , 1 , "" ] }',
                 '"":0', '"coverage ":1', '"note":"\\"}"', '"recency_days":9',
                 '"x":{"coverage":0.1,"recency":[{}]}', '"x":[[],{},"]",1e5,true]',
                 '"\\u0000":1', '"\u00e9\\ud83d":"\\ude00"', '"coverag\\u00e9":0.1')
NO_DATA = ("null", "true", "false", "[]", "{}", "[0.9]", '{"coverage":0.9}', "1e999",
           "-1e999", '"0.9x"', '""', '"true"', '"\\u0000"', '"0.9\\u0000"', "-0.0")


def escaped(draw, written):
    """Returns a text as a JSON string in which some random characters are escapes."""
    def spell(each):
        if ord(each) < 0x10000 and draw.random() < 0.1:
            return f"\\u{ord(each):04{draw.choice('xX')}}"
        return json.dumps(each, ensure_ascii=draw.random() < 0.5)[1:-1]
    return '"' + "".join(map(spell, written)) + '"'


def in_object(draw, value):
    """Returns a value of SQL as JSON, or null if JSON cannot represent the value."""
    if isinstance(value, str) and "\udc80" <= max(value, default="") <= "\udcff":
        return "null"  # the bytes are not UTF-8
    if isinstance(value, str):
        return escaped(draw, value)
    if value is None or isinstance(value, bytes) or math.isinf(value):
        return "null"
    return repr(value)


def misspelt(draw):
    """Draws a misspelt name of evidence, or a name that ends in a lone surrogate."""
    written = draw.choice(EVIDENCE)
    for _ in range(draw.randint(0, 4)):
        at = draw.randint(0, len(written))
        written = written[:at] + draw.choice((
            written[at + 1:], "x" + written[at:], "E" + written[at + 1:],
            written[at:at + 2][::-1] + written[at + 2:], "\u00e9" + written[at:]))
    return escaped(draw, written) if draw.random() < 0.95 else '"recenc\\ud83d"'


def evidence(draw):
    """Draws mostly one object, with members in any order; some members are absent,
    repeated, misspelt or unusable."""
    if draw.random() < 0.1:
        return draw.choice(NO_OBJECTS + MALFORMED)
    good = draw.random() < 0.5
    members = []
    for position, member in enumerate(EVIDENCE):
        if draw.random() < (0.05 if position < 7 else 0.7):
            continue
        maker = (good_score if good else score) if position < 5 else \
            (likely(12, count), likely(0, count), flag)[position - 5]
        written = draw.choice(NO_DATA) if draw.random() < 0.05 else \
            in_object(draw, maker(draw))
        spelled = member if draw.random() < 0.6 else cased(draw, member)
        for _ in range(2 if draw.random() < 0.02 else 1):
            members.append(escaped(draw, spelled) + draw.choice((":", " : ", ":\n")) +
                           written)
    if draw.random() < 0.3:
        members.append(draw.choice(OTHER_MEMBERS))
    if draw.random() < 0.2:
        for _ in range(draw.choice((1, 1, 2, 19, 30))):
            members.append(misspelt(draw) + ":1")
    if draw.random() < 0.3:
        draw.shuffle(members)
    return "{" + draw.choice((",", ", ", "\t,\r\n")).join(members) + "}"


# --- rounds and rows --------------------------------------------------------------------

ROUNDS = (1, 2, 3, 1.0, 2.0, 1.5, 0, -1, "R1", "R2", "R10", "r1", "", "1", b"", b"R1",
          None, GREATEST, -2 ** 63, 9.3e18, math.inf, -math.inf, 2 ** 53, 2 ** 53 + 1,
          2.0 ** 53, "R1\0", "\u00e9", "\U0001f600")


def round_number(draw):
    return draw.choice(ROUNDS) if draw.random() < 0.4 else draw.randint(1, 9)


def rank(draw):
    return count(draw) if draw.random() < 0.3 else draw.randint(1, 15)


def gain(draw):
    return score(draw) if draw.random() < 0.1 else draw.choice(
        (0, 1, 0, 1, None, 2, 3, 0.5, -1, "1", "x"))


