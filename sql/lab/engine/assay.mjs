// assay for JavaScript: SQLite and assay as WebAssembly, for Node (20 or newer), pages
// and workers.  assay.d.mts has the types of each call.
//
// This module reads nothing from disk or network, except assay.wasm if you do not pass
// its bytes. A database is in memory: you pass the bytes of a file, and get the bytes of
// the database back.

const OK = 0, NOMEM = 7, ROW = 100, DONE = 101, MISUSE = 21;
const OPEN_READWRITE_CREATE_URI = 0x46;
const COPY = -1; // SQLite copies the bound bytes
const PIECE = 1 << 20;
const NO_SUCH_CALL = -52, BAD_FILE = 8; // errors of the C library, of WASI

const encoder = new TextEncoder();
// The decoder keeps a byte order mark, because it is a character of the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** An error of SQLite or assay; `code` is SQLite's extended result code. */
export class AssayError extends Error {
  constructor(message, code = MISUSE, offset = -1) {
    super(message);
    this.name = 'AssayError';
    this.code = code;
    this.offset = offset;
  }
}

// --- an instance of the module ---

/* The module's memory and functions. After a trap (a crash) they can't be used. */
class Engine {
  #memory;
  #views;
  #watchers = new Map();
  #number = 0;
  #trap;

  static async create(module) {
    const engine = new Engine();
    const instance = await WebAssembly.instantiate(module, engine.#imports());
    engine.#memory = instance.exports.memory;
    engine.call = engine.#guarded(instance.exports);
    engine.call._initialize();
    const code = engine.call.engine_start();
    if (code !== OK) throw new AssayError('the engine does not start', code);
    return engine;
  }

  #imports() {
    const refused = () => NO_SUCH_CALL;
    return {
      assay: {
        random: (at, length) => void randomize(this.bytes.subarray(at, at + length)),
        now: () => Date.now(),
        progress: (number) => this.#watchers.get(number)?.() ? 1 : 0,
      },
      env: {
        emscripten_notify_memory_growth: () => { this.#views = undefined; },
        __syscall_fstat64: refused,
        __syscall_stat64: refused,
        __syscall_fstatat64: refused,
      },
      wasi_snapshot_preview1: {
        environ_sizes_get: (count, size) => {
          this.view.setUint32(count, 0, true);
          this.view.setUint32(size, 0, true);
          return 0;
        },
        environ_get: () => 0,
        fd_read: () => BAD_FILE,
        fd_write: () => BAD_FILE,
        fd_seek: () => BAD_FILE,
        fd_close: () => BAD_FILE,
        proc_exit: (code) => { throw new Error(`exit ${code}`); },
      },
    };
  }

  #guarded(functions) {
    const guarded = {};
    for (const [name, value] of Object.entries(functions)) {
      if (typeof value !== 'function') continue;
      guarded[name] = (...values) => {
        if (this.#trap) throw this.#trap;
        try {
          return value(...values);
        } catch (error) {
          this.#trap = new AssayError(
            `the engine has stopped (${error.message}): open the database anew`);
          throw this.#trap;
        }
      };
    }
    return guarded;
  }

