// This module has the SQL of the lab's page. The extension's functions apply every rule.
// Each connection has its own settings: A those of the contract, B those of the sliders.
//
// The page copies the user's runs into its own database in memory. This database has the
// tables and views of sql/schema.sql and sql/views.sql, and these:
//
//   lab_runs      n, run_id, title: run n, in the order of the ids
//   lab_windows   id, digest: a set of recency windows; whole: 1 if all rounds were
//                 judged under this set
//   lab_judged    the rounds of run n as the gate's arguments (seven columns, or the
//                 evidence of a rubric); `windows` is the id of their recency windows
//   temp.lab_rounds             these rounds under B's windows; gate_passed; ci (index)
//   lab_before    the decisions on each run under A
//   lab_share     how fragile the choice of each run's best round is under A
//   lab_bars      the judges' error bars
//   lab_labels    n, round, good: outcomes of rounds, of one run per question
//   temp.lab_after, temp.lab_weights    as lab_before, under B; made again if B changes

import { literal } from "./mapping.mjs";

const EVIDENCE = "s.coverage, s.source_quality, s.agreement, s.verification, "
  + "s.recency, s.recent_sources, s.critical_contradictions";
const SCORES = "s.coverage, s.source_quality, s.agreement, s.verification, s.recency";
const WINDOWS = "assay_settings_hash('evaluation.deep_research.recency_windows')";
const CHUNK = 1024;

/* SQL for the five dimensions. `rounds` is the table of the stored rounds. `judged` has
 * their values of Recency, too; `live` has gate_passed and ci, too. Most other properties
 * are SQL expressions over one round `s`, or aggregates over a run's rounds. */
const RESEARCH = {
  rubric: null, name: "'research'", stored: EVIDENCE.replaceAll("s.", ""),
  rounds: "rounds", judged: "main.judged_rounds", live: "round_scores",
  counts: ", s.recent_sources, s.sources_enough",
  passes: `gate_pass(${EVIDENCE})`, index: `ci_score(${SCORES})`,
  report: `gate_report(${EVIDENCE})`, best: `best_round(s.round, ${EVIDENCE})`,
  stop: `stop_report(s.round, ${EVIDENCE})`,
  shares: `round_acceptability(s.round, s.gate_passed, ${SCORES})`,
  stability: `weight_stability(s.round, s.gate_passed, ${SCORES})`,
};

/** Returns the SQL for the five dimensions, or for the evidence of a rubric. */
export function subject(rubric) {
  if (rubric === null) return RESEARCH;
  const name = literal(rubric);
  const own = `${name}, s.evidence`, all = `${name}, s.round, s.evidence`;
  const rounds = `(SELECT run_id, round, evidence FROM main.evidence
    WHERE rubric = ${name} AND round IS NOT NULL)`;
  return {
    rubric, name, stored: "evidence", rounds, judged: rounds,
    live: `(SELECT run_id, round, evidence, rubric_pass(${name}, evidence) AS gate_passed,
      rubric_index(${name}, evidence) AS ci FROM ${rounds})`,
    counts: "",
    passes: `rubric_pass(${own})`, index: `rubric_index(${own})`,
    report: `rubric_report(${own})`, best: `rubric_best_round(${all})`,
    stop: `rubric_stop_report(${all})`, shares: `rubric_acceptability(${all})`,
    stability: `rubric_stability(${all})`,
  };
}

/** The page reads a file with these tables and columns without a mapping. */
export const SCHEMA = {
  runs: ["run_id", "title", "domain", "as_of"],
  rounds: ["run_id", "round", "coverage", "source_quality", "agreement", "verification",
    "recency", "recent_sources", "critical_contradictions"],
  sources: ["run_id", "round", "source", "domain", "published"],
  judgements: ["run_id", "round", "dimension", "judge", "family", "score"],
  outcomes: ["run_id", "round", "good"],
  evidence: ["run_id", "round", "rubric", "evidence"],
};

