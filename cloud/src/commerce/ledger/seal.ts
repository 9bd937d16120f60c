import { createHash } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { endOf, nextDay } from './days.ts';
import { type LedgerDay, ledgerDaysRepo } from './ledger-days.repo.ts';
import type { TransferRow } from './posting.repo.ts';

/** What the first seal follows: nothing. */
export const NO_DAY_BEFORE = '0'.repeat(64);
/** A day is sealed that long after its end: a unit that began in it may commit later, and replicas differ in the time. */
const SEALED_AFTER = Hours(1);
/** Days at a time; the rest when asked again. */
const SEALED_AT_ONCE = 400;
const PAGE = 1_000;

const COLUMNS = [
  'id',
  'key',
  'group_id',
  'debit_account',
  'credit_account',
  'micros',
  'kind',
  'about',
  'note',
  'made_by',
  'at',
  'day',
] as const satisfies readonly (keyof TransferRow)[];

export interface DaySum {
  readonly debits: number;
  readonly credits: number;
}
export interface DayContent {
  readonly entries: number;
  /** SHA-256, hex: over the values of each transfer as a JSON list, one a line, in the order of ids. */
  readonly hash: string;
  readonly sums: ReadonlyMap<string, DaySum>;
}

export const contentOf = async (db: Pick<Database, 'read'>, day: string): Promise<DayContent> => {
  const hash = createHash('sha256');
  const sums = new Map<string, DaySum>();
  const add = (id: string, debits: number, credits: number) => {
    const before = sums.get(id) ?? { debits: 0, credits: 0 };
    sums.set(id, { debits: before.debits + debits, credits: before.credits + credits });
  };
  let entries = 0;
  for (let after = ''; ; ) {
    const page = await db.read((tx) => ledgerDaysRepo(tx).page(day, after, PAGE));
    for (const row of page) {
      hash.update(`${JSON.stringify(COLUMNS.map((column) => row[column]))}\n`);
      add(row.debit_account, row.micros, 0);
      add(row.credit_account, 0, row.micros);
    }
    entries += page.length;
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) break;
    after = last.id;
    await yieldToEventLoop();
  }
  return { entries, hash: hash.digest('hex'), sums };
};

/** The seal of a day: over what it held, and over the day before. */
export const sealOf = ({ day, entries, entries_hash, previous }: Omit<LedgerDay, 'hash' | 'sealed_at'>): string =>
  createHash('sha256')
    .update(JSON.stringify(['ledger-day', 1, day, entries, entries_hash, previous]))
    .digest('hex');

/**
 * Seals every day that ended more than an hour ago and has no seal, one after the other, empty ones included. Several replicas may
 * do so at once: they come to the same seal, and the first one's counts.
 */
export const createSeal =
  ({
    db,
    clock,
    log,
  }: {
    readonly db: Pick<Database, 'read' | 'write'>;
    readonly clock: Pick<Clock, 'wallMs'>;
    readonly log: { info(detail: unknown, message: string): void };
  }) =>
  async (signal?: AbortSignal): Promise<void> => {
    for (let sealed = 0; sealed < SEALED_AT_ONCE; sealed++) {
      const next = await db.read(async (tx) => {
        const last = await ledgerDaysRepo(tx).last();
        if (last !== undefined) return { day: nextDay(last.day), previous: last.hash };
        const first = await ledgerDaysRepo(tx).firstDay();
        return first === undefined ? undefined : { day: first, previous: NO_DAY_BEFORE };
      });
      if (next === undefined || signal?.aborted || clock.wallMs() < endOf(next.day) + SEALED_AFTER) return;
      const { day, previous } = next;
      const { entries, hash: entries_hash, sums } = await contentOf(db, day);
      const unsealed = { day, previous, entries, entries_hash };
      const row = { ...unsealed, hash: sealOf(unsealed), sealed_at: clock.wallMs() };
      const rows = [...sums].map(([account_id, sum]) => ({ day, account_id, ...sum }));
      if (await db.write((tx) => ledgerDaysRepo(tx).seal(row, rows)))
        log.info({ day, entries, hash: row.hash }, 'a day of the ledger was sealed');
    }
  };
