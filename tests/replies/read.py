"""Replies of judges, whole, as models and people write them: each is read as labelled.

open.jsonl and aside.jsonl hold a reply a line with its `style` and the right `score`, or
`ambiguity`, null being NULL. Who wrote and labelled them knew the forms that
sql/retrieval/README.md lists and had not seen the code. The code was written with
open.jsonl in view; aside.jsonl was read for the first time when it was done, and 118 of
its 120 replies were read right. `open` marks a label that the writer was unsure of;
`labelled` is the writer's label where it is not the one that holds, and `why` says why.
The reference of tests/reference must read the same. Prints TAP.
"""

import json
import os
import sqlite3
import sys

sys.dont_write_bytecode = True  # no cache among the sources

if sys.version_info < (3, 9) or not hasattr(sqlite3.Connection, "enable_load_extension"):
    print("1..0 # SKIP no Python 3.9 or newer that was built with extension loading")
    sys.exit()

HERE = os.path.dirname(os.path.abspath(__file__))
EXTENSION = os.path.abspath(os.environ.get("ASSAY_EXTENSION", "build/assay.so"))
sys.path.insert(0, os.path.join(HERE, "..", "reference"))

from interview import ambiguity_of  # noqa: E402
from retrieval import relevance_of  # noqa: E402


def connect():
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.load_extension(EXTENSION)
    return db


def cases():
    for name in sorted(os.listdir(HERE)):
        if name.endswith(".jsonl"):
            with open(os.path.join(HERE, name), encoding="utf-8") as lines:
                yield from ((name, json.loads(line)) for line in lines)


def main():
    db = connect()
    tests = failures = 0
    for name, case in cases():
        rule = "relevance_of" if "score" in case else "ambiguity_of"
        want = case["score" if "score" in case else "ambiguity"]
        got = db.execute(f"SELECT {rule}(?)", (case["reply"],)).fetchone()[0]
        reference = {"relevance_of": relevance_of, "ambiguity_of": ambiguity_of}[rule]
        passed = got == want and reference(case["reply"]) == want
        tests += 1
        failures += not passed
        print("ok" if passed else "not ok", tests, "-", name, case["style"])
        if not passed:
            print(f"#   {case['reply']!r}\n#   got {got!r}, the reference "
                  f"{reference(case['reply'])!r}, want {want!r}")
    print(f"1..{tests}")
    return failures > 0


sys.exit(main())
