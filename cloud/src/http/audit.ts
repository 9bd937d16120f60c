import { prepared } from '../db/prepared.ts';
import type { Database, Tx } from '../db/unit-of-work.ts';
import type { AuditEntryTable } from './http.tables.ts';

export type AuditEntry = AuditEntryTable;

/** Where the rows of attempts go. */
export interface AuditLog {
  /** Writes the row in the unit that decides the attempt, so that neither is there without the other. */
  add(tx: Tx, entry: AuditEntry): Promise<void>;
  /** Writes the row in a small unit of its own, unless a unit that was committed before has written it. */
  addAlone(entry: AuditEntry): Promise<void>;
}

const insertEntry = prepared((tx, entry: AuditEntry) => tx.insertInto('audit_entry').values(entry));

export const auditLog = (db: Pick<Database, 'write'>): AuditLog => ({
  add: async (tx, entry) => {
    await insertEntry(tx, entry);
  },
  addAlone: (entry) =>
    db.write(async (tx) => {
      await tx
        .insertInto('audit_entry')
        .values(entry)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    }),
});

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
