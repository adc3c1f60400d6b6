/*
** How similar two texts are: the cosine of their tf-idf vectors over 2-grams and 3-grams
** of characters, in lower case (ADR-004, RecentRedundancy).  Here df, 1 or 2, is the
** number of these texts that have a gram:
**
**   tf = count / total grams of the text      idf = ln(1 + 2 / (1 + df))
**
** The division by total grams cancels in the cosine.  The idf of a gram is ln 2 if one
** text has it, ln(5/3) if both have it.  Because idf has only two values, the cosine is
** computed from sums of integers.  These sums are exact in any order, and the similarity
** of a text with itself is exactly 1.  Characters are code points, white space and
** punctuation included.
**
** Time is O(n log n) for texts of n bytes.
*/
#ifndef ASSAY_CORE_INTERVIEW_SIMILARITY_H
#define ASSAY_CORE_INTERVIEW_SIMILARITY_H

#include <stddef.h>
#include <stdint.h>

/* Returns the number of workspace integers for two texts of this many bytes. */
static inline size_t similarity_workspace(size_t a_length, size_t b_length) {
  return a_length + b_length;
}

/* Returns the similarity, 0..1.  The order of the texts does not matter.  Texts of one
** character have no grams: the similarity is 1 if they are the same character, capital or
** small, else 0.  The similarity with an empty text is 0. */
double text_similarity(const char *a, size_t a_length, const char *b, size_t b_length,
                       uint64_t *workspace);

#endif
