#!/bin/sh
# Fails every allocation in turn, over the function table and the scripts in this file's
# folder; FAULTS=-quick leaves some out.
exec "${BUILD:-build}/tests/faults/faults" ${FAULTS:+"$FAULTS"} tests/faults/*.sql
