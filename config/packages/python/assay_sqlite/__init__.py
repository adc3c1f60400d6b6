"""assay for Python's sqlite3: quality gates, tiers and stop policies as SQL functions.

    import assay_sqlite
    db = assay_sqlite.connect("research.db")
    assay_sqlite.report(db)
"""

from importlib.metadata import version as _version

from ._loading import (
    connect,
    install_for_every_connection,
    load,
    loadable_path,
    sql_path,
)
from ._report import report

__all__ = [
    "connect",
    "install_for_every_connection",
    "load",
    "loadable_path",
    "report",
    "sql_path",
]
__version__ = _version("assay-sqlite")
