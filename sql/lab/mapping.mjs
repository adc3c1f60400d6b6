// Views over tables of one's own: what the form says, as CREATE TEMP VIEW. Nothing is
// written into the file. A name of a table or column may hold anything, so each is
// quoted, and a column always stands behind the alias of its table: alone and in double
// quotes SQLite would take a misspelt one for a text.
//
// A mapping is a plain object:
//   shape     'wide' (a column a dimension), 'long' (a row a metric) or 'json' (a column
//             that holds one object a round)
//   rounds    {table, run, round, title, as_of, domain, recent_sources,
//             critical_contradictions, coverage, ..., recency}: columns, or ''
//   scale     {best, worst} of the scores; best 1 and worst 0 are as they stand
//   long      {table, run, round, metric, score, judge, family, names: {coverage: '...'}}
//   json      {column}
//   sources   {table, run, round, source, published, domain}, or null
//   as_of     a date for all runs where no column has one

import { DIMENSIONS } from "./policy.mjs";

export const SCALES = [
  { name: "0 to 1", best: 1, worst: 0 }, { name: "0 to 10", best: 10, worst: 0 },
  { name: "0 to 100", best: 100, worst: 0 }, { name: "1 to 5", best: 5, worst: 1 },
  { name: "1 (best) to 6", best: 1, worst: 6 },
];

/** A name as an identifier of SQL. */
export function identifier(name) {
  return `"${String(name).replaceAll('"', '""')}"`;
}

/** A text as a literal of SQL. A NUL would end the statement. */
export function literal(text) {
  return `'${String(text).replaceAll("'", "''").replaceAll("\0", "")}'`;
}

/* Views of these names are being made, so a table of such a name is the file's. */
const table = (name) => `main.${identifier(name)}`;
const column = (alias, name) => (name ? `${alias}.${identifier(name)}` : "NULL");

/** The scale around an expression; none where scores are 0..1 already. */
export function scaled(expression, scale, always = false) {
  const { best, worst } = scale ?? SCALES[0];
  if (expression === "NULL") return expression;
  if (best === 1 && worst === 0) return always ? `score_of(${expression})` : expression;
  return `score_of(${expression}, ${best}${worst === 0 ? "" : `, ${worst}`})`;
}

/** What keeps a mapping from being tried, as sentences; none is good. */
export function problems(mapping) {
  const { rounds, shape } = mapping;
  const found = [];
  if (!rounds.table) found.push("Choose the table that has the rounds.");
  if (!rounds.run) found.push("Choose the column that tells runs apart.");
  if (shape === "wide" && !DIMENSIONS.some(({ key }) => rounds[key]))
    found.push("Choose a column for at least one of the five scores.");
  if (shape === "json" && !mapping.json?.column)
    found.push("Choose the column that holds the JSON.");
  if (shape === "long" && !(mapping.long?.table && mapping.long.run && mapping.long.metric
                            && mapping.long.score))
    found.push("Choose the table of scores, its run, its metric and its score.");
  if (mapping.sources && !(mapping.sources.table && mapping.sources.run
                           && mapping.sources.source))
    found.push("Choose the table of sources, its run and what names a source.");
  return found;
}

/** The statements that make `runs`, `rounds`, `sources` and `judgements`. */
export function mappingSql(mapping) {
  const views = [runsView(mapping), roundsView(mapping)];
  views.push(mapping.sources ? sourcesView(mapping) : empty("sources",
    "run_id, round, source, domain, published"));
  views.push(mapping.shape === "long" ? judgementsView(mapping) : empty("judgements",
    "run_id, round, dimension, judge, family, score"));
  return `${views.join(";\n\n")};\n`;
}

function empty(name, columns) {
  const nothing = columns.split(", ").map((column_name) => `NULL AS ${column_name}`);
  return `CREATE TEMP VIEW ${name} AS\n  SELECT ${nothing.join(", ")} WHERE 0`;
}

/* Where no column numbers the rounds they are counted, in the order of the table. */
function roundOf(alias, part) {
  return part.round ? column(alias, part.round)
    : `row_number() OVER (PARTITION BY ${column(alias, part.run)})`;
}

