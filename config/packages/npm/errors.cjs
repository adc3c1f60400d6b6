'use strict';

// Errors of assay, split into the same parts as in the Python package.

const SETTINGS = /^(.+?):(\d+):(\d+): (.*)$/s;
const UNREADABLE = /^(.+): (cannot be read: .*)$/s;
const CALL = /^(\w+): (\w+)(?:, the \w+ of \([^)]*\),)? (.*?)(?:, got (.*))?$/s;

class AssayError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = 'AssayError';
    const [, named = '', argument = '', rule = message, value = null] =
      CALL.exec(message) ?? [];
    Object.assign(this, { function: named, argument, rule, value });
  }
}

class SettingsError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = 'SettingsError';
    const [, file = '', line, column, problem = message] = SETTINGS.exec(message) ?? [];
    const [, unread = file, why = problem] = UNREADABLE.exec(message) ?? [];
    this.file = unread;
    this.line = line === undefined ? null : Number(line);
    this.column = column === undefined ? null : Number(column);
    this.problem = why;
  }
}

// Runs a call, and turns an error of the driver into the class that fits its message.
function explained(call) {
  try {
    return call();
  } catch (error) {
    const { message } = error;
    const options = { cause: error };
    if (error.code !== 'SQLITE_ERROR' && error.code !== 'ERR_SQLITE_ERROR') throw error;
    if (SETTINGS.test(message) || UNREADABLE.test(message))
      throw new SettingsError(message, options);
    if (CALL.test(message)) throw new AssayError(message, options);
    throw error;
  }
}

module.exports = { AssayError, SettingsError, explained };
