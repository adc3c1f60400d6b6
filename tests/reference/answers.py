"""Descriptions of the expected answer, for calls that have several right answers.

The documents define most answers to the last bit. The last bits of some answers depend on
the order of a sum or on the C library. For some calls the documents allow either of two
rounds. In these cases a description accepts every answer that the documents allow.
"""

import json
import math

EPSILON = 2.0 ** -52


class Expected:
    """An expected answer that is described, not given as a value."""

    def holds(self, got):
        raise NotImplementedError

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(map(repr, vars(self).values()))})"


class Near(Expected):
    """A REAL that may differ from `value` by `units` times 2^-52, relative to the size of
    `value`."""

    def __init__(self, value, units=8, absolute=1e-320):
        self.value, self.units, self.absolute = value, units, absolute

    def holds(self, got):
        room = abs(self.value) * self.units * EPSILON + self.absolute
        return is_number(got) and abs(got - self.value) <= room


class Between(Expected):
    """Any number from `low` to `high`, for an answer that depends on rounding."""

    def __init__(self, low, high):
        self.low, self.high = low, high

    def holds(self, got):
        return is_number(got) and self.low <= got <= self.high


class OneOf(Expected):
    """Any one of several values, each in its own type."""

    def __init__(self, values):
        self.values = values

    def holds(self, got):
        return any(agrees(got, value) for value in self.values)


class Unsaid(Expected):
    """Any answer except an error: the documents leave the value open."""

    def holds(self, got):
        return True


class Json(Expected):
    """JSON with the given content, and with keys in the given order (R6)."""

    def __init__(self, content):
        self.content = content

    def holds(self, got):
        return matches(read_json(got), self.content)


class JsonSuch(Expected):
    """JSON for which has_it() returns True. The text `what` says what is wanted, such as
    "a partition that no move improves"."""

    def __init__(self, what, has_it):
        self.what, self.has_it = what, has_it

    def holds(self, got):
        return self.has_it(read_json(got))


class NoJson:
    """Represents a text that is not JSON, or a text that repeats a key."""


def read_json(written):
    def keep_pairs(pairs):
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a key stands twice")
        return dict(pairs)
    try:
        return json.loads(written, object_pairs_hook=keep_pairs)
    except (TypeError, ValueError):
        return NoJson()


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def matches(got, want):
    """Returns whether JSON content equals the wanted content. 12 equals 12.0; true does
    not equal 1."""
    if isinstance(want, Expected):
        return want.holds(got)
    if isinstance(want, dict):
        return (isinstance(got, dict) and list(got) == list(want) and
                all(matches(got[key], want[key]) for key in want))
    if isinstance(want, list):
        return (isinstance(got, list) and len(got) == len(want) and
                all(map(matches, got, want)))
    return isinstance(got, bool) == isinstance(want, bool) and got == want


def agrees(got, want):
    """Returns whether an answer of SQL equals the wanted answer, in value and in type."""
    if isinstance(want, Near) and not isinstance(got, float):
        return False
    if isinstance(want, Expected):
        return want.holds(got)
    if type(got) is not type(want) or got != want:
        return False
    return not isinstance(got, float) or math.copysign(1, got) == math.copysign(1, want)
