"""Hostile values for all tests in Python: values at the ends of ranges, texts that only
look like numbers or evidence, values of each type, and scores like those of the random
histories."""

import math

SPECIAL = (
    None, 0, 1, -1, 2, 3, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 53 + 1, 2 ** 63 - 1, -2 ** 63,
    0.0, -0.0, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308,
    -1.7976931348623157e308, math.inf, -math.inf, 1e300, 1e19, 9.3e18, 2.0 ** 63)

NOT_NUMBERS = (
    "", " ", "\0", "a", ".", "-", "+", "e5", "1e", "1e+", "--1", "+-1", "0x10", "1_000",
    "1,5", "0.8 0", "0.8x", "0.8\0", "nan", "NaN", "inf", "-Infinity", "true", "NULL",
    "\uff11", "\u00a00.8", "\ufeff0.8", "0.8\udcff", "\udcff", "\udcc3(", b"", b"1",
    b"0.8", b"\0", b"\xff")

ODD_NUMBERS = (
    "1e999", "-1e999", "1e-999", "5.", ".5", "+.5", "-.5", "1e5", "1E1", "12.0", "12.7",
    "9" * 40, "0." + "9" * 40, "0." + "0" * 400 + "1", "0" * 50 + "1", "90e-2", ".9e0",
    " " * 300 + "0.8", "0.8" + " " * 300, "0.8" + "0" * 300)

NO_OBJECTS = (None, 1, 0.9, b"{}", "", " ", "x", "null", "[]", "[{}]", "0.9", '"{}"', "{",
              "{}}", "{},", "{]", '{"coverage"}', '{"coverage":}', '{"coverage":0.9,}',
              '{"coverage":0.9}\0', '\ufeff{"coverage":0.9}', '{"coverage":0.9} x',
              '{"coverage":0.9,"x":"\n"}',
              '{"coverage":0.9,"x":01}', '{"coverage":0.9,"x":NaN}',
              '{"coverage":0.9,"x":.5}', '{"coverage":0.9,"x":"\\x"}',
              '{"coverage":0.9,"x":"\\ud8"}', '{"coverage":0.9,"x":[1,]}',
              "{'coverage':0.9}", '{coverage:0.9}', '{"coverage":0.9,"x":{"y":[}}')
# JSON with bytes that are not UTF-8. Python represents such bytes by surrogates.
MALFORMED = ('{"coverage":0.9,"x":"\udcff"}', '{"coverage":0.9,"x":"\udced\udca0\udc80"}')

EACH_TYPE = (None, -1, 2 ** 63 - 1, 0.1 + 0.2, 5e-324, "a\0\u00fc", b"\0\xff", b"")

SCORES = (0.75, 0.75, 0.8, 0.74, 0.9, 1, 0, "0.8", " 9e-1 ")
NO_SCORES = (None, "NaN", "nan", "n/a", math.inf, -math.inf, 9.5, -0.5, b"0.8", "", "85%")


def score(draw, level):
    """Returns a score near `level` or equal to a floor (a least score), or a value that
    is not a score."""
    kind = draw.random()
    if kind < 0.08:
        return draw.choice(NO_SCORES)
    return draw.choice(SCORES) if kind < 0.3 else min(1, max(0, draw.gauss(level, 0.07)))
