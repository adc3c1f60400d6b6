/*
** The number after a label in a judge's reply, and the scale that the reply states.
**
** A number has decimal digits, and may have a sign, a point or a comma.  It can also
** be a row of stars.  `\boxed{4}`, or a number in brackets, counts only if it ends the
** line.  A number is not a score if
**
**   - it is on another scale than the judge's, here 1-5: 4/10, 8 out of 10, 80%,
**     4 (max 10), `score (1-10): 8`;
**   - it is in a range or a choice: 1-5, 4 or 5;
**   - it says how many of several things (4 of the 5), or is in a date (4/5/2026) or in a
**     word (5G);
**   - it numbers the first item of a list below the label;
**   - it is asked about, or explained: `5?`, `5 would need`, `5 = full answer`.
*/
#ifndef ASSAY_CORE_REPLY_VALUE_H
#define ASSAY_CORE_REPLY_VALUE_H

#include "core/reply_labels.h"

/* Classes of characters between a label and its score: REPLY_MARKS on one line,
** REPLY_SPACE over several lines, REPLY_CLOSERS directly after the label. */
#define REPLY_MARKS (REPLY_BLANK | REPLY_MARK)
#define REPLY_SPACE (REPLY_MARKS | REPLY_LINE_END)
#define REPLY_CLOSERS (REPLY_MARKS | REPLY_CLOSER)

/* The scale that the judge was asked to use. */
struct reply_scale {
  double most;
  bool (*holds)(double *number); /* true if the number is on the scale; may clamp it */
};

/* The scale that the reply states for a number: none, the judge's scale (above), or
** another scale. */
enum reply_said { SAID_NOTHING, SAID_OURS, SAID_OTHER };

/* Called directly after a number.  Skips and returns the scale that follows: `/5` in
** `4/5`.  `most` is the greatest score of the judge's scale. */
enum reply_said reply_take_scale(struct reply_part *part, double most);

/* Called after a label.  Reads the label's score; false if there is none. */
bool reply_take_labelled(struct reply_part behind, const struct reply_label *label,
                         const struct reply_scale *scale, double *score);

/* Called after a label.  Reads a score in brackets after a word, as in `high (4)`; false
** if there is none. */
bool reply_take_worded(struct reply_part behind, const struct reply_scale *scale,
                       double *score);

/* Reads the score at the beginning of a JSON value.  If `has_comma`, a comma may be the
** decimal point. */
bool reply_take_value(struct reply_part *value, bool has_comma,
                      const struct reply_scale *scale, double *score);

/* Skips stars and returns the number of full stars, or 0 if none is full.  If there are
** empty stars too, the number of all stars must be `most`, else the result is 0. */
double reply_take_stars(struct reply_part *part, double most);

/* True if only marks, closing brackets or full stops are left on the line. */
bool reply_line_ends(struct reply_part part);

#endif
