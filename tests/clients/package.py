"""Tests the package for Python. Whatever a judge replied, the package's functions must
give the same answers as SQL. The package's exceptions have documented fields. connect()
loads a file's contract (stored settings) and warns once; with contract=None it loads no
contract."""

import dataclasses
import datetime
import fractions
import numbers
import os
import pydoc
import random
import shutil
import sqlite3
import sys
import tempfile
import threading
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "packages")]
import histories  # noqa: E402
from hostile import NO_OBJECTS  # noqa: E402
from laid import lay  # noqa: E402
from tap import finish, is_eq, ok  # noqa: E402

NAMES = ("coverage", "source_quality", "agreement", "verification", "recency")
GOOD = {**dict.fromkeys(NAMES, 0.9), "recent_sources": 12, "critical_contradictions": 0}
PATIENT = {"evaluation": {"deep_research": {"patience": 2}}}


def connect(path=":memory:", *arguments, **options):
    db = assay_sqlite.connect(path, *arguments, **options)
    for name in "schema.sql", "views.sql":
        with open(assay_sqlite.sql_path(name), encoding="utf-8") as file:
            db.executescript(file.read())
    return db


def raised(call, *arguments, **options):
    try:
        call(*arguments, **options)
    except Exception as problem:  # any exception is compared
        return problem
    return None


