/** What better-sqlite3's Database, node:sqlite's DatabaseSync and others have. */
export interface ExtensionLoader {
  loadExtension(path: string): unknown;
}

/** The extension's file for this platform. Throws where there is none. */
export function getLoadablePath(): string;

/**
 * Loads assay into a connection and returns it. One of node:sqlite must have been opened
 * with `{ allowExtension: true }`.
 */
export function load<Database extends ExtensionLoader>(db: Database): Database;

/** A file of assay's SQL, such as "views.sql"; without a name the folder. */
export function sqlPath(name?: string): string;
