/*
** The labelled scores of a judge's reply, by how they are written.
**
** A reply is read in parts: its objects of JSON, and the text outside of them.  What the
** judge only thought is no part (see reply.h).
*/
#ifndef ASSAY_CORE_REPLY_SCORES_H
#define ASSAY_CORE_REPLY_SCORES_H

#include "core/reply_object.h"

/* Each is missing if the reply has none. */
struct reply_scores {
  enum reply_answer objects; /* SEVERAL: they say different things */
  double object;
  double final;  /* after a label that says final, overall or total: the last one */
  double first;  /* after a label that begins its line: the first one */
  double within; /* after a label within a line: the first one */
  double worded; /* after a label and a word, in brackets: the first one */
};

/* O(length) for a given list of labels, no memory. */
struct reply_scores reply_scores_of(struct reply reply, const struct phrase_list *labels,
                                    const struct reply_scale *scale);

/* What is labelled best: the score of the objects, the final one, the first of a line,
** the first within a line.  Missing if there is none. */
double reply_scores_best(const struct reply_scores *scores);

/* The texts of a reply outside of its objects, in their order. */
struct reply_texts {
  struct reply reply;
  struct reply_part rest;
};

struct reply_texts reply_texts_open(struct reply reply);

/* The next text; `object` is the object after it, or empty.  False if there is
** none. */
bool reply_texts_next(struct reply_texts *texts, struct reply_part *text,
                      struct reply_part *object);

#endif