function runsView({ rounds, as_of: day }) {
  const first = (name) => (name ? `max(${column("t", name)})` : "NULL");
  const title = rounds.title ? `coalesce(${first(rounds.title)}, '')`
    : `${column("t", rounds.run)} || ''`;
  return [
    "CREATE TEMP VIEW runs AS",
    `  SELECT ${column("t", rounds.run)} AS run_id, ${title} AS title, NULL AS note,`,
    `         ${first(rounds.domain)} AS domain,`,
    `         ${rounds.as_of ? first(rounds.as_of) : literal(day ?? "")} AS as_of`,
    `  FROM ${table(rounds.table)} AS t`,
    `  GROUP BY ${column("t", rounds.run)}`,
  ].join("\n");
}

function roundsView(mapping) {
  const { rounds, shape } = mapping;
  if (shape === "long") return longRounds(mapping);
  const wide = shape === "wide";
  const score = (key) =>
    scaled(wide ? column("t", rounds[key]) : member(mapping, key), mapping.scale, !wide);
  const count = (key) => (wide ? column("t", rounds[key]) : member(mapping, key));
  return [
    "CREATE TEMP VIEW rounds AS",
    `  SELECT ${column("t", rounds.run)} AS run_id, ${roundOf("t", rounds)} AS round,`,
    ...DIMENSIONS.map(({ key }) => `         ${score(key)} AS ${key},`),
    `         ${count("recent_sources")} AS recent_sources,`,
    `         ${count("critical_contradictions")} AS critical_contradictions`,
    `  FROM ${table(rounds.table)} AS t`,
  ].join("\n");
}

/* A line that is no JSON is a round of which nothing is known. */
function member({ json }, key) {
  const doc = column("t", json.column);
  return `json_extract(CASE WHEN json_valid(${doc}) THEN ${doc} END, '$.${key}')`;
}

/* Judges' scores are averaged a round; mean_of answers the same in any order of rows. */
function longRounds({ rounds }) {
  const same = [`j.run_id = ${column("t", rounds.run)}`];
  if (rounds.round) same.push(`j.round = ${column("t", rounds.round)}`);
  const mean = ({ key }) =>
    `         mean_of(j.score) FILTER (WHERE j.dimension = '${key}') AS ${key},`;
  const keys = [column("t", rounds.run)];
  if (rounds.round) keys.push(column("t", rounds.round));
  const most = (key) => (rounds[key] ? `max(${column("t", rounds[key])})` : "NULL");
  return [
    "CREATE TEMP VIEW rounds AS",
    `  SELECT ${keys[0]} AS run_id, ${keys[1] ?? "1"} AS round,`,
    ...DIMENSIONS.map(mean),
    `         ${most("recent_sources")} AS recent_sources,`,
    `         ${most("critical_contradictions")} AS critical_contradictions`,
    `  FROM ${table(rounds.table)} AS t`,
    `  LEFT JOIN judgements AS j ON ${same.join(" AND ")}`,
    `  GROUP BY ${keys.join(", ")}`,
  ].join("\n");
}

function judgementsView({ long, scale }) {
  const names = DIMENSIONS.map(({ key }) =>
    `WHEN ${literal(long.names?.[key] || key)} THEN '${key}'`);
  return [
    "CREATE TEMP VIEW judgements AS",
    `  SELECT ${column("t", long.run)} AS run_id,`,
    `         ${long.round ? column("t", long.round) : "1"} AS round,`,
    `         CASE ${column("t", long.metric)} ${names.join(" ")}`,
    `              ELSE ${column("t", long.metric)} END AS dimension,`,
    `         ${long.judge ? column("t", long.judge) : "'judge'"} AS judge,`,
    `         ${column("t", long.family)} AS family,`,
    `         ${scaled(column("t", long.score), scale)} AS score`,
    `  FROM ${table(long.table)} AS t`,
  ].join("\n");
}

function sourcesView({ sources }) {
  return [
    "CREATE TEMP VIEW sources AS",
    `  SELECT ${column("t", sources.run)} AS run_id,`,
    `         ${sources.round ? column("t", sources.round) : "1"} AS round,`,
    `         ${column("t", sources.source)} AS source,`,
    `         ${column("t", sources.domain)} AS domain,`,
    `         ${column("t", sources.published)} AS published`,
    `  FROM ${table(sources.table)} AS t`,
  ].join("\n");
}

