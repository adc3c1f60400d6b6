"""Mutation check of ext/core: mutate.py BUILD

Changes one comparison, constant or operator of ext/core at a time, builds, and runs the
unit, property and SQL tests under the address and undefined-behaviour sanitizers until one
fails.  A mutant that no test notices has survived: it names a rule that no test states.

    MUTANTS=200   a sample of that size; all where it is not set
    SEED=1        which sample
    FILES=gate    only files whose path contains the text
    JOBS=2        mutants at a time

A mutant that the compiler refuses is not counted, nor is one that compiles to the very same
code.  Results are kept in BUILD/mutation/results.json: a killed mutant is not tried again
while its file stays as it is, a survivor not while the tests do too.  Exit status 1 where
fewer than 95 % are killed.
"""
import collections
import concurrent.futures
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time

GOAL = 95.0
FLAGS = ["-std=c11", "-O1", "-w", "-fPIC", "-DSQLITE_CORE", "-ffp-contract=off",
         "-DASSAY_STATIC", "-Iext", "-Itests", "-fsanitize=address,undefined",
         "-fno-sanitize-recover=all"]
LIBRARIES = ["-lsqlite3", "-lyaml", "-lm"]

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
# These are also unary, or part of a declaration: binary ones stand between spaces.
SPACED = {"+", "-", "*", "&"}

Mutant = collections.namedtuple("Mutant", "path start end old new line")


def blanked(text):
    """The code with comments, strings, #include and #if lines as spaces."""
    pattern = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
                         r"|^[ \t]*#[ \t]*(?:include|if|ifdef|ifndef|endif|else|undef)\b"
                         r"[^\n]*", re.S | re.M)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def changed_number(number):
    """Another constant of the same type, or None."""
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
        found += [Mutant(path, token.start(), token.end(), old, new, line) for new in news]
    return found


def digest_of(paths):
    digest = hashlib.sha256()
    for path in sorted(paths):
        with open(path, "rb") as file:
            digest.update(path.encode() + file.read())
    return digest.hexdigest()[:16]


def files_under(*folders):
    return [os.path.join(where, name) for folder in folders
            for where, _, names in os.walk(folder) for name in names]


class Tree:
    """A copy of the sources with its own objects and test programs."""

    def __init__(self, folder, compiler):
        self.folder = folder
        self.compiler = compiler
        shutil.rmtree(folder, ignore_errors=True)
        for name in ("ext", "tests", "sql", "config"):
            if os.path.isdir(name):
                shutil.copytree(name, os.path.join(folder, name))
        self.objects = {}   # source: (object, the sources that it depends on)
        self.programs = {}
        for source in sorted(files_under("ext")):
            if source.endswith(".c"):
                self.objects[source] = self.compile(source, True)
        self.link()
        for source in sorted(files_under("tests/unit", "tests/property")):
            if source.endswith(".c"):
                self.programs[source] = self.compile(source, False)
        self.programs["tests/runsql.c"] = self.compile("tests/runsql.c", False)

    def run(self, command, timeout=None):
        env = dict(os.environ, RUNSQL="build/tests/runsql", BUILD="build",
                   ASAN_OPTIONS="detect_leaks=0",
                   LD_LIBRARY_PATH=os.path.join(os.path.abspath(self.folder), "build"))
        return subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=timeout, env=env,
                              check=False)

    def compile(self, source, is_object):
        """Returns (output, dependencies), or None where it does not compile."""
        output = os.path.join("build", source[:-2] + (".o" if is_object else ""))
        depends = os.path.join("build", source[:-2] + ".d")
        os.makedirs(os.path.join(self.folder, os.path.dirname(output)), exist_ok=True)
        command = [self.compiler, *FLAGS, "-MMD", "-MF", depends, "-o", output]
        if is_object:
            command += ["-c", source]
        else:
            helper = "tests/sqltap.c" if source == "tests/runsql.c" else "tests/tap.c"
            command += [source, helper, "-Lbuild", "-lassay", *LIBRARIES]
        if self.run(command).returncode != 0:
            return None
        with open(os.path.join(self.folder, depends), encoding="utf-8") as file:
            names = set(file.read().replace("\\\n", " ").split())
        return output, {os.path.normpath(name) for name in names}

    def link(self):
        command = [self.compiler, "-shared", "-o", "build/libassay.so"]
        command += [entry[0] for entry in self.objects.values()]
        return self.run(command + LIBRARIES).returncode == 0

    def write(self, path, text):
        with open(os.path.join(self.folder, path), "w", encoding="utf-8") as file:
            file.write(text)

    def bytes_of(self, output):
        with open(os.path.join(self.folder, output), "rb") as file:
            return file.read()

    def rebuild(self, path):
        """Builds what depends on a file: 'same', 'changed' or 'refused'."""
        same = True
        for source, (output, depends) in self.objects.items():
            if path in depends:
                before = self.bytes_of(output)
                if self.compile(source, True) is None:
                    return "refused"
                same = same and before == self.bytes_of(output)
        if not same and not self.link():
            return "refused"
        for source, (output, depends) in self.programs.items():
            if path in depends:
                before = self.bytes_of(output)
                if self.compile(source, False) is None:
                    return "refused"
                same = same and before == self.bytes_of(output)
        return "same" if same else "changed"

    def tests(self):
        """The commands of all tests, by a name."""
        commands = {}
        for source, (output, _) in self.programs.items():
            if source != "tests/runsql.c":
                commands[source] = ["./" + output]
        for source in sorted(files_under("tests/sql")):
            if source.endswith(".sql"):
                commands[source] = ["build/tests/runsql", source]
        return commands

    def passes(self, command, timeout):
        try:
            return self.run(command, timeout).returncode == 0
        except subprocess.TimeoutExpired:
            return False


