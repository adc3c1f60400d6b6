"""assay for Python's sqlite3: quality gates, tiers and stop policies as SQL functions.

    import assay_sqlite

    db = assay_sqlite.connect("research.db")
    assay_sqlite.record_round(db, 7, 1, {"coverage": 0.8, "agreement": "n/a"})
    print(assay_sqlite.stop(db, 7).action)

`gate`, `stop` and `best` also judge evidence that you pass, without a database.
`python -m assay_sqlite --help` lists the commands.
"""

from importlib.metadata import version as _version

from ._calls import (
    Decision,
    Decisions,
    Verdict,
    best,
    decisions,
    gate,
    record_round,
    stop,
)
from ._connection import ContractNotice, connect
from ._errors import AssayError, SettingsError
from ._inspect import read_inspect
from ._loading import install_for_every_connection, load, loadable_path, sql_path
from ._report import report

__all__ = [
    "AssayError",
    "ContractNotice",
    "Decision",
    "Decisions",
    "SettingsError",
    "Verdict",
    "best",
    "connect",
    "decisions",
    "gate",
    "install_for_every_connection",
    "load",
    "loadable_path",
    "read_inspect",
    "record_round",
    "report",
    "sql_path",
    "stop",
]
__version__ = _version("assay-sqlite")