/** Returns the SQL that copies one table of the schema from the file, or makes an empty
 * table if the file lacks it. CREATE TABLE AS preserves the affinity of columns, so
 * values compare as in the file. */
export function copyTable(name, there) {
  const columns = SCHEMA[name].join(", ");
  const from = there ? `SELECT ${columns} FROM ${name}`
    : `SELECT ${SCHEMA[name].map((c) => `NULL AS ${c}`).join(", ")} WHERE 0`;
  const key = ["rubric", "run_id", "round"].filter((each) =>
    SCHEMA[name].includes(each)).join(", ");
  return `CREATE TABLE store.${name} AS ${from} ORDER BY ${key};
CREATE INDEX store.${name}_key ON ${name}(${key});`;
}

export const labTables = (of) => `
CREATE TABLE lab_runs(n INTEGER PRIMARY KEY, run_id, title);
INSERT INTO lab_runs(run_id, title)
SELECT d.run_id, (SELECT title FROM runs AS r WHERE r.run_id = d.run_id)
FROM (SELECT DISTINCT run_id FROM ${of.rounds}
      WHERE run_id IS NOT NULL AND round IS NOT NULL ORDER BY run_id) AS d;
CREATE INDEX lab_runs_id ON lab_runs(run_id);
CREATE TABLE lab_windows(id INTEGER PRIMARY KEY, digest TEXT UNIQUE, whole);
CREATE TABLE lab_judged(windows INTEGER, n INTEGER, place INTEGER, round, ${of.stored},
                        PRIMARY KEY (windows, n, place))
WITHOUT ROWID;
CREATE TABLE lab_before(n INTEGER PRIMARY KEY, run_id, kept, gate_passed, ci, rounds,
                        action, stop_round, returned, returned_passed, used);
CREATE TABLE lab_share(n INTEGER PRIMARY KEY, share, distance, dimension, flips_at);
CREATE TABLE lab_bars(run_id, round, dimension, low, high, judges);
CREATE TABLE lab_labels(n INTEGER, round, good, PRIMARY KEY (n, round)) WITHOUT ROWID;
`;

export const FILL_BARS = `
INSERT INTO lab_bars
SELECT run_id, round, dimension, low, high, judgements FROM score_confidence
WHERE low IS NOT NULL;
CREATE INDEX lab_bars_key ON lab_bars(run_id, round);
`;

/** Divides the runs' numbers into chunks: [first, last]. */
export function chunks(runs, size = CHUNK) {
  const found = [];
  for (let first = 1; first <= runs; first += size)
    found.push([first, Math.min(runs, first + size - 1)]);
  return found;
}

/* For each set of recency windows, the rounds are judged only once. If the user moves a
 * slider meanwhile, the judging later starts again from the first run. */
export const BEGIN_JUDGING = `
INSERT INTO lab_windows(digest) SELECT ${WINDOWS} WHERE true
ON CONFLICT (digest) DO NOTHING`;

export const judge = (of) => `
INSERT OR REPLACE INTO lab_judged
SELECT w.id, r.n, row_number() OVER (PARTITION BY r.n ORDER BY s.round), s.round,
       ${of.stored}
FROM lab_windows AS w CROSS JOIN lab_runs AS r
CROSS JOIN ${of.judged} AS s ON s.run_id = r.run_id
WHERE w.digest = ${WINDOWS} AND r.n BETWEEN ?1 AND ?2`;

export const END_JUDGING = `UPDATE lab_windows SET whole = 1 WHERE digest = ${WINDOWS}`;

/* Deletes the rounds that were judged under older windows: only A's windows and the
** latest are needed. */
export const FORGET_JUDGED = `
DELETE FROM lab_judged WHERE windows IN
  (SELECT id FROM lab_windows WHERE digest NOT IN (${WINDOWS}, ?1))`;
export const FORGET_WINDOWS = `
DELETE FROM lab_windows WHERE digest NOT IN (${WINDOWS}, ?1)`;

export const IS_JUDGED = `
SELECT EXISTS (SELECT 1 FROM lab_windows WHERE digest = ${WINDOWS} AND whole) AS judged`;

