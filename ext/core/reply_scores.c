/* The labelled scores of a reply: see reply_scores.h. */
#include "core/reply_scores.h"

#include "base/missing.h"

struct reply_texts reply_texts_open(struct reply reply) {
  return (struct reply_texts){.reply = reply};
}

bool reply_texts_next(struct reply_texts *texts, struct reply_part *text,
                      struct reply_part *object) {
  if (texts->rest.at == texts->rest.end && !reply_next(&texts->reply, &texts->rest))
    return false;
  if (!reply_take_object(&texts->rest, text, object)) {
    texts->rest.at = texts->rest.end;
    *object = texts->rest;
  }
  return true;
}

static void reply_scores_keep_first(double *kept, double found) {
  if (is_missing(*kept)) *kept = found;
}

/* Adds the labelled scores of a text to `scores`. */
static void reply_scores_add_text(struct reply_part text,
                                  const struct phrase_list *labels,
                                  const struct reply_scale *scale,
                                  struct reply_scores *scores) {
  struct reply_label_scan scan = reply_labels_open(text, labels);
  struct reply_label label;
  double found;
  while (reply_labels_next(&scan, &label)) {
    if (!reply_take_labelled(scan.rest, &label, scale, &found)) {
      if (reply_take_worded(scan.rest, scale, &found))
        reply_scores_keep_first(&scores->worded, found);
    } else if (label.final) {
      scores->final = found;
    } else {
      reply_scores_keep_first(label.first ? &scores->first : &scores->within, found);
    }
  }
}

static void reply_scores_add_object(struct reply_part object,
                                    const struct phrase_list *labels,
                                    const struct reply_scale *scale,
                                    struct reply_scores *scores) {
  double found;
  enum reply_answer answer = reply_object_score(object, labels, scale, &found);
  if (answer == ANSWER_NONE) return;
  if (scores->objects == ANSWER_ONE && found != scores->object) answer = ANSWER_SEVERAL;
  if (scores->objects != ANSWER_SEVERAL) scores->objects = answer;
  scores->object = found;
}

struct reply_scores reply_scores_of(struct reply reply, const struct phrase_list *labels,
                                    const struct reply_scale *scale) {
  struct reply_scores scores = {ANSWER_NONE, MISSING, MISSING, MISSING, MISSING, MISSING};
  struct reply_texts texts = reply_texts_open(reply);
  struct reply_part text, object;
  while (reply_texts_next(&texts, &text, &object)) {
    reply_scores_add_text(text, labels, scale, &scores);
    if (object.at < object.end) reply_scores_add_object(object, labels, scale, &scores);
  }
  return scores;
}

double reply_scores_best(const struct reply_scores *scores) {
  const double by_rank[] = {scores->final, scores->first, scores->within};
  if (scores->objects != ANSWER_NONE)
    return scores->objects == ANSWER_ONE ? scores->object : MISSING;
  for (size_t i = 0; i < sizeof by_rank / sizeof *by_rank; i++) {
    if (!is_missing(by_rank[i])) return by_rank[i];
  }
  return MISSING;
}
