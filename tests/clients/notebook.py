"""Executes sql/notebooks/report.ipynb without a browser, as `make report` does. The
notebook runs over the demo and over a generated history. The history has texts as
run ids, and times instead of round numbers.

No cell may fail, and every figure must show something. If a picture has one colour, or
little besides its background, its chart has no content. The test needs Debian's
jupyter-nbconvert, python3-nbclient, python3-ipykernel, python3-pandas and
python3-matplotlib, which continuous integration installs. If one of them is missing, the
test is a SKIP.
"""
import base64
import io
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, ok  # noqa: E402

scratch = tempfile.TemporaryDirectory()
for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR",
             "IPYTHONDIR", "MPLCONFIGDIR"):
    os.environ[name] = scratch.name
os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"

NOTEBOOK = "sql/notebooks/report.ipynb"
FIGURES = {
    "tiers": "tier heat map",
    "index": "differences within a run",
    "attempts": "one of k, all of k",
    "pairs": "last round less first",
    "acceptability": "acceptability bars",
    "stability": "stability chart",
    "stops": "stop policy",
    "floors": "floor sweep",
    "errors": "error bars",
    "quality": "data quality",
    "outcome-floors": "what passes, and what of it may be bad",
    "reliability": "reliability curves",
}

try:
    import ipykernel  # noqa: F401
    import matplotlib.image
    import nbformat
    import pandas  # noqa: F401
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
except ImportError as missing:
    print(f"1..0 # SKIP no {missing.name}")
    sys.exit(0)


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def figures(cell):
    for output in cell.get("outputs", []):
        png = output.get("data", {}).get("image/png")
        if png:
            yield matplotlib.image.imread(io.BytesIO(base64.b64decode(png)))


def content(picture):
    """Returns the share of pixels that lack the most frequent colour, and the number of
    colours."""
    pixels = (picture[..., :3] * 255).astype("uint32").reshape(-1, 3)
    colours = pixels[:, 0] << 16 | pixels[:, 1] << 8 | pixels[:, 2]
    counts = pandas.Series(colours).value_counts()
    return 1 - counts.iloc[0] / counts.sum(), len(counts)


CELLS = {
    "run_id": "printf('018f%08x-$%d$', run_id * 2654435761 % 4294967296, run_id)",
    "round": "printf('2026-02-03T%02d:00:00Z', round)",
    "title": "nullif('What $' || run_id || ' costs in $', 'What $7 costs in $')",
}


def history(path):
    numbered = path + ".numbered"
    subprocess.run(["sqlite3", numbered, "-cmd", ".read sql/schema.sql",
                    "-cmd", ".param set :runs 2000",
                    "-cmd", ".read tests/bench/history.sql",
                    "INSERT INTO outcomes SELECT run_id, round, coverage > 0.6"
                    " FROM rounds JOIN runs USING (run_id) WHERE run_id % 3 = 0"],
                   check=True)
    with sqlite3.connect(path) as db:
        db.execute("ATTACH ? AS numbered", (numbered,))
        for table in ("runs", "rounds", "sources", "judgements", "outcomes"):
            names = db.execute("SELECT name FROM pragma_table_info(?)", (table,))
            columns = ", ".join(f"{CELLS.get(name, name)} AS {name}" for name, in names)
            db.execute(f"CREATE TABLE {table} AS SELECT {columns} FROM numbered.{table}")
        db.execute("CREATE INDEX runs_key ON runs(run_id)")
        db.execute("CREATE INDEX rounds_key ON rounds(run_id, round)")
        db.execute("CREATE INDEX sources_key ON sources(run_id, round)")
        with open("sql/views.sql", encoding="utf-8") as stream:
            db.executescript(stream.read())


def executed(database, last=None):
    """Runs the notebook's cells over a database; if `last` is given, only the cells up to
    that cell. Returns the notebook, and the exception if a cell failed."""
    os.environ["ASSAY_DATABASE"] = os.path.abspath(database)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    ids = [cell.id for cell in notebook.cells]
    notebook.cells = notebook.cells[:ids.index(last) + 1] if last else notebook.cells
    client = NotebookClient(notebook, timeout=300, kernel_name="python3",
                            resources={"metadata": {"path": os.path.dirname(NOTEBOOK)}})
    try:
        client.execute()
    except CellExecutionError as problem:
        return notebook, problem
    return notebook, None


