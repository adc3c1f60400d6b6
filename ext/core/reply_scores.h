/*
** The scores after labels in a judge's reply: one for each form in which judges write
** them (struct reply_scores).
**
** A reply is read in parts: its JSON objects, and the text outside them.
*/
#ifndef ASSAY_CORE_REPLY_SCORES_H
#define ASSAY_CORE_REPLY_SCORES_H

#include "core/reply_object.h"

/* One score for each form, missing if the reply has none in that form. */
struct reply_scores {
  enum reply_answer objects; /* ANSWER_SEVERAL if the objects state different scores */
  double object;
  double final;  /* the last score after a label that says final, overall or total */
  double first;  /* the first score after a label that begins its line */
  double within; /* the first score after a label in the middle of a line */
  double worded; /* the first score after a label and a word: `Score: high (4)` */
};

/* Takes O(length) time for a fixed list of labels, and no memory. */
struct reply_scores reply_scores_of(struct reply reply, const struct phrase_list *labels,
                                    const struct reply_scale *scale);

/* Returns the score that the reply labels most clearly: `object` if an object has a
** score.  Otherwise `final`; if it is missing, `first`; if both are missing, `within`.
** Missing if all are missing, or if `objects` is ANSWER_SEVERAL. */
double reply_scores_best(const struct reply_scores *scores);

/* The texts of a reply outside of its objects, in the order of the reply. */
struct reply_texts {
  struct reply reply;
  struct reply_part rest;
};

struct reply_texts reply_texts_open(struct reply reply);

/* Finds the next text; `object` becomes the object after the text, or empty if there is
** none.  False if no text is left. */
bool reply_texts_next(struct reply_texts *texts, struct reply_part *text,
                      struct reply_part *object);

#endif
