import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { type BareStatements, openBareStatements } from '@gatehouse/cloud/testing/bare-statements.ts';
import { confirms, createWorld, scriptedLink, type World } from '@gatehouse/cloud/testing/world.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Goal } from './goal.ts';
import { watchPieces } from './longest-piece.ts';
import { spreadOf } from './statistics.ts';
import { unlocksAtWorst } from './unlocks-at-worst.ts';

export interface BillingBenchOptions {
  readonly rounds: number;
  /** How many logs there are. */
  readonly logs: number;
  readonly say: (text: string) => void;
}
export interface BillingRound {
  /** Milliseconds of two years of the platform, reckoned anew, and of the same years grouped out of the logs. */
  readonly ownMs: number;
  readonly groupingMs: number;
  /** Processor time of the longest turn of the event loop meanwhile. */
  readonly pieceMs: number;
  /** 99th percentile of the milliseconds of an unlock, and of one while months are closed. */
  readonly unlockMs: number;
  readonly unlockBesideMs: number;
}

const FACILITIES = 1_000;
const YEARS = { from: '2024-04-01', last: '2026-03-01' };
const CHARGES = ['pricePerFacilityDay', 'pricePerDoorDay', 'pricePerBoxDay', 'pricePerMemberDay', 'pricePerSms'];
/** So many unlocks are timed with a month close, and as many without. */
const UNLOCKS = 400;
const silent = { info: () => undefined, warn: () => undefined, error: console.error };

/** What figures of two years cost where there are a million logs, on SQLite in a file, beside grouping those. */
export const runBillingBench = async ({ rounds, logs, say }: BillingBenchOptions): Promise<readonly BillingRound[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const url = `sqlite:${join(folder, 'billing.db')}`;
  const db = await openDatabase(url, { clock: systemClock, log: silent });
  await db.migrate();
  say(`${logs} logs …`);
  const world = await createWorld(db, new ManualClock('2026-03-15T12:00:00.000Z'), scriptedLink(confirms).link);
  const bare = await openBareStatements(url);
  await fill(bare, world, logs);
  const own = () =>
    world.billingAnalytics.read({ scope: { kind: 'platform' }, months: 24, includeArchived: false, refresh: true });
  const grouping = () =>
    bare.run(
      `select substr(day, 1, 7), sum(micros), count(*) from billing_log
        where state = 'closed' and day >= '${YEARS.from}' group by 1`,
    );
  try {
    await own();
    const found: BillingRound[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`Round ${round} of ${rounds} …`);
      const groupingMs = await timed(grouping);
      const longest = watchPieces();
      const ownMs = await timed(own);
      const pieceMs = (await longest()).cpuMs;
      const unlockMs = await unlocksAtWorst(world, UNLOCKS);
      const unlockBesideMs = await whileMonthsClose(world, () => unlocksAtWorst(world, UNLOCKS));
      found.push({ ownMs, groupingMs, pieceMs, unlockMs, unlockBesideMs });
    }
    return found;
  } finally {
    await bare.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = systemClock.monoMs();
  await work();
  return systemClock.monoMs() - began;
};

/** Months of a thousand payers, as many as are closed while `work` lasts. */
const whileMonthsClose = async <T>({ closeMonths }: World, work: () => Promise<T>): Promise<T> => {
  const enough = new AbortController();
  const closed = closeMonths.closeDue(enough.signal).then(
    () => true,
    (error: unknown) => {
      if (enough.signal.aborted) return false;
      throw error;
    },
  );
  const done = await work();
  enough.abort();
  if (await closed) throw new Error('all months were closed before the unlocks were over: more logs are needed');
  return done;
};

/** Closed logs of a thousand facilities, day by day back from the last one, and the sums that closing them would have kept. */
const fill = async (
  bare: BareStatements,
  { organisations, orgId }: Pick<Awaited<ReturnType<typeof createWorld>>, 'organisations' | 'orgId'>,
  logs: number,
): Promise<void> => {
  for (let n = 1; n < FACILITIES; n++)
    await organisations.createFacility({ orgId, name: `Club ${n}`, timezone: 'Australia/Brisbane' });
  const days = Math.ceil(logs / FACILITIES);
  const lines = JSON.stringify(
    CHARGES.map((key) => ({ key, quantity: 1_000, free: 0, unitMicros: 10_000, percentMicros: 0, micros: 10_000 })),
  );
  await bare.run(`
    insert into billing_log (id, facility_id, org_id, day, versions, state, opened_at, facts, lines, carry, micros,
      payer_key, billed, method, closed_at)
    with recursive past (n, day) as (
      select 0, date('${YEARS.last}') union all select n + 1, date(day, '-1 day') from past where n + 1 < ${days}
    )
    select 'log_' || facility.id || past.n, facility.id, facility.org_id, past.day, '{}', 'closed', 0, '{}',
      '${lines}', '{}', 50000, 'facility#' || facility.id, 1, 'wallet', 0
    from past cross join facility`);
  for (const owner of ["'facility#' || facility_id", "'org#' || org_id", "'platform'"])
    for (const charge of CHARGES)
      await bare.run(`
        insert into billing_rollup (owner, month, charge, quantity, micros, wallet_micros)
        select ${owner}, substr(day, 1, 7), '${charge}', count(*) * 1000, count(*) * 10000, count(*) * 10000
        from billing_log group by 1, 2`);
};

export const billingGoals = (rounds: readonly BillingRound[]): readonly Goal[] => [
  {
    name: 'B1',
    what: 'grouping the logs of two years, beside the figures of the platform for them',
    bound: { atLeast: 100 },
    value: spreadOf(rounds.map(({ groupingMs, ownMs }) => groupingMs / ownMs)),
  },
  {
    name: 'B2',
    what: 'longest turn of the loop while they are reckoned, CPU ms',
    bound: { atMost: 50 },
    value: spreadOf(rounds.map(({ pieceMs }) => pieceMs)),
  },
  {
    name: 'B4',
    what: 'p99 of an unlock while months are closed, beside the same without',
    bound: { atMost: 1.5 },
    value: spreadOf(rounds.map(({ unlockMs, unlockBesideMs }) => unlockBesideMs / unlockMs)),
  },
];
