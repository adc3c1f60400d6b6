"""assay on libSQL server: one statement by HTTP, under the contract that it names."""

import base64
import json
import sqlite3
import urllib.error
import urllib.request
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

_LOAD = "SELECT assay_load_yaml(settings) FROM contract WHERE hash = :hash"
_REQUIRE = "SELECT assay_require(:hash)"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would take the token to another server, and the request as a GET."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


def _value(value: Any) -> Dict[str, Any]:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"type": "blob", "base64": base64.b64encode(value).decode()}
    if isinstance(value, int):
        return {"type": "integer", "value": str(int(value))}
    kind = {float: "float", str: "text", type(None): "null"}[type(value)]
    return {"type": kind, "value": value}


def _cell(cell: Dict[str, Any]) -> Any:
    if cell["type"] == "blob":
        return base64.b64decode(cell["base64"] + "==")
    return int(cell["value"]) if cell["type"] == "integer" else cell.get("value")


def _step(number: int, sql: str, parameters: Any) -> Dict[str, Any]:
    statement: Dict[str, Any] = {"sql": sql}
    if isinstance(parameters, Mapping):
        statement["named_args"] = [{"name": name, "value": _value(value)}
                                   for name, value in parameters.items()]
    else:
        statement["args"] = [_value(value) for value in parameters]
    before = {"condition": {"type": "ok", "step": number - 1}} if number else {}
    return {"stmt": statement, **before}


def query(
    url: str,
    sql: str,
    parameters: Union[Sequence[Any], Mapping[str, Any]] = (),
    *,
    contract: Optional[str] = None,
    token: Optional[str] = None,
    timeout: float = 60,
) -> List[Tuple[Any, ...]]:
    """The rows of a statement, as tuples.

    With `contract`, a digest of the table contract, it runs under those settings or not
    at all: a batch whose steps each wait for the one before it.  A replica sends a batch
    that writes to the primary whole.  What SQL says is an sqlite3.OperationalError;
    an OSError means that this server does not answer, or has no data yet as a replica
    that begins anew, and that another may.  So is a redirect, which is not followed, and
    an answer that has no result of some step: its contract may not have been in force.
    """
    statements: List[Tuple[str, Any]] = [(sql, parameters)]
    if contract is not None:
        under = {"hash": contract}
        statements = [(_LOAD, under), (_REQUIRE, under), (sql, parameters)]
    steps = [_step(number, *each) for number, each in enumerate(statements)]
    body = {"requests": [{"type": "batch", "batch": {"steps": steps}}, {"type": "close"}]}
    request = urllib.request.Request(
        url.rstrip("/") + "/v2/pipeline", json.dumps(body, allow_nan=False).encode(),
        {"Content-Type": "application/json",
         **({"Authorization": "Bearer " + token} if token else {})})
    try:
        with _OPENER.open(request, timeout=timeout) as response:
            answer = json.load(response)["results"][0]
    except urllib.error.HTTPError as problem:
        said = f"{problem.code}: {problem.read().decode(errors='replace')}"
        raise ConnectionError(said) from None
    if answer["type"] == "error":
        raise sqlite3.OperationalError(answer["error"]["message"])
    result = answer["response"]["result"]
    for error in result["step_errors"]:
        if error is None:
            continue
        if error["message"].endswith("no such table: contract"):
            raise ConnectionError(error["message"])
        raise sqlite3.OperationalError(error["message"])
    ran = [each for each in result["step_results"] if each is not None]
    if len(ran) != len(steps):
        raise ConnectionError(f"{len(ran)} of {len(steps)} steps ran")
    return [tuple(map(_cell, row)) for row in ran[-1]["rows"]]