/** Returns a query for the totals over all runs while a slider moves. */
export const quick = (of) => `
SELECT count(*) AS runs, coalesce(sum(a.kept IS NOT b.kept), 0) AS flips,
       coalesce(sum(b.gate_passed > a.gate_passed), 0) AS gained,
       coalesce(sum(b.gate_passed < a.gate_passed), 0) AS lost,
       pass_rate(b.gate_passed) AS now
FROM (SELECT s.n, ${of.best} AS kept,
             max(s.gate_passed) AS gate_passed
      FROM temp.lab_rounds AS s GROUP BY s.n) AS b JOIN lab_before AS a ON a.n = b.n`;

/* FILL_LABELS and FLOORS_* read the results of sql/reports/which_floor.sql: its labels,
 * and the number of bad answers at each floor that it tried. */
export const FILL_LABELS = `
INSERT INTO lab_labels
SELECT r.n, l.round, l.good
FROM temp.report_asked AS a JOIN lab_runs AS r ON r.run_id = a.run_id
JOIN temp.report_labelled AS l ON l.run_id = a.run_id
WHERE l.good IS NOT NULL`;
export const FLOORS_TRIED = `
SELECT floor, passes, n, bad, upper, is_enough FROM temp.report_tried ORDER BY floor`;
export const FLOORS_FOUND = `
SELECT w.risk, w.confidence, w.need, f.first, f.failed,
       (SELECT floor FROM temp.report_answer) AS holds
FROM temp.report_wanted AS w CROSS JOIN temp.report_found AS f`;

/** Counts the labelled runs (`asked`) and the runs among them that the stop policy passes
 * (`passes`). Counts the labels of the rounds that the policy then returns. `upper` is
 * computed as in which_floor.sql. */
export const LABELLED = `
SELECT *, binomial_upper(bad, labelled) AS upper
FROM (SELECT count(*) AS asked, count(*) FILTER (WHERE q.action = 'pass') AS passes,
             count(l.good) AS labelled, count(*) FILTER (WHERE l.good = 0) AS bad
      FROM (SELECT r.n, stop_action(s.round, ${EVIDENCE}) AS action,
                   stop_round(s.round, ${EVIDENCE}) AS round
            FROM (SELECT DISTINCT n FROM lab_labels) AS r
            CROSS JOIN temp.lab_rounds AS s ON s.n = r.n GROUP BY r.n) AS q
      LEFT JOIN lab_labels AS l
        ON l.n = q.n AND l.round = q.round AND q.action = 'pass')`;

/* Both join the rounds `s` to the runs `r`. JUDGED takes the rounds from lab_judged; with
** live(), the query itself judges them. */
const JUDGED = "temp.lab_rounds AS s ON s.n = r.n";
const live = (of) => `${of.live} AS s ON s.run_id = r.run_id`;
const SOME = "(SELECT * FROM lab_runs WHERE n BETWEEN ?1 AND ?2) AS r";

/* Decides on each run of `which`: its best round, and the stop policy's answer. */
const decided = (of, which, rounds) => `
  SELECT r.n, r.run_id, best_round(s.round, s.gate_passed, s.ci) AS kept,
         max(s.gate_passed) AS gate_passed, count(*) AS rounds,
         ${of.stop} AS report
  FROM ${which} CROSS JOIN ${rounds}
  GROUP BY r.n`;

const fill = (name) => (of) => `
INSERT INTO ${name}
SELECT q.n, q.run_id, q.kept, q.gate_passed,
       (SELECT max(ci) FROM temp.lab_rounds AS s WHERE s.n = q.n AND s.round = q.kept),
       q.rounds, t.action, t.round, t.returned_round, t.gate_passed, t.rounds
FROM (${decided(of, SOME, JUDGED)}) AS q,
     stop_rows(q.report) AS t`;

export const fillBefore = fill("lab_before");
export const fillAfter = fill("temp.lab_after");

