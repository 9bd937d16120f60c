import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** A file of a bank. `to_take_in`: what of it is not taken in yet, as JSON; null once all is. */
interface BankFileTable {
  id: string;
  format: 'camt.053' | 'csv';
  sha256: string;
  made_by: string;
  made_at: number;
  entries: number;
  to_take_in: string | null;
  taken_in_at: number | null;
}
/** Why an entry waits for somebody. */
export const REASONS = [
  'no_reference',
  'mistyped',
  'several_references',
  'amount_mismatch',
  'reference_cancelled',
  'already_settled',
  'other_currency',
  'debit',
  'reversal',
] as const;
export type Reason = (typeof REASONS)[number];
/** A payment in or out of an account of ours, as the bank booked it: once, in however many files it comes. */
interface BankEntryTable {
  id: string;
  account: string;
  entry_key: string;
  file_id: string;
  statement_id: string;
  bank_reference: string | null;
  booked_on: string;
  amount_minor: number;
  currency: string;
  direction: 'credit' | 'debit';
  reversal: number;
  text: string;
  payer: string | null;
  reference: string | null;
  state: 'settled' | 'waiting' | 'credited' | 'dismissed';
  reason: Reason | null;
  owner_key: string | null;
  transfer_id: string | null;
  note: string | null;
  decided_by: string | null;
  decided_at: number | null;
}
interface BankEntryOwnerTable {
  entry_id: string;
  owner_key: string;
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    bank_file: BankFileTable;
    bank_entry: BankEntryTable;
    bank_entry_owner: BankEntryOwnerTable;
  }
}
export type BankFileRow = Selectable<BankFileTable>;
export type BankEntryRow = Selectable<BankEntryTable>;
export type Decision = Pick<
  BankEntryTable,
  'state' | 'reference' | 'owner_key' | 'transfer_id' | 'note' | 'decided_by' | 'decided_at'
>;

const COUNTED = ['settled', 'waiting', 'credited', 'dismissed'] as const;

export const statementsRepo = (tx: Tx) => ({
  insertFile: (row: Insertable<BankFileTable>): Promise<unknown> => tx.insertInto('bank_file').values(row).execute(),
  findFile: (id: string): Promise<BankFileRow | undefined> =>
    tx.selectFrom('bank_file').where('id', '=', id).selectAll().executeTakeFirst(),
  leaveToTakeIn: (id: string, left: string | null, at: number): Promise<unknown> =>
    tx
      .updateTable('bank_file')
      .set({ to_take_in: left, ...(left === null && { taken_in_at: at }) })
      .where('id', '=', id)
      .execute(),
  /** How many entries wait for somebody, counted up to so many. */
  countWaiting: async (most: number): Promise<number> => {
    const { count } = await tx
      .selectFrom((eb) =>
        eb.selectFrom('bank_entry').where('state', '=', 'waiting').select('id').limit(most).as('some'),
      )
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  pageOfFiles: (after: string | undefined, limit: number) =>
    tx
      .selectFrom('bank_file')
      .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .select(['id', 'format', 'sha256', 'made_by', 'made_at', 'entries', 'taken_in_at'])
      .execute(),
  /** How many entries of each file are in each state: of those that were new with it. */
  countsOf: async (fileIds: readonly string[]) => {
    const counts = new Map(fileIds.map((id) => [id, Object.fromEntries(COUNTED.map((state) => [state, 0]))]));
    if (fileIds.length === 0) return counts;
    const rows = await tx
      .selectFrom('bank_entry')
      .where('file_id', 'in', fileIds)
      .groupBy(['file_id', 'state'])
      .select(['file_id', 'state', ({ fn }) => fn.countAll().as('count')])
      .execute();
    for (const { file_id, state, count } of rows) {
      const of = counts.get(file_id);
      if (of !== undefined) of[state] = Number(count);
    }
    return counts;
  },

  /** Of these keys of an account those that have come before. */
  known: async (account: string, keys: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await tx
      .selectFrom('bank_entry')
      .where('account', '=', account)
      .where('entry_key', 'in', keys)
      .select('entry_key')
      .execute();
    return new Set(rows.map(({ entry_key }) => entry_key));
  },
  /** Whether this is the first file that has the entry. */
  insertEntry: async (row: Insertable<BankEntryTable>): Promise<boolean> => {
    const added = await tx
      .insertInto('bank_entry')
      .values(row)
      .onConflict((on) => on.columns(['account', 'entry_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return added !== undefined;
  },
  judged: (
    id: string,
    verdict: Pick<BankEntryTable, 'state' | 'reason' | 'reference' | 'owner_key' | 'transfer_id'> & { payer?: null },
  ): Promise<unknown> => tx.updateTable('bank_entry').set(verdict).where('id', '=', id).execute(),
  mayBeOf: async (entryId: string, owners: readonly string[]): Promise<void> => {
    if (owners.length === 0) return;
    const rows = owners.map((owner_key) => ({ entry_id: entryId, owner_key }));
    await tx.insertInto('bank_entry_owner').values(rows).execute();
  },
  findEntry: (id: string): Promise<BankEntryRow | undefined> =>
    tx.selectFrom('bank_entry').where('id', '=', id).selectAll().executeTakeFirst(),
  /** The entry, where this is what decides it: one that waits. What its payer is called is kept no longer. */
  decide: (id: string, decision: Decision): Promise<BankEntryRow | undefined> =>
    tx
      .updateTable('bank_entry')
      .set({ ...decision, payer: null })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst(),
  pageOfWaiting: (after: string | undefined, limit: number): Promise<BankEntryRow[]> =>
    tx
      .selectFrom('bank_entry')
      .where('state', '=', 'waiting')
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .selectAll()
      .execute(),
  ownersOf: async (entryIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
    if (entryIds.length === 0) return new Map();
    const rows = await tx
      .selectFrom('bank_entry_owner')
      .where('entry_id', 'in', entryIds)
      .orderBy('owner_key')
      .selectAll()
      .execute();
    const owners = new Map<string, string[]>();
    for (const { entry_id, owner_key } of rows) owners.set(entry_id, [...(owners.get(entry_id) ?? []), owner_key]);
    return owners;
  },
  hasWaitingOf: async (ownerKey: string): Promise<boolean> => {
    const found = await tx
      .selectFrom('bank_entry_owner')
      .innerJoin('bank_entry', 'bank_entry.id', 'bank_entry_owner.entry_id')
      .where('bank_entry_owner.owner_key', '=', ownerKey)
      .where('bank_entry.state', '=', 'waiting')
      .where('bank_entry.direction', '=', 'credit')
      .select('bank_entry.id')
      .executeTakeFirst();
    return found !== undefined;
  },
});
