#!/bin/sh
# Runs tests/clients/loop.py. That test runs README.md's loop in Python and in Node, and
# kills workers KILLS times. Node needs packages that `make test` does not fetch.
BUILD=${BUILD:-build} CLIENTS='better-sqlite3 node' sh tests/clients/fetch.sh >&2
KILLS=${KILLS:-20} exec "${PYTHON:-/usr/bin/python3}" tests/clients/loop.py
