// Runs battery.sql through npm's libsql. In libsql a boolean value ends the process, so
// this driver refuses booleans. A Buffer as the first argument ends the process, too, so
// the driver passes the values in an array.
'use strict';

const fs = require('fs');
const path = require('path');
const Database = require('libsql');
const { main } = require('./node_battery.js');

function connect(file, extension) {
  const database = new Database(file);
  if (extension) database.loadExtension(extension);
  return database;
}

function run(database, sql, values, row) {
  if (typeof values[0] === 'boolean') throw new Error('would end the process');
  const statement = database.prepare(sql);
  if (!statement.reader) return statement.run(values);
  for (const each of statement.raw().iterate(values)) row(each);
}

// Reads package.json by its path, because the package does not export that file.
const description = path.join(path.dirname(require.resolve('libsql')), 'package.json');
const { version } = JSON.parse(fs.readFileSync(description));
main(`libsql ${version}`, connect, run,
  (database) => database.close());
