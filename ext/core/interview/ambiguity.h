/*
** Ambiguity of an answer: what to ask a judge, and its number from the reply (ADR-006,
** "Enhanced AmbiguityScorer").
*/
#ifndef ASSAY_CORE_INTERVIEW_AMBIGUITY_H
#define ASSAY_CORE_INTERVIEW_AMBIGUITY_H

#include <stddef.h>

/* The prompt, except for the respondent's words, which stand between the two. */
extern const char ambiguity_prompt_before[];
extern const char ambiguity_prompt_after[];

/* The ambiguity in a judge's reply, 0..1, or missing.  The reply is JSON as the prompt
** asks for, whatever prose or fence surrounds it: the key `ambiguity` or
** `ambiguity_score` decides.  Else a label does: `Final ambiguity: 0.2`,
** `**Ambiguity:** 0.8`.  A reply that is nothing but a number is that number.  See
** reply_scores.h for the order of labels. */
double ambiguity_of_reply(const char *text, size_t length);

#endif
