// Runs battery.sql through better-sqlite3.
'use strict';

const Database = require('better-sqlite3');
const { main } = require('./node_battery.js');

function connect(path, extension) {
  const database = new Database(path);
  return extension ? database.loadExtension(extension) : database;
}

function run(database, sql, values, row) {
  const statement = database.prepare(sql);
  if (!statement.reader) return statement.run(...values);
  for (const each of statement.raw().iterate(...values)) row(each);
}

main(`better-sqlite3 ${require('better-sqlite3/package.json').version}`, connect, run,
  (database) => database.close());
