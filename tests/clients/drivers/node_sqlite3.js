// Runs battery.sql through npm's sqlite3.
'use strict';

const { Database } = require('sqlite3');
const { main } = require('./node_battery.js');

// Turns a call with a callback into a promise.
function called(object, method, ...values) {
  return new Promise((resolve, reject) => {
    object[method](...values, (error, result) => error ? reject(error) : resolve(result));
  });
}

async function connect(path, extension) {
  const database = new Database(path);
  if (extension) await called(database, 'loadExtension', extension);
  return database;
}

async function run(database, sql, values, row) {
  for (const each of await called(database, 'all', sql, values)) row(Object.values(each));
}

main(`npm sqlite3 ${require('sqlite3/package.json').version}`, connect, run,
  (database) => called(database, 'close'));