/** Makes B's tables and views. The weights are divided by their sum. */
export const startB = (of) => `
CREATE TEMP VIEW lab_rounds AS
SELECT s.*, ${of.passes} AS gate_passed, ${of.index} AS ci
FROM main.lab_judged AS s
WHERE s.windows = (SELECT id FROM main.lab_windows WHERE digest = ${WINDOWS});
CREATE TEMP VIEW judged_rounds AS
SELECT r.run_id, ${of.stored}, s.round
FROM main.lab_runs AS r CROSS JOIN main.lab_judged AS s ON s.n = r.n
WHERE s.windows = (SELECT id FROM main.lab_windows WHERE digest = ${WINDOWS});
CREATE TEMP TABLE lab_weights(dimension, weight);
INSERT INTO lab_weights
SELECT name, weight / sum(weight) OVER () FROM assay_rubrics
WHERE rubric = ${of.name} COLLATE NOCASE AND part = 'score';
CREATE TEMP TABLE lab_after AS SELECT * FROM lab_before WHERE 0;
CREATE UNIQUE INDEX temp.lab_after_n ON lab_after(n);
`;

/* Tells how fragile the choice of a run's best round is. `share` is the share of all
** weightings that choose this round. `report` has for each weight the interval in which
** the choice stays. At an end of 0 or 1 the choice does not flip, because a weight can't
** go beyond. */
const firm = (of, which, rounds) => `
  SELECT q.n, max(a.share) AS share, max(q.report) AS report
  FROM (SELECT r.n, best_round(s.round, s.gate_passed, s.ci) AS kept,
               max(typeof(s.round)) AS type,
               ${of.shares} AS shares, ${of.stability} AS report
        FROM ${which} CROSS JOIN ${rounds}
        GROUP BY r.n) AS q
  LEFT JOIN acceptability_rows(q.shares, q.type) AS a ON a.round = q.kept
  GROUP BY q.n`;

/* With a single min(), SQLite takes the other columns from the row of the minimum. */
const firmness = (of, which, rounds) => `
SELECT n, share, min(abs(flips_at - weight)) AS distance, dimension, flips_at
FROM (SELECT f.n, f.share, w.dimension, w.weight,
             nullif(json_extract(i.value, e.column1), e.column2) AS flips_at
      FROM (${firm(of, which, rounds)}) AS f
      CROSS JOIN json_each(f.report, '$.intervals') AS i
      JOIN temp.lab_weights AS w ON w.dimension = i.key,
      (VALUES ('$[0]', 0), ('$[1]', 1)) AS e)
GROUP BY n`;

export const fillShare = (of) => `INSERT INTO lab_share
${firmness(of, SOME, JUDGED)}`;

/* The runs whose numbers are in ?1, a JSON array. */
const LISTED = "(SELECT r.* FROM json_each(?1) AS v JOIN lab_runs AS r ON r.n = v.value)"
  + " AS r";

export const rowsRounds = (of) => `
SELECT r.n, s.round, s.gate_passed, s.ci, ${of.report} AS report${of.counts}
FROM ${LISTED} CROSS JOIN ${live(of)}
ORDER BY r.n, s.round`;

export const rowsDecisions = (of) => `
SELECT r.n, r.run_id, r.title, q.kept, q.gate_passed, q.rounds, t.action,
       t.round AS stop_round, t.returned_round AS returned,
       t.gate_passed AS returned_passed, t.rounds AS used, t.reason,
       a.kept AS kept_before, a.gate_passed AS passed_before,
       a.action AS action_before, a.stop_round AS stop_before,
       a.returned AS returned_before, p.share AS share_before
FROM (${decided(of, LISTED, live(of))}) AS q JOIN lab_runs AS r ON r.n = q.n,
     stop_rows(q.report) AS t
LEFT JOIN lab_before AS a ON a.n = q.n LEFT JOIN lab_share AS p ON p.n = q.n`;

export const rowsFirm = (of) => firmness(of, LISTED, live(of));

