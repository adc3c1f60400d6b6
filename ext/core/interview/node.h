/*
** Nodes of a graph as SQL values: which values are one node, and how a node is written.
**
** JSON names a node by its text, so values with the same text must be one node.  A TEXT
** that SQLite would write for a number is that number, and 1.0 is 1.  '007' and ' 7' are
** not numbers here, and stay texts.  The order is SQL's: numbers, texts, blobs.
*/
#ifndef ASSAY_CORE_INTERVIEW_NODE_H
#define ASSAY_CORE_INTERVIEW_NODE_H

#include "base/value.h"

/* The node of a value: an INTEGER if it is whole and fits, a REAL, TEXT, BLOB, or NULL.
** The bytes still belong to `value`. */
struct value node_of(struct value value);

#endif
