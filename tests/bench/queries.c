/* The jobs that are queries: see jobs.h. */
#include "jobs.h"

#include "plain_sql.h"

static const struct bench_table rounds = {"round", "run_id", 4};

#define OF_RUNS " FROM round WHERE run_id < ?1"
#define BY_RUN OF_RUNS " GROUP BY run_id"

static const struct query_job best_round_job = {
    .name = "best_round, 8 arguments",
    .table = &rounds,
    .sql = "SELECT best_round(round, " EVIDENCE ") AS answer" BY_RUN,
    .rivals = {
        {.name = "no-op",
         .sql = "SELECT no_op_aggregate(round, " EVIDENCE ") AS answer" BY_RUN,
         .goal = 1.30,
         .is_no_op = true},
        {.name = "row_number()",
         .sql = "SELECT round AS answer FROM (SELECT round, row_number() OVER (PARTITION "
                "BY run_id ORDER BY " GATE " DESC, " INDEX
                " DESC, round) AS place" OF_RUNS ") WHERE place = 1",
         .goal = 4.5},
        {.name = "bare column",
         .sql = "SELECT round AS answer, max(2 * " GATE " + " INDEX ")" BY_RUN,
         .goal = 2.0},
    }};

#define PASSING "SELECT 4 * run_id + round AS answer" OF_RUNS " AND "

static const struct query_job filter_job = {
    .name = "WHERE gate_pass",
    .table = &rounds,
    .sql = PASSING "gate_pass(" EVIDENCE ")",
    .rivals = {
        {.name = "plain AND", .sql = PASSING PASSES},
        {.name = "cheap first",
         .sql = PASSING "coverage >= 0.75 AND gate_pass(" EVIDENCE ")"},
    }};

/* In a CASE, AND stops early too. */
static const struct query_job case_job = {
    .name = "sum(gate_pass)",
    .table = &rounds,
    .sql = "SELECT sum(gate_pass(" EVIDENCE ")) AS answer" OF_RUNS,
    .rivals = {
        {.name = "plain CASE",
         .sql = "SELECT sum(CASE WHEN " PASSES " THEN 1 ELSE 0 END) AS answer" OF_RUNS},
    }};

const struct query_job *const query_jobs[] = {&best_round_job, &case_job, &filter_job};

const size_t query_job_count = sizeof query_jobs / sizeof query_jobs[0];

const struct query_job *const growth_job = &best_round_job;
