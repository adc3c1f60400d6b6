/*
** SQL values that a fuzzer's bytes choose, and the connection that it uses them on.
*/
#ifndef ASSAY_TESTS_FUZZ_CHOICE_H
#define ASSAY_TESTS_FUZZ_CHOICE_H

#include <sqlite3.h>

#include "calls.h"
#include "source.h"

/* An open connection with the extension; the same one in every call. */
sqlite3 *choice_connection(void);

/* The function table; the same one in every call. */
const struct calls *choice_calls(void);

/* A function of that kind. */
const struct call *choice_call(struct source *source, enum call_kind kind);

/* Binds a chosen value to a parameter, as argument `index` of the call: of any type, but
** for arguments that say how long a call takes, which stay small. */
void choice_bind(struct source *source, sqlite3_stmt *statement, int parameter,
                 const struct call *call, int index);

/* The prepared form of an SQL text; SQL of ours that must prepare. */
sqlite3_stmt *choice_prepare(const char *sql);

#endif
