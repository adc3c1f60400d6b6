/*
** The judged sources of a frame, and what can be written from them.
**
** Rows enter a frame at its end and leave it at its start.  What is counted are whole
** numbers, so leaving subtracts; nothing else is ever taken back.  Entering and leaving
** are O(1), a decision is O(1), a report O(n log n) for the order of its sources.
**
** A zeroed struct is an empty frame: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_FUNCTIONS_RETRIEVAL_HELPERS_JUDGED_SOURCES_H
#define ASSAY_FUNCTIONS_RETRIEVAL_HELPERS_JUDGED_SOURCES_H

#include "core/retrieval/relevance.h"
#include "base/value.h"
#include "bind/agreement.h"
#include "bind/json.h"

struct judged {
  struct value source;
  double score; /* 1..5, the default where the row has none */
  bool kept;
};

struct judged_sources {
  struct agreement agreement;        /* the mode */
  struct deque sources;              /* of struct judged, in the order of their arrival */
  sqlite3_int64 kept;                /* how many of them are kept */
  const struct relevance_mode *mode; /* of the latest source; owned by the settings */
};

/* A source enters; a text or blob that names it is copied.  False when out of memory; the
** frame is then as it was. */
bool judged_sources_enter(struct judged_sources *frame, const struct judged *judged,
                          const struct relevance_mode *mode);

/* What can be written from the sources that are kept; they agree on a mode. */
enum relevance_decision judged_sources_decision(const struct judged_sources *frame);

/* The callbacks of an aggregate over such a frame (aggregate.h): for the oldest source,
** for the report, which needs the sources to agree on a mode, and for the end. */
void judged_sources_leave(sqlite3_context *context, void *group, sqlite3_value **argv);
void judged_sources_report(sqlite3_context *context, void *group);
void judged_sources_clear(void *group);

#endif
