/*
** The labels in a judge's reply: `SCORE`, `**Relevance score:**`, `Final rating`, `评分`.
**
** The settings hold the list of labels.  Capital and small letters match each other, in
** all scripts of Unicode.  A blank in a label matches blanks, hyphens, underscores or
** nothing.  So `relevance score` also matches `relevance_score` and `relevanceScore`.
**
**   - A label is a whole word.  `F1-score` and `underscore` are other words, not labels.
**   - A word that means final (final, overall, total, or a translation) belongs to the
**     label beside it.  With no label beside it, the word is itself a label, but only at
**     the start of a line.
**   - A label does not count directly after the name of another scored thing: `Credit
**     score`, `the hotel's rating`.  Before a label in capitals, every word in capitals
**     is such a name.  Before any other label, every word is such a name, except `my`,
**     `the`, ... (free_words).
*/
#ifndef ASSAY_CORE_REPLY_LABELS_H
#define ASSAY_CORE_REPLY_LABELS_H

#include "core/reply.h"
#include "core/settings.h"

/* reply_label.index of a label that is only a word such as `final`. */
#define REPLY_NO_LABEL SIZE_MAX

struct reply_label {
  size_t index;    /* index in the list of labels, or REPLY_NO_LABEL */
  bool final;      /* true if it has a word that means final */
  bool first;      /* true if no letter or digit is before it on its line */
  bool capital;    /* true if it begins with A-Z */
  uint32_t before; /* the character directly before it */
};

/* A search for the labels in a part of a reply, in the order of the text.  It takes
** O(length) time for a fixed list of labels, and allocates nothing. */
struct reply_label_scan {
  struct reply_part rest; /* the text after the label found last */
  const struct phrase_list *labels;
  uint64_t beginnings; /* a label that begins with byte b sets bit b % 64 */
  uint32_t before[2];  /* the two characters before `rest`, the nearest first */
  bool first;
  bool apart;             /* true if not only blanks are between `word` and `rest` */
  struct reply_part word; /* the last word before `rest` */
};

struct reply_label_scan reply_labels_open(struct reply_part part,
                                          const struct phrase_list *labels);

/* Finds the next label.  False if no label is left. */
bool reply_labels_next(struct reply_label_scan *scan, struct reply_label *label);

/* True if the whole of `key`, a key of a JSON object, is a label. */
bool reply_is_label(struct reply_part key, const struct phrase_list *labels,
                    struct reply_label *label);

/* Skips a phrase, in capital or small letters.  False if the phrase is not here, or is
** only the beginning of a longer word.  A blank in the phrase matches one or more
** characters: hyphens, or those of `classes` (see reply.h). */
bool reply_take_phrase(struct reply_part *part, const char *phrase, unsigned classes);

/* True for a letter of any script, or an ASCII digit. */
bool reply_is_letter(uint32_t character);

#endif
