"""Tests the wheel under a Python whose sqlite3 can't load extensions. wheel.sh runs
it."""

import sqlite3

import assay_sqlite
from environment import is_eq, throws

throws(lambda: assay_sqlite.connect(":memory:"), sqlite3.NotSupportedError,
       "load: this Python's sqlite3 was built without extension loading; call",
       "connect() says what can be done")
before = sqlite3.connect(":memory:")
assay_sqlite.install_for_every_connection()
assay_sqlite.install_for_every_connection()
after = sqlite3.connect(":memory:")
is_eq(after.execute("SELECT tier_of(0.75)").fetchone()[0], "High",
      "then every connection has it")
throws(lambda: before.execute("SELECT tier_of(0.75)"), sqlite3.OperationalError,
       "no such function: tier_of", "that is opened afterwards")
db = assay_sqlite.connect(":memory:", {"evaluation": {"deep_research": {"patience": 2}}})
is_eq(db.execute("SELECT value FROM assay_settings WHERE key LIKE '%.patience'")
      .fetchone()[0], 2, "connect() and settings, too")
