"""Turns battery.sql into a plan (a list of steps) for a driver, and runs a driver with
the plan."""

import os
import re
import shutil
import subprocess

from clients import CLIENTS_FOLDER, EXTENSION, SCRATCH, Missing, connect
from values import decoded

DEMO = os.path.join(os.environ.get("BUILD", "build"), "demo.db")
DRIVER = "the driver"  # the name under which a driver reports its own failure
SECONDS = 300  # the longest that a client may take, on a busy machine
NOT_HERE = (r"No module named|Can't locate \S+\.pm|there is no package|"
            r"can't find package|cannot load such file|Class \"SQLite3\" not found")


def views():
    """Yields for each view of the demo a step that selects the view's rows, ordered by
    all columns."""
    database = connect(DEMO)
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'view' "
                             "ORDER BY name").fetchall()
    for (name,) in names:
        columns = database.execute(f"SELECT * FROM {name} LIMIT 0").description
        order = ", ".join(str(i + 1) for i in range(len(columns)))
        yield "run", f"view {name}", f"SELECT * FROM {name} ORDER BY {order}"
    database.close()


def battery():
    """Returns (kind, name, SQL) of each step; the kind of a step with a parameter is
    `bind`."""
    with open(os.path.join(CLIENTS_FOLDER, "battery.sql"), encoding="utf-8") as file:
        parts = re.split(r"^-- (open|bare|name: .*|bind: .*)$", file.read(), flags=re.M)
    for mark, text in zip(parts[1::2], parts[2::2]):
        sql = re.sub(r"^--.*\n", "", text, flags=re.M)
        kind, _, name = mark.partition(": ")
        yield {"name": "run"}.get(kind, kind), name, " ".join(sql.split())


def plan_of(steps, kinds):
    """Yields the steps of a plan, with each `bind` step once for each kind of value.
    `kinds` maps each kind of value to its text in the plan."""
    for kind, name, sql in steps:
        if kind == "bind":
            for each, stands in kinds.items():
                yield stands, f"{name}/{each}", sql
        else:
            yield kind, name, sql


def run_plan(client, command, environment, plan):
    """Runs the driver. Returns its client's name and SQLite's version, and the answers
    {step's name: rows}."""
    folder = os.path.join(SCRATCH, "run", client)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    database, path = (os.path.join(folder, name) for name in ("demo.db", "plan"))
    shutil.copy(DEMO, database)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines("\t".join(step).rstrip("\t") + "\n" for step in plan)
    run = subprocess.run([*command, EXTENSION, database, path], capture_output=True,
                         timeout=SECONDS, env={**os.environ, **environment})
    problem = run.stderr.decode("utf-8", "replace").strip()
    if run.returncode == 77 or (run.returncode and re.search(NOT_HERE, problem)):
        raise Missing(re.search(rf".*({NOT_HERE}|$).*", problem).group().strip())
    who, answers = {}, {name: [] for _, name, _ in plan if name}
    for line in run.stdout.decode("utf-8", "backslashreplace").splitlines():
        name, *fields = line.split("\t")
        if name in ("client", "sqlite"):
            who[name] = fields[0]
        else:
            answers.setdefault(name, []).append([decoded(field) for field in fields])
    if run.returncode != 0:
        answers[DRIVER] = [[("E", f"{run.returncode}: {problem[-500:]}")]]
    return who, answers
