#!/bin/sh
# Lets each allocation of a load fail in turn. Loads a library that SQLite can unmap, then
# the one that users get, which stays in memory. FAULTS=-quick tries fewer allocations.
faults=${BUILD:-build}/tests/faults
extension=${ASSAY_EXTENSION:-build/assay.so}
exec "$faults/library" ${FAULTS:+"$FAULTS"} "$faults/assay.${extension##*.}" "$extension"
