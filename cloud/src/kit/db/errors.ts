/** What went wrong, in words both engines share. `code` keeps the engine's own. */
export type DatabaseErrorKind =
  | 'unique'
  | 'foreign_key'
  | 'check'
  | 'not_null'
  /** A value that the column, or the engine, does not take. */
  | 'value'
  /** A write where only reading was promised. */
  | 'read_only'
  /** An earlier statement of the same unit failed: nothing more can be done in it. */
  | 'aborted'
  /** Another transaction stood in the way; the whole unit may be run again. */
  | 'conflict'
  /** The unit took too long and was given up. */
  | 'timeout'
  /** The database is not reachable, full, or broken. */
  | 'unavailable'
  | 'other';

/** Every failure of the database, whichever engine. What a unit can act on is its `kind`. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly kind: DatabaseErrorKind;
  readonly code: string;
  /** The constraint (PostgreSQL) or the columns (SQLite: `table.column, …`) where the engine names them. */
  readonly constraint: string | undefined;

  constructor(
    kind: DatabaseErrorKind,
    message: string,
    detail: { code?: string; constraint?: string; cause?: unknown } = {},
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.code = detail.code ?? '';
    this.constraint = detail.constraint;
  }
}

/** For a caller that races on purpose and takes "somebody was first" for an answer. */
export const isUniqueViolation = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.kind === 'unique';

/** SQLite's extended result codes (sqlite.org/rescode.html), longest prefix first. */
const SQLITE: readonly (readonly [prefix: string, kind: DatabaseErrorKind])[] = [
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_ROWID', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'foreign_key'],
  ['SQLITE_CONSTRAINT_CHECK', 'check'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'not_null'],
  ['SQLITE_CONSTRAINT_DATATYPE', 'value'],
  ['SQLITE_MISMATCH', 'value'],
  ['SQLITE_TOOBIG', 'value'],
  ['SQLITE_READONLY', 'read_only'],
  ['SQLITE_BUSY', 'conflict'],
  ['SQLITE_LOCKED', 'conflict'],
  ['SQLITE_FULL', 'unavailable'],
  ['SQLITE_IOERR', 'unavailable'],
  ['SQLITE_CANTOPEN', 'unavailable'],
  ['SQLITE_CORRUPT', 'unavailable'],
  ['SQLITE_NOTADB', 'unavailable'],
];

/** SQLSTATE codes and classes (PostgreSQL appendix A), the exact ones first. */
const SQLSTATE: readonly (readonly [prefix: string, kind: DatabaseErrorKind])[] = [
  ['23505', 'unique'],
  ['23503', 'foreign_key'],
  ['23514', 'check'],
  ['23502', 'not_null'],
  ['25006', 'read_only'],
  ['25P02', 'aborted'],
  ['25P03', 'timeout'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['55P03', 'conflict'],
  ['57014', 'timeout'],
  ['57P', 'unavailable'],
  ['22', 'value'],
  ['08', 'unavailable'],
  ['53', 'unavailable'],
  ['58', 'unavailable'],
];

/** What sockets and the pool say when the server is gone. */
const CONNECTION = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|ENETUNREACH)$/;
const CONNECTION_TEXT =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable|server closed/i;

const kindOf = (
  table: readonly (readonly [prefix: string, kind: DatabaseErrorKind])[],
  code: string,
): DatabaseErrorKind => table.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'other';

/** The one mapper of both engines' errors. What is not the database's own (a Fault, a Bug) passes unchanged. */
export const databaseErrorOf = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  const text = typeof code === 'string' ? code : '';
  if (text.startsWith('SQLITE_')) return sqliteError(error, text);
  if (CONNECTION.test(text) || (text === '' && CONNECTION_TEXT.test(error.message)))
    return new DatabaseError('unavailable', error.message, { code: text, cause: error });
  if (!/^[0-9A-Z]{5}$/.test(text)) return error;
  return new DatabaseError(kindOf(SQLSTATE, text), error.message, {
    code: text,
    ...(typeof constraint === 'string' && { constraint }),
    cause: error,
  });
};

const sqliteError = (error: Error, code: string): DatabaseError => {
  const constraint = /^(?:UNIQUE|NOT NULL|CHECK) constraint failed: (.+)$/.exec(error.message)?.[1];
  return new DatabaseError(kindOf(SQLITE, code), error.message, {
    code,
    ...(constraint !== undefined && { constraint }),
    cause: error,
  });
};
