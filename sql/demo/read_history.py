#!/usr/bin/env python3
"""Writes queries.csv, candidates.csv and golden.csv from this repository's history.

    python3 sql/demo/read_history.py [COMMIT]

The golden set says which files a search for a change should find. Each query is the
subject line of a commit. Its relevant paths are the files that the commit touched.
Needs git. The same COMMIT (default HEAD) gives the same files on any machine. If the
history has grown, run this script again.

Rules:
1. The documents are all files in the tree of COMMIT except CSV files. CSV files contain
   data, and three of them contain this golden set.
2. Each commit up to COMMIT makes a query if it is not a merge and touched 1 to MOST_FILES
   documents. A larger commit has no single subject, so it can't say what a search should
   find. The oldest commit is query 1.
3. The golden paths are the documents that the commit touched; their gain is 1 (relevant).
4. A word has at least three ASCII letters or digits, in lower case. A final s is removed,
   unless the word ends with ss. Words in STOP_WORDS do not count. An underscore ends a
   word.
5. base_score is Okapi BM25 of the query's distinct words over the contents of a document,
       sum of idf * f * (k1 + 1) / (f + k1 * (1 - b + b * length / mean length))
   with idf = ln(1 + (N - n + 0.5) / (n + 0.5)), k1 = 1.2 and b = 0.75, rounded to four
   places. f is how often the document has the word, N the number of documents, n the
   number of documents with the word. The path is not part of the contents.
6. path_match_hits is the number of the query's distinct words that are words of the path.
7. The candidates of a query are its DEPTH best documents of positive score, by descending
   score, then by path.
"""

import collections
import csv
import math
import os
import re
import subprocess
import sys

MOST_FILES = 12
DEPTH = 50
K1, B = 1.2, 0.75
STOP_WORDS = frozenset(
    "and are but for from has have into its not now off out that the their them then "
    "they this was were what when where which who why with".split())


def git(*arguments):
    return subprocess.run(("git",) + arguments, check=True, capture_output=True,
                          text=True, errors="replace").stdout


def words_of(text):
    words = []
    for word in re.findall(r"[a-z0-9]{3,}", text.lower()):
        if word.endswith("s") and not word.endswith("ss"):
            word = word[:-1]
        if word not in STOP_WORDS:
            words.append(word)
    return words


def read_documents(commit):
    """Returns, for the path of each document, the count of each word."""
    paths = git("ls-tree", "-r", "-z", "--name-only", commit).split("\0")
    return {path: collections.Counter(words_of(git("show", f"{commit}:{path}")))
            for path in paths if path and not path.endswith(".csv")}


def read_queries(commit, documents):
    """Yields each commit's subject and the documents that it touched, the oldest commit
    first."""
    for line in git("log", "--reverse", "--no-merges", "--topo-order", "--format=%H %s",
                    commit).splitlines():
        change, subject = line.split(" ", 1)
        touched = git("diff-tree", "--root", "-r", "-z", "--no-commit-id", "--name-only",
                      "--no-renames", change).split("\0")
        relevant = sorted(path for path in touched if path in documents)
        if 1 <= len(relevant) <= MOST_FILES:
            yield subject, relevant


class Ranker:
    def __init__(self, documents):
        self.documents = documents
        self.lengths = {path: sum(words.values()) for path, words in documents.items()}
        self.mean_length = sum(self.lengths.values()) / len(documents)
        self.frequency = collections.Counter(
            word for words in documents.values() for word in words)

    def score(self, words, path):
        norm = K1 * (1 - B + B * self.lengths[path] / self.mean_length)
        total = 0.0
        for word in words:
            count = self.documents[path][word]
            holding = self.frequency[word]
            rarity = math.log(1 + (len(self.documents) - holding + 0.5) / (holding + 0.5))
            total += rarity * count * (K1 + 1) / (count + norm)
        return round(total, 4)

    def candidates(self, query):
        """Returns path, score and path_match_hits of a query's best documents."""
        words = sorted(set(words_of(query)))
        scored = [(path, self.score(words, path)) for path in self.documents]
        found = sorted((c for c in scored if c[1] > 0), key=lambda c: (-c[1], c[0]))
        return [(path, score, len(set(words) & set(words_of(path))))
                for path, score in found[:DEPTH]]


def write(name, header, rows):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def main():
    commit = git("rev-parse", sys.argv[1] if len(sys.argv) > 1 else "HEAD").strip()
    documents = read_documents(commit)
    ranker = Ranker(documents)
    queries, candidates, golden = [], [], []
    for number, (subject, relevant) in enumerate(read_queries(commit, documents), 1):
        queries.append((number, subject))
        candidates += [(number,) + found for found in ranker.candidates(subject)]
        golden += [(number, path, 1) for path in relevant]
    write("queries.csv", ("query_id", "query"), queries)
    write("candidates.csv", ("query_id", "path", "base_score", "path_match_hits"),
          candidates)
    write("golden.csv", ("query_id", "path", "gain"), golden)
    print(f"{len(queries)} queries, {len(candidates)} candidates, "
          f"{len(golden)} golden paths over {len(documents)} documents of {commit[:12]}")


if __name__ == "__main__":
    main()
