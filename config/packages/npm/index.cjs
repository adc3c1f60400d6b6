'use strict';

const fs = require('fs');
const path = require('path');

// One package a platform, of which npm installs the one that fits.
const PLATFORM_PACKAGE = `assay-sqlite-${process.platform}-${process.arch}`;

function getLoadablePath() {
  try {
    return require.resolve(`${PLATFORM_PACKAGE}/assay.so`);
  } catch (error) {
    throw new Error(
      `assay-sqlite: ${PLATFORM_PACKAGE} is not installed; there is a package for ` +
        'linux-x64 with glibc, which npm leaves out under --omit=optional',
      { cause: error },
    );
  }
}

function load(db) {
  db.loadExtension(getLoadablePath());
  return db;
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

module.exports = { getLoadablePath, load, sqlPath };
