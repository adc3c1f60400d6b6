/*
** Ambiguity of an answer: the prompt for a judge, and the number in the judge's reply
** (ADR-006, "Enhanced AmbiguityScorer").
*/
#ifndef ASSAY_CORE_INTERVIEW_AMBIGUITY_H
#define ASSAY_CORE_INTERVIEW_AMBIGUITY_H

#include <stddef.h>

/* The prompt's text before and after the respondent's words. */
extern const char ambiguity_prompt_before[];
extern const char ambiguity_prompt_after[];

/* Returns the ambiguity in a judge's reply, 0..1, or missing.  The prompt asks for a
** JSON object.  If the reply has an object, the value of its key `ambiguity` or
** `ambiguity_score` is returned.  Otherwise the number after a label is returned, as in
** `Final ambiguity: 0.2`.  If labels or objects give several numbers, reply_scores.h
** tells which number counts.  If the reply is only a number, that number is returned. */
double ambiguity_of_reply(const char *text, size_t length);

#endif
