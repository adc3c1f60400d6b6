"""A copy of the sources with its own objects and test programs, for mutate.py."""
import concurrent.futures
import filecmp
import glob
import hashlib
import json
import os
import resource
import shutil
import subprocess

FLAGS = ["-std=c11", "-w", "-fPIC", "-DSQLITE_CORE", "-ffp-contract=off",
         "-DASSAY_STATIC", "-Iext", "-Itests"]
PLAIN = ["-O2"]
SANITIZED = ["-O1", "-fsanitize=address,undefined,float-cast-overflow",
             "-fno-sanitize-recover=all"]
COVERED = ["-O0", "--coverage"]
SOURCES = ["ext", "tests", "sql", "config"]
LIBRARIES = ["-lsqlite3", "-lyaml", "-lm"]
# Tests that include this header, and the tests in LOAD, open the loadable extension.
# For the extension, every source is compiled a second time, with EXTENSION_FLAGS.
EXTENSION_HEADER = "tests/unit/library.h"
EXTENSION_FLAGS = ["-USQLITE_CORE", "-fvisibility=hidden"]
# PROGRAMS is {test: (more files, arguments)}, for tests that need files besides tap.c and
# their own. tests/faults is in PROGRAMS because only its tests notice that a mutant
# handles a failed allocation wrongly.
FAULTS = ["tests/calls.c", "tests/faults/memory.c"]
SCRIPTS = sorted(glob.glob("tests/faults/*.sql"))
BITS = "tests/bits/bits.c"
PROGRAMS = {
    BITS: (["tests/bits/functions.c", "tests/bits/values.c", "tests/calls.c"], []),
    "tests/runsql.c": (["tests/sqltap.c"], []),
    "tests/faults/faults.c": (FAULTS, ["-quick", *SCRIPTS]),
    "tests/faults/library.c": (FAULTS, ["-quick", "build/unmapped.so", "build/assay.so"]),
}
LOAD = {"tests/faults/library.c"}
# Files that the SQL tests share: after a change to one of them, every SQL test counts as
# changed.
SQL_SHARED = ["tests/runsql.c", "tests/sqltap.c", "tests/sqltap.h"]


def digest_of(paths):
    digest = hashlib.sha256()
    for path in sorted(paths):
        with open(path, "rb") as file:
            digest.update(path.encode() + file.read())
    return digest.hexdigest()[:16]


def files_under(*folders):
    return sorted(os.path.join(where, name) for folder in folders
                  for where, _, names in os.walk(folder) for name in names)