export const ROWS_BARS = `
SELECT r.n, b.round, b.dimension, b.low, b.high, b.judges
FROM ${LISTED} JOIN lab_bars AS b ON b.run_id = r.run_id`;

/** The totals after the slider stops, with the answers of the stop policy. */
export const TOTALS = `
SELECT count(*) AS runs, coalesce(sum(a.kept IS NOT b.kept), 0) AS flips,
       coalesce(sum(b.gate_passed > a.gate_passed), 0) AS gained,
       coalesce(sum(b.gate_passed < a.gate_passed), 0) AS lost,
       pass_rate(b.gate_passed) AS now, pass_rate(a.gate_passed) AS before,
       sum(b.rounds) AS rounds, sum(b.used) AS used, sum(a.used) AS used_before,
       coalesce(sum(a.action IS NOT b.action OR a.stop_round IS NOT b.stop_round), 0)
         AS stops,
       coalesce(sum(b.returned_passed > a.returned_passed), 0) AS stop_gained,
       coalesce(sum(b.returned_passed < a.returned_passed), 0) AS stop_lost,
       coalesce(sum(a.returned IS NOT b.returned), 0) AS returned
FROM temp.lab_after AS b JOIN lab_before AS a ON a.n = b.n`;

export const FLIPS = `
SELECT a.run_id, r.title, a.kept AS kept_before, b.kept AS kept_now,
       a.gate_passed AS passed_before, b.gate_passed AS passed_now,
       a.ci AS index_before, b.ci AS index_now,
       a.action AS stop_before, a.stop_round AS stop_round_before,
       b.action AS stop_now, b.stop_round AS stop_round_now,
       a.returned AS returned_before, b.returned AS returned_now
FROM temp.lab_after AS b JOIN lab_before AS a ON a.n = b.n JOIN lab_runs AS r ON r.n = b.n
WHERE a.kept IS NOT b.kept OR a.gate_passed <> b.gate_passed OR a.action IS NOT b.action
   OR a.stop_round IS NOT b.stop_round OR a.returned IS NOT b.returned
ORDER BY a.n`;

const ORDERS = {
  fragile: "p.share IS NULL, p.share, p.distance IS NULL, p.distance, r.n",
  changed: "NOT (b.kept IS NOT a.kept), NOT (b.gate_passed <> a.gate_passed), "
    + "NOT (b.action IS NOT a.action OR b.stop_round IS NOT a.stop_round), "
    + "p.share IS NULL, p.share, p.distance IS NULL, p.distance, r.n",
  id: "r.n",
};
const ONLY = {
  all: "1",
  changed: "(a.kept IS NOT b.kept OR a.gate_passed <> b.gate_passed)",
  stops: "(a.action IS NOT b.action OR a.stop_round IS NOT b.stop_round)",
  fails: "b.gate_passed = 0",
};

/** Returns a query for the numbers of the runs that `only` selects, in the order that
 * `sort` names. A run's id or title must contain the text ?1. */
export function listSql(sort, only) {
  return `
SELECT r.n FROM lab_before AS a JOIN lab_runs AS r ON r.n = a.n
LEFT JOIN temp.lab_after AS b ON b.n = a.n LEFT JOIN lab_share AS p ON p.n = a.n
WHERE (?1 = '' OR instr(lower(r.run_id || ' ' || coalesce(r.title, '')), lower(?1)) > 0)
  AND ${ONLY[only] ?? ONLY.all}
ORDER BY ${ORDERS[sort] ?? ORDERS.fragile}`;
}

export const RUN_HEAD = `
SELECT r.n, r.run_id, r.title, d.as_of, d.domain
FROM lab_runs AS r LEFT JOIN runs AS d ON d.run_id = r.run_id WHERE r.n = ?1`;

export const runReports = (of) => `
SELECT s.round, ${of.report} AS report
FROM lab_runs AS r CROSS JOIN ${live(of)}
WHERE r.n = ?1 ORDER BY s.round`;

