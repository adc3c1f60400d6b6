// The battery through npm's libsql. A boolean, or a Buffer as the first of the arguments,
// ends the process there, so these two are not tried: an array of values takes a Buffer.
'use strict';

const Database = require('libsql');
const { main } = require('./node_battery.js');

function connect(path, extension) {
  const database = new Database(path);
  if (extension) database.loadExtension(extension);
  return database;
}

function run(database, sql, values, row) {
  if (typeof values[0] === 'boolean') throw new Error('would end the process');
  const statement = database.prepare(sql);
  for (const each of statement.raw().iterate(values)) row(each);
}

main(`libsql ${require('libsql/package.json').version}`, connect, run,
  (database) => database.close());
