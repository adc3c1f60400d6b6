#!/bin/sh
# Fails every allocation of a load in turn: of a library that SQLite can unmap, and of the
# library that users get. FAULTS=-quick leaves some out.
faults=${BUILD:-build}/tests/faults
extension=${ASSAY_EXTENSION:-build/assay.so}
exec "$faults/library" ${FAULTS:+"$FAULTS"} "$faults/assay.${extension##*.}" "$extension"
