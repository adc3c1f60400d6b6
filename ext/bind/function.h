/*
** The function table: one row for each SQL overload.
**
** A module's rows drive its registration, the table assay_functions, ext/REFERENCE.md
** and a test that runs every example.  Nothing is registered outside them.
*/
#ifndef ASSAY_BIND_FUNCTION_H
#define ASSAY_BIND_FUNCTION_H

#include <sqlite3ext.h>
#include <stdbool.h>
#include <stddef.h>

/* At most this many parameters belong to a group. */
#define AGREEMENT_PARAMETERS 4

enum function_kind {
  KIND_SCALAR,
  KIND_AGGREGATE, /* and window function */
  KIND_TABLE      /* eponymous virtual table */
};

/* Every rule is deterministic and innocuous unless a flag says otherwise (rule R4).  What
** reads a file or the environment, changes settings, tells where they come from or runs
** SQL is for top-level SQL. */
enum function_flags {
  PURE = 0,
  DIRECT_ONLY = 1, /* top-level SQL only */
  JSON_RESULT = 2  /* its result carries the JSON subtype (rule R6) */
};

typedef void sql_callback(sqlite3_context *, int, sqlite3_value **);

/* What an aggregate is to do with a group, whose memory it is given: see aggregate.h. */
typedef bool group_enter_callback(sqlite3_context *, void *group, int, sqlite3_value **);
typedef void group_leave_callback(sqlite3_context *, void *group, sqlite3_value **);
typedef void group_answer_callback(sqlite3_context *, void *group);
typedef void group_clear_callback(void *group);

struct memory_table;

/* What a row's kind is and what is called; the members that the kind needs. */
struct function_calls {
  enum function_kind kind;
  sql_callback *scalar;
  size_t group_size;             /* aggregate: of its memory, which is zeroed */
  group_enter_callback *enter;   /* a row enters; true if it counts, and was stored */
  group_leave_callback *leave;   /* the oldest row that counts leaves, with its values */
  group_answer_callback *answer; /* the answer; a row counts, and all is well with them */
  group_clear_callback *clear;   /* frees what the group owns */
  const char *parameters[AGREEMENT_PARAMETERS]; /* that all rows of a group agree on */
  const struct memory_table *memory_table;      /* table: see memory_table.h */
};

/* One row for each overload, all of one shape: `calls` is SCALAR(), AGGREGATE() or
** MEMORY_TABLE(). */
struct sql_function {
  const char *name;
  int argument_count;
  unsigned flags;
  struct function_calls calls;
  const char *signature;
  const char *help;    /* one line, no full stop */
  const char *example; /* an expression, or a query that begins with SELECT */
  const char *answer;  /* what the example gives, as text; NULL for SQL's NULL */
};

#define SCALAR(callback)                                                                 \
  { .kind = KIND_SCALAR, .scalar = callback }

/* The struct of a group's memory, its callbacks in the order of their use, and the
** parameters that all rows agree on; NULL if there are none. */
#define AGGREGATE(group, enters, leaves, answers, clears, ...)                           \
  {                                                                                      \
    .kind = KIND_AGGREGATE, .group_size = sizeof(group), .enter = enters,                \
    .leave = leaves, .answer = answers, .clear = clears, .parameters = {                 \
      __VA_ARGS__                                                                        \
    }                                                                                    \
  }

#define MEMORY_TABLE(rows)                                                               \
  { .kind = KIND_TABLE, .memory_table = &rows }

struct sql_module {
  const char *name;  /* as its files are called */
  const char *title; /* its heading in the reference */
  const char *task;  /* the user's question that it answers, a few words */
  const struct sql_function *functions;
  size_t function_count;
};

#endif
