import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogFilter } from '@gatehouse/cloud/inference/ai-usage/ai-logs.repo.ts';
import { createAiLogs } from '@gatehouse/cloud/inference/ai-usage/ai-logs.ts';
import { aRequest } from '@gatehouse/cloud/inference/ai-usage/testing/some-requests.ts';
import type { AiRequestTable } from '@gatehouse/cloud/inference/inference/inference.tables.ts';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { preparedForMany } from '@gatehouse/cloud/kit/db/prepared.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import Sqlite from 'better-sqlite3';
import type { Goal } from './goal.ts';
import { spreadOf } from './statistics.ts';

export interface GateLogsBenchOptions {
  readonly rounds: number;
  /** How many there are, of one facility. */
  readonly logs: number;
  readonly say: (text: string) => void;
}
/** Of one round: ms of a page, and of the same rows as a bare statement reads them by their index. */
export interface GateLogsRound {
  readonly newest: { readonly own: number; readonly bare: number };
  readonly middle: { readonly own: number; readonly bare: number };
  readonly ofKey: { readonly own: number; readonly bare: number };
}

const facilityId = FacilityId.parse('fac_0123456789abcdef');
const SPAN = Days(365);
const KEYS = 10;
const MODELS = ['small-1', 'large-1', 'embed-1'];
const PAGE_SIZE = 50;
const PAGES = 200;
const UNIT = 2_048;
const silent = { info: () => undefined, warn: () => undefined, error: console.error };
const keyHashOf = (n: number): string => String(n % KEYS).repeat(64);

const insert = preparedForMany((tx, rows: readonly AiRequestTable[]) => tx.insertInto('ai_request').values(rows));

/** What a page of a million logs costs beside a bare scan of the index that has them in order, on SQLite in a file. */
export const runGateLogsBench = async ({
  rounds,
  logs,
  say,
}: GateLogsBenchOptions): Promise<readonly GateLogsRound[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const file = join(folder, 'logs.db');
  const to = systemClock.wallMs();
  const db = await openDatabase(`sqlite:${file}`, { clock: systemClock, log: silent });
  await db.migrate();
  say(`${logs} logs …`);
  await store(db, logs, to);
  const bare = new Sqlite(file, { readonly: true });
  const service = createAiLogs({ db, clock: { wallMs: () => to } });
  const own = (asked: LogFilter & { readonly endTs?: number }) =>
    db.read((tx) => service.page(tx, facilityId, { page: 1, pageSize: PAGE_SIZE, ...asked }));
  const scan = (and: string) =>
    bare.prepare(
      `select * from ai_request where facility_id = '${facilityId}' and at < ? ${and} order by at desc, id desc limit ${PAGE_SIZE + 1}`,
    );
  const [anyOf, ofKey] = [scan(''), scan(`and key_hash = '${keyHashOf(3)}'`)];
  const endTs = Math.floor((to - SPAN / 2) / 1_000);
  try {
    const found: GateLogsRound[] = [];
    for (let round = 0; round <= rounds; round++) {
      if (round > 0) say(`Round ${round} of ${rounds} …`);
      found.push({
        newest: { bare: await timed(() => anyOf.all(to + 1)), own: await timed(() => own({})) },
        middle: { bare: await timed(() => anyOf.all((endTs + 1) * 1_000)), own: await timed(() => own({ endTs })) },
        ofKey: { bare: await timed(() => ofKey.all(to + 1)), own: await timed(() => own({ keyHash: keyHashOf(3) })) },
      });
    }
    // The first has warmed both sides up.
    return found.slice(1);
  } finally {
    bare.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const timed = async (page: () => unknown): Promise<number> => {
  const began = systemClock.monoMs();
  for (let n = 0; n < PAGES; n++) await page();
  return (systemClock.monoMs() - began) / PAGES;
};

const store = async (db: Database, logs: number, to: number): Promise<void> => {
  const every = SPAN / logs;
  for (let from = 0; from < logs; from += UNIT) {
    const rows = Array.from({ length: Math.min(UNIT, logs - from) }, (_, n) => {
      const at = Math.floor(to - SPAN + (from + n) * every);
      return aRequest(facilityId, at, { key_hash: keyHashOf(n), model: MODELS[n % MODELS.length] ?? '' });
    });
    await db.write((tx) => insert(tx, rows));
  }
};

export const gateLogsGoals = (rounds: readonly GateLogsRound[]): readonly Goal[] => [
  {
    name: 'I4',
    what: 'a page of a million logs, beside a bare scan of their index: the worst of the newest, the middle, and a key’s',
    bound: { atMost: 5 },
    value: spreadOf(
      rounds.map((round) => Math.max(...[round.newest, round.middle, round.ofKey].map(({ own, bare }) => own / bare))),
    ),
  },
];
