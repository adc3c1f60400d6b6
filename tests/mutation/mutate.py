"""Mutation check: mutate.py BUILD

Changes one comparison, constant or operator of ext at a time, or leaves out a call or an
assignment. Builds the changed code (a mutant). Runs the unit, property and SQL tests,
tests/faults and tests/bits until one of them fails. If all tests pass, builds the mutant
again under the address and undefined-behaviour sanitizers and runs the tests once more. A
mutant that no test notices has survived. Then no test states the rule that the mutant
breaks, or the mutant is equivalent (no caller could notice it). equivalent.txt lists the
equivalent mutants, each with the reason by a person who read the code. Equivalent
mutants do not count.

    MUTANTS=200   a random sample of that size; without it, all mutants
    SEED=1        the seed of the sample
    FILES=gate    only files whose path contains the text; ext/bind/ for a folder;
                  several texts with blanks between them
    JOBS=2        mutants at a time
    QUICK=1       only tests with the file's name and tests that take less than half a
                  second, no sanitizers

A mutant is left out if the compiler refuses it or makes the same code as before. For each
mutant, tests that do not run the changed function (by gcov's data) are left out.
BUILD/mutation keeps the results. A killed mutant is tried again only after its file
changes. A mutant that survived is tried again only against new or changed tests. The exit
status is 1 if fewer than 95 % of the mutants are killed, or if an entry of equivalent.txt
has no reason, does not name exactly one mutant, or names one that a test kills.
"""
import collections
import concurrent.futures
import json
import os
import random
import re
import resource
import sys
import threading

from tree import COVERED, PLAIN, SANITIZED, Tree, digest_of, files_under

GOAL = 95.0

TOKEN = re.compile(
    r"(?P<number>\b0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?\w*|\b\d[\d.]*(?:[eE][+-]?\d+)?\w*"
    r"|(?<![\w.])\.\d+)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<operator><<=|>>=|->|\+\+|--|&&|\|\||<<|>>|<=|>=|==|!=|\+=|-=|\*=|/=|&=|\|="
    r"|[-+*/%&|^!<>])")
FLIPS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"],
    "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"],
    "++": ["--"], "--": ["++"], "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="],
    "|=": ["&="], "&=": ["|="], "!": [""],
    "true": ["false"], "false": ["true"],
}
# The operators below can also be unary, or part of a declaration. They are changed only
# if they have spaces on both sides, as binary operators have.
SPACED = {"+", "-", "*", "&"}
# A statement that can be left out: a call whose result is unused, or an assignment.
STATEMENT = re.compile(r"(?<=[;{}:)\n])\s*\n[ \t]+(?P<statement>"
                       r"(?!return\b|else\b|sizeof\b)\w+\([^;{}]*\)"
                       r"|[\w.>\[\]-]+ [-+*/|&]?= [^;{}]*);")

Mutant = collections.namedtuple("Mutant", "path start end old new line")


def blanked(text):
    """Returns the code, with spaces in place of comments, strings, #include and #if
    lines."""
    pattern = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
                         r"|^[ \t]*#[ \t]*(?:include|if|ifdef|ifndef|endif|else|undef)\b"
                         r"(?:\\\n|[^\n])*", re.S | re.M)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def changed_number(number):
    """Returns a different constant of the same type as `number`, or None."""
    if re.search(r"[xX]", number):
        match = re.fullmatch(r"(0[xX][0-9a-fA-F]+)([uUlL]*)", number)
        return f"{hex(int(match[1], 16) + 1)}{match[2]}" if match else None
    match = re.fullmatch(r"(\d+)([uUlL]*)", number)
    if match:
        return f"{0 if match[1] == '1' else int(match[1]) + 1}{match[2]}"
    try:
        value = float(number)
    except ValueError:
        return None
    return repr(value * 1.5 if value else 1.0)


