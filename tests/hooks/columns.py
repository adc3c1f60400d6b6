"""Prints each line wider than 90 columns: columns.py < NAMES. Each line of NAMES is the
name of a file.

clang-format is not enough: it formats only C, and splits neither comments nor strings.
These files may have wider lines: data, the notebook's JSON, Markdown (a table's row is
one line), and the corpora of the fuzzer. In a corpus each file is an input, and a new
line break would change it.
"""
import sys

WIDER = (".csv", ".dump", ".ipynb", ".json", ".jsonl", ".md", ".png", ".pyc", ".svg")

wide = 0
for name in sys.stdin.read().splitlines():
    if name.endswith(WIDER) or "tests/fuzz/corpus/" in name:
        continue
    with open(name, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if len(line.rstrip("\n")) > 90:
                print(f"{name}:{number}: wider than 90 columns")
                wide += 1
sys.exit(1 if wide else 0)
