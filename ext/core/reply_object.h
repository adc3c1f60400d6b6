/*
** Reads JSON objects in a part of a judge's reply, and accepts what models write: text
** around an object, an extra comma, single quotes, comments, or an unfinished object.
**
** An object begins at a brace before a quoted key.  It ends at the matching brace, or at
** the end of the part.  A quote begins a string only where a key or a value may be.
*/
#ifndef ASSAY_CORE_REPLY_OBJECT_H
#define ASSAY_CORE_REPLY_OBJECT_H

#include "core/reply_value.h"

/* Finds the first object of a part, and the text before it; `part` becomes the text after
** the object.  False if there is no object; then `before` is the whole part.  Finding all
** objects takes O(length) time and no memory. */
bool reply_take_object(struct reply_part *part, struct reply_part *before,
                       struct reply_part *object);

/* How many scores an object has under keys that are labels (reply_labels.h). */
enum reply_answer { ANSWER_NONE, ANSWER_ONE, ANSWER_SEVERAL };

/* Sets `*score` to the value of the outermost key that is a label.  At equal depth, the
** label that comes first in `labels` decides.  A label that contains a word such as
** `final` counts as after all others.  Returns ANSWER_SEVERAL if the deciding key appears
** twice with different scores, or if any key such as `max_score` has another value than
** scale->most. */
enum reply_answer reply_object_score(struct reply_part object,
                                     const struct phrase_list *labels,
                                     const struct reply_scale *scale, double *score);

#endif
