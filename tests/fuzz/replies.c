/*
** Fuzzes functions that read free text: a judge's reply, a JSON reply, two texts to
** compare, a date, a score as people write it.  Each answer must be in its range, and
** the answers about one text must fit together.
*/
#include "choice.h"

/* A query about two texts, ?1 and ?2, and the range of its answer; `null` says whether
** NULL is allowed. */
static const struct reader {
  const char *sql;
  double least;
  double greatest;
  bool null;
} readers[] = {
    {"SELECT relevance_of(?1)", 1, 5, false},
    {"SELECT relevance_of(?1, NULL)", 1, 5, true},
    {"SELECT relevance_of(?1) = coalesce(relevance_of(?1, NULL), 3)", 1, 1, false},
    {"SELECT relevance_of(?1, 5) = coalesce(relevance_of(?1, NULL), 5)", 1, 1, false},
    {"SELECT relevance_of('{\"score\": 2}' || char(10) || ?1, NULL) = 2 OR "
     "instr(?1, '{') > 0 OR instr(lower(?1), '</think') > 0",
     1, 1, false},
    {"SELECT relevance_of(?1 || char(10) || '</think>SCORE: 4') = 4 OR instr(lower(?1), "
     "'<think') > 0",
     1, 1, false},
    {"SELECT relevance_of('{\"reason\": ' || json_quote(?1) || ', \"score\": 2}') = 2 OR "
     "instr(lower(?1), 'think') > 0",
     1, 1, false},
    {"SELECT relevance_of('<thinking> ' || ?1, NULL) IS NULL OR instr(lower(?1), "
     "'</think') > 0",
     1, 1, false},
    {"SELECT relevance_of('<think> ' || ?1 || ' </think>' || ?2) = relevance_of(?2) OR "
     "instr(lower(?1), '</think') > 0",
     1, 1, false},
    {"SELECT relevance_of(?1 || char(10) || 'Final score: 2') = 2 OR instr(?1, '{') > 0 "
     "OR instr(lower(?1), '<think') > 0",
     1, 1, false},
    {"SELECT ambiguity_of(?1)", 0, 1, true},
    {"SELECT ambiguity_of('{\"ambiguity\": 0.25}' || ?1) = 0.25 OR instr(?1, '{') > 0 OR "
     "instr(lower(?1), '</think') > 0",
     1, 1, false},
    {"SELECT ambiguity_of('<think> ' || ?1) IS NULL OR instr(lower(?1), '</think') > 0",
     1, 1, false},
    {"SELECT text_similarity(?1, ?2)", 0, 1, false},
    {"SELECT text_similarity(?1, ?1) = (?1 <> '')", 1, 1, false},
    {"SELECT text_similarity(?1, upper(?1)) = (?1 <> '')", 1, 1, false},
    {"SELECT text_similarity(?1, ?2) = text_similarity(?2, ?1)", 1, 1, false},
    {"SELECT recent_redundancy_veto(?1, ?2) = (text_similarity(?1, ?2) >= 0.85)", 1, 1,
     false},
    {"SELECT knowledge_ceiling_veto(?1, ?2)", 0, 1, false},
    {"SELECT knowledge_ceiling_veto(?1, ?2) <= knowledge_ceiling_veto(?1 || '. ' || ?2, "
     "?2)",
     1, 1, false},
    {"SELECT length(CAST(ambiguity_prompt(?1) AS BLOB)) - length(ambiguity_prompt('')) = "
     "length(CAST(?1 AS BLOB))",
     1, 1, false},
    {"SELECT score_of(?1)", 0, 1, true},
    {"SELECT score_of(?1, 5, 1)", 0, 1, true},
    {"SELECT why_missing(?1, 'score') IS NOT NULL OR score_of(?1) IS "
     "ci_score(?1, ?1, ?1, ?1, ?1, '[1, 0, 0, 0, 0]')",
     1, 1, false},
    {"SELECT age_days(?1, '0001-01-01')", -3652058, 0, true},
    {"SELECT age_days(?1, ?1)", 0, 0, true},
    {"SELECT (why_missing(?1, 'date') IS NULL) = "
     "(age_days(?1, '2026-02-03') IS NOT NULL)",
     1, 1, false},
    {"SELECT age_days(?1, '2026-02-03') IS age_days(' ' || ?1 || char(13, 10), "
     "'2026-02-03')",
     1, 1, false},
    {"SELECT query_word_count(?1)", 0, 1e9, false},
    {"SELECT query_word_count(char(8195, 32) || ?1) = query_word_count(?1)", 1, 1, false},
    {"SELECT query_avg_word_length('   ' || ?1) = query_avg_word_length(?1)", 1, 1,
     false},
    {"SELECT (query_word_count(?1) = 0) = (query_avg_word_length(?1) = 0)", 1, 1, false},
    {"SELECT round(query_word_count(?1) * query_avg_word_length(?1)) <= "
     "length(CAST(?1 AS BLOB))",
     1, 1, false},
};
enum { READERS = sizeof readers / sizeof *readers };

static void ask(int reader, const char *text, size_t length, size_t split) {
  const struct reader *r = &readers[reader];
  sqlite3_stmt *statement = choice_statement(choice_connection(0, ENCODING_UTF8), r->sql);
  sqlite3_bind_text(statement, 1, text, (int)split, SQLITE_STATIC);
  sqlite3_bind_text(statement, 2, text + split, (int)(length - split), SQLITE_STATIC);
  if (sqlite3_step(statement) != SQLITE_ROW) {
    fuzz_fail(r->sql, sqlite3_errmsg(choice_connection(0, ENCODING_UTF8)));
  }
  double answer = sqlite3_column_double(statement, 0);
  bool is_null = sqlite3_column_type(statement, 0) == SQLITE_NULL;
  if (is_null ? !r->null : !(answer >= r->least && answer <= r->greatest)) {
    fuzz_fail(r->sql, "an answer out of range");
  }
  sqlite3_reset(statement);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = size > 0 ? (const char *)data + 1 : "";
  size_t length = size > 0 ? size - 1 : 0;
  size_t split = size > 0 && data[0] < length ? length - data[0] : length;
  for (int reader = 0; reader < READERS; reader++)
    ask(reader, text, length, split);
  return 0;
}
