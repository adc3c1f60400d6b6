/*
** A panel: the judged sources of a frame, and what can be written from them.
**
** Rows enter a frame at its end and leave it at its start.  What is counted are whole
** numbers, so leaving subtracts; nothing else is ever taken back.  Entering and leaving
** are O(1), a decision is O(1), a report O(n log n) for the order of its sources.
**
** A zeroed struct is an empty panel: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_FUNCTIONS_RETRIEVAL_PANEL_H
#define ASSAY_FUNCTIONS_RETRIEVAL_PANEL_H

#include "core/retrieval/relevance.h"
#include "base/value.h"
#include "bind/agreement.h"
#include "bind/json.h"

struct judged {
  struct value source;
  double score; /* 1..5, the default where the row has none */
  bool kept;
};

struct panel {
  struct agreement agreement;        /* the mode */
  struct deque sources;              /* of struct judged, in the order of their arrival */
  sqlite3_int64 kept;                /* how many of them are kept */
  const struct relevance_mode *mode; /* of the latest source; owned by the settings */
};

/* A source enters; a text or blob that names it is copied.  False when out of memory; the
** panel is then as it was. */
bool panel_enter(struct panel *panel, const struct judged *judged,
                 const struct relevance_mode *mode);

/* The oldest source leaves.  The panel is not empty. */
void panel_leave(struct panel *panel);

void panel_clear(struct panel *panel);

/* What can be written from the sources that are kept; they agree on a mode. */
enum relevance_decision panel_decision(const struct panel *panel);

/* Sets the result of a call to the panel's report; the sources agree on a mode. */
void panel_report(sqlite3_context *context, const struct panel *panel);

#endif
