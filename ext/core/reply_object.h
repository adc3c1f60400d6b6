/*
** Objects of JSON in a judge's reply, as models write them: with text around them, a
** comma too many, single quotes, comments, cut short.
**
** An object begins at a brace with a quoted key after it, and ends at the brace that
** closes it, or with the part.  Nothing inside a string is read but as the value of its
** key.
*/
#ifndef ASSAY_CORE_REPLY_OBJECT_H
#define ASSAY_CORE_REPLY_OBJECT_H

#include "core/reply_value.h"

/* Finds the first object of a part: the text before it, and the object; the part goes on
** after it.  False if there is none; then `before` is the whole part.  A pass over all
** objects of a part takes O(its length), no memory. */
bool reply_take_object(struct reply_part *part, struct reply_part *before,
                       struct reply_part *object);

/* What an object says under its keys. */
enum reply_answer { ANSWER_NONE, ANSWER_ONE, ANSWER_SEVERAL };

/* The score of an object: the value of the least deep key that is a label.  Of several
** such keys, the one whose label comes first in the list; a label that says final comes
** after the others.  SEVERAL if that key appears twice with different scores, or if
** another key (`max_score`) states another scale. */
enum reply_answer reply_object_score(struct reply_part object,
                                     const struct phrase_list *labels,
                                     const struct reply_scale *scale, double *score);

#endif
