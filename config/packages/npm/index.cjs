'use strict';

const { best, decisions, gate, recordRound, stop } = require('./calls.cjs');
const { AssayError, SettingsError } = require('./errors.cjs');
const { getLoadablePath, load, sqlPath } = require('./loading.cjs');

module.exports = {
  AssayError, SettingsError, best, decisions, gate, getLoadablePath, load, recordRound,
  sqlPath, stop,
};
