"""Your own data: scores on any scale, dates of publication, and why a value is missing.
The rules follow sql/guide/scores-and-dates.md.

Dates are read by regular expressions and Python's calendar. Comments cite sections of RFC
2822.
"""

import datetime
import math
import re
from fractions import Fraction

from reading import Mistake, count, flag, known, number, real, score, stated
from replies import AS_ASCII, take_number

# --- dates ------------------------------------------------------------------------------

DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
BLANK = "[ \t\n\v\f\r]"
ZONE = "(?:[+-](?P<zone>[0-9]{2}(?::?[0-9]{2})?)|[a-z]|ut|[a-z]{3,5})"
CLOCK = "(?P<hour>[0-9]{2})(?::(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?)%s"
FRACTION = "(?:[.,](?P<fraction>[0-9]+))?"
# An ISO 8601 time may leave out the minutes; the time in a mail must state the minutes.
ISO_TIME = CLOCK % "?" + FRACTION
MAIL_TIME = CLOCK % "" + FRACTION
NAMES = "|".join(day[:3] + f"(?:{day[3:]})?" for day in DAYS)
MONTH = "|".join(MONTHS)
YEAR = "(?P<year>[0-9]{2}(?:[0-9]{2})?)"

FORMS = [re.compile(form, re.ASCII | re.IGNORECASE) for form in (
    "(?P<year>[0-9]{4})(?:-(?P<month>[0-9]{2}))?",
    "(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
    f"(?:(?:T|{BLANK}+){ISO_TIME}{BLANK}*{ZONE}?)?")]
BLANKS = {code: other for code, other in AS_ASCII.items() if other in " \n"}
MAIL_FORMS = [re.compile(f"{BLANK}*{form}{BLANK}*{ZONE}?{BLANK}*",
                         re.ASCII | re.IGNORECASE) for form in (
    f"(?:(?P<weekday>{NAMES}){BLANK}*,{BLANK}*)?(?P<day>[0-9]{{1,2}}){BLANK}*"
    f"(?P<name>{MONTH}){BLANK}+{YEAR}{BLANK}+{MAIL_TIME}",
    f"(?:(?P<weekday>{NAMES}){BLANK}*,{BLANK}*)?(?P<day>[0-9]{{1,2}})-"
    f"(?P<name>{MONTH})-{YEAR}{BLANK}+{MAIL_TIME}",
    f"(?P<weekday>{NAMES}){BLANK}+(?P<name>{MONTH}){BLANK}+(?P<day>[0-9]{{1,2}}){BLANK}+"
    f"{MAIL_TIME}{BLANK}+(?P<year>[0-9]{{4}})")]
TWO_NUMBERS_AND_A_YEAR = re.compile(
    r"([0-9]{1,2})([-./])([0-9]{1,2})\2(?:[0-9]{2}|[0-9]{4})"
    f"(?:(?:{BLANK}|,).*)?", re.ASCII | re.DOTALL)

AMBIGUOUS = "ambiguous date"
NO_DATE = "not a date"


def without_comments(text):
    """Replaces each comment by a blank (RFC 2822, 3.2.3). Comments nest; a backslash
    quotes the next character."""
    kept, at = "", 0
    while at < len(text):
        end = comment_end(text, at) if text[at] == "(" else None
        kept += " " if end else text[at]
        at = end or at + 1
    return kept


def comment_end(text, at):
    depth = 0
    while at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
        at += 2 if text[at] == "\\" else 1
    return None


def clock_exists(parts):
    hour = int(parts.get("hour") or 0)
    rest = [parts.get(key) or "0" for key in ("minute", "second", "fraction")]
    zone = (parts.get("zone") or "").replace(":", "")
    return (hour <= 24 and int(rest[0]) <= 59 and int(rest[1]) <= 60 and
            not (hour == 24 and any(map(int, rest))) and
            int(zone[:2] or 0) <= 23 and int(zone[2:] or 0) <= 59)


def whole_year(written):
    """Returns the year in four digits (RFC 2822, 4.3): two digits mean 20xx if they are
    below 50, otherwise 19xx."""
    year = int(written)
    if len(written) == 4:
        return year
    return year + (2000 if year < 50 else 1900)


def calendar_day(parts):
    """Returns (day, whether the text states the day of the month), or None if there is no
    such day."""
    month = MONTHS.index(parts["name"].title()) + 1 if parts.get("name") else \
        int(parts.get("month") or 1)
    try:
        day = datetime.date(whole_year(parts["year"]), month, int(parts.get("day") or 1))
    except ValueError:
        return None
    if parts.get("weekday") and day.strftime("%a") != parts["weekday"][:3].title():
        return None
    if not clock_exists(parts):
        return None
    return day.toordinal(), parts.get("day") is not None


def day_of_text(text):
    forms = [form.fullmatch(text.strip(" \t\n\v\f\r")) for form in FORMS]
    forms += [form.fullmatch(without_comments(text)) for form in MAIL_FORMS]
    found = [match.groupdict() for match in forms if match]
    return calendar_day(found[0]) if found else None


