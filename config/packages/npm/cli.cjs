#!/usr/bin/env node
'use strict';

// `assay-sqlite report NAME FILE [NAME=VALUE]...` prints a report.  It runs the sqlite3
// shell, with the settings of the newest contract in the file.

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { getLoadablePath, sqlPath } = require('./loading.cjs');

const PARTS = ['by_rubric', 'judged', 'labels', 'lists', 'start'];

class Problem extends Error {}

// Returns a dot command.  The shell interprets backslashes inside double quotes.
const quoted = (value) => `"${value.replace(/["\\]/g, '\\$&')}"`;
const dot = (name, ...values) => [`.${name}`, ...values.map(quoted)].join(' ');

function shell(args, input) {
  const done = spawnSync('sqlite3', ['-batch', '-bail', ...args], {
    input, encoding: 'utf8', cwd: path.dirname(sqlPath()), maxBuffer: 2 ** 30,
  });
  if (done.error?.code === 'ENOENT')
    throw new Problem(
      'this needs the sqlite3 shell, which is not here (Debian: sqlite3)');
  // EPIPE: the shell ended with an error before it had read all of its input.
  if (done.error && done.error.code !== 'EPIPE') throw done.error;
  return done;
}

function report(name, file, parameters) {
  const reports = fs.readdirSync(sqlPath('reports')).filter((each) =>
    each.endsWith('.sql')).map((each) => path.basename(each, '.sql'))
    .filter((each) => !PARTS.includes(each)).sort();
  if (!reports.includes(name))
    throw new Problem(`report: name must be one of ${reports.join(', ')}, got '${name}'`);
  if (!fs.existsSync(file)) throw new Problem(`${file}: no such file`);
  const whole = path.resolve(file);
  const read = (script) => fs.readFileSync(sqlPath(script), 'utf8');
  const bound = shell([whole], read('calls/has_contract.sql')).stdout.trim() === '3';
  const commands = [dot('load', getLoadablePath()),
    ...(bound ? [dot('read', sqlPath('calls/load_contract.sql'))] : []),
    ...parameters.map((each) => {
      const [key, value] = each.split(/=(.*)/s);
      return dot('param', 'set', `:${key}`, value ?? '');
    }),
    ...(parameters.some((each) => each.startsWith('rubric='))
      ? [dot('read', sqlPath('reports/by_rubric.sql'))] : [])];
  const done = shell([whole, ...commands.flatMap((each) => ['-cmd', each])],
    read(`reports/${name}.sql`));
  process.stdout.write(done.stdout);
  process.stderr.write(done.stderr);
  return done.status === 0 ? 0 : 2;
}

// Node reports a closed pipe after report() has ended.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exitCode = 2;
});
try {
  const [command, name, file, ...parameters] = process.argv.slice(2);
  if (command !== 'report' || file === undefined)
    throw new Problem('usage: assay-sqlite report NAME FILE [NAME=VALUE]...');
  process.exitCode = report(name, file, parameters);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  process.stderr.write(`assay: ${error.message}\n`);
  process.exitCode = 2;
}
