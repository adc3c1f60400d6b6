// Tests the extension in Node, through the built-in node:sqlite or, if Node lacks it,
// through better-sqlite3. Every example of the table assay_functions must give its
// documented answer.
'use strict';

const path = require('path');

const extension = path.resolve(process.env.ASSAY_EXTENSION || 'build/assay.so');

// Returns the exports of a module, or undefined if the module is missing.
function optional(name) {
  try {
    return require(name);
  } catch (error) {
    if (/UNKNOWN_BUILTIN_MODULE|MODULE_NOT_FOUND/.test(error.code)) return undefined;
    throw error;
  }
}

function connect() {
  const builtin = optional('node:sqlite');
  if (builtin) return new builtin.DatabaseSync(':memory:', { allowExtension: true });
  const Database = optional('better-sqlite3');
  return Database && new Database(':memory:');
}

let tests = 0;
let failures = 0;

function is(got, want, name) {
  const passed = Object.is(got, want);
  console.log(`${passed ? 'ok' : 'not ok'} ${++tests} - ${name.replace(/#/g, '\\#')}`);
  if (passed) return;
  failures++;
  console.log(`#    got: ${got}\n#   want: ${want}`);
}

function main(db) {
  const rows = (sql, ...values) => db.prepare(sql).all(...values);
  const value = (sql, ...values) => Object.values(rows(sql, ...values)[0])[0];
  db.loadExtension(extension);
  for (const { signature, example, answer } of rows('SELECT * FROM assay_functions')) {
    const query = example.startsWith('SELECT ') ? example : `SELECT ${example}`;
    is(value(`SELECT CAST((${query}) AS TEXT)`), answer, `${signature}: ${example}`);
  }
  is(value('SELECT ci_score(?, ?, ?, ?, ?)', 0.8, 0.8, 0.8, 0.8, 0.8), 0.8, 'numbers');
  is(value('SELECT tier_of(?)', null), null, 'null');
  is(value('SELECT gate_pass(?, 1, 1, 1, 1, 12, 0)', NaN), 0, 'NaN does not pass');
  // Every JavaScript number reaches SQL as a REAL.
  db.exec('CREATE TABLE played(round, score)');
  const insert = db.prepare('INSERT INTO played VALUES (?, ?)');
  for (const [round, score] of [[2, 0.7], [3, 0.9], [10, 0.8]]) insert.run(round, score);
  const scores = 'score, score, score, score, score';
  is(value(`SELECT round_acceptability(round, 0, ${scores}) FROM played`),
    '{"2":0,"3":1,"10":0}', 'a round as a key');
  const stability = JSON.parse(
    value(`SELECT weight_stability(round, 0, ${scores}) FROM played`));
  is(JSON.stringify([stability.winner, stability.runner_up]), '[3,10]',
    'a round as the winner');
  const report = JSON.parse(
    value(`SELECT stop_report(round, ${scores}, 0, 0) FROM played`));
  is(JSON.stringify([report.round, report.returned_round]), '[10,3]',
    'a round in a report');
  let message;
  try {
    value('SELECT tier_rank(?)', 'Top');
  } catch (error) {
    message = error.message;
  }
  is(message, "tier_rank: tier must be one of Low, Medium, High, Elite, got 'Top'",
    'a mistake in a call');
  console.log(`1..${tests}`);
  process.exitCode = failures > 0 ? 1 : 0;
}

const db = connect();
if (db) {
  main(db);
} else {
  console.log('1..0 # SKIP neither node:sqlite (Node 22.13) nor better-sqlite3 is here');
}
