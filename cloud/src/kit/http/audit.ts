import { prepared } from '../db/prepared.ts';
import type { Database, Tx } from '../db/unit-of-work.ts';
import type { AuditEntryTable } from './http.tables.ts';

export type AuditEntry = AuditEntryTable;

/**
 * A target that may have to be forgotten one day, by its parts. Rows are sealed and never change, so they name a pseudonym
 * instead: whoever forgets what it stands for has forgotten the target in all of them.
 */
export interface Pseudonymous {
  readonly standsFor: Readonly<Record<string, string>>;
}

/** The pseudonym of a target, as the row of an attempt is to have it; null where there is nobody to name. */
export type PseudonymOf = (tx: Tx, target: Pseudonymous, entry: AuditEntry) => Promise<string | null>;

/** Where the rows of attempts go. */
export interface AuditLog {
  /** Writes the row in the unit that decides the attempt, so that neither is there without the other. */
  add(tx: Tx, entry: AuditEntry, target?: Pseudonymous): Promise<void>;
  /** Writes the row in a small unit of its own, unless a unit that was committed before has written it. */
  addAlone(entry: AuditEntry, target?: Pseudonymous): Promise<void>;
}

/** Writes a row as it is, which names nobody who may have to be forgotten one day. */
export const writeEntry = prepared((tx, entry: AuditEntry) => tx.insertInto('audit_entry').values(entry));
/** What a unit has written stays as it is. */
const insertUnlessThere = prepared((tx, entry: AuditEntry) =>
  tx
    .insertInto('audit_entry')
    .values(entry)
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

export const auditLog = (db: Pick<Database, 'write'>, pseudonymOf: PseudonymOf = async () => null): AuditLog => {
  const aimed = async (tx: Tx, entry: AuditEntry, target: Pseudonymous | undefined): Promise<AuditEntry> =>
    target === undefined ? entry : { ...entry, target: await pseudonymOf(tx, target, entry) };
  return {
    add: async (tx, entry, target) => {
      await writeEntry(tx, await aimed(tx, entry, target));
    },
    addAlone: (entry, target) =>
      db.write(async (tx) => {
        await insertUnlessThere(tx, await aimed(tx, entry, target));
      }),
  };
};

/** Gives up the oldest entries from before `at`, `limit` of them at most. Resolves with how many those were. */
export const forgetEntries = async (tx: Tx, at: number, limit: number): Promise<number> => {
  const gone = await tx
    .deleteFrom('audit_entry')
    .where('id', 'in', (eb) =>
      eb.selectFrom('audit_entry').select('id').where('at', '<', at).orderBy('at').orderBy('id').limit(limit),
    )
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
};

/** One attempt has one row: its id is made from the request's. */
export const auditIdOf = (requestId: string): string => requestId.replace(/^req_/, 'aud_');