def mutants_of(path):
    with open(path, encoding="utf-8") as source:
        text = source.read()
    code = blanked(text)
    found = []
    for token in TOKEN.finditer(code):
        old = token.group()
        if token.lastgroup == "number":
            new = changed_number(old)
            news = [new] if new is not None else []
        else:
            spaced = code[token.start() - 1] == " " and code[token.end()] == " "
            news = FLIPS.get(old, []) if spaced or old not in SPACED else []
        line = text.count("\n", 0, token.start()) + 1
        found += [Mutant(path, token.start(), token.end(), old, new, line)
                  for new in news]
    for statement in STATEMENT.finditer(code):
        start, end = statement.span("statement")
        line = text.count("\n", 0, start) + 1
        found.append(Mutant(path, start, end, text[start:end], "", line))
    return found


def seconds_of(tree, test):
    """Returns a test's processor time for code without a mutant; None if the test
    fails."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    passed = tree.passes(test, 300)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
    return max(seconds, 0.001) if passed else None


class Suite:
    def __init__(self, folder, compiler):
        self.folder = folder
        self.compiler = compiler
        self.seconds = {False: {}, True: {}}  # by whether sanitized, then by test
        self.digests = {}                     # by test
        self.reach = {}                       # by test: the functions that the test runs
        self.depends = {}                     # by program: the sources of the program
        self.functions = set()
        self.longest = 0.5 if os.environ.get("QUICK") else float("inf")
        self.kills = collections.defaultdict(collections.Counter)  # by file, then test

    def learn(self, trees):
        """Runs every test in a plain tree, in a sanitized tree and under gcov, or uses
        the stored results of an earlier run. A test that fails without a mutant is left
        out."""
        path = os.path.join(self.folder, "tests.json")
        code = digest_of(files_under("ext"))
        known = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                known = json.load(file)
        self.digests = {name: trees[0].digest(name) for name in trees[0].tests}
        self.depends = {name: depends
                        for name, (_, depends) in trees[0].programs.items()}
        keys = {name: f"{code} {digest}" for name, digest in self.digests.items()}
        new = [name for name in keys if known.get(name, {}).get("key") != keys[name]]
        if new:
            covered = Tree(os.path.join(self.folder, "covered"), self.compiler, COVERED)
            covered.functions_run()
            for name in new:
                known[name] = {"key": keys[name], "seconds": [
                    seconds_of(tree, name) for tree in trees]}
                covered.passes(name, 300)
                known[name]["ran"] = list(covered.functions_run().items())
            with open(path, "w", encoding="utf-8") as file:
                json.dump(known, file)
        for name in keys:
            self.take(name, known[name])

    def take(self, name, known):
        for sanitized, seconds in zip((False, True), known["seconds"]):
            if seconds is not None:
                self.seconds[sanitized][name] = seconds
            else:
                print(f"left out, it fails unmutated: {name}"
                      f"{' (sanitized)' if sanitized else ''}", flush=True)
        ran = [(tuple(function), run) for function, run in known["ran"]]
        self.reach[name] = {function for function, run in ran if run}
        self.functions.update(function for function, _ in ran)

    def reaching(self, mutant):
        """Returns the tests that could notice a mutant: the tests that run its function.
        If the mutant is outside of functions, or no test seems to run its function,
        returns the tests that run its file. If the file has no functions, like many
        headers, returns all tests. Adds tests that compile their own copy of the file,
        because gcov has no data of the copy."""
        here = {function for function in self.functions if function[0] == mutant.path}
        inside = {(path, first, last) for path, first, last in here
                  if first <= mutant.line <= last}
        if not any(inside & ran for ran in self.reach.values()):
            inside = here
        return [name for name in self.reach if not inside or inside & self.reach[name]
                or mutant.path in self.depends.get(name, ())]

    def order(self, mutant, sanitized):
        """Returns the tests in this order: tests with the name of the mutant's file, then
        tests that killed many mutants of this file, then quick tests. tests/property and
        tests/faults run only without sanitizers, which would make them slow."""
        stem = os.path.splitext(os.path.basename(mutant.path))[0]
        seconds = self.seconds[sanitized]
        kills = self.kills[mutant.path]
        at_random = ("tests/property", "tests/faults")
        names = [name for name in self.reaching(mutant) if name in seconds
                 and (seconds[name] < self.longest or f"/{stem}." in name)
                 and not (sanitized and name.startswith(at_random))]
        return sorted(names, key=lambda name: (f"/{stem}." not in name,
                                               -kills[name] / seconds[name],
                                               seconds[name]))


def first_to_fail(tree, mutant, suite, passed):
    """Returns the first test that fails in a tree with a mutant; None if all pass. Skips
    the tests in `passed`, and adds the tests that pass to `passed`."""
    kind = "sanitized " if tree.sanitized else ""
    for name in suite.order(mutant, tree.sanitized):
        if passed.get(kind + name) == suite.digests[name]:
            continue
        if not tree.passes(name, 3 + int(5 * suite.seconds[tree.sanitized][name])):
            return name
        passed[kind + name] = suite.digests[name]
    return None


def judge(trees, mutant, suite, passed):
    """Tries one mutant. Returns the mutant's fate, and the test that killed it or the
    digests of the tests that it survived."""
    with open(os.path.join(trees[0].folder, mutant.path), encoding="utf-8") as file:
        text = file.read()
    text = text[:mutant.start] + mutant.new + text[mutant.end:]
    for tree in trees:
        try:
            if not tree.mutate(mutant.path, text):
                return "refused", None
            if not tree.sanitized and mutant.path.endswith(".c") and tree.is_same():
                return "same", None
            killer = first_to_fail(tree, mutant, suite, passed)
            if killer is not None:
                suite.kills[mutant.path][killer] += 1
                return "killed", killer
            if not tree.sanitized and tree.is_same():
                return "same", None
        finally:
            tree.restore()
    return "survived", passed


class Results:
    """A file with one line of JSON for each result. If a mutant has several lines, only
    the last one counts."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.files = {}
        self.kept = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    entry = json.loads(line)
                    self.kept[entry["mutant"]] = entry

    def key_of(self, mutant):
        if mutant.path not in self.files:
            self.files[mutant.path] = digest_of([mutant.path])
        return (f"{mutant.path}:{self.files[mutant.path]}:{mutant.start}:{mutant.old}:"
                f"{mutant.new}")

    def fate(self, mutant):
        return self.kept.get(self.key_of(mutant), {}).get("fate")

    def passed(self, mutant):
        return dict(self.kept.get(self.key_of(mutant), {}).get("why") or {})

    def keep(self, mutant, fate, why):
        with self.lock, open(self.path, "a", encoding="utf-8") as file:
            entry = {"mutant": self.key_of(mutant), "fate": fate, "why": why}
            self.kept[entry["mutant"]] = entry
            file.write(json.dumps(entry) + "\n")


