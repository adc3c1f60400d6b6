#!/bin/sh
# Lets each allocation fail in turn, in statements from the table assay_functions and from
# the scripts in this folder. FAULTS=-quick tries fewer allocations.
exec "${BUILD:-build}/tests/faults/faults" ${FAULTS:+"$FAULTS"} tests/faults/*.sql
