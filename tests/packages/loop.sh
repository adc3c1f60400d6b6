#!/bin/sh
# Runs tests/clients/loop.py: the loop of README.md, in Python and in Node, killed twenty
# times. Node needs packages that `make test` does not fetch.
BUILD=${BUILD:-build} CLIENTS='better-sqlite3 node' sh tests/clients/fetch.sh >&2
KILLS=${KILLS:-20} exec "${PYTHON:-/usr/bin/python3}" tests/clients/loop.py
