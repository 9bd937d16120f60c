import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLedgerService } from '@gatehouse/cloud/commerce/ledger/ledger.service.ts';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import Sqlite from 'better-sqlite3';
import type { Goal } from './goal.ts';
import { spreadOf } from './statistics.ts';

export interface LedgerBenchOptions {
  readonly rounds: number;
  /** How many transfers a round posts. */
  readonly transfers: number;
  readonly say: (text: string) => void;
}
export interface LedgerRound {
  /** Transfers a second: by the ledger, and by the same changes as bare statements. */
  readonly own: number;
  readonly bare: number;
}

const OWNERS = 100;
/** So many in a unit: on SQLite units have 32 rows at most, as each statement costs more the longer its unit is. */
const IN_A_UNIT = 32;
const silent = { info: () => undefined, warn: () => undefined, error: console.error };
const ownerOf = (n: number) => `org#org_${String(n % OWNERS).padStart(16, '0')}` as const;

/** What posting costs beside the same two updates and one insert as prepared statements, on SQLite in files alike. */
export const runLedgerBench = async ({
  rounds,
  transfers,
  say,
}: LedgerBenchOptions): Promise<readonly LedgerRound[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const [own, bare] = [await openLedger(join(folder, 'own.db')), await openBare(join(folder, 'bare.db'))];
  try {
    await own.post(transfers, 'warm');
    bare.post(transfers, 'warm');
    const found: LedgerRound[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`Round ${round} of ${rounds} …`);
      const bareMs = await timed(async () => bare.post(transfers, `${round}`));
      const ownMs = await timed(() => own.post(transfers, `${round}`));
      found.push({ own: (transfers * 1_000) / ownMs, bare: (transfers * 1_000) / bareMs });
    }
    return found;
  } finally {
    bare.close();
    await own.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = systemClock.monoMs();
  await work();
  return systemClock.monoMs() - began;
};

const openLedger = async (file: string) => {
  const db = await openDatabase(`sqlite:${file}`, { clock: systemClock, log: silent });
  await db.migrate();
  const deps = { db, clock: systemClock, random: systemRandom, log: silent, currency: 'EUR' };
  const ledger = createLedgerService({ ...deps, tellFrozen: async () => undefined });
  const posting = (name: string) => (n: number) => ({
    ...{ key: `${name}:${n}`, kind: 'day', currency: 'EUR', micros: 1_000, about: `log:${n}`, by: 'system:bench' },
    debit: { owner: ownerOf(n), account: 'wallet' as const },
    credit: { owner: ownerOf(n), account: 'revenue' as const },
  });
  return {
    post: async (count: number, name: string): Promise<void> => {
      const of = posting(name);
      for (let from = 0; from < count; from += IN_A_UNIT)
        await db.write(async (tx) => {
          for (let n = from; n < Math.min(count, from + IN_A_UNIT); n++) await ledger.post(tx, of(n));
        });
    },
    close: () => db.close(),
  };
};

/** The same tables with their indexes and triggers, and nothing of ours around them. */
const openBare = async (file: string) => {
  const made = await openLedger(file);
  await made.post(OWNERS, 'accounts');
  await made.close();
  const db = new Sqlite(file);
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = full');
  const debit = db.prepare('update ledger_account set debits = debits + ? where id = ?');
  const credit = db.prepare('update ledger_account set credits = credits + ? where id = ?');
  const insert = db.prepare(
    `insert into ledger_transfer (id, key, debit_account, credit_account, micros, kind, about, made_by, at, day)
      values (?, ?, ?, ?, ?, 'day', ?, 'system:bench', ?, ?)`,
  );
  const one = (name: string, n: number): void => {
    const [wallet, revenue] = [`${ownerOf(n)}/wallet/EUR`, `${ownerOf(n)}/revenue/EUR`];
    debit.run(1_000, wallet);
    credit.run(1_000, revenue);
    const at = Date.now();
    const id = `ltr_${at.toString(36)}${name}${n}`;
    insert.run(id, `${name}:${n}`, wallet, revenue, 1_000, `log:${n}`, at, new Date(at).toISOString().slice(0, 10));
  };
  const many = db.transaction((name: string, from: number, to: number) => {
    for (let n = from; n < to; n++) one(name, n);
  });
  return {
    post: (count: number, name: string): void => {
      for (let from = 0; from < count; from += IN_A_UNIT) many(name, from, Math.min(count, from + IN_A_UNIT));
    },
    close: () => db.close(),
  };
};

export const ledgerGoals = (rounds: readonly LedgerRound[]): readonly Goal[] => [
  {
    name: 'B3',
    what: 'transfers a second, beside the same changes as bare statements',
    bound: { atLeast: 0.5 },
    value: spreadOf(rounds.map(({ own, bare }) => own / bare)),
  },
];
