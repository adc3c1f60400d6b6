/*
** Nodes of a graph as SQL values: when two are one, and how a node is written.
**
** JSON knows nodes by their text, so values of one spelling must be one node: a TEXT that
** is spelled as a number is that number, and 1.0 is 1.  '007' and ' 7' are spelled
** differently and stay texts.  The order is SQL's: numbers, texts, blobs.
*/
#ifndef ASSAY_CORE_INTERVIEW_NODE_H
#define ASSAY_CORE_INTERVIEW_NODE_H

#include "base/value.h"

/* The node that a value means: an INTEGER where it is whole and fits, a REAL, TEXT, BLOB,
** or NULL for none.  Bytes stay those of `value`. */
struct value node_of(struct value value);

#endif
