"""Replies of judges, as models and people write them, must be read as they are labelled.

Each line of a .jsonl file is a reply with its `style` and its label: the right `score`,
or `ambiguity`. The label null means that a careful human reads no number. But for a
missing score, earlier.jsonl has the default score, 3. The writers labelled every reply
before they saw the code that reads replies. The code's author saw earlier.jsonl and
open.jsonl. Nobody changes the code because of a reply in held.jsonl or other.jsonl.

The writer of open.jsonl and held.jsonl knew the rules, and changed the code afterwards.
The writer of other.jsonl knew neither the rules nor the code. So only other.jsonl shows
which share of right answers to expect for replies of other judges.

The field `open` marks a label of which the writer was unsure. If the writer's label was
wrong, the line has the right label; `labelled` keeps the writer's label, and `why` gives
the reason. SHARES has limits for each file, one for right answers and one for wrong
scores, because a wrong score is worse than no score. The reference in tests/reference
must read every reply the same way.
"""

import json
import os
import sys

sys.dont_write_bytecode = True  # no cache among the sources

if sys.version_info < (3, 9):
    print("1..0 # SKIP no Python 3.9 or newer")
    sys.exit()

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "reference")]

from connect import connect  # noqa: E402
from interview import ambiguity_of  # noqa: E402
from retrieval import relevance_of  # noqa: E402

# For each file: (number of replies, least number of right answers, greatest number of
# wrong scores).
SHARES = {"earlier": (240, 240, 0), "open": (123, 113, 1), "held": (123, 106, 1),
          "other": (120, 88, 3)}


def cases(name):
    with open(os.path.join(HERE, name + ".jsonl"), encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def read(db, case, default):
    """Reads a case's reply. Returns the answers of the extension and of the reference,
    and the case's label."""
    if "ambiguity" in case:
        got = db.execute("SELECT ambiguity_of(?)", (case["reply"],)).fetchone()[0]
        return got, ambiguity_of(case["reply"]), case["ambiguity"]
    got = db.execute("SELECT relevance_of(?, ?)", (case["reply"], default)).fetchone()[0]
    return got, relevance_of(case["reply"], default), case["score"]


def count(db, name):
    right, misread, differing = 0, 0, []
    for case in cases(name):
        got, reference, want = read(db, case, 3 if name == "earlier" else None)
        right += got == want
        misread += got is not None and got != want
        if got != reference:
            differing.append(f"{case['reply']!r}: {got!r}, the reference {reference!r}")
        if got != want and name not in ("held", "other"):
            print(f"# {name} {case['style']}: {case['reply']!r} is {got!r}, "
                  f"want {want!r}")
    return right, misread, differing


def main():
    db = connect()
    results = []
    for name, (total, at_least, at_most) in SHARES.items():
        right, misread, differing = count(db, name)
        unread = total - right - misread
        print(f"# {name}: {right} right, {misread} misread, {unread} not read")
        results.append((right >= at_least,
                        f"{name}: at least {at_least} of {total} are right"))
        results.append((misread <= at_most, f"{name}: at most {at_most} are misread"))
        results.append((not differing, f"{name}: the reference reads the same"))
        print("\n".join(f"# {line}" for line in differing[:5]))
    for number, (passed, what) in enumerate(results, 1):
        print("ok" if passed else "not ok", number, "-", what)
    print(f"1..{len(results)}")
    return not all(passed for passed, _ in results)


sys.exit(main())
