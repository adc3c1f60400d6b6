'use strict';

// Judges rounds, says when a run stops, and finds the best round.  The extension makes
// all decisions.  This module converts values, and runs the statements in sql/calls.

const { explained } = require('./errors.cjs');
const { open, statement } = require('./loading.cjs');

const COLUMNS = ['coverage', 'source_quality', 'agreement', 'verification', 'recency',
  'recent_sources', 'critical_contradictions'];

let own; // the connection for calls without `db`

function ownConnection() {
  own ??= open();
  return own;
}

const prepare = (db, name) => explained(() => db.prepare(statement(name)));
const rows = (db, name, values = {}) => {
  const prepared = prepare(db, name);
  return explained(() => prepared.all(values));
};

// --- values ----------------------------------------------------------------------------

// Replaces lone surrogates, which UTF-8 cannot represent, by U+FFFD.
const wellFormed = (text) => Buffer.from(text).toString();

function asText(evidence) {
  if (typeof evidence === 'string') return wellFormed(evidence);
  const plain = (_, value) => (typeof value === 'bigint' ? String(value) : value);
  return JSON.stringify(evidence, plain) ?? '';
}

// Returns a value that SQLite can bind.  A whole number becomes an INTEGER.  Values of
// other types become text, so the rules treat them as missing.
function cell(value) {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return BigInt(value);
    return Number.isFinite(value) ? value : null;
  }
  if (typeof value === 'bigint')
    return BigInt.asIntN(64, value) === value ? value : String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return value;
  return wellFormed(asText(value));
}

// Returns the values for the columns of rounds, by the rules of the extension.  Names
// are compared without regard to case.  The value of a name that appears twice is
// missing.
function cells(db, evidence) {
  let given = evidence;
  try {
    if (typeof evidence === 'string') given = JSON.parse(evidence);
  } catch {
    given = null;
  }
  const found = {};
  if (given !== null && typeof given === 'object' && !Array.isArray(given)) {
    for (const [name, value] of Object.entries(given)) {
      const lower = name.toLowerCase();
      found[lower] = lower in found ? null : value;
    }
    if (typeof evidence === 'string')
      for (const { name } of rows(db, 'twice', { evidence: wellFormed(evidence) }))
        found[name] = null;
  }
  return Object.fromEntries(COLUMNS.map((name) => [name, cell(found[name] ?? null)]));
}

function pairs(rounds) {
  const number = (key) => (/^-?\d+$/.test(key) ? Number(key) : key);
  const entries = rounds instanceof Map ? [...rounds] :
    Array.isArray(rounds) ? rounds.map((each, index) => [index + 1, each]) :
      Object.entries(rounds).map(([key, each]) => [number(key), each]);
  return JSON.stringify(entries.map(([key, each]) => [key, asText(each)]));
}

const isConnection = (value) => typeof value?.prepare === 'function';

// --- calls -----------------------------------------------------------------------------

function gate(evidence, { rubric = 'research', db } = {}) {
  const [row] = rows(db ?? ownConnection(), 'gate',
    { rubric, evidence: asText(evidence) });
  const report = JSON.parse(row.report);
  return {
    passed: report.gate_passed,
    reason: report.reason,
    ci: report.ci_score,
    failedDimensions: report.failed_dimensions,
    missing: report.missing,
    unknown: report.unknown,
    report,
  };
}

const nothing = { action: 'continue', round: null, returned_round: null, reason: '' };

const decision = ({ action, round, returned_round, reason, run_id }) => ({
  action, round, returnedRound: returned_round, reason,
  ...(run_id === undefined ? {} : { runId: run_id }),
});

const isResearch = (rubric) => rubric.toLowerCase() === 'research';

// Returns the rows of a statement over stored runs, under the caller's rubric.
const stored = (db, name, rubric, values) => (isResearch(rubric) ?
  rows(db, `${name}_run`, values) : rows(db, `${name}_rubric`, { ...values, rubric }));

function stop(source, ...rest) {
  const [{ rubric = 'research', db } = {}] = rest.slice(isConnection(source) ? 1 : 0);
  if (isConnection(source)) {
    const [row] = stored(source, 'stop', rubric, { run_id: cell(rest[0]) });
    return decision(row ?? { ...nothing, run_id: rest[0] });
  }
  const [row] = rows(db ?? ownConnection(), 'stop', { rubric, rounds: pairs(source) });
  return decision(JSON.parse(row.report) ?? nothing);
}

function best(source, ...rest) {
  const [{ rubric = 'research', db } = {}] = rest.slice(isConnection(source) ? 1 : 0);
  if (isConnection(source)) {
    const [row] = stored(source, 'best', rubric, { run_id: cell(rest[0]) });
    return row ? row.round : null;
  }
  return rows(db ?? ownConnection(), 'best', { rubric, rounds: pairs(source) })[0].round;
}

const decisions = (db, { rubric = 'research' } = {}) =>
  stored(db, 'decisions', rubric, {}).map(decision);

function recordRound(db, runId, round, evidence, sources = [],
  { rubric = 'research', title, asOf } = {}) {
  const id = { run_id: cell(runId), round: cell(round) };
  const run = (name, values) => {
    const prepared = prepare(db, name);
    explained(() => prepared.run(values));
  };
  db.exec('SAVEPOINT assay_record_round');
  try {
    run('record_run', { run_id: id.run_id, title: title ?? null, as_of: asOf ?? null });
    if (isResearch(rubric)) run('record_round', { ...id, ...cells(db, evidence) });
    else run('record_evidence', { ...id, rubric, evidence: asText(evidence) });
    for (const each of sources) {
      const cited = typeof each === 'string' ? { source: each } : each;
      const [source, domain, published] = ['source', 'domain', 'published'].map((name) =>
        cell(cited[name] ?? null));
      run('record_source', { ...id, source, domain, published });
    }
    db.exec('RELEASE assay_record_round');
  } catch (error) {
    try {
      db.exec('ROLLBACK TO assay_record_round');
      db.exec('RELEASE assay_record_round');
    } catch {
      // If the disk is full, SQLite has already rolled back.
    }
    throw error;
  }
}

module.exports = { best, decisions, gate, recordRound, stop };
