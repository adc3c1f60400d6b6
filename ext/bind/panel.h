/*
** A panel: the judged sources of a frame, and what can be written from them.
**
** Rows enter a frame at its end and leave it at its start.  What is counted are whole
** numbers, so leaving subtracts; nothing else is ever taken back.  Entering and leaving
** are O(1), a decision is O(1), a report O(n log n) for the order of its sources.
**
** A zeroed struct is an empty panel: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_BIND_PANEL_H
#define ASSAY_BIND_PANEL_H

#include "../core/relevance.h"
#include "../core/value.h"
#include "deque.h"
#include "json.h"

struct judged {
  struct value source;
  double score;                      /* 1..5, the default where the row has none */
  const struct relevance_mode *mode; /* owned by the settings */
  bool kept;
};

struct panel {
  struct deque sources;  /* of struct judged, in the order of their arrival */
  sqlite3_int64 kept;    /* how many of them are kept */
  sqlite3_int64 changes; /* how many of them have another mode than the one before */
};

/* A source enters; a text or blob that names it is copied.  False when out of memory; the
** panel is then as it was. */
bool panel_enter(struct panel *panel, const struct judged *judged);

/* The oldest source leaves.  The panel is not empty. */
void panel_leave(struct panel *panel);

void panel_clear(struct panel *panel);

/* The mode of all sources, or NULL where they do not agree on one; `first` and `last` are
** then two that differ, the same ones in any order of the rows.  The panel is not
** empty. */
const struct relevance_mode *panel_mode(const struct panel *panel,
                                        const struct relevance_mode **first,
                                        const struct relevance_mode **last);

/* What can be written from the sources that are kept; they agree on a mode. */
enum relevance_decision panel_decision(const struct panel *panel);

/* Sets the result of a call to the panel's report; the sources agree on a mode. */
void panel_report(sqlite3_context *context, const struct panel *panel);

#endif
