// In a form, the user chooses which tables and columns of a file the page reads. This
// module turns the choices into CREATE TEMP VIEW statements, which write nothing into the
// file. A name of a table or column may contain anything, so each name is quoted. Each
// column has the alias of its table before it. Without the alias, SQLite would read a
// misspelt column in quotes as a text.
//
// A mapping is a plain object:
//   shape     'wide' (a column per dimension), 'long' (a row per metric) or 'json' (a
//             column with one object per round)
//   rounds    {table, run, round, title, as_of, domain, recent_sources,
//             critical_contradictions, coverage, ..., recency}: columns; '' if none
//   scale     {best, worst}: the best and the worst possible score
//   long      {table, run, round, metric, score, judge, family, names: {coverage: '...'}}
//   json      {column}
//   sources   {table, run, round, source, published, domain}, or null
//   key       in rounds, a column that identifies a round; in long and sources, the
//             column that refers to it. A join of both columns then gives run and round
//   as_of     a date for all runs, if no column has dates

import { DIMENSIONS } from "./policy.mjs";

export const SCALES = [
  { name: "0 to 1", best: 1, worst: 0 }, { name: "0 to 10", best: 10, worst: 0 },
  { name: "0 to 100", best: 100, worst: 0 }, { name: "1 to 5", best: 5, worst: 1 },
  { name: "1 (best) to 6", best: 1, worst: 6 }, { name: "1 to 10", best: 10, worst: 1 },
];

export function identifier(name) {
  return `"${String(name).replaceAll('"', '""')}"`;
}

/** Returns a text as a literal of SQL. A NUL is dropped, because it would end the
 * statement. */
export function literal(text) {
  return `'${String(text).replaceAll("'", "''").replaceAll("\0", "")}'`;
}

/* A view of the mapping may have the same name as a table of the file, so each table has
** `main.` before its name. */
const table = (name) => `main.${identifier(name)}`;
const column = (alias, name) => (name ? `${alias}.${identifier(name)}` : "NULL");

/** Puts score_of() around an expression. If the scores are 0..1 already, it does so only
 * if `always` is true. */
export function scaled(expression, scale, always = false) {
  const { best, worst } = scale ?? SCALES[0];
  if (expression === "NULL") return expression;
  if (best === 1 && worst === 0) return always ? `score_of(${expression})` : expression;
  return `score_of(${expression}, ${best}${worst === 0 ? "" : `, ${worst}`})`;
}

/** Returns sentences that say what a mapping lacks. If there is no sentence, the mapping
 * can be tried. */
export function problems(mapping) {
  const { rounds, shape } = mapping;
  const found = [];
  if (!rounds.table) found.push("Choose the table that has the rounds.");
  if (!rounds.run) found.push("Choose the column with the id of the run.");
  if (shape === "wide" && !DIMENSIONS.some(({ key }) => rounds[key]))
    found.push("Choose a column for at least one of the five scores.");
  if (shape === "json" && !mapping.json?.column)
    found.push("Choose the column that holds the JSON.");
  const placed = (part) => part.run || joined(mapping, part);
  if (shape === "long" && !(mapping.long?.table && placed(mapping.long)
                            && mapping.long.metric && mapping.long.score))
    found.push("Choose the table of scores, its run, its metric and its score.");
  if (mapping.sources && !(mapping.sources.table && placed(mapping.sources)
                           && mapping.sources.source))
    found.push("Choose the table of sources, its run and its name of a source.");
  return found;
}

/** Returns the statements that make the views `runs`, `rounds`, `sources` and
 * `judgements`. */
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

/* If no column numbers the rounds, they are numbered in the order of the table. */
function roundOf(alias, part) {
  return part.round ? column(alias, part.round)
    : `row_number() OVER (PARTITION BY ${column(alias, part.run)})`;
}

const joined = ({ rounds }, part) => Boolean(rounds.key && part.key);

/* Returns a JOIN: each row `t` of another table gets the key, run_id and round of its
** round as `r`. */
function joinRounds({ rounds }, name) {
  const number = rounds.round ? column("k", rounds.round)
    : `row_number() OVER (PARTITION BY ${column("k", rounds.run)})`;
  return [
    `  JOIN (SELECT ${column("k", rounds.key)} AS key,`,
    `               ${column("k", rounds.run)} AS run_id, ${number} AS round`,
    `        FROM ${table(rounds.table)} AS k) AS r ON r.key = ${column("t", name)}`,
  ];
}