  /* Typed arrays over the memory; they are made again after the memory has grown. */
  get bytes() { return this.#fresh().bytes; }
  get view() { return this.#fresh().view; }
  #fresh() {
    const { buffer } = this.#memory;
    this.#views ??= { bytes: new Uint8Array(buffer), view: new DataView(buffer) };
    return this.#views;
  }

  /* Stores a function that says whether a running statement must stop. Returns the
  ** number by which C code calls this function. */
  watch(watcher) {
    this.#watchers.set(++this.#number, watcher);
    return this.#number;
  }
  unwatch(number) { this.#watchers.delete(number); }

  allocate(size) {
    const at = this.call.sqlite3_malloc64(BigInt(Math.max(size, 1)));
    if (at === 0) throw new AssayError('out of memory', NOMEM);
    return at;
  }
  free(at) { this.call.sqlite3_free(at); }

  /* Copies the bytes into the module's memory, with a zero after them, and runs
  ** `use(address, length)` on the copy. */
  lend(bytes, use) {
    const at = this.allocate(bytes.length + 1);
    try {
      this.bytes.set(bytes, at);
      this.bytes[at + bytes.length] = 0;
      return use(at, bytes.length);
    } finally {
      this.free(at);
    }
  }

  text(at, length = this.bytes.indexOf(0, at) - at) {
    const bytes = this.bytes;
    if (length > 32) return decoder.decode(bytes.subarray(at, at + length));
    let text = '';
    for (let i = at; i < at + length; i++) {
      if (bytes[i] > 127) return decoder.decode(bytes.subarray(at, at + length));
      text += String.fromCharCode(bytes[i]);
    }
    return text;
  }
}

/* Fills the bytes at random, in pieces: getRandomValues fills at most 65,536 bytes. */
function randomize(bytes) {
  for (let at = 0; at < bytes.length; at += 65536) {
    crypto.getRandomValues(bytes.subarray(at, at + 65536));
  }
}

// --- values ---

function bindNumber(call, statement, i, value) {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
    return call.sqlite3_bind_int64(statement, i, BigInt(value));
  }
  return call.sqlite3_bind_double(statement, i, value);
}

function bindInteger(call, statement, i, value) {
  if (BigInt.asIntN(64, value) !== value) {
    throw new AssayError(`an integer has 64 bits at most, got ${value}`);
  }
  return call.sqlite3_bind_int64(statement, i, value);
}

function bindBytes(engine, statement, i, value) {
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) :
    new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return engine.lend(bytes, (at, length) =>
    engine.call.sqlite3_bind_blob(statement, i, at, length, COPY));
}

function bindValue(engine, statement, i, value) {
  const { call } = engine;
  switch (typeof value) {
  case 'number': return bindNumber(call, statement, i, value);
  case 'bigint': return bindInteger(call, statement, i, value);
  case 'boolean': return call.sqlite3_bind_int64(statement, i, value ? 1n : 0n);
  case 'string':
    return engine.lend(encoder.encode(value), (at, length) =>
      call.sqlite3_bind_text(statement, i, at, length, COPY));
  case 'undefined': return call.sqlite3_bind_null(statement, i);
  }
  if (value === null) return call.sqlite3_bind_null(statement, i);
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    return bindBytes(engine, statement, i, value);
  }
  throw new AssayError('a parameter is a number, bigint, string, boolean, null or ' +
    `bytes, got ${Object.prototype.toString.call(value)}`);
}

function readInteger(value) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function readValue(engine, statement, i) {
  const { call } = engine;
  switch (call.sqlite3_column_type(statement, i)) {
  case 1: return readInteger(call.sqlite3_column_int64(statement, i));
  case 2: return call.sqlite3_column_double(statement, i);
  case 3: {
    const at = call.sqlite3_column_text(statement, i);
    return engine.text(at, call.sqlite3_column_bytes(statement, i));
  }
  case 4: {
    const at = call.sqlite3_column_blob(statement, i);
    return engine.bytes.slice(at, at + call.sqlite3_column_bytes(statement, i));
  }
  }
  return null;
}

// --- parameters ---

/* Holds the values that the caller passes, by number or by name, and remembers which of
** them a statement used. */
class Parameters {
  #given;
  #used = new Set();

  constructor(given) {
    const takes = given === undefined || given === null || typeof given === 'object';
    if (!takes || ArrayBuffer.isView(given)) {
      throw new AssayError(`parameters are an array or an object, got ${typeof given}`);
    }
    this.#given = given ?? [];
  }