def day_of_number(value):
    """Reads Unix time: milliseconds if the number is 10^11 or more, otherwise seconds. A
    number below 10^8 is ambiguous."""
    if value < 10 ** 8:
        return AMBIGUOUS
    if value % 1 != 0:
        return NO_DATE
    day = datetime.date(1970, 1, 1).toordinal() + \
        int(value) // (86400 if value < 10 ** 11 else 86400000)
    return (day, True) if day <= datetime.date.max.toordinal() else NO_DATE


def date(value):
    """Returns (day, whether the text states the day of the month), or the reason why
    there is no date."""
    value = value.translate(BLANKS) if isinstance(value, str) else value
    day = day_of_text(value) if isinstance(value, str) else None
    if day is not None:
        return day
    if real(value) is not None:
        return day_of_number(real(value))
    odd = TWO_NUMBERS_AND_A_YEAR.fullmatch(value.strip(" \t\n\v\f\r")) \
        if isinstance(value, str) else None
    if odd and number(value) is None:
        less, more = sorted((int(odd[1]), int(odd[3])))
        if 1 <= less <= 12 and more <= 31:
            return AMBIGUOUS
    return NO_DATE


def age_days(published, as_of):
    start, end = date(published), date(as_of)
    if not isinstance(start, tuple) or not isinstance(end, tuple) or not end[1]:
        return None
    return end[0] - start[0]


# --- scores -----------------------------------------------------------------------------

SHARE_OF = re.compile("[ \n]*(?:(?P<percent>%)|/|"
                      "(?:out(?![a-z0-9])[ \n]*)?of(?![a-z0-9]))[ \n]*",
                      re.ASCII | re.IGNORECASE)


def written(value):
    """Returns a number as an exact fraction, or None if the value is not a number. A REAL
    counts as its shortest decimal, as Python prints it.
    """
    if real(value) is None:
        return None
    return Fraction(repr(value) if isinstance(value, float) else value)


def take_written(text, at):
    """Does what take_number() does, but returns the number as an exact fraction."""
    taken = take_number(text, at)
    return taken and (Fraction(text[at:taken[1]].replace(",", ".")), taken[1])


def stated_score(text):
    """Returns (number, False) for a plain number, (share, True) for a share such as 81%
    or 4/5, or None if the text states no score."""
    text = text.translate(AS_ASCII).strip(" \n")
    first = take_written(text, 0)
    if first is None:
        return None
    value, end = first
    if end == len(text):
        return value, False
    share = SHARE_OF.match(text, end)
    if share is None:
        return None
    whole, end = (100, share.end()) if share["percent"] else \
        take_written(text, share.end()) or (0, 0)
    return (value / whole, True) if whole > 0 and end == len(text) else None


def between_ends(value, best, worst):
    """Maps a value to 0..1: `worst` becomes 0, `best` becomes 1. A value outside of the
    scale gives None. float() rounds a fraction to the nearest double."""
    share = (value - worst) / (best - worst)
    return float(share) if 0 <= share <= 1 else None


def score_of(value, *ends):
    """Returns the score that a value states on the scale that `ends` gives. If the call
    gives no scale, score() reads a value that is a number."""
    if not ends and real(value) is not None:
        return score(value)
    best, worst = (*ends, *(1, 0)[len(ends):])
    best, worst = stated(best, written), stated(worst, written)
    if best == worst:
        raise Mistake
    if written(value) is not None:
        return between_ends(written(value), best, worst)
    said = stated_score(value) if isinstance(value, str) else None
    if said is None:
        return None
    return between_ends(said[0], *((1, 0) if said[1] else (best, worst)))


# --- why a value is missing -------------------------------------------------------------

def why_no_number(value, reader, beyond):
    if reader(value) is not None:
        return None
    if value is None or isinstance(value, bytes):
        return "null" if value is None else "a blob"
    if real(value) is not None:
        return "below 0" if beyond != "not 0 or 1" and real(value) < 0 else beyond
    is_number = isinstance(value, float) or stated_beyond_doubles(value)
    return "infinite" if is_number else "not a number"


def stated_beyond_doubles(text):
    """Returns whether the text is a number that number() refuses because it is too
    large."""
    return re.fullmatch(r"[ \t\n\v\f\r]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?"
                        r"[ \t\n\v\f\r]*", text) is not None and math.isinf(float(text))


def why_no_date(value):
    if value is None or isinstance(value, bytes):
        return "null" if value is None else "a blob"
    found = date(value)
    return None if isinstance(found, tuple) else found


KINDS = {"score": lambda value: why_no_number(value, score, "above 1"),
         "count": lambda value: why_no_number(value, count, "not whole"),
         "age": lambda value: why_no_number(value, real, "infinite"),
         "flag": lambda value: why_no_number(value, flag, "not 0 or 1"),
         "date": why_no_date}


def why_missing(value, kind):
    return KINDS[known(kind, KINDS)](value)
