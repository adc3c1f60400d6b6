/*
** What gate_sweep and stop_sweep answer, written by them and read by their tables:
**
**   {"runs":2,"rounds":5,"columns":["high","min_sources","passing_runs"],
**    "rows":[[0.7,5,2],[0.8,5,1]]}
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_SWEEP_ROWS_H
#define ASSAY_FUNCTIONS_RESEARCH_SWEEP_ROWS_H

#include "bind/json.h"

/* What stands in a row of either. */
#define GATE_SWEEP_COLUMNS 3
#define STOP_SWEEP_COLUMNS 10
#define SWEEP_COLUMNS_MOST STOP_SWEEP_COLUMNS

extern const char *const gate_sweep_columns[GATE_SWEEP_COLUMNS];
extern const char *const stop_sweep_columns[STOP_SWEEP_COLUMNS];

/* What stands before the rows, each of which is an array, and behind them. */
void sweep_rows_begin(struct json *json, size_t runs, size_t rounds,
                      const char *const *columns, size_t count);
void sweep_rows_end(struct json *json);

#endif