def said(call, *arguments, **options):
    """Returns a call's warnings and the call's result."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call(*arguments, **options)
    return [(each.category.__name__, str(each.message)) for each in caught], result


def fields(error, *names):
    return type(error).__name__, *(getattr(error, name) for name in names)


def test_gate():
    verdict = assay_sqlite.gate(GOOD)
    is_eq((verdict.passed, verdict.reason, verdict.failed_dimensions, verdict.missing),
          (True, "", (), ()), "a round that passes")
    verdict = assay_sqlite.gate({**GOOD, "coverage": 0.7, "coverge": 1})
    is_eq((verdict.passed, verdict.reason, verdict.failed_dimensions, verdict.unknown),
          (False, "low dimensions: coverage", ("coverage",), ("coverge",)),
          "a failing round has a reason, and unknown keys are listed")
    for reply in (*NO_OBJECTS, "I can't score that.", "[1]", [1], 7, {"coverage": []},
                  "\ud800", {"\ud800": "\ud800"}, {1: {2: float("nan")}}):
        verdict = assay_sqlite.gate(reply)
        is_eq((verdict.passed, len(verdict.missing)), (False, 7),
              f"{reply!r:.40} is missing evidence")
    verdict = assay_sqlite.gate({**GOOD, "coverage": float("nan"), "agreement": "0.9"})
    is_eq((verdict.missing, verdict.failed_dimensions), (("coverage",), ("coverage",)),
          "NaN is missing by itself, a number as text is that number")
    own = {"evaluation": {"rubrics": {"mine": {"scores": {"tone": {"high": 0.6}}}}}}
    db = assay_sqlite.connect(":memory:", own)
    is_eq(assay_sqlite.gate({"tone": 0.6}, "mine", db=db).passed, True,
          "a rubric of the connection's settings")
    problem = raised(assay_sqlite.gate, {}, "mine")
    is_eq(fields(problem, "function", "argument", "rule", "value"),
          ("AssayError", "rubric_report", "rubric", "must be one of research", "'mine'"),
          "without these settings the rubric is a mistake in the call")
    ok(isinstance(problem, sqlite3.OperationalError),
       "sqlite3.Error catches the mistake, too")


class Whole:
    """An integer type other than int, like the integer types of numpy."""

    def __int__(self):
        return 12


numbers.Integral.register(Whole)


def test_values():
    """Gives the package values that sqlite3 can't bind or JSON can't write."""
    half = fractions.Fraction(9, 10)
    odd = {**GOOD, "coverage": half, "recent_sources": Whole(), "notes": [float("nan")],
           "seen": datetime.date(2026, 1, 2), (1, 2): 3}
    is_eq(assay_sqlite.gate(odd).passed, True,
          "a fraction is a number; NaN in a note does not spoil the others")
    db = connect()
    day = datetime.datetime(2026, 1, 2, 3)
    assay_sqlite.record_round(db, 1, 1, {
        "coverage": True, "source_quality": b"x", "agreement": 2 ** 63,
        "verification": half, "RECENCY": -2 ** 63, "recent_sources": Whole(),
        "critical_contradictions": [1, "\ud800"]},
        [{"source": "\ud800", "domain": b"y", "published": day}])
    is_eq(db.execute("SELECT coverage, source_quality, agreement, verification, recency,"
                     " recent_sources, critical_contradictions FROM rounds").fetchall(),
          [("true", b"x", 9223372036854775808.0, 0.9, -2 ** 63, 12, '[1, "\\ud800"]')],
          "values are stored unchanged, or as text")
    is_eq(db.execute("SELECT source, domain, published FROM sources").fetchall(),
          [("?", b"y", "2026-01-02T03:00:00")], "a source's, too")
    db.row_factory = lambda cursor, row: {"row": row}
    for number, reply in enumerate(('{"coverage": 0.8, "Coverage": 0.9}', "[" * 100000,
                                    '{"coverage": NaN, "agreement": 0.9}'), 2):
        assay_sqlite.record_round(db, 1, number, reply, rubric="Research")
    is_eq(db.execute("SELECT count(coverage), count(agreement) FROM rounds"
                     " WHERE round > 1").fetchall(), [{"row": (0, 0)}],
          "a name that is twice, brackets without end and NaN are missing")
    is_eq((assay_sqlite.stop(db, 1).action, assay_sqlite.best(db, 1)),
          ("max_rounds", 1), "calls ignore the caller's row_factory")


def test_in_hand():
    low = {**GOOD, "coverage": 0.6}
    is_eq(assay_sqlite.stop([low, GOOD]),
          assay_sqlite.Decision("pass", 2, 2, ""),
          "rounds in memory are numbered 1, 2 and so on")
    is_eq(assay_sqlite.stop({5: GOOD, 4: low}).round, 5,
          "rounds in memory may have their own numbers")
    is_eq(assay_sqlite.stop([low]),
          assay_sqlite.Decision("continue", None, 1, "low dimensions: coverage"),
          "a run that continues has no round that stops it")
    is_eq(assay_sqlite.stop([]), assay_sqlite.Decision("continue", None, None, ""),
          "without a round the run continues")
    is_eq((assay_sqlite.best([low, GOOD, low]), assay_sqlite.best([])), (2, None),
          "best() of some rounds, and of none")
    regressed = [low, {**GOOD, "coverage": 0.5}]
    db = assay_sqlite.connect(":memory:", PATIENT)
    is_eq([assay_sqlite.stop(regressed, db=each).action for each in (None, db)],
          ["patience_stop", "continue"], "stop() uses the settings of the connection")


OWN = {"evaluation": {"rubrics": {"mine": {"scores": {
    "tone": {"high": 0.6}, "help": {"high": 0.6}}, "at_least": {"answers": 2}}}}}


def test_rubric():
    """Under a rubric (dimensions that a user names), stored rounds and the same rounds in
    memory get the same answers."""
    db = connect(":memory:", OWN)
    replies = [{"tone": 0.5, "help": 0.7, "answers": 2}, "none",
               {"tone": 0.9, "help": 0.9, "answers": 2}]
    for number, reply in enumerate(replies, 1):
        assay_sqlite.record_round(db, 4, number, reply, ["a"], "mine")
    hand = assay_sqlite.stop(replies, rubric="mine", db=db)
    is_eq((hand.action, hand.round), ("pass", 3), "stop() of a rubric")
    is_eq(assay_sqlite.stop(db, 4, "mine"), dataclasses.replace(hand, run_id=4), "stored")
    is_eq((assay_sqlite.best(replies, rubric="mine", db=db),
           assay_sqlite.best(db, 4, "mine")), (3, 3), "best()")
    is_eq(assay_sqlite.decisions(db, "mine"), [assay_sqlite.stop(db, 4, "mine")],
          "decisions()")
    is_eq(assay_sqlite.stop(db, 9),
          assay_sqlite.Decision("continue", None, None, "", 9),
          "a run without a round continues")
    is_eq((assay_sqlite.stop(db, 4).round, assay_sqlite.best(db, 4, "Research"),
           db.execute("SELECT count(*) FROM sources").fetchone()), (None, None, (3,)),
          "research has no round of that rubric's evidence")


def test_epoch(folder):
    path = os.path.join(folder, "old.db")
    db = connect(path)
    db.execute("UPDATE assay_schema SET epoch = 2 WHERE part = 'views'")
    db.commit()
    now = db.execute("SELECT CAST(assay_settings_hash() AS INTEGER)").fetchone()[0]
    old = f"assay_require: views are of epoch 2, this assay of {now}: "
    messages, _ = said(assay_sqlite.connect, path)
    ok(len(messages) == 1 and messages[0][1].startswith(f"{path}: {old}")
       and messages[0][1].endswith(" (assay upgrade FILE)"), "views of another epoch")
    is_eq(str(raised(assay_sqlite.connect, path, strict=True))[:len(old)], old,
          "with strict, views of another epoch are an error")
    db.execute("DROP TABLE assay_schema")
    is_eq(said(assay_sqlite.connect, path)[0][0][1],
          f"{path}: connect: views are of epoch 2 or earlier (assay upgrade FILE)",
          "views without an epoch")


def test_stored():
    """Stored rounds and the same rounds in memory get the same verdicts."""
    seed = int(os.environ.get("SEED", "30"))
    draw = random.Random(seed)
    db = connect()
    differ = []
    runs = 300
    for run_id in range(runs):
        replies = [histories.reply(draw) for _ in range(draw.randint(1, 5))]
        for number, reply in enumerate(replies, 1):
            assay_sqlite.record_round(db, run_id, number, reply)
        hand, stored = assay_sqlite.stop(replies), assay_sqlite.stop(db, run_id)
        same = [(each.action, each.round, each.returned_round, each.reason)
                for each in (hand, stored)]
        kept = assay_sqlite.best(replies), assay_sqlite.best(db, run_id)
        if same[0] != same[1] or kept[0] != kept[1]:
            differ.append((replies, hand, stored))
    is_eq(differ[:1], [], f"{runs} runs of odd replies (SEED={seed})")
    found = assay_sqlite.decisions(db)
    is_eq(found, [assay_sqlite.stop(db, run_id) for run_id in range(runs)],
          "decisions() has the decision of every run")
    ok(len({each.action for each in found}) >= 4, "the decisions are of every kind")
    try:
        frame = found.to_pandas()
    except ImportError:
        return
    is_eq((frame.loc[7, "action"], len(frame)), (found[7].action, runs), "to_pandas()")


def test_record():
    db = connect()
    assay_sqlite.record_round(db, 1, 1, GOOD, [
        "a", "a", {"source": "b", "published": "2026-01-01", "domain": "ai_ml"}],
        title="why", as_of="2026-02-01")
    is_eq(db.execute("SELECT title, as_of FROM runs").fetchall(), [("why", "2026-02-01")],
          "a new run")
    is_eq(db.execute("SELECT source, domain, published FROM sources").fetchall(),
          [("a", None, None), ("b", "ai_ml", "2026-01-01")],
          "each cited source is stored once")
    is_eq(db.in_transaction, False, "the round is committed")
    ok(isinstance(raised(assay_sqlite.record_round, db, 1, 1, GOOD, ["c"]),
                  sqlite3.IntegrityError), "a round that exists is refused")
    ok(isinstance(raised(assay_sqlite.record_round, db, 2, 1, GOOD, [{}]),
                  sqlite3.IntegrityError), "a source without a name is refused")
    is_eq(db.execute("SELECT count(*), (SELECT count(*) FROM rounds),"
                     " (SELECT count(*) FROM sources) FROM runs").fetchall(), [(1, 1, 2)],
          "nothing of a refused round is stored")
    is_eq(db.in_transaction, False, "a refused round leaves no transaction open")

    def interrupted():
        yield "a"
        raise KeyboardInterrupt
    try:
        assay_sqlite.record_round(db, 2, 1, GOOD, interrupted())
    except KeyboardInterrupt:
        pass
    is_eq((db.in_transaction, db.execute("SELECT count(*) FROM runs").fetchone()),
          (False, (1,)), "nor does Ctrl-C among its sources")
    db.execute("INSERT INTO runs(run_id, title, as_of) VALUES (3, 'c', '2026-01-01')")
    raised(assay_sqlite.record_round, db, 2, 1, GOOD, [{}])
    assay_sqlite.record_round(db, 3, 1, GOOD)
    db.rollback()
    is_eq(db.execute("SELECT count(*) FROM runs").fetchone(), (1,),
          "in a transaction of the caller nothing is committed")
    plain = assay_sqlite.connect(":memory:")
    is_eq(plain.execute("PRAGMA foreign_keys").fetchone(), (1,),
          "connect() enforces foreign keys")
    is_eq(str(raised(assay_sqlite.stop, plain, 1)).split("; ")[1],
          "tables and views are those of sql_path('schema.sql') and"
          " sql_path('views.sql')", "without the views the error says where they are")


def test_errors(folder):
    path = os.path.join(folder, "torn.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write("evaluation:\n  deep_research: [\n")
    problem = raised(assay_sqlite.connect, ":memory:", path)
    is_eq(fields(problem, "file", "line", "column"), ("SettingsError", path, 3, 1),
          "settings that can't be read have a place")
    is_eq(fields(raised(assay_sqlite.connect, ":memory:", "none.yaml"), "file", "line"),
          ("SettingsError", "none.yaml", None),
          "missing settings have a file and no line")
    wrong = {"evaluation": {"deep_research": {"paitence": 2}}}
    messages, db = said(assay_sqlite.connect, ":memory:", wrong)
    is_eq([message[1][:43] for message in messages],
          ["evaluation.deep_research.paitence is not a "], "a misspelt key is a warning")
    is_eq(fields(raised(assay_sqlite.connect, ":memory:", wrong, strict=True), "line"),
          ("SettingsError", 1), "with strict, a misspelt key is an error")
    is_eq(fields(raised(assay_sqlite.load, db, wrong, strict=True), "line"),
          ("SettingsError", 1), "load() can be strict, too")
    with open(path, "w", encoding="utf-8") as file:
        file.write("evaluation: {deep_research: {paitence: 2}}\n")
    is_eq(fields(raised(assay_sqlite.connect, ":memory:", path, strict=True), "file"),
          ("SettingsError", path), "so can settings of a file")
    is_eq(str(raised(db.load_extension, "none")), "not authorized",
          "the connection loads no other extension")
    is_eq(type(raised(assay_sqlite.sql_path, "view.sql")), FileNotFoundError,
          "an unknown name of a file")
    assay_sqlite.stop([GOOD], db=db)
    is_eq(fields(raised(assay_sqlite.load, db, PATIENT), "function", "argument", "rule"),
          ("AssayError", "assay_load_yaml", "settings",
           "are in use on this connection; open a new one"), "settings in use")


def test_contract(folder):
    path = os.path.join(folder, "bound.db")
    db = connect(path, PATIENT)
    digest = db.execute("SELECT assay_settings_hash()").fetchone()[0]
    with open(assay_sqlite.sql_path("contract.sql"), encoding="utf-8") as file:
        db.executescript(file.read())
    in_force = "SELECT assay_setting('evaluation.deep_research.patience')"
    messages, db = said(assay_sqlite.connect, path)
    is_eq([kind for kind, _ in messages], ["ContractNotice"], "a contract is loaded")
    ok(digest in messages[0][1] and path in messages[0][1],
       "the notice names the digest and the file")
    is_eq(db.execute(in_force).fetchone(), (2,), "the contract takes effect")
    is_eq(said(assay_sqlite.connect, path)[0], [], "the notice appears once")
    messages, db = said(assay_sqlite.connect, path, contract=None)
    is_eq((messages, db.execute(in_force).fetchone()), ([], (1,)),
          "contract=None ignores the contract")
    messages, db = said(assay_sqlite.connect, path, PATIENT)
    is_eq(messages, [], "equal settings need no notice")
    messages, db = said(assay_sqlite.connect, path, {})
    is_eq(([kind for kind, _ in messages], db.execute(in_force).fetchone()),
          (["UserWarning"], (1,)), "other settings take effect, with a warning")
    is_eq(fields(raised(assay_sqlite.connect, path, {}, strict=True), "function"),
          ("AssayError", "assay_require"), "with strict, other settings are refused")
    messages, db = said(assay_sqlite.connect, path, contract=digest)
    is_eq((messages, db.execute(in_force).fetchone()), ([], (2,)),
          "a contract is chosen by its digest")
    is_eq(fields(raised(assay_sqlite.connect, path, contract="3:0"), "argument", "value"),
          ("AssayError", "contract", "'3:0'"), "a digest without a contract is an error")
    twin = os.path.join(folder, "twin.db")
    shutil.copy(path, twin)
    is_eq(said(assay_sqlite.connect, twin, contract=digest)[0], [],
          "who names the contract needs no notice")
    db.execute("INSERT INTO contract(hash, settings) VALUES ('3:0', '')")
    db.commit()
    is_eq(fields(raised(assay_sqlite.connect, path), "function"),
          ("AssayError", "assay_require"),
          "a contract whose settings have another digest is refused")
    other = os.path.join(folder, "other.db")
    sqlite3.connect(other).execute("CREATE TABLE contract(who, hash)")
    is_eq(said(assay_sqlite.connect, other)[0], [],
          "a table contract of the user is ignored")


def test_threads(folder):
    """The package opens a connection for each thread whose calls name no connection."""
    path = os.path.join(folder, "threads.db")
    connect(path).execute("PRAGMA journal_mode = WAL")
    problems = []

    def work(number):
        try:
            db = assay_sqlite.connect(path, timeout=60)
            for run_id in range(number, 80, 8):
                assay_sqlite.record_round(db, run_id, 1, GOOD)
                if assay_sqlite.stop(db, run_id).action != "pass" or \
                        not assay_sqlite.gate(GOOD).passed:
                    problems.append(run_id)
        except Exception as problem:  # reported below
            problems.append(problem)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    is_eq(problems, [], "eight threads write into one file")
    db = assay_sqlite.connect(path)
    is_eq(len(assay_sqlite.decisions(db)), 80, "no round of the threads is lost")
    caught = []
    thread = threading.Thread(
        target=lambda: caught.append(raised(assay_sqlite.stop, db, 1)))
    thread.start()
    thread.join()
    is_eq(type(caught[0]), sqlite3.ProgrammingError,
          "another thread's connection is refused")


def test_help():
    missing = [name for name in assay_sqlite.__all__
               if not (getattr(assay_sqlite, name).__doc__ or "").strip()
               or getattr(assay_sqlite, name).__doc__.startswith(name + "(")]
    is_eq(missing, [], "every name has a help text")
    ok("record_round(" in pydoc.plain(pydoc.render_doc(assay_sqlite)),
       "help(assay_sqlite) shows the calls")


def main():
    global assay_sqlite
    with tempfile.TemporaryDirectory() as folder:
        lay(folder)
        import assay_sqlite
        test_gate()
        test_values()
        test_in_hand()
        test_rubric()
        test_stored()
        test_record()
        test_errors(folder)
        test_contract(folder)
        test_epoch(folder)
        test_threads(folder)
        test_help()
    return finish()


sys.exit(main())
