"""Tests the wheel under a Python whose sqlite3 can't load extensions. wheel.sh runs
it."""

import sqlite3

import assay_sqlite
from environment import is_eq, throws

throws(lambda: assay_sqlite.connect(":memory:"), sqlite3.NotSupportedError,
       "load: this Python's sqlite3 was built without extension loading; call",
       "connect() names the ways out")
before = sqlite3.connect(":memory:")
assay_sqlite.install_for_every_connection()
assay_sqlite.install_for_every_connection()
after = sqlite3.connect(":memory:")
is_eq(after.execute("SELECT tier_of(0.75)").fetchone()[0], "High",
      "later connections have the functions")
throws(lambda: before.execute("SELECT tier_of(0.75)"), sqlite3.OperationalError,
       "no such function: tier_of", "earlier connections do not have them")
db = assay_sqlite.connect(":memory:", {"evaluation": {"deep_research": {"patience": 2}}})
is_eq(db.execute("SELECT value FROM assay_settings WHERE key LIKE '%.patience'")
      .fetchone()[0], 2, "connect() and settings, too")