  bind(engine, statement) {
    const { call } = engine;
    const count = call.sqlite3_bind_parameter_count(statement);
    for (let i = 1; i <= count; i++) {
      const code = bindValue(engine, statement, i, this.#value(engine, statement, i));
      if (code !== OK) throw new AssayError(engine.text(call.sqlite3_errstr(code)), code);
    }
  }

  #value(engine, statement, i) {
    const name = engine.call.sqlite3_bind_parameter_name(statement, i);
    const written = name === 0 ? `?${i}` : engine.text(name);
    const key = Array.isArray(this.#given) ? String(i - 1) : written.slice(1);
    if (!Object.hasOwn(this.#given, key)) {
      throw new AssayError(`parameter ${written} has no value`);
    }
    this.#used.add(key);
    return this.#given[key];
  }

  /* Throws if the caller passed a value that no statement uses. */
  checkUsed() {
    const unused = Object.keys(this.#given).find((key) => !this.#used.has(key));
    if (unused === undefined) return;
    const name = Array.isArray(this.#given) ? `?${Number(unused) + 1}` : `:${unused}`;
    throw new AssayError(`parameter ${name} is in no statement`);
  }
}

// --- a connection ---

class Database {
  #engine;
  #name;
  #db = 0;
  #watch;
  #thrown; // the exception of onProgress

  constructor(engine, name, options) {
    this.#engine = engine;
    this.#name = name;
    this.#open(options);
  }

  #open({ onProgress, steps = 10000 } = {}) {
    const engine = this.#engine, place = engine.allocate(4);
    const uri = encoder.encode(`file:${this.#name}?vfs=memdb`);
    try {
      const code = engine.lend(uri, (at) =>
        engine.call.sqlite3_open_v2(at, place, OPEN_READWRITE_CREATE_URI, 0));
      this.#db = engine.view.getUint32(place, true);
      if (code !== OK) this.#fail(code);
    } catch (error) {
      this.close();
      throw error;
    } finally {
      engine.free(place);
    }
    if (onProgress === undefined) return;
    this.#watch = engine.watch(() => this.#asks(onProgress));
    engine.call.engine_watch(this.#db, this.#watch, steps);
  }

  /* An exception of onProgress can't pass through SQLite.  So the statement ends first,
  ** and then the exception is thrown. */
  #asks(onProgress) {
    try {
      return onProgress() === true;
    } catch (error) {
      this.#thrown = { error };
      return true;
    }
  }

  /* Fills the database from the bytes of a file; only open() calls it. */
  fill(bytes) {
    const { call } = this.#engine;
    for (let offset = 0; offset < bytes.length; offset += PIECE) {
      const piece = bytes.slice(offset, offset + PIECE);
      // A file in WAL mode could have a log beside it, but this code has only the file.
      // So it changes the header in the copy to one that says that there is no log.
      if (offset === 0 && piece[18] === 2 && piece[19] === 2) piece.fill(1, 18, 20);
      const code = this.#engine.lend(piece, (at, length) => call.engine_fill(
        this.#db, BigInt(bytes.length), at, length, BigInt(offset)));
      if (code !== OK) {
        throw new AssayError(this.#engine.text(call.sqlite3_errstr(code)), code);
      }
    }
  }

  /* Throws SQLite's error. `at` is the address of the statement. `start` is the address
  ** of the whole text, from which the error's offset counts. */
  #fail(code, start = 0, at = 0) {
    const thrown = this.#thrown;
    this.#thrown = undefined;
    if (thrown !== undefined) throw thrown.error;
    const engine = this.#engine, { call } = engine;
    if (this.#db === 0) throw new AssayError('out of memory', NOMEM);
    const offset = at === 0 ? -1 : call.sqlite3_error_offset(this.#db);
    throw new AssayError(engine.text(call.sqlite3_errmsg(this.#db)),
      call.sqlite3_extended_errcode(this.#db) || code,
      offset < 0 ? -1 : engine.text(start, at - start + offset).length);
  }

  #handle() {
    if (this.#db === 0) throw new AssayError('the database is closed');
    return this.#db;
  }

  /* Prepares the statement at the address `at`. `start` is the address of the SQL text,
  ** which can hold several statements; an error needs it. Returns the statement (0 if
  ** only spaces and comments are left) and the address after it. */
  #prepare(at, start) {
    const engine = this.#engine, place = engine.allocate(8);
    try {
      const code = engine.call.sqlite3_prepare_v2(this.#handle(), at, -1, place,
        place + 4);
      if (code !== OK) this.#fail(code, start, at);
      return [engine.view.getUint32(place, true), engine.view.getUint32(place + 4, true)];
    } finally {
      engine.free(place);
    }
  }

  /* Yields each statement of a text, and true if it is the last one: only spaces and
  ** comments follow it. */
  *#statements(at, end) {
    for (const start = at; at < end;) {
      const [statement, tail] = this.#prepare(at, start);
      if (statement !== 0) yield [statement, this.#isBlank(tail, end)];
      at = tail;
    }
  }

  #isBlank(at, end) {
    const rest = this.#engine.text(at, end - at);
    return /^(?:\s|;|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))*$/.test(rest);
  }

  #run(statement, take) {
    const engine = this.#engine, { call } = engine;
    const count = call.sqlite3_column_count(statement);
    for (;;) {
      const code = call.sqlite3_step(statement);
      if (code === DONE) return;
      if (code !== ROW) this.#fail(code);
      const row = new Array(count);
      for (let i = 0; i < count; i++) row[i] = readValue(engine, statement, i);
      take(row);
    }
  }

  #columns(statement) {
    const { call } = this.#engine;
    return Array.from({ length: call.sqlite3_column_count(statement) }, (_, i) =>
      this.#engine.text(call.sqlite3_column_name(statement, i)));
  }

  /* Runs every statement. For each statement `begin` gets the column names, and returns a
  ** function that gets each row. */
  #runAll(sql, given, begin) {
    this.#handle();
    if (typeof sql !== 'string') throw new AssayError(`sql is text, got ${typeof sql}`);
    if (sql.includes('\0')) throw new AssayError('sql has a NUL character');
    const engine = this.#engine, parameters = new Parameters(given);
    engine.lend(encoder.encode(sql), (at, length) => {
      for (const [statement, isLast] of this.#statements(at, at + length)) {
        try {
          parameters.bind(engine, statement);
          if (isLast) parameters.checkUsed();
          this.#run(statement, begin(this.#columns(statement)));
        } finally {
          engine.call.sqlite3_finalize(statement);
        }
      }
    });
  }

  exec(sql, parameters) {
    let answer = { columns: [], rows: [] };
    this.#runAll(sql, parameters, (columns) => {
      const { rows } = columns.length === 0 ? { rows: [] } :
        (answer = { columns, rows: [] });
      return (row) => void rows.push(row);
    });
    return answer;
  }

  each(sql, parameters, take) {
    let columns = [];
    this.#runAll(sql, parameters, (names) => {
      if (names.length > 0) columns = names;
      return (row) => void take(row, columns);
    });
    return columns;
  }

  load(yaml, mode) {
    const more = mode === undefined ? [] : [mode];
    return this.exec(`SELECT assay_load_yaml(?${more.map(() => ', ?').join('')})`,
      [yaml, ...more]).rows[0][0];
  }

  bytes() {
    const engine = this.#engine, db = this.#handle(), place = engine.allocate(8);
    try {
      const at = engine.lend(encoder.encode('main'), (main) =>
        engine.call.sqlite3_serialize(db, main, place, 0));
      if (at === 0) this.#fail(NOMEM);
      const size = Number(engine.view.getBigInt64(place, true));
      const bytes = engine.bytes.slice(at, at + size);
      engine.free(at);
      return bytes;
    } finally {
      engine.free(place);
    }
  }

  connect({ name = this.#name, ...options } = {}) {
    this.#handle();
    return new Database(this.#engine, name, options);
  }

  /* The memory of the engine in bytes; it never shrinks. */
  get memory() { return this.#engine.bytes.length; }

  close() {
    if (this.#db !== 0) this.#engine.call.sqlite3_close_v2(this.#db);
    this.#engine.unwatch(this.#watch);
    this.#db = 0;
  }
}

// --- opening ---

async function readUrl(url) {
  if (url.protocol === 'file:' && globalThis.process?.versions?.node) {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new AssayError(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

/** The compiled module, which many databases can share: `open({ wasm: module })`. */
export async function compile(wasm = new URL('./assay.wasm', import.meta.url)) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const isAddress = typeof wasm === 'string' || wasm instanceof URL;
  return WebAssembly.compile(isAddress ? await readUrl(new URL(wasm)) : wasm);
}

function checkBytes(bytes) {
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes);
  if (bytes instanceof Uint8Array) return bytes;
  throw new AssayError(`bytes are a Uint8Array or an ArrayBuffer, got ${typeof bytes}`);
}

/** Opens a database in a new engine, with the bytes of a file if they are given. */
export async function open({ wasm, bytes, ...options } = {}) {
  const contents = bytes === undefined ? undefined : checkBytes(bytes);
  const engine = await Engine.create(await compile(wasm));
  const db = new Database(engine, '/main', options);
  if (contents === undefined) return db;
  try {
    db.fill(contents);
    db.exec('SELECT count(*) FROM sqlite_schema');
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}
