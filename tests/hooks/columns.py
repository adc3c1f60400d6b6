"""Names each line wider than 90 columns: columns.py < NAMES, one name of a file a line.

clang-format breaks neither comments nor strings, and lays out nothing but C.  Wider may
be: data, the notebook's JSON, Markdown, where a table's row is one line, and a fuzzer's
corpora, where another line end would be another input.
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
