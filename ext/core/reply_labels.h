/*
** The labels in a judge's reply: `SCORE`, `**Relevance score:**`, `Final rating`, `评分`.
**
** A list of labels comes from the settings.  A label is matched in any case of Unicode,
** and a blank in it stands for blanks, hyphens, underscores or nothing.  So `relevance
** score` is `relevance_score` and `relevanceScore` too.
**
**   - A label is a word of its own: an F1-score and an underscore have none.
**   - Words that say final (final, overall, total and their like in other languages)
**     belong to the label that they stand beside.  At the start of a line such a word is
**     a label by itself.
**   - A word before the label, with only blanks between, makes it the score of something
**     else: `Credit score`, `the hotel's rating`.  `my`, `the` and their like do not, nor
**     does any word in small letters before a label in capitals.
*/
#ifndef ASSAY_CORE_REPLY_LABELS_H
#define ASSAY_CORE_REPLY_LABELS_H

#include "core/reply.h"
#include "core/settings.h"

/* The index of a word that says final and stands alone. */
#define REPLY_NO_LABEL SIZE_MAX

struct reply_label {
  size_t index;    /* in the list, or REPLY_NO_LABEL */
  bool final;      /* it says final, overall or total */
  bool first;      /* no letter and no digit stands before it on its line */
  bool capital;    /* it begins with A-Z */
  uint32_t before; /* the character directly before it */
};

/* A search for the labels of a part, in the order of the text.  O(length of the part)
** for a given list, no memory. */
struct reply_label_scan {
  struct reply_part rest; /* after the label that was found last */
  const struct phrase_list *labels;
  uint64_t beginnings; /* bit b % 64 for each byte b that a label may begin with */
  uint32_t before[2];  /* the last characters before the rest, the nearest first */
  bool first;
  bool apart;             /* something other than blanks follows `word` */
  struct reply_part word; /* the last word before the rest */
};

struct reply_label_scan reply_labels_open(struct reply_part part,
                                          const struct phrase_list *labels);

/* Finds the next label.  False if there is none. */
bool reply_labels_next(struct reply_label_scan *scan, struct reply_label *label);

/* True if the whole part, a key of JSON, is a label. */
bool reply_is_label(struct reply_part key, const struct phrase_list *labels,
                    struct reply_label *label);

/* Passes a phrase, in any case of Unicode; not the beginning of a longer word.  A blank
** in the phrase passes any run of characters of the classes, hyphens included. */
bool reply_take_phrase(struct reply_part *part, const char *phrase, unsigned classes);

/* A letter of any script, or an ASCII digit. */
bool reply_is_letter(uint32_t character);

#endif
