#!/bin/sh
# Loads the extension, and lets each allocation of memory fail in turn. Tests two
# libraries: one that SQLite can unmap, and the one that users get, which stays in memory.
# FAULTS=-quick tries fewer allocations.
faults=${BUILD:-build}/tests/faults
extension=${ASSAY_EXTENSION:-build/assay.so}
exec "$faults/library" ${FAULTS:+"$FAULTS"} "$faults/assay.${extension##*.}" "$extension"
