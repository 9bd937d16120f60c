import Database from 'better-sqlite3';

/** Copies a database to a file that does not exist yet: one moment of it, whole pages only, while others go on writing. */
export const copyDatabase = (from: string, to: string): void => {
  const db = new Database(from, { readonly: true, fileMustExist: true });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
};
