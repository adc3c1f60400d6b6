/*
** How alike two texts are: the cosine of their tf-idf vectors over character 2- and
** 3-grams, lower-cased (ADR-004, RecentRedundancy).
**
**   tf = count / total grams of the text      idf = ln(1 + 2 / (1 + df)), df = 1 or 2
**
** The totals cancel in the cosine, and over two texts there are only two values of idf:
** ln 2 for a gram of one text, ln(5/3) for a gram of both.  So the sums are of integers,
** exact and independent of order, and a text is alike itself with exactly 1.  Characters
** are code points, white space and punctuation included.
**
** Time is O(n log n) in the lengths: grams are sorted.
*/
#ifndef ASSAY_CORE_INTERVIEW_SIMILARITY_H
#define ASSAY_CORE_INTERVIEW_SIMILARITY_H

#include <stddef.h>
#include <stdint.h>

/* How many integers of workspace two texts of this many bytes need. */
static inline size_t similarity_workspace(size_t a_length, size_t b_length) {
  return a_length + b_length;
}

/* 0..1, symmetric.  Texts without grams, of less than two characters, are alike (1) where
** they are the same character in any case; two empty texts are not (0). */
double text_similarity(const char *a, size_t a_length, const char *b, size_t b_length,
                       uint64_t *workspace);

#endif
