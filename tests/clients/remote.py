"""Tests the packages' clients for libSQL server, in Python and JavaScript, against a
stand-in server. For each query a client sends one request. The stand-in runs the
request's steps on a connection with the sealed build of the extension
(sql/cluster/README.md). `make check-cluster` tests real servers."""

import base64
import http.server
import importlib.util
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import connect  # noqa: E402
from hostile import EACH_TYPE  # noqa: E402
from tap import finish, is_eq, ok  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
SEALED = os.path.join(BUILD, "sealed", "assay.so")

def load_client():
    spec = importlib.util.spec_from_file_location(
        "remote", "config/packages/python/assay_sqlite/remote.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def raised(call, *arguments, **options):
    try:
        call(*arguments, **options)
    except Exception as problem:  # any exception is compared
        return type(problem).__name__, str(problem)
    return None


# --- the stand-in -----------------------------------------------------------------------


def sealed(path):
    return connect(path, extension=SEALED)


def from_client(value):
    kinds = {"null": lambda: None, "integer": lambda: int(value["value"]),
             "float": lambda: float(value["value"]), "text": lambda: value["value"],
             "blob": lambda: base64.b64decode(value["base64"])}
    return kinds[value["type"]]()


def to_client(value):
    if isinstance(value, bytes):  # the server leaves the padding out
        return {"type": "blob", "base64": base64.b64encode(value).decode().rstrip("=")}
    if isinstance(value, int):
        return {"type": "integer", "value": str(value)}
    kind = {float: "float", str: "text", type(None): "null"}[type(value)]
    return {"type": kind} if value is None else {"type": kind, "value": value}


def run_step(db, statement):
    named = {each["name"]: from_client(each["value"])
             for each in statement.get("named_args", [])}
    rows = db.execute(statement["sql"],
                      named or list(map(from_client, statement.get("args", []))))
    return {"rows": [list(map(to_client, row)) for row in rows]}


def run_batch(db, steps):
    results, errors = [], []
    for step in steps:
        before = step.get("condition", {"type": "ok", "step": None})
        runs = before["step"] is None or (before["type"] == "ok"
                                          and results[before["step"]] is not None)
        result = error = None
        try:
            result = run_step(db, step["stmt"]) if runs else None
        except sqlite3.Error as problem:
            error = {"message": f"SQLite error: {problem}", "code": "SQLITE_ERROR"}
        results.append(result)
        errors.append(error)
    return {"step_results": results, "step_errors": errors}


class StandIn(http.server.BaseHTTPRequestHandler):
    """A server with a fault. The first part of the request's path names the fault:
    /302 (or another status): redirects to the path without that part; a client that
    follows the redirect sends a GET.
    /only: runs the last step only.
    /skip: also runs the last step only, but reports that it skipped the other steps.
    /error: refuses the batch.
    /bytes: returns an error that is not text."""

    path_of_database = None
    seen = []

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append((self.path, self.headers.get("Authorization"), body))
        if self.headers.get("Authorization") == "Bearer wrong":
            return self.reply(401, {"error": "not for you"})
        wrong = self.path.split("/")[1]
        if wrong.isdigit():
            return self.reply(int(wrong), {"moved": True}, {"Location": "/v2/pipeline"})
        if wrong == "error":
            return self.reply(200, {"results": [
                {"type": "error", "error": {"message": "no batch", "code": "NO"}}]})
        if wrong == "bytes":
            return self.reply(500, b"\xff")
        steps = body["requests"][0]["batch"]["steps"]
        last = [{"stmt": steps[-1]["stmt"]}]
        db = sealed(self.path_of_database)
        result = run_batch(db, last if wrong in ("only", "skip") else steps)
        db.close()
        if wrong == "skip":
            for results in result.values():
                results[:0] = [None] * (len(steps) - 1)
        return self.reply(200, {"results": [
            {"type": "ok", "response": {"type": "batch", "result": result}}]})

    def do_GET(self):
        self.seen.append((self.path, self.headers.get("Authorization"), None))
        return self.reply(200, {"results": [{"type": "ok", "response": {
            "type": "batch", "result": {"step_results": [{"rows": []}] * 3,
                                        "step_errors": [None] * 3}}}]})

    do_PUT = do_GET

    def reply(self, status, answer, headers=()):
        text = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


# --- the clients ------------------------------------------------------------------------


def make_contracts(path):
    with open("sql/contract.sql", encoding="utf-8") as file:
        script = file.read()
    for yaml in "", "evaluation: {deep_research: {patience: 2}}":
        db = sealed(path)
        db.execute("SELECT assay_load_yaml(?)", (yaml,)).fetchall()
        db.executescript(script)
        db.close()
    return [row[0] for row in sealed(path).execute(
        "SELECT hash FROM contract ORDER BY contract_id")]


def test_request(query, url, digests):
    """The clients send the request that sql/cluster/README.md shows."""
    query(url + "/", "SELECT gate_pass(?, ?, ?, ?, ?, ?, ?)",
          (0.9, 0.9, 0.9, 0.9, 0.9, 12, 0), contract=digests[1], token="secret")
    path, token, body = StandIn.seen[-1]
    is_eq((path, token), ("/v2/pipeline", "Bearer secret"),
          "the client sends one request, with its token")
    with open("sql/cluster/README.md", encoding="utf-8") as file:
        blocks = re.findall(r"```json\n(.*?)```", file.read(), re.S)
    shown = json.loads(blocks[0].replace("DIGEST", digests[1])) if blocks else None
    is_eq(body, shown, "the request is the one that the README shows")


def test_python(query, url, digests, path):
    ask = "SELECT assay_settings_hash()"
    is_eq([query(url, ask, contract=each) for each in digests],
          [[(each,)] for each in digests], "each contract is used when it is named")
    is_eq(query(url, ask), [(digests[0],)],
          "without a contract the built-in settings are used")
    refused = ("OperationalError", "SQLite error: assay_require: hash must be that of "
               f"the settings in force, {digests[0]}, got 'b8c4'")
    is_eq(raised(query, url, ask, contract="b8c4"), refused,
          "a contract that does not exist is an error")
    is_eq(raised(query, url, ask, contract=""),
          (refused[0], refused[1].replace("b8c4", "")), "nor is the contract ''")
    is_eq(raised(query, url, "CREATE TABLE t(x)", contract="b8c4"), refused,
          "with an unknown contract nothing is written")
    is_eq(sealed(path).execute("SELECT count(*) FROM sqlite_master "
                                "WHERE name = 't'").fetchall(), [(0,)], "... no table")
    is_eq(query(url, f"SELECT ?{', ?' * 7}", EACH_TYPE), [EACH_TYPE],
          "values of every type")
    is_eq(query(url, "SELECT :a, typeof(:b)", {"a": True, "b": memoryview(b"x")}),
          [(1, "blob")], "named values, too")
    is_eq(raised(query, url, "SELECT no()"),
          ("OperationalError", "SQLite error: no such function: no"),
          "an error of SQL is raised with its message")
    is_eq(raised(query, url, "SELECT 1", token="wrong"),
          ("ConnectionError", '401: {"error": "not for you"}'),
          "an error of the server is raised with its message")
    is_eq(raised(query, url, "SELECT ?", (float("inf"),))[0], "ValueError",
          "infinity can't be sent, because JSON has no infinity")
    is_eq(raised(query, url, "SELECT ?", ([],))[0], "KeyError", "a list can't be sent")
    StandIn.path_of_database = path + ".empty"
    is_eq(raised(query, url, ask, contract=digests[0]),
          ("ConnectionError", "SQLite error: no such table: contract"),
          "a replica without data counts as a server that does not answer")
    StandIn.path_of_database = path


REDIRECTS = 301, 302, 303, 307, 308


def test_wrong_servers(query, url, digests):
    """The client sends a token only to the server that the caller names. The client
    accepts an answer only if every step ran, because the first step loads the
    contract."""
    for status in REDIRECTS:
        before = len(StandIn.seen)
        said = raised(query, f"{url}/{status}", "SELECT 1", token="secret",
                      contract=digests[1])
        is_eq((said, [each[0] for each in StandIn.seen[before:]]),
              (("ConnectionError", f'{status}: {{"moved": true}}'),
               [f"/{status}/v2/pipeline"]), f"{status}: no redirect is followed")
    for wrong, count in ("only", 1), ("skip", 1):
        is_eq(raised(query, f"{url}/{wrong}", "SELECT gate_pass(1,1,1,1,1,12,0)",
                     contract=digests[1]),
              ("ConnectionError", f"{count} of 3 steps ran"),
              f"{wrong}: an answer without its contract is an error")
    is_eq((query(f"{url}/only/", "SELECT 7"), StandIn.seen[-1][0]),
          ([(7,)], "/only/v2/pipeline"), "without a contract one step is enough")
    is_eq(raised(query, f"{url}/error", "SELECT 7"), ("OperationalError", "no batch"),
          "a refused batch is an error of SQL")
    is_eq(raised(query, f"{url}/bytes", "SELECT 7"), ("ConnectionError", "500: \ufffd"),
          "an error that is no text")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        said = raised(query, f"http://127.0.0.1:{silent.getsockname()[1]}", "SELECT 7",
                      timeout=0.1)
        ok(said is not None and time.monotonic() - began < 30,
           "the client waits no longer than it is told", said)


WRONG_SERVERS = """
const [client, urls, contract] = process.argv.slice(1);
const { query } = require(client);
(async () => {
  for (const url of JSON.parse(urls)) {
    const said = await query(url, 'SELECT 1', [], { contract, token: 'secret' })
      .then(JSON.stringify, (problem) => problem.message);
    console.log(said);
  }
})();
"""


def test_javascript(url, digests):
    name = "the client in JavaScript says the same"
    node = shutil.which("node")
    if node is None or subprocess.run([node, "-e", "fetch"],
                                      stderr=subprocess.DEVNULL).returncode != 0:
        ok(True, f"{name} # SKIP no Node with fetch (18 or newer)")
        return
    ran = subprocess.run([node, "tests/cluster/client.cjs",
                          os.path.abspath("config/packages/npm/remote.cjs"),
                          json.dumps([url]), json.dumps(digests)], text=True, timeout=60,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    is_eq(ran.stdout, "same\n", name)
    before = len(StandIn.seen)
    wrong = [f"{url}/{each}" for each in (*REDIRECTS, "only", "skip", "error")]
    ran = subprocess.run([node, "-e", WRONG_SERVERS,
                          os.path.abspath("config/packages/npm/remote.cjs"),
                          json.dumps(wrong), digests[1]], text=True, timeout=60,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    is_eq(ran.stdout.splitlines(),
          [f'{status}: {{"moved": true}}' for status in REDIRECTS]
          + ["1 of 3 steps ran"] * 2 + ["no batch"],
          "... no redirect, no answer without its contract")
    is_eq(sorted(each[0] for each in StandIn.seen[before:]),
          sorted(f"{each[len(url):]}/v2/pipeline" for each in wrong),
          "... no other address is asked")
    path, token, body = StandIn.seen[0]
    sent = [each for each in StandIn.seen
            if each[2] and each[2]["requests"][0]["batch"]["steps"][-1]
            ["stmt"]["sql"] == "SELECT assay_settings_hash()"]
    is_eq(len({json.dumps(each[2], sort_keys=True) for each in sent
               if digests[0] in json.dumps(each[2])}), 1,
          "... both clients send the same request")


def main():
    query = load_client().query
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "served.db")
        digests = make_contracts(path)
        StandIn.path_of_database = path
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        test_request(query, url, digests)
        test_python(query, url, digests, path)
        test_wrong_servers(query, url, digests)
        test_javascript(url, digests)
        server.shutdown()
        server.server_close()
        is_eq(raised(query, url, "SELECT 1")[0], "URLError", "no server is an OSError")
    return finish()


sys.exit(main())