def baseline(tree):
    """Seconds of each test that passes; the others can tell nothing."""
    seconds = {}
    for name, command in tree.tests().items():
        start = time.monotonic()
        if tree.passes(command, 300):
            seconds[name] = time.monotonic() - start
        else:
            print(f"left out, it fails unmutated: {name}")
    return seconds


def judge(tree, mutant, seconds):
    """What becomes of one mutant: killed, survived, same or refused."""
    with open(mutant.path, encoding="utf-8") as file:
        text = file.read()
    tree.write(mutant.path, text[:mutant.start] + mutant.new + text[mutant.end:])
    try:
        built = tree.rebuild(mutant.path)
        if built != "changed":
            return built
        stem = os.path.splitext(os.path.basename(mutant.path))[0]
        order = sorted(seconds, key=lambda name: (f"/{stem}." not in name, seconds[name]))
        commands = tree.tests()
        for name in order:
            if not tree.passes(commands[name], 5 + 10 * seconds[name]):
                return "killed"
        return "survived"
    finally:
        tree.write(mutant.path, text)
        if tree.rebuild(mutant.path) == "refused":
            raise RuntimeError("the unmutated tree does not build")


def key_of(mutant):
    return f"{mutant.path}:{mutant.start}:{mutant.old}:{mutant.new}"


class Results:
    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.kept = {}
        self.tests = digest_of(files_under("tests/unit", "tests/sql", "tests/property",
                                           "tests/mutation"))
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.kept = json.load(file)

    def find(self, mutant):
        kept = self.kept.get(key_of(mutant))
        if kept is None or kept["file"] != digest_of([mutant.path]):
            return None
        if kept["fate"] == "survived" and kept["tests"] != self.tests:
            return None
        return kept["fate"]

    def keep(self, mutant, fate):
        with self.lock:
            self.kept[key_of(mutant)] = {"fate": fate, "tests": self.tests,
                                         "file": digest_of([mutant.path])}
            with open(self.path + ".new", "w", encoding="utf-8") as file:
                json.dump(self.kept, file, indent=0)
            os.replace(self.path + ".new", self.path)


def report(fates):
    counts = collections.defaultdict(collections.Counter)
    for mutant, fate in fates:
        counts[mutant.path][fate] += 1
        counts["all"][fate] += 1
    print(f"{'file':32} {'mutants':>8} {'killed':>7} {'survived':>9} {'share':>8}")
    for path in sorted(counts, key=lambda name: (name == "all", name)):
        count = counts[path]
        tried = count["killed"] + count["survived"]
        share = 100.0 * count["killed"] / tried if tried else 100.0
        print(f"{path:32} {tried:8} {count['killed']:7} {count['survived']:9} {share:7.1f} %")
    print(f"not counted: {counts['all']['same']} that compile to the same code, "
          f"{counts['all']['refused']} that do not compile")
    for mutant, fate in fates:
        if fate == "survived":
            with open(mutant.path, encoding="utf-8") as file:
                line = file.read().splitlines()[mutant.line - 1].strip()
            print(f"survived: {mutant.path}:{mutant.line}: {mutant.old} -> "
                  f"{mutant.new or 'nothing'}: {line}")
    return share


def main():
    folder = os.path.join(sys.argv[1], "mutation")
    os.makedirs(folder, exist_ok=True)
    wanted = os.environ.get("FILES") or ""
    mutants = [mutant for path in sorted(files_under("ext/core")) if wanted in path
               for mutant in mutants_of(path)]
    total = len(mutants)
    sample = int(os.environ.get("MUTANTS") or 0)
    if 0 < sample < total:
        seed = int(os.environ.get("SEED") or 1)
        mutants = random.Random(seed).sample(mutants, sample)
    mutants.sort()
    results = Results(os.path.join(folder, "results.json"))
    todo = [mutant for mutant in mutants if results.find(mutant) is None]
    print(f"{len(mutants)} of {total} mutants, {len(todo)} to try", flush=True)
    jobs = int(os.environ.get("JOBS") or 2)
    trees = [Tree(os.path.join(folder, f"tree-{i}"), os.environ.get("CC") or "cc")
             for i in range(min(jobs, len(todo)))]
    seconds = baseline(trees[0]) if trees else {}
    free = collections.deque(trees)

    def try_one(mutant):
        tree = free.popleft()
        results.keep(mutant, judge(tree, mutant, seconds))
        free.append(tree)

    with concurrent.futures.ThreadPoolExecutor(max(1, len(trees))) as pool:
        for _ in pool.map(try_one, todo):
            pass
    share = report([(mutant, results.find(mutant)) for mutant in mutants])
    return 0 if share >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
