#!/bin/sh
# Fails every allocation in turn, over the function table and the scripts beside this file.
exec "${BUILD:-build}/tests/faults/faults" tests/faults/*.sql
