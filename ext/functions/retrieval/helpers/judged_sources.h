/*
** The sources of a window frame, with their scores.  The number of kept sources decides
** which report is possible: a full report, a short report, or none.
**
** Adding a source, removing a source and judged_sources_decision() are O(1).  A report is
** O(n log n), because it sorts its sources.
**
** A zeroed struct is an empty frame.
*/
#ifndef ASSAY_FUNCTIONS_RETRIEVAL_HELPERS_JUDGED_SOURCES_H
#define ASSAY_FUNCTIONS_RETRIEVAL_HELPERS_JUDGED_SOURCES_H

#include "core/retrieval/relevance.h"
#include "base/value.h"
#include "bind/agreement.h"
#include "bind/json.h"

struct judged {
  struct value source;
  double score; /* 1..5; the setting default_score if the row has no score */
  bool kept;
};

struct judged_sources {
  struct agreement agreement;        /* all rows must have the same mode */
  struct deque sources;              /* each is a struct judged; the oldest first */
  sqlite3_int64 kept;                /* how many sources the gate keeps */
  const struct relevance_mode *mode; /* the latest source's mode; owned by the settings */
};

/* Adds a source to the frame; a text or blob that names the source is copied.  When out
** of memory, returns false and leaves the frame unchanged. */
bool judged_sources_enter(struct judged_sources *frame, const struct judged *judged,
                          const struct relevance_mode *mode);

/* Decides by the number of kept sources: full report, short report or none.  All sources
** must have the same mode. */
enum relevance_decision judged_sources_decision(const struct judged_sources *frame);

/* The callbacks of an aggregate over this frame (aggregate.h): remove the oldest source,
** return the report, free the frame. */
void judged_sources_leave(sqlite3_context *context, void *group, sqlite3_value **argv);
void judged_sources_report(sqlite3_context *context, void *group);
void judged_sources_clear(void *group);

#endif
