#!/bin/sh
# Lets every allocation fail in turn, over the function table and the scripts in this
# folder. FAULTS=-quick tries fewer allocations.
exec "${BUILD:-build}/tests/faults/faults" ${FAULTS:+"$FAULTS"} tests/faults/*.sql