/* For one table of the mapping, such as sources: returns the expressions for a row's run
** and round, and the FROM clause that they need. */
function placeOf(mapping, part) {
  const from = `  FROM ${table(part.table)} AS t`;
  if (joined(mapping, part)) {
    return { run: "r.run_id", round: "r.round",
      from: [from, ...joinRounds(mapping, part.key)] };
  }
  return { run: column("t", part.run), from: [from],
    round: part.round ? column("t", part.round) : "1" };
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

/* If a round's value is not JSON, its scores are missing. */
function member({ json }, key) {
  const doc = column("t", json.column);
  return `json_extract(CASE WHEN json_valid(${doc}) THEN ${doc} END, '$.${key}')`;
}

/* A round gets the mean of its judges' scores. Unlike avg(), mean_of() gives the same
** result in any order of rows. */
function longRounds(mapping) {
  const { rounds, long } = mapping;
  const byKey = joined(mapping, long);
  const keys = byKey ? ["r.run_id", "r.round"] : [column("t", rounds.run)];
  if (!byKey && rounds.round) keys.push(column("t", rounds.round));
  const same = keys.map((key, i) => `${["j.run_id", "j.round"][i]} = ${key}`);
  const mean = ({ key }) =>
    `         mean_of(j.score) FILTER (WHERE j.dimension = '${key}') AS ${key},`;
  const most = (key) => (rounds[key] ? `max(${column("t", rounds[key])})` : "NULL");
  return [
    "CREATE TEMP VIEW rounds AS",
    `  SELECT ${keys[0]} AS run_id, ${keys[1] ?? "1"} AS round,`,
    ...DIMENSIONS.map(mean),
    `         ${most("recent_sources")} AS recent_sources,`,
    `         ${most("critical_contradictions")} AS critical_contradictions`,
    `  FROM ${table(rounds.table)} AS t`,
    ...(byKey ? joinRounds(mapping, rounds.key) : []),
    `  LEFT JOIN judgements AS j ON ${same.join(" AND ")}`,
    `  GROUP BY ${keys.join(", ")}`,
  ].join("\n");
}

function judgementsView(mapping) {
  const { long, scale } = mapping;
  const { run, round, from } = placeOf(mapping, long);
  const names = DIMENSIONS.map(({ key }) =>
    `WHEN ${literal(long.names?.[key] || key)} THEN '${key}'`);
  return [
    "CREATE TEMP VIEW judgements AS",
    `  SELECT ${run} AS run_id, ${round} AS round,`,
    `         CASE ${column("t", long.metric)} ${names.join(" ")}`,
    `              ELSE ${column("t", long.metric)} END AS dimension,`,
    `         ${long.judge ? column("t", long.judge) : "'judge'"} AS judge,`,
    `         ${column("t", long.family)} AS family,`,
    `         ${scaled(column("t", long.score), scale)} AS score`,
    ...from,
  ].join("\n");
}

function sourcesView(mapping) {
  const { sources } = mapping;
  const { run, round, from } = placeOf(mapping, sources);
  return [
    "CREATE TEMP VIEW sources AS",
    `  SELECT ${run} AS run_id, ${round} AS round,`,
    `         ${column("t", sources.source)} AS source,`,
    `         ${column("t", sources.domain)} AS domain,`,
    `         ${column("t", sources.published)} AS published`,
    ...from,
  ].join("\n");
}

/* Frequent names of columns, the likeliest first. The user can change the guess. */
const GUESSES = {
  run: ["run_id", "run", "job", "job_id", "eval_id", "task", "question_id", "id"],
  round: ["round", "n", "step", "iteration", "attempt", "turn", "no"],
  title: ["title", "question", "prompt", "name", "query"],
  time: ["at", "time", "started", "started_at", "created", "created_at", "finished"],
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

/** Returns the column with the likeliest name in GUESSES, or ''. */
export function guess(what, columns) {
  const lower = columns.map((name) => String(name).toLowerCase());
  for (const word of GUESSES[what] ?? []) {
    const place = lower.indexOf(word);
    if (place >= 0) return columns[place];
  }
  return "";
}

/* Returns the table whose columns get the greatest number from fits(); null if no number
** is above 0. */
function bestOf(tables, fits) {
  let best = null, most = 0;
  for (const table_ of tables) {
    const points = fits(table_.columns);
    if (points > most) [best, most] = [table_, points];
  }
  return best;
}

const hits = (columns, names) => names.filter((what) => guess(what, columns)).length;

/* Guesses a column of the table for each of `names`, which are keys of GUESSES. */
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

/** Guesses the columns of one part of a mapping (a name in PARTS) from their names. */
export const partOf = (name, table_) => part(table_, PARTS[name]);

/** Finds links from a column to a unique column of another table. `share` is the share
 * of the first column's sampled values that the unique column has; it must be above 1/2.
 */
export function links(samples) {
  const found = [];
  for (const from of samples) {
    for (const to of samples) {
      // Small numbers occur in every column of ids. So a column with few values can't
      // show a link.
      if (from.table === to.table || !to.unique || from.values.size < 2
          || 50 * from.values.size < to.values.size) continue;
      let hits_ = 0;
      for (const value of from.values) if (to.values.has(value)) hits_++;
      if (2 * hits_ > from.values.size)
        found.push({ table: from.table, column: from.column, to: to.table, key: to.column,
          share: hits_ / from.values.size });
    }
  }
  return found.sort((a, b) => b.share - a.share);
}

/* For the table of sources or scores: guesses the columns that name each row's round.
** If run and round were not guessed by name, a column that links to the rounds' key is
** used. Without such a column, the values decide: the run becomes the column whose values
** are most often runs of `rounds`. Their share must be above 1/2. The same is done for
** the round. */
function placePart(part_, rounds, linked, samples) {
  if (!part_ || part_.table === rounds.table) return;
  const isNamed = part_.run && part_.round && rounds.run && rounds.round;
  const by = !isNamed && linked.find(({ table: from, to, key }) => from === part_.table
    && to === rounds.table && key !== rounds.run);
  if (by) {
    Object.assign(part_, { key: by.column, run: "", round: "" });
    rounds.key ??= by.key;
    return;
  }
  const values = (name, what) => samples.find((each) => each.table === name
    && each.column === what)?.values ?? new Set();
  for (const what of ["run", "round"]) {
    const mine = values(rounds.table, rounds[what]);
    const shares = samples.filter((each) => each.table === part_.table).map((each) => ({
      column: each.column, taken: each.column !== part_.run || what === "run",
      share: [...each.values].filter((value) => mine.has(value)).length
        / (each.values.size || 1) }));
    const best = shares.filter(({ share, taken }) => taken && share > 0.5)
      .sort((a, b) => b.share - a.share)[0];
    if (best && !shares.some(({ column: name, share }) => name === part_[what]
      && share >= best.share)) part_[what] = best.column;
  }
}

/* Corrects the guesses for the rounds. If the run was not guessed, or is the key, a
** column that links to another table becomes the run. If there is a key, and the round
** was not guessed or is the key, a column of times becomes the round. */
function placeRounds(rounds, columns, linked) {
  const out = linked.find(({ table: from, column: name }) => from === rounds.table
    && name !== rounds.key);
  if (out && (!rounds.run || rounds.run === rounds.key)) rounds.run = out.column;
  if (rounds.key && (!rounds.round || rounds.round === rounds.key))
    rounds.round = guess("time", columns);
}

/** Returns a first guess from all tables of a file: {shape, rounds, long, json, sources}.
 * The shape is wide if a table has two score columns or more. Else it is long if a table
 * has a metric and a score. Else it is json if a table has a run and a column of JSON.
 * `samples` are {table, column, values, unique}, with some values of each column. Links
 * are guessed from them. */
export function guessMapping(tables, samples = []) {
  const keys = DIMENSIONS.map(({ key }) => key);
  const linked = links(samples);
  const has = (what) => (columns) => what.every((each) => guess(each, columns));
  const wide = bestOf(tables, (columns) => (hits(columns, keys) > 1
    ? hits(columns, PARTS.rounds) : 0));
  const long = bestOf(tables, (columns) => (has(["metric", "score"])(columns)
    ? hits(columns, PARTS.long) : 0));
  const json = bestOf(tables, (columns) => (has(["run", "doc"])(columns)
    ? hits(columns, PARTS.rounds) : 0));
  const shape = (wide && "wide") || (long && "long") || (json && "json") || "wide";
  const beside = tables.filter((each) => each !== long);
  const named = long && linked.find(({ table: from }) => from === long.name);
  const counted = (named && beside.find(({ name }) => name === named.to))
    ?? bestOf(beside, (columns) => (has(["run", "round"])(columns)
      && !guess("source", columns) ? hits(columns, PARTS.rounds) : 0));
  const rounds = { wide, long: counted ?? long, json }[shape]
    ?? bestOf(tables, (columns) => 1 + hits(columns, PARTS.rounds));
  const sources = bestOf(tables.filter((each) => each !== rounds && each !== long),
    (columns) => (has(["source"])(columns) ? hits(columns, PARTS.sources) : 0));
  const mapping = {
    shape, rounds: { key: undefined, ...partOf("rounds", rounds) },
    long: { ...partOf("long", long ?? rounds), names: {} },
    json: { column: guess("doc", rounds.columns) },
    sources: sources && partOf("sources", sources),
  };
  for (const each of [shape === "long" && mapping.long, mapping.sources])
    placePart(each, mapping.rounds, linked, samples);
  mapping.rounds.key ??= "";
  placeRounds(mapping.rounds, rounds.columns, linked);
  return mapping;
}
