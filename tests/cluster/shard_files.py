"""Histories split into shards: every report is that over one file, and what does not
belong together is refused.

Reports are run by the sqlite3 shell over the whole file and by sql/cluster/report.py over
its shards, and compared byte for byte: a history of 200 runs as untidy as real ones, the
same with ids of every type, and the demo with its searches and interviews; split by
ranges and by hash, into one shard, a few, and more than there are runs.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.abspath("sql/cluster"))
import history  # noqa: E402
import report  # noqa: E402
import shards  # noqa: E402
import sweep  # noqa: E402
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, ok  # noqa: E402

EXTENSION = os.path.abspath(os.environ.get("ASSAY_EXTENSION", "build/assay.so"))
# By its name from here: that of the checkout may have a blank or a quote.
LOAD = f".load {os.path.relpath(EXTENSION)}"
DEMO = os.path.join(os.environ.get("BUILD", "build"), "demo.db")
RESEARCH = sorted(set(report.REPORTS) - {"cutoff_replay", "interview", "penalty_grid"})
WINDOWS = "evaluation: {deep_research: {recency_windows: {ai_ml: 20, default: 300}}}"

def refuses(text, name, function, *arguments, **named):
    try:
        function(*arguments, **named)
        ok(False, name, "nothing was refused")
    except history.Problem as problem:
        ok(text in str(problem), name, f" got: {problem}", f"want: {text}")


# --- histories --------------------------------------------------------------------------


def shell(path, *commands, script=""):
    text = subprocess.run(["sqlite3", "-batch", path, *commands], input=script, text=True,
                          capture_output=True, check=False)
    if text.returncode or text.stderr:
        raise SystemExit(f"Bail out! sqlite3: {text.stderr}")
    return text.stdout


def contents(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def made_history(path, runs):
    shell(path, script=contents("sql/schema.sql"))
    shell(path, "-cmd", f".param set :runs {runs}",
          script=contents("tests/bench/history.sql"))
    shell(path, "-cmd", LOAD,
          script=contents("sql/views.sql") + contents("sql/contract.sql"))


# Whole numbers, texts of digits, UUIDs as text and as BLOB, doubles, texts that differ in
# case only, and none at all.
ANY_ID = """CASE WHEN {0} = 50 THEN NULL WHEN {0} % 7 = 0 THEN {0}
  WHEN {0} % 7 = 1 THEN CAST({0} - 1 AS TEXT)
  WHEN {0} % 7 = 2 THEN printf('018f%08d-0c41-7aaa-%012d', {0} * 7919, {0})
  WHEN {0} % 7 = 3 THEN CAST(printf('018f%08d', {0} * 7919) AS BLOB)
  WHEN {0} % 7 = 4 THEN {0} / 3.0
  WHEN {0} % 7 = 5 THEN 'Run' || {0} ELSE 'run' || ({0} - 1) END"""


def with_any_ids(source, path):
    """The same rows in tables without types, under ids of all types."""
    db = sqlite3.connect(path)
    db.execute("ATTACH ? AS source", (source,))
    for table in ("runs", "rounds", "sources", "judgements"):
        columns = shards.columns_of(db, table, "source")
        rest = ", ".join(columns[1:])
        db.execute(f"CREATE TABLE {table}(run_id, {rest})")
        db.execute(f"INSERT INTO {table} SELECT {ANY_ID.format('run_id')}, {rest}"
                   f" FROM source.{table}")
        db.execute(f"CREATE INDEX {table}_runs ON {table}(run_id"
                   + (", round)" if "round" in columns else ")"))
    # One run that data_quality lists twice, its rounds under names too long for a list.
    db.executescript("""
      INSERT INTO runs(run_id, title, as_of) VALUES (-1.5, 'twice', '2026-06-30');
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9)
      INSERT INTO rounds SELECT -1.5, 'round ' || i, .8, .8, .8, .8, .8, 9, 0 FROM n;
      INSERT INTO sources VALUES (-1.5, 'round 1', 's', NULL, '2026-06-01');""")
    db.commit()
    db.executescript(contents("sql/views.sql"))
    db.close()


# --- reports ----------------------------------------------------------------------------


def one_by_one(function, calls):
    return [function(*call) for call in calls]


def over_shards(files, name, given=None, settings=None):
    return "".join(line + "\n" for line in report.report(
        files, name, given=given, extension=EXTENSION, settings=settings,
        gather=one_by_one))


def over_one(path, name, *commands):
    return shell(path, "-cmd", LOAD, *commands,
                 script=contents(f"sql/reports/{name}.sql"))


def compare(path, names, splits, folder, **said):
    want = {name: over_one(path, name) for name in names}
    for method, number in splits:
        place = os.path.join(folder, f"{os.path.basename(path)}-{method}-{number}")
        files = shards.split(path, place, shards=number, method=method,
                             extension=EXTENSION, **said)
        for name in names:
            got = over_shards(files, name)
            ok(got == want[name], f"{name} over {number} shards by {method} of"
               f" {os.path.basename(path)}", *(f"{mine!r}, {theirs!r}" for mine, theirs in
                                               zip(got.splitlines(),
                                                   want[name].splitlines())
                                               if mine != theirs))
            if name == "stop_policy":
                ok(len(got) > 500, "it has something to say", got)
    return place


def test_reports(folder):
    path = os.path.join(folder, "untidy.db")
    made_history(path, 200)
    compare(path, RESEARCH, [("ranges", 1), ("ranges", 3), ("hash", 3)], folder)
    other = os.path.join(folder, "any_ids.db")
    with_any_ids(path, other)
    compare(other, RESEARCH, [("ranges", 4), ("hash", 3)], folder)
    compare(DEMO, sorted(report.REPORTS), [("ranges", 3)], folder,
            leave=["releases", "attempts"])
    compare(DEMO, ["data_quality", "stop_policy"], [("ranges", 40), ("hash", 40)], folder,
            leave=["releases", "attempts"])
    files = [os.path.join(folder, "untidy.db-hash-3", f"{n}.db") for n in (1, 2, 3)]
    for name, given, command in (
            ("stop_policy", {"patience": 2, "rows": "all"}, ".param set :rows all"),
            ("tier_matrix", {"run": 17}, ".param set :run 17"),
            ("data_quality", {"rows": "all"}, ".param set :rows all"),
            ("masked_failures", {"rows": 3}, ".param set :rows 3")):
        extra = ("-cmd", ".param set :patience 2") if "patience" in given else ()
        want = over_one(path, name, "-cmd", command, *extra)
        ok(over_shards(files, name, given) == want,
           f"{name} with parameters {given}")
    return path, files


def test_settings(folder, path):
    """Shards bring their contract along, and it holds in every shard and in the merge."""
    file = os.path.join(folder, "strict.db")
    shutil.copy(path, file)
    load = f"SELECT assay_load_yaml('{WINDOWS}');"
    shell(file, "-cmd", LOAD, "-cmd", load,
          script=contents("sql/contract.sql"))
    files = shards.split(file, os.path.join(folder, "strict"), shards=3,
                         extension=EXTENSION)
    for name in ("recency_window", "data_quality", "floor_sweep"):
        want = over_one(file, name, "-cmd", f".output {os.devnull}", "-cmd", load,
                        "-cmd", ".output")
        ok(over_shards(files, name) == want != over_one(file, name),
           f"{name} by the settings of the contract")
    return files


# --- what is refused --------------------------------------------------------------------


def change(path, sql, *values):
    db = sqlite3.connect(path)
    db.execute(sql, values)
    db.commit()
    db.close()


def copy_of(files, folder):
    os.makedirs(folder)
    return [shutil.copy(file, folder) for file in files]


def check(files, settings=None):
    settings = settings or history.settings_for(files[0], EXTENSION)
    shards.agree([shards.describe(file) for file in files], settings)
    return True


def test_refusals(folder, path, files):
    ok(check(files) and check(files[::-1]), "shards belong together, in any order")
    again = shards.split(path, os.path.join(folder, "again"), shards=3,
                         extension=EXTENSION)
    built_in = history.settings_for(files[0], EXTENSION, contract="none")
    refuses("of 3 shards there is no 2", "a shard is missing", check, files[::2])
    refuses("are both shard 1", "a shard is there twice", check, [files[0], *files])
    refuses("is of another split", "shards of two splits", check, [*files[:2], again[2]])
    refuses("only one of them is a shard", "a whole history among shards", check,
            [files[0], path])
    refuses("no such file", "a shard whose file is gone", check, [*files[:2], "gone.db"])
    for name, text, sql, values in (
            ("a shard with another column", "has another schema",
             "ALTER TABLE rounds ADD COLUMN extra", ()),
            ("a shard with another user_version", "has another schema",
             "PRAGMA user_version = 7", ()),
            ("a shard under another contract", "the settings in force are",
             "UPDATE contract SET hash = 'abc', settings = ''", ()),
            ("a run in a shard where it does not belong", "belongs in another shard",
             "INSERT INTO rounds(run_id, round) SELECT column1, 1 FROM (VALUES (-1),"
             " (-2), (-3), (-4), (-5), (-6), (-7), (-8))", ()),
            ("a run without an id in the last shard", "run_id None in sources",
             "INSERT INTO sources VALUES(?, 1, 'x', NULL, NULL)", (None,))):
        for kind, whole in (("hash", files), ("ranges", again)):
            if "without an id" in name:  # runs' key is an INTEGER: see ids of any type
                number = {"hash": 3, "ranges": 4}[kind]
                whole = [os.path.join(folder, f"any_ids.db-{kind}-{number}", f"{n}.db")
                         for n in range(1, number + 1)]
            spoilt = copy_of(whole, tempfile.mkdtemp(dir=folder) + "/x")
            change(spoilt[-1], sql, *values)
            refuses(text, f"{name}, by {kind}", check, spoilt, built_in)
            refuses(text, f"{name}, by {kind}, for a report", over_shards, spoilt,
                    "stop_policy", None, built_in)


def test_unsplit(folder, path):
    """Files that were never split: all their ids are compared."""
    files = [os.path.join(folder, f"month{n}.db") for n in (1, 2)]
    for n, file in enumerate(files):
        made_history(file, 20)
        change(file, f"DELETE FROM runs WHERE run_id % 2 = {n}")
        for table in ("rounds", "sources", "judgements"):
            change(file, f"DELETE FROM {table} WHERE run_id % 2 = {n}")
    ok(check(files), "files that were never split belong together")
    ok("STOP POLICY OVER 20 RUNS" in over_shards(files, "stop_policy"),
       "a report over them")
    change(files[1], "INSERT INTO judgements VALUES(3, 1, 'recency', 'x', 'y', 1)")
    refuses("run_id 3 is in both", "a run in two files", check, files)


def test_splitting(folder, path):
    place = os.path.join(folder, "refused")
    refuses("say --copy releases or --leave releases", "a table without a key",
            shards.split, DEMO, place, extension=EXTENSION, leave=["attempts"])
    ok(os.listdir(place) == [], "nothing is left of it", os.listdir(place))
    other = shutil.copy(path, os.path.join(folder, "virtual.db"))
    change(other, "CREATE VIRTUAL TABLE words USING fts4(text)")
    refuses("words: is a virtual table", "a virtual table", shards.split, other, place,
            extension=EXTENSION)
    refuses("is there already", "files are not overwritten", shards.split, path,
            os.path.join(folder, "again"), extension=EXTENSION)
    plain = sqlite3.connect(path)
    ok(not plain.execute("SELECT 1 FROM sqlite_master WHERE name = ?",
                         (shards.PLACE,)).fetchone(), "the history is as it was")
    plain.close()
    packed = shutil.copy(path, os.path.join(folder, "packed.db"))
    shell(packed, "-cmd", LOAD, script="".join(
        contents(f"sql/{name}.sql")
        for name in ("columns", "refresh_columns", "facts", "refresh_facts")))
    files = shards.split(packed, os.path.join(folder, "packed"), shards=3,
                         extension=EXTENSION)
    query = ("SELECT run_id, best_round FROM round_columns AS h, packed_runs(h.columns)"
             " ORDER BY 1")
    want = shell(packed, "-cmd", LOAD, query)
    got = "".join(shell(file, "-cmd", LOAD, query) for file in files)
    ok(got == want and len(want) > 500, "packed columns are those of the shard")
    facts = [shell(file, "SELECT count(*) > 0 FROM round_facts") for file in files]
    ok(facts == ["1\n"] * 3, "facts go along")
    rounds = [int(shell(file, "SELECT count(*) FROM rounds")) for file in files]
    ok(max(rounds) < 1.2 * min(rounds), "ranges have about as many rounds", rounds)


def test_ids():
    ok(shards.hash_of(7, 97) == shards.hash_of(7.0, 97)
       != shards.hash_of("7", 97), "7 and 7.0 are one id, '7' is another")
    ok(shards.hash_of("Abc ", 97) == shards.hash_of("aBC", 97),
       "texts that a column may call equal lie together")
    ok(len({shards.hash_of(f"018f{n:08x}-0c41", 8) for n in range(200)}) == 8
       and {shards.hash_of(n, 8) for n in range(200)} == set(range(1, 9)),
       "ids go to every shard")


def test_changed_report(folder):
    root = os.path.join(folder, "root")
    shutil.copytree("sql", os.path.join(root, "sql"))
    for place, _, names in os.walk(root):  # of a checkout that may be read-only
        for name in (".", *names):
            os.chmod(os.path.join(place, name), 0o700)
    place = os.path.join(root, "sql", "reports", "floor_sweep.sql")
    text = contents(place)
    for old, new in (("FROM report_judged;\nSELECT printf('Percent", "FROM runs;"),
                     ("TABLE report_in_force", "TABLE report_now")):
        with open(place, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        refuses("floor_sweep: the report", "a report that has changed is refused",
                report.script_of, "floor_sweep", root)
    refuses("report must be one of", "a report that there is not", over_shards, ["x"],
            "y")
    others = {name[:-4] for name in os.listdir(os.path.dirname(place))}
    others -= {"lists", "start", *report.REPORTS}
    ok(others and all(name in report.__doc__ and f"`{name}`" in contents(
        "sql/cluster/README.md") for name in others), "reports over one file are named",
       others)


def test_sweep_over_shards(files, path):
    query = "SELECT run_id, best_round(round, gate_passed, ci) AS keep FROM round_scores"
    db = history.connect(path, EXTENSION, history.settings_for(path, EXTENSION))
    want = sorted(db.execute(query + " GROUP BY run_id").fetchall())
    got = sorted(row for _, rows in sweep.sweep(
        files, query + " WHERE {part} GROUP BY run_id", extension=EXTENSION, processes=2)
        for row in rows)
    ok(got == want and want, "one question to all shards by two processes")


def main():
    folder = tempfile.mkdtemp()
    try:
        path, files = test_reports(folder)
        strict = test_settings(folder, path)
        refuses("the settings in force are", "shards of a contract under other settings",
                check, strict, history.Settings(None, "0" * 64))
        test_refusals(folder, path, files)
        test_unsplit(folder, path)
        test_splitting(folder, path)
        test_ids()
        test_changed_report(folder)
        test_sweep_over_shards(files, path)
    finally:
        shutil.rmtree(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
