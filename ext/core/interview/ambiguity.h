/*
** Ambiguity of an answer: what to ask a judge, and its number from the reply (ADR-006,
** "Enhanced AmbiguityScorer").
*/
#ifndef ASSAY_CORE_INTERVIEW_AMBIGUITY_H
#define ASSAY_CORE_INTERVIEW_AMBIGUITY_H

#include <stddef.h>

/* The prompt, but for the respondent's words, which stand between the two. */
extern const char ambiguity_prompt_before[];
extern const char ambiguity_prompt_after[];

/* The ambiguity in a judge's reply, 0..1, or missing.  The reply is JSON as the prompt
** asks for, whatever prose or fence surrounds it: the first key "ambiguity" that has such
** a number, quoted or not, decides.  A reply that is nothing but a number is that number.
** What the judge only thought is not read (see reply.h). */
double ambiguity_of_reply(const char *text, size_t length);

#endif