/* What columns are often called, for a first guess; the person decides. */
const GUESSES = {
  run: ["run_id", "run", "job", "job_id", "eval_id", "task", "question_id", "id"],
  round: ["round", "n", "step", "iteration", "attempt", "turn", "no"],
  title: ["title", "question", "prompt", "name", "query"],
  as_of: ["as_of", "finished", "finished_at", "created_at", "date", "time"],
  domain: ["domain", "topic", "field", "area"],
  coverage: ["coverage", "cov", "completeness"],
  source_quality: ["source_quality", "quality", "src", "sources_score", "authority"],
  agreement: ["agreement", "agr", "consistency", "consensus"],
  verification: ["verification", "ver", "verified", "faithfulness", "groundedness"],
  recency: ["recency", "rec", "freshness"],
  recent_sources: ["recent_sources", "fresh", "recent", "source_count"],
  critical_contradictions: ["critical_contradictions", "contradictions", "contra"],
  source: ["source", "url", "link", "doi", "uri"],
  published: ["published", "date", "published_at", "pubdate"],
  metric: ["metric", "dimension", "criterion", "name"],
  score: ["score", "mark", "value", "rating"],
  judge: ["judge", "rater", "model", "annotator"],
  family: ["family", "provider", "team"],
  doc: ["doc", "json", "scores", "named_scores", "evidence", "data"],
};

/** The column that is most likely meant, or ''. */
export function guess(what, columns) {
  const lower = columns.map((name) => String(name).toLowerCase());
  for (const word of GUESSES[what] ?? []) {
    const place = lower.indexOf(word);
    if (place >= 0) return columns[place];
  }
  return "";
}

/* The table that fits best, or none: what `fits` gives of its columns is more than 0. */
function bestOf(tables, fits) {
  let best = null, most = 0;
  for (const table_ of tables) {
    const points = fits(table_.columns);
    if (points > most) [best, most] = [table_, points];
  }
  return best;
}

const hits = (columns, names) => names.filter((what) => guess(what, columns)).length;

/* The columns of a part of the mapping, by their names. */
function part(table_, names) {
  return { table: table_.name, ...Object.fromEntries(names.map((what) =>
    [what, guess(what, table_.columns)])) };
}

export const PARTS = {
  rounds: ["run", "round", "title", "as_of", "domain", "recent_sources",
    "critical_contradictions", ...DIMENSIONS.map(({ key }) => key)],
  long: ["run", "round", "metric", "score", "judge", "family"],
  sources: ["run", "round", "source", "published", "domain"],
};

/** The parts of a mapping that a table stands for, by the names of its columns. */
export const partOf = (name, table_) => part(table_, PARTS[name]);

/** A first guess from all tables of a file: {shape, rounds, long, json, sources}. Two
 * score columns or more make a table of rounds; else metrics with scores, one a row;
 * else a column of JSON. */
export function guessMapping(tables) {
  const keys = DIMENSIONS.map(({ key }) => key);
  const has = (what) => (columns) => what.every((each) => guess(each, columns));
  const wide = bestOf(tables, (columns) => (has(["run"])(columns)
    && hits(columns, keys) > 1 ? hits(columns, PARTS.rounds) : 0));
  const long = bestOf(tables, (columns) => (has(["run", "metric", "score"])(columns)
    ? hits(columns, PARTS.long) : 0));
  const json = bestOf(tables, (columns) => (has(["run", "doc"])(columns)
    ? hits(columns, PARTS.rounds) : 0));
  const shape = (wide && "wide") || (long && "long") || (json && "json") || "wide";
  const beside = tables.filter((each) => each !== long);
  const counted = bestOf(beside, (columns) => (has(["run", "round"])(columns)
    && !guess("source", columns) ? hits(columns, PARTS.rounds) : 0));
  const rounds = { wide, long: counted ?? long, json }[shape]
    ?? bestOf(tables, (columns) => 1 + hits(columns, PARTS.rounds));
  const sources = bestOf(tables.filter((each) => each !== rounds && each !== long),
    (columns) => (has(["run", "source"])(columns) ? hits(columns, PARTS.sources) : 0));
  return {
    shape, rounds: partOf("rounds", rounds),
    long: { ...partOf("long", long ?? rounds), names: {} },
    json: { column: guess("doc", rounds.columns) },
    sources: sources && partOf("sources", sources),
  };
}
