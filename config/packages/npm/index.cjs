'use strict';

const fs = require('fs');
const path = require('path');

// One package a platform, of which npm installs the one that fits.
const PLATFORMS = ['linux-x64', 'linux-arm64', 'linux-x64-musl', 'win32-x64'];

// A Node of musl says of no glibc that it runs on.
function isMusl() {
  process.report.excludeNetwork = true; // which can take seconds
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
