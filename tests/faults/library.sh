#!/bin/sh
# Lets every allocation of a load fail in turn, for a library that SQLite can unmap, and
# for the library that users get. FAULTS=-quick tries fewer allocations.
faults=${BUILD:-build}/tests/faults
extension=${ASSAY_EXTENSION:-build/assay.so}
exec "$faults/library" ${FAULTS:+"$FAULTS"} "$faults/assay.${extension##*.}" "$extension"