def share_of(count):
    tried = count["killed"] + count["survived"]
    return 100.0 * count["killed"] / tried if tried else 100.0


def report_counts(counts, heading):
    print(f"{heading:40} {'mutants':>8} {'killed':>7} {'survived':>9} {'share':>8}")
    for name, count in sorted(counts.items()):
        print(f"{name:40} {count['killed'] + count['survived']:8} {count['killed']:7} "
              f"{count['survived']:9} {share_of(count):7.1f} %")


def text_of(mutant):
    """Returns a mutant's text in the report and equivalent.txt. If the changed
    text occurs earlier in the line, too, its number follows, as in (2)."""
    with open(mutant.path, encoding="utf-8") as file:
        text = file.read()
    begin = text.rfind("\n", 0, mutant.start) + 1
    place = text.count(mutant.old, begin, mutant.start) + 1
    line = text[begin:].split("\n", 1)[0].strip()
    return (f"{mutant.path}: {' '.join(mutant.old.split())} -> {mutant.new or 'nothing'}"
            f"{f' ({place})' if place > 1 else ''}: {line}")


def equivalents():
    """Reads equivalent.txt. Returns {mutant: why it is equivalent}."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "equivalent.txt"),
              encoding="utf-8") as file:
        blocks = [block.splitlines() for block in file.read().split("\n\n")[1:]]
    return {" ".join(block[:2]): " ".join(block[2:]) for block in blocks}


def wrong_equivalents(reasons, killed):
    """Returns a message for each mistake in equivalent.txt."""
    paths = {mutant.split(":")[0] for mutant in reasons}
    known = collections.Counter(text_of(mutant) for path in paths if os.path.exists(path)
                                for mutant in mutants_of(path))
    for mutant, reason in reasons.items():
        if not reason:
            yield f"equivalent.txt has no reason: {mutant}"
        if known[mutant] != 1:
            yield f"equivalent.txt names {known[mutant]} mutants: {mutant}"
        if mutant in killed:
            yield f"equivalent.txt names a mutant that a test kills: {mutant}"


def report(fates):
    """Prints the fates of the mutants. Returns the share of mutants that were killed, and
    the mistakes in equivalent.txt."""
    files, folders = (collections.defaultdict(collections.Counter) for _ in range(2))
    total = collections.Counter()
    reasons = equivalents()
    texts = {mutant: text_of(mutant) for mutant, fate in fates
             if fate in ("killed", "survived")}
    for mutant, fate in fates:
        if fate == "survived" and texts[mutant] in reasons:
            fate = "equivalent"
        for count in (files[mutant.path], folders[os.path.dirname(mutant.path)], total):
            count[fate] += 1
    report_counts(files, "file")
    report_counts(folders, "folder")
    report_counts({"all": total}, "")
    print(f"not counted: {total['equivalent']} equivalent, {total['same']} that compile "
          f"to the same code, {total['refused']} that do not compile")
    for mutant, fate in fates:
        if fate == "survived" and texts[mutant] not in reasons:
            print(f"survived: line {mutant.line} of {texts[mutant]}")
    killed = {texts[mutant] for mutant, fate in fates if fate == "killed"}
    wrong = list(wrong_equivalents(reasons, killed))
    for message in wrong:
        print(message)
    return share_of(total), wrong


def chosen_mutants():
    """Returns the mutants that FILES, MUTANTS and SEED choose, and the number of all
    mutants in FILES."""
    wanted = (os.environ.get("FILES") or "ext").split()
    mutants = [mutant for path in files_under("ext")
               if any(text in path for text in wanted) and path.endswith((".c", ".h"))
               for mutant in mutants_of(path)]
    total = len(mutants)
    sample = int(os.environ.get("MUTANTS") or 0)
    if 0 < sample < total:
        seed = int(os.environ.get("SEED") or 1)
        mutants = random.Random(seed).sample(mutants, sample)
    # Mutants of headers take longest, so they come first.
    return sorted(mutants, key=lambda mutant: (mutant.path[-1] != "h", mutant)), total


def try_all(mutants, results, folder):
    compiler = os.environ.get("CC") or "cc"
    suite = Suite(folder, compiler)
    plain = Tree(os.path.join(folder, "plain"), compiler, PLAIN)
    sanitized = Tree(os.path.join(folder, "sanitized"), compiler, SANITIZED)
    suite.learn([plain, sanitized])
    free = collections.deque([[plain, sanitized]])
    for i in range(1, int(os.environ.get("JOBS") or 2)):
        free.append([Tree(f"{plain.folder}-{i}", compiler, PLAIN, plain),
                     Tree(f"{sanitized.folder}-{i}", compiler, SANITIZED, sanitized)])
    if os.environ.get("QUICK"):
        free = collections.deque(trees[:1] for trees in free)
    done = 0

    def try_one(mutant):
        nonlocal done
        trees = free.popleft()
        results.keep(mutant, *judge(trees, mutant, suite, results.passed(mutant)))
        free.append(trees)
        done += 1
        if done % 100 == 0:
            print(f"{done} of {len(mutants)}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(len(free)) as pool:
        for _ in pool.map(try_one, mutants):
            pass


def main():
    folder = os.path.join(sys.argv[1], "mutation")
    os.makedirs(folder, exist_ok=True)
    mutants, total = chosen_mutants()
    results = Results(os.path.join(folder, "results.jsonl"))
    todo = [mutant for mutant in mutants if results.fate(mutant) in (None, "survived")]
    print(f"{len(mutants)} of {total} mutants, {len(todo)} to try", flush=True)
    if todo:
        try_all(todo, results, folder)
    share, wrong = report([(mutant, results.fate(mutant)) for mutant in mutants])
    return 0 if share >= GOAL and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
