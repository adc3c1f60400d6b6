'use strict';

const fs = require('fs');
const path = require('path');
const { AssayError, explained } = require('./errors.cjs');

// There is one package per platform.  npm installs that of the user's platform.
const PLATFORMS = ['linux-x64', 'linux-arm64', 'linux-x64-musl', 'win32-x64'];

// Returns true on musl, where Node's report has no version of glibc.
function isMusl() {
  process.report.excludeNetwork = true; // the network part can take seconds
  const { header } = process.report.getReport();
  return process.platform === 'linux' && !header.glibcVersionRuntime;
}

function getLoadablePath() {
  const platform = `${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`;
  const extension = process.platform === 'win32' ? 'assay.dll' : 'assay.so';
  try {
    return require.resolve(`assay-sqlite-${platform}/${extension}`);
  } catch (error) {
    throw new Error(
      `assay-sqlite: assay-sqlite-${platform} is not installed; there are packages for ` +
        `${PLATFORMS.join(', ')}, which npm leaves out under --omit=optional`,
      { cause: error },
    );
  }
}

function sqlPath(name = '') {
  const file = path.join(__dirname, 'sql', name);
  if (!fs.existsSync(file)) {
    throw new Error(
      'sqlPath: name must be that of a file of sql/, such as views.sql or ' +
        `reports/stability.sql, got '${name}'`,
    );
  }
  return file;
}

const statements = new Map();

function statement(name) {
  if (!statements.has(name))
    statements.set(name, fs.readFileSync(sqlPath(`calls/${name}.sql`), 'utf8'));
  return statements.get(name);
}

const ask = (db, sql, ...values) => explained(() => db.prepare(sql).all(...values));

// A setting that assay can't use gives a warning, or an error if strict.
function loadSettings(db, settings, strict) {
  const isFile = typeof settings === 'string';
  const text = isFile ? settings : JSON.stringify(settings); // JSON is YAML
  const sql = isFile ? ['SELECT assay_load(?)', "SELECT assay_load(?, 'strict')"] :
    ['SELECT assay_load_yaml(?)', "SELECT assay_load_yaml(?, 'strict')"];
  ask(db, sql[strict ? 1 : 0], text);
  warnOf(db);
}

function warnOf(db) {
  for (const { message } of ask(db, 'SELECT message FROM assay_warnings'))
    process.emitWarning(message, 'AssayWarning');
}

// If tables and views are of another epoch, warns, or throws if strict.
function checkEpoch(db, strict) {
  const [{ stated, views }] = ask(db, statement('has_schema'));
  try {
    if (stated) ask(db, statement('require_schema'));
    else if (views) throw new AssayError('load: views are of epoch 2 or earlier');
  } catch (error) {
    if (strict) throw error;
    process.emitWarning(error.message, 'AssayWarning');
  }
}

const noticed = new Set();

// Loads the contract of the file, or compares the given settings with it.
function bind(db, settings, strict, contract) {
  const found = ask(db, statement('has_contract'))[0].columns === 3 &&
    ask(db, statement(contract === 'newest' ? 'newest_contract' : 'contract'),
      ...(contract === 'newest' ? [] : [{ hash: contract }]))[0];
  if (!found && contract !== 'newest')
    throw new AssayError(
      `load: contract must be one that the file holds, got '${contract}'`);
  if (!found) return;
  const { hash } = found;
  if (settings === undefined) {
    ask(db, 'SELECT assay_load_yaml(?)', found.settings);
    warnOf(db);
  }
  try {
    ask(db, 'SELECT assay_require(?)', hash);
  } catch (error) {
    if (settings === undefined || strict) throw error;
    process.emitWarning(`the file is bound to other settings: ${error.message}`,
      'AssayWarning');
    return;
  }
  if (settings !== undefined || contract !== 'newest' || noticed.has(hash)) return;
  noticed.add(hash);
  process.emitWarning(`the file is bound to the settings ${hash}, which were loaded; ` +
    '{ contract: null } leaves them out', 'AssayContract');
}

// Each driver has its own SQLite, and the extension works only in the SQLite that loaded
// it last.  So a process may use assay in one driver only.
let first;

function load(db, { settings, strict = false, contract = 'newest' } = {}) {
  const [{ source }] = ask(db, 'SELECT sqlite_source_id() AS source');
  first ??= { source, Driver: db.constructor };
  if (first.source !== source) {
    throw new Error('load: assay is in the SQLite of another driver already; a process ' +
      'can have it in one');
  }
  db.loadExtension(getLoadablePath());
  db.exec('PRAGMA foreign_keys = ON');
  checkEpoch(db, strict);
  if (settings !== undefined) loadSettings(db, settings, strict);
  if (contract !== null) bind(db, settings, strict, contract);
  return db;
}

// Opens a connection with the driver of the first load(), or with an installed driver.
function open() {
  if (first) return load(new first.Driver(':memory:', { allowExtension: true }));
  let Driver;
  try {
    Driver = require('better-sqlite3');
  } catch {
    Driver = require('node:sqlite').DatabaseSync;
  }
  return load(new Driver(':memory:', { allowExtension: true }));
}

module.exports = { getLoadablePath, load, open, sqlPath, statement };
