"""Compares age_days with Python's calendar, for every day of the years 1 to 9999. Also
compares random moments in the forms that Python's modules write. SEED sets the moments.

    SEED=7 /usr/bin/python3 tests/clients/calendar_days.py
"""

import datetime
import email.utils
import json
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import connect  # noqa: E402
from tap import finish, ok  # noqa: E402

SEED = os.environ.get("SEED") or "1"
DRAWS = 5000
FIRST, LAST = datetime.date.min, datetime.date.max
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)

db = connect()


def ages(written, as_of):
    return json.loads(db.execute(
        "SELECT json_group_array(age_days(value, ?)) FROM json_each(?)",
        (as_of, json.dumps(written))).fetchone()[0])


def every_day():
    """Checks all days of a year in one query. The ages are as of 0001-01-01, so later
    days have ages below 0."""
    wrong = []
    for year in range(FIRST.year, LAST.year + 1):
        start = datetime.date(year, 1, 1).toordinal()
        end = datetime.date(year, 12, 31).toordinal()
        days = [datetime.date.fromordinal(n).isoformat() for n in range(start, end + 1)]
        wanted = [1 - n for n in range(start, end + 1)]
        if ages(days, FIRST.isoformat()) != wanted:
            wrong.append(year)
    ok(not wrong, "every day of the years 1 to 9999", wrong[:5])


def exists(year, month, day):
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return True


def no_other_day():
    """Checks months 0 to 13 and days 0 to 32 of several years: assay must read exactly
    the dates that Python accepts."""
    wrong = []
    for year in (*range(0, 9), 100, 400, *range(1896, 1905), *range(1996, 2029), 9999):
        places = [(month, day) for month in range(14) for day in range(33)]
        got = ages([f"{year:04}-{month:02}-{day:02}" for month, day in places],
                   FIRST.isoformat())
        wrong += [(year, *place) for place, age in zip(places, got)
                  if (age is not None) != exists(year, *place)]
    ok(not wrong, "no day that Python lacks is read", wrong[:5])


def spellings(moment):
    """Yields (name, written, moment). Python's modules write the text or number `written`
    for a moment. assay should read the day of `moment` from `written`."""
    naive = moment.replace(tzinfo=None)
    utc = moment.astimezone(datetime.timezone.utc)
    yield "isoformat", moment.isoformat(), moment
    yield "isoformat, a blank", moment.isoformat(" "), moment
    yield "isoformat, minutes", moment.isoformat(timespec="minutes"), moment
    yield "isoformat, hours", moment.isoformat(timespec="hours"), moment
    yield "isoformat, milliseconds", moment.isoformat(timespec="milliseconds"), moment
    yield "no zone", naive.isoformat(), moment
    yield "RFC 3339", utc.strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20), utc
    yield "numeric zone", moment.strftime("%Y-%m-%d %H:%M:%S %z").zfill(25), moment
    yield "RFC 2822", email.utils.format_datetime(moment), moment
    yield "HTTP", email.utils.format_datetime(utc, usegmt=True), utc
    yield "asctime", time.asctime(moment.timetuple()), moment
    if 1950 <= utc.year <= 2049:
        yield "RFC 850", utc.strftime("%A, %d-%b-%y %H:%M:%S GMT"), utc
    seconds = (utc - EPOCH) // datetime.timedelta(seconds=1)
    if 10 ** 8 <= seconds < 10 ** 11:
        yield "seconds", seconds, utc
        yield "seconds as TEXT", str(seconds), utc
    milliseconds = (utc - EPOCH) // datetime.timedelta(milliseconds=1)
    if milliseconds >= 10 ** 11:
        yield "milliseconds", milliseconds, utc


def draw_moment(draw):
    year = draw.choice((draw.randint(1970, 2049), draw.randint(1000, 9998)))
    offset = datetime.timedelta(minutes=draw.randint(-23 * 60 - 59, 23 * 60 + 59))
    return datetime.datetime(
        year, draw.randint(1, 12), draw.randint(1, 28), draw.randint(0, 23),
        draw.randint(0, 59), draw.randint(0, 59),
        draw.choice((0, draw.randint(0, 999999))),
        datetime.timezone(offset))


def every_spelling():
    draw = random.Random(SEED)
    written = {}
    for _ in range(DRAWS):
        for name, text, moment in spellings(draw_moment(draw)):
            if isinstance(text, str) and draw.random() < 0.1:
                text = f" {text}\n"
            written.setdefault(name, []).append((text, moment.date().toordinal()))
    for name, pairs in written.items():
        got = ages([text for text, _ in pairs], FIRST.isoformat())
        wrong = [(text, age) for (text, day), age in zip(pairs, got) if age != 1 - day]
        ok(not wrong, f"{name}: {len(pairs)} moments", wrong[:3])


print(f"# SEED={SEED}")
every_day()
no_other_day()
every_spelling()
sys.exit(finish())