export const runFirmness = (of) => `
SELECT max(typeof(s.round)) AS type, ${of.shares} AS shares, ${of.stability} AS stability
FROM lab_runs AS r CROSS JOIN ${live(of)} WHERE r.n = ?1`;

export const SHARES = "SELECT round, share FROM acceptability_rows(?1, ?2)";

export const INTERVALS = `
SELECT w.dimension, json_extract(i.value, '$[0]') AS low,
       json_extract(i.value, '$[1]') AS high, w.weight
FROM json_each(?1, '$.intervals') AS i JOIN temp.lab_weights AS w ON w.dimension = i.key`;

export const WEIGHTS = "SELECT dimension, weight FROM temp.lab_weights";

/* The index of each round with its error bar, and how sure the gate's answer is. */
export const RUN_JUDGES = `
SELECT round, judges, families, mean, low, high, gate_confidence
FROM round_confidence WHERE run_id = ?1`;

export const RUN_SOURCES = `
SELECT s.round, s.source, s.domain, s.published, s.age_days, s.window_days, s.decay,
       s.is_recent, s.why_undated
FROM lab_runs AS r CROSS JOIN source_recency AS s ON s.run_id = r.run_id
WHERE r.n = ?1 ORDER BY s.round, s.age_days IS NULL, s.age_days LIMIT 400`;

/** Returns a query that varies the weights of x and y, each from 0 to 1 in ?2 steps, with
 * a sum of at most 1. It returns the best round for each pair. The other weights divide
 * the rest up to 1 in the proportions of ?3, a JSON array. */
export function mapSql(x, y) {
  const keys = ["coverage", "source_quality", "agreement", "verification", "recency"];
  const rest = keys.map((key, i) => (key === x ? "i * 1.0 / ?2" : key === y
    ? "j * 1.0 / ?2" : `(?2 - i - j) * 1.0 / ?2 * json_extract(?3, '$[${i}]')`));
  return `
WITH RECURSIVE steps(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM steps WHERE i < ?2),
scored AS MATERIALIZED (
  SELECT s.* FROM lab_runs AS r CROSS JOIN round_scores AS s ON s.run_id = r.run_id
  WHERE r.n = ?1),
points AS MATERIALIZED (
  SELECT a.i AS i, b.i AS j FROM steps AS a JOIN steps AS b ON a.i + b.i <= ?2),
weighted AS MATERIALIZED (
  SELECT i, j, json_array(${rest.join(", ")}) AS weights FROM points)
SELECT p.i, p.j, best_round(s.round, ${EVIDENCE}, p.weights) AS kept
FROM weighted AS p CROSS JOIN scored AS s GROUP BY p.i, p.j`;
}

export const SETTINGS = "SELECT key, value FROM assay_settings "
  + "WHERE key GLOB 'evaluation.deep_research.*'";
/** Selects a rubric's scores (with floors and weights) and counts (with bounds). */
export const parts = (of) => `
SELECT rubric, part, name, elite, high, medium, weight, bound, veto FROM assay_rubrics
WHERE rubric = ${of.name} COLLATE NOCASE`;
/** The rubrics that have evidence, and whether the settings define them. */
export const RUBRICS = `
SELECT e.rubric, EXISTS (SELECT 1 FROM assay_rubrics AS r
                         WHERE r.rubric = e.rubric COLLATE NOCASE) AS stated
FROM (SELECT DISTINCT rubric FROM evidence
      WHERE typeof(rubric) = 'text' AND lower(rubric) <> 'research') AS e
ORDER BY e.rubric`;
export const WARNINGS = "SELECT message FROM assay_warnings";
export const STRATEGIES = "SELECT strategy, basis FROM assay_weights";
export const DOMAINS = "SELECT domain, sources, dated_sources, shown_days, settings_days "
  + "FROM domain_windows ORDER BY sources DESC, domain LIMIT 40";
export const FUNCTIONS = "SELECT DISTINCT name, signature, kind, help, example, answer, "
  + "task FROM assay_functions ORDER BY task, name, signature";
