#!/bin/sh
# Runs the loop of README.md in Python and Node and kills it twenty times:
# tests/clients/loop.py, with packages that `make test` does not fetch.
BUILD=${BUILD:-build} CLIENTS='better-sqlite3 node' sh tests/clients/fetch.sh >&2
KILLS=${KILLS:-20} exec "${PYTHON:-/usr/bin/python3}" tests/clients/loop.py
