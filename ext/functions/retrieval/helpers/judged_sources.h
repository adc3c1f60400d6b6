/*
** The judged sources of a frame, and the decision which kind of report they allow.
**
** A row that leaves is subtracted from the counts, which is exact because the counts
** are whole numbers.  Entering, leaving and a decision are O(1).  A report is O(n log n),
** because it sorts its sources.
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
  double score; /* the score, 1..5; the setting default_score if the row has none */
  bool kept;
};

struct judged_sources {
  struct agreement agreement;        /* on the mode */
  struct deque sources;              /* of struct judged, in the order of entry */
  sqlite3_int64 kept;                /* the number of kept sources */
  const struct relevance_mode *mode; /* the latest source's mode; owned by the settings */
};

/* A source enters; a text or blob that names the source is copied.  When out of memory,
** returns false and leaves the frame unchanged. */
bool judged_sources_enter(struct judged_sources *frame, const struct judged *judged,
                          const struct relevance_mode *mode);

/* Returns the kind of report that the kept sources allow.  All sources have one mode. */
enum relevance_decision judged_sources_decision(const struct judged_sources *frame);

/* The callbacks of an aggregate over this frame (aggregate.h): the oldest source leaves,
** SQLite asks for the report, the group ends.  All sources of a report have one mode. */
void judged_sources_leave(sqlite3_context *context, void *group, sqlite3_value **argv);
void judged_sources_report(sqlite3_context *context, void *group);
void judged_sources_clear(void *group);

#endif