ok(not any(cell.get("outputs") for cell in nbformat.read(NOTEBOOK, as_version=4).cells),
   "the notebook is stored without results")
texts = os.path.join(scratch.name, "texts.db")
history(texts)
demo = os.path.join(os.environ.get("BUILD", "build"), "demo.db")
for title, database in (("demo", demo), ("text ids", texts)):
    notebook, error = executed(database)
    ok(error is None, f"{title}: every cell runs", error)
    for identity, name in FIGURES.items():
        pictures = [picture for cell in notebook.cells if cell.id == identity
                    for picture in figures(cell)]
        ok(len(pictures) == 1, f"{title}: {name}: one picture")
        for picture in pictures:
            share, colours = content(picture)
            ok(share > 0.03 and colours > 20 and max(picture.shape) < 2000,
               f"{title}: {name}: {100 * share:.0f} % drawn on, {colours} colours, "
               f"{picture.shape[1]} by {picture.shape[0]}")

# Runs the notebook's first cells over judged rounds. One run is due (changed since it was
# judged), and verdicts under two policies are stored.
top = os.path.join(scratch.name, "top.db")
shutil.copy(demo, top)
load = ["-cmd", f".load {os.environ.get('ASSAY_EXTENSION', 'build/assay.so')}"]
subprocess.run(["sqlite3", top, *load, ".read sql/judged.sql",
                ".read sql/refresh_judged.sql", ".read sql/contract.sql",
                ".param set :hash assay_settings_hash()",
                "INSERT INTO judge_policies VALUES (1, 4, .75, 14)",
                ".read sql/judge.sql",
                "UPDATE judge_policies SET min_sources = 10", ".read sql/judge.sql",
                "UPDATE rounds SET critical_contradictions = 0 WHERE run_id = 11",
                "UPDATE runs SET title = '<b>lazy</b>' WHERE run_id = 29"], check=True)
before = contents(top)


def lines_on_top(database):
    notebook, error = executed(database, "summary")
    return error or "".join(output.get("data", {}).get("text/html", "")
                            for cell in notebook.cells
                            for output in cell.get("outputs", []))


said = lines_on_top(demo)
for line in ("34 runs, 82 rounds, as of 2026-10-31",
             "<b>59 % pass</b>: 20 of 34 runs, 95 % interval\n42 to 74 %",
             "<b>51 rounds avoided</b> by 28 runs that stopped; 11 ran after",
             "(run 11) R1: missing: critical_contradictions<",
             "(run 29) R1: low dimensions: recency",
             "(run 30) R2: low dimensions: agree"):
    ok(line in said, f"on top: {line}", said)
ok("better than before" not in said, "a single policy is not compared")
said = lines_on_top(top)
ok("<b>62 % pass</b>: 21 of 34 runs" in said and "(run 11)" not in said,
   "a run that is due is judged", said)
ok("better than before? <b>yes</b>: under the last policy 7 runs pass" in said,
   "two policies are compared, the last with the one before", said)
ok("<b>lazy" not in said and "&lt;b&gt;lazy" in said, "titles are text", said)
ok(contents(top) == before, "the notebook writes nothing into the file", None)


# Runs `make report` as a user does, over a file whose name needs quoting.
mine = os.path.join(scratch.name, "it's 100% mine?.db")
shutil.copy(texts, mine)
reported = subprocess.run(
    ["make", "-s", "report"], capture_output=True, text=True, check=False,
    env={name: value for name, value in {**os.environ, "ASSAY_DATABASE": mine}.items()
         if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")})
page = contents(os.path.join(os.environ.get("BUILD", "build"), "report.html")).decode()
ok(reported.returncode == 0 and "1,998 runs, " in page,
   "make report reads the history that ASSAY_DATABASE names", reported.stderr)
ok(contents(mine) == contents(texts), "make report does not change that file")

empty = os.path.join(scratch.name, "empty.db")
subprocess.run(["sqlite3", empty, ".read sql/schema.sql", ".read sql/views.sql"],
               check=True)
ok("empty.db: judged_rounds has no rounds to show" in str(executed(empty)[1]),
   "the first cell says that the history is empty")

sys.exit(finish())
