// Runs battery.sql through Node's own node:sqlite.
'use strict';

const { DatabaseSync } = require('node:sqlite');
const { main } = require('./node_battery.js');

function connect(path, extension) {
  const database = new DatabaseSync(path, { allowExtension: true });
  if (extension) database.loadExtension(extension);
  return database;
}

function run(database, sql, values, row) {
  for (const each of database.prepare(sql).iterate(...values)) row(Object.values(each));
}

main(`node:sqlite of ${process.version}`, connect, run, (database) => database.close());