def limit(seconds, sanitized):
    """Limits the time and the memory of a mutant, which could loop for ever or allocate
    without end. The time is processor time, so that a busy machine does not end a test
    early. With sanitizers there is no memory limit, because they reserve more memory than
    the machine has."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if not sanitized:
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


class Tree:
    """A tree links its objects into a library that all programs share. So a change to the
    library takes only one compilation and one link."""

    def __init__(self, folder, compiler, flags, like=None):
        """Builds what has changed since the folder was last used. If the folder is new,
        it begins as a copy of the tree `like`."""
        self.folder = folder
        self.compiler = compiler
        self.flags = FLAGS + flags
        self.sanitized = flags == SANITIZED
        if like is not None and not os.path.isdir(folder):
            shutil.copytree(like.folder, folder)
        self.take_sources()
        # {source: (its object, the sources on which the object depends)}.
        self.objects = self.compile_all(files_under("ext"))
        self.loadable = self.compile_all(files_under("ext"), loadable=True)
        self.link()
        self.programs = self.compile_all(
            files_under("tests/unit", "tests/property") + list(PROGRAMS))
        self.compile_all(["tests/tap.c", "tests/sqltap.c", *FAULTS, *PROGRAMS[BITS][0]])
        for source, (output, _) in self.programs.items():
            self.link_program(source, output)
        self.tests = [source for source in self.programs if source != "tests/runsql.c"]
        self.tests += [path for path in files_under("tests/sql") if path.endswith(".sql")]
        self.mutated = None   # the file with changed text
        self.differs = False  # whether the library's code differs
        self.rebuilt = {}     # programs, by source
        self.loads = False    # the extension has the changed text
        self.link_loadable()

    def take_sources(self):
        sources = set(files_under(*SOURCES))
        for path in sources:
            copied = os.path.join(self.folder, path)
            if not os.path.exists(copied) or not filecmp.cmp(path, copied, shallow=False):
                os.makedirs(os.path.dirname(copied), exist_ok=True)
                shutil.copyfile(path, copied)
        for folder in SOURCES:
            for copied in files_under(os.path.join(self.folder, folder)):
                if os.path.relpath(copied, self.folder) not in sources:
                    os.remove(copied)

    def run(self, command):
        return subprocess.run(command, cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False).returncode == 0

    def compile(self, source, suffix="", loadable=False):
        """Returns (object, dependencies), or None if the file does not compile."""
        output = os.path.join("build", "loadable" if loadable else "",
                              source[:-2] + suffix + ".o")
        os.makedirs(os.path.join(self.folder, os.path.dirname(output)), exist_ok=True)
        command = [self.compiler, *self.flags, "-MMD", "-MF", output + ".d", "-o", output]
        if loadable:
            command += EXTENSION_FLAGS
        if "core" in source and source.endswith("/acceptability.c"):
            command.append("-O3")  # like the Makefile: the loops are vectorised
        if suffix == "" and self.is_fresh(output):
            return output, self.dependencies(output)
        if not self.run(command + ["-c", source]):
            return None
        return output, self.dependencies(output)

    def dependencies(self, output):
        with open(os.path.join(self.folder, output + ".d"), encoding="utf-8") as file:
            names = file.read().replace("\\\n", " ").split()
        return {os.path.normpath(name) for name in names[1:]}

    def is_fresh(self, output):
        def time_of(path):
            return os.stat(os.path.join(self.folder, path)).st_mtime
        try:
            return all(time_of(path) < time_of(output)
                       for path in self.dependencies(output))
        except FileNotFoundError:
            return False

    def compile_all(self, sources, loadable=False):
        sources = [source for source in sources if source.endswith(".c")]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return dict(zip(sources, pool.map(
                lambda source: self.compile(source, "", loadable), sources)))

    def link_program(self, source, output):
        program = output[:-2]
        others = [] if source == "tests/runsql.c" else ["tests/tap.c"]
        others += PROGRAMS.get(source, ([], []))[0]
        command = [self.compiler, *self.flags, "-o", program, output,
                   *(f"build/{other[:-2]}.o" for other in others),
                   "-Lbuild", "-lassay", *LIBRARIES]
        if not self.run(command):
            raise RuntimeError(f"{source} does not link")
        return program

    def link(self, replaced=()):
        """Links the library; `replaced` has the new objects of changed sources."""
        objects = {source: output for source, (output, _) in self.objects.items()}
        objects.update(replaced)
        command = [self.compiler, *self.flags, "-shared", "-o", "build/libassay.so"]
        return self.run(command + list(objects.values()) + LIBRARIES)

    def link_loadable(self):
        objects = []
        for source, (output, depends) in self.loadable.items():
            built = ((output, depends) if self.mutated not in depends
                     else self.compile(source, ".mutant", True))
            if built is None:
                return False
            objects.append(built[0])
        command = [self.compiler, *self.flags, "-shared", *objects, *LIBRARIES]
        self.loads = True
        return (self.run(command + ["-o", "build/unmapped.so"]) and
                self.run(command + ["-Wl,-z,nodelete", "-o", "build/assay.so"]))

    def bytes_of(self, output):
        with open(os.path.join(self.folder, output), "rb") as file:
            return file.read()

    def mutate(self, path, text):
        """Changes the text of a file and builds the library; returns False if the build
        fails. Programs that include the file are built when they run."""
        self.mutated = path
        self.loads = False
        shutil.copy2(os.path.join(self.folder, path),
                     os.path.join(self.folder, "original"))
        with open(os.path.join(self.folder, path), "w", encoding="utf-8") as file:
            file.write(text)
        replaced = {}
        for source, (output, depends) in self.objects.items():
            if path in depends:
                built = self.compile(source, ".mutant")
                if built is None:
                    return False
                if self.bytes_of(built[0]) != self.bytes_of(output):
                    replaced[source] = built[0]
        self.differs = bool(replaced)
        return self.link(replaced)

    def is_same(self):
        """Returns whether the library and the tests compile to the same code as before
        mutate()."""
        for source, (output, depends) in self.programs.items():
            if self.mutated in depends and not self.differs:
                built = self.compile(source, ".mutant")
                self.differs = (built is None
                                or self.bytes_of(built[0]) != self.bytes_of(output))
        return not self.differs

    def restore(self):
        """Undoes mutate(). The library keeps the mutant until mutate() links it anew for
        the next mutant."""
        os.replace(os.path.join(self.folder, "original"),
                   os.path.join(self.folder, self.mutated))
        self.mutated = None
        self.rebuilt = {}
        self.loads = False

    def program(self, source):
        output, depends = self.programs[source]
        if self.mutated not in depends:
            return output[:-2]
        if source not in self.rebuilt:
            built = self.compile(source, ".mutant")
            if built is None:
                return "/bin/false"  # a test that no longer compiles counts as failed
            self.rebuilt[source] = self.link_program(source, built[0])
        return self.rebuilt[source]

    def needs_loadable(self, test):
        return test in LOAD or EXTENSION_HEADER in self.programs.get(test, ((), ()))[1]

    def passes(self, test, seconds):
        """Runs a test to its end or its first failure, for at most `seconds`."""
        if self.needs_loadable(test) and not self.loads and not self.link_loadable():
            return False
        command = ([self.program("tests/runsql.c"), test] if test.endswith(".sql") else
                   [self.program(test), *PROGRAMS.get(test, ([], []))[1]])
        if test == BITS:
            command = ["sh", "tests/bits/compare", *command]
        env = dict(os.environ, BUILD="build",
                   ASAN_OPTIONS="detect_leaks=0:detect_odr_violation=0",
                   LD_LIBRARY_PATH=os.path.join(os.path.abspath(self.folder), "build"))
        with subprocess.Popen(command, cwd=self.folder, env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL,
                              preexec_fn=lambda: limit(seconds, self.sanitized)
                              ) as process:
            for line in process.stdout:
                if line.startswith(b"not ok"):
                    process.kill()
                    return False
        return process.returncode == 0

    def digest(self, test):
        if test.endswith(".sql"):
            return digest_of([test, *SQL_SHARED, *files_under("sql", "config")])
        helpers, arguments = PROGRAMS.get(test, ([], []))
        sources = {path for path in self.programs[test][1] if path.startswith("tests")}
        read = [argument for argument in arguments if argument.endswith(".sql")]
        if test == BITS:
            read = ["tests/bits/compare", "tests/bits/digests.txt"]
        return digest_of({"tests/tap.c", *sources, *helpers, *read})

    def functions_run(self):
        """Returns {function of ext: whether it ran since the last call}, each function as
        (file, first line, last line). Only for a tree built with gcov."""
        data = glob.glob(os.path.join(self.folder, "build/**/ext/**/*.gcda"),
                         recursive=True)
        names = [os.path.relpath(path, self.folder) for path in data]
        out = subprocess.run(["gcov", "--json-format", "--stdout", *names], check=True,
                             cwd=self.folder, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL).stdout if names else b""
        for path in data:
            os.remove(path)
        ran = {}
        for line in out.splitlines():
            for source in json.loads(line)["files"] if line.startswith(b"{") else ():
                if not source["file"].endswith(".c"):
                    continue
                for function in source["functions"]:
                    key = source["file"], function["start_line"], function["end_line"]
                    ran[key] = ran.get(key, False) or function["execution_count"] > 0
        return ran
