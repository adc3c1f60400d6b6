/*
** Nodes of a graph as SQL values: which values are one node, and how a node is written.
**
** In JSON a node's name is a text, so values with the same text must be one node.  A TEXT
** that SQLite would write for a number is the same node as the number, and 1.0 is the
** same node as 1.  '007' and ' 7' are not numbers here, and stay texts.
**
** Nodes are sorted in SQL's order: numbers, texts, blobs.
*/
#ifndef ASSAY_CORE_INTERVIEW_NODE_H
#define ASSAY_CORE_INTERVIEW_NODE_H

#include "base/value.h"

/* Returns the node of a value: an INTEGER if the value is a whole number that fits into
** 64 bits, else a REAL, a TEXT, a BLOB or NULL.  A TEXT or BLOB still points into the
** memory of `value`. */
struct value node_of(struct value value);

#endif
