"""query() sends a statement to a libSQL server, under a contract if you name one."""

import base64
import json
import sqlite3
import urllib.error
import urllib.request
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

_LOAD = "SELECT assay_load_yaml(settings) FROM contract WHERE hash = :hash"
_REQUIRE = "SELECT assay_require(:hash)"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, because a redirect would send the token to another server."""

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
    """Returns the rows of a statement, as tuples.

    `contract` is a digest in the server's table contract.  The statement then runs under
    the contract's settings or not at all.  The statement is the last step of a batch, and
    each step runs only if the step before it succeeded.  If a step writes, a replica
    sends the whole batch to the primary.  An error of SQL is an sqlite3.OperationalError.

    If this server does not answer, or is a new replica without data, query() raises an
    OSError: another server may answer.  A redirect is an OSError, too.  If the answer
    lacks the result of a step, query() raises an OSError, because the statement could
    have run without its contract.
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
