import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { preparedForMany } from '@gatehouse/cloud/kit/db/prepared.ts';
import { startTestPostgres } from '@gatehouse/cloud/kit/db/test-postgres.ts';
import type { Database, Engine } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import type { AuditEntry } from '@gatehouse/cloud/kit/http/audit.ts';
import { createAuditService } from '@gatehouse/cloud/platform/audit/audit.service.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { seededAudit } from './audit-entries.ts';
import { openAuditFloors } from './audit-floors.ts';
import { watchPieces } from './longest-piece.ts';

export interface AuditBenchOptions {
  readonly rounds: number;
  readonly entries: number;
  readonly say: (text: string) => void;
}

export const QUESTIONS = [
  'newest',
  'search',
  'searchOrganisation',
  'searchRare',
  'byAddress',
  'byUser',
  'count24h',
  'statistics',
  'series24h',
  'errors',
  'cached',
  'count14d',
  'series14d',
] as const;
export type Question = (typeof QUESTIONS)[number];

/** One question asked once. */
export interface Asked {
  readonly ms: number;
  /** How long nothing else of this thread ran, in processor time of its own. */
  readonly blockedMs: number;
}
export type AuditRound = Readonly<Record<Question, Asked>>;
export interface AuditResult {
  readonly entries: number;
  readonly rounds: Readonly<Record<Engine, readonly AuditRound[]>>;
}

/** What all entries lie in. */
const SPAN = Days(14);
const UNIT = 2_048;
const silent = { info: () => undefined, warn: () => undefined, error: console.error };

const insert = preparedForMany((tx, rows: readonly AuditEntry[]) => tx.insertInto('audit_entry').values(rows));

/** Asks a full audit on each engine what its endpoints ask, in turn, round after round. */
export const runAuditBench = async (options: AuditBenchOptions): Promise<AuditResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const server = await startTestPostgres(systemClock);
  try {
    const sqlite = await onEngine(`sqlite:${join(folder, 'audit.db')}`, options);
    const postgres = await onEngine(server.url('postgres'), options);
    return { entries: options.entries, rounds: { sqlite, postgres } };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const onEngine = async (url: string, { rounds, entries, say }: AuditBenchOptions): Promise<readonly AuditRound[]> => {
  const db = await openDatabase(url, { clock: systemClock, log: silent });
  await db.migrate();
  const floors = await openAuditFloors(url);
  try {
    const to = systemClock.wallMs();
    const seeded = seededAudit(entries, { from: to - SPAN, to });
    say(`${entries} entries into ${db.engine} …`);
    await store(db, seeded.entries);
    await floors.settle();
    const questions = questionsOf(db, floors, { to, organisationId: seeded.organisationId });
    for (const name of QUESTIONS) await questions[name]();
    const found: AuditRound[] = [];
    for (let round = 0; round < rounds; round++) {
      say(`Round ${round + 1} of ${rounds} …`);
      const asked: Partial<Record<Question, Asked>> = {};
      for (const name of round % 2 === 0 ? QUESTIONS : QUESTIONS.toReversed())
        asked[name] = await timed(questions[name]);
      found.push(asked as AuditRound);
    }
    return found;
  } finally {
    await floors.close();
    await db.close();
  }
};

const store = async (db: Database, entries: Iterable<AuditEntry>): Promise<void> => {
  let unit: AuditEntry[] = [];
  const flush = async () => {
    const rows = unit;
    unit = [];
    if (rows.length > 0) await db.write((tx) => insert(tx, rows));
  };
  for (const entry of entries) if (unit.push(entry) === UNIT) await flush();
  await flush();
};

const questionsOf = (
  db: Database,
  floors: Awaited<ReturnType<typeof openAuditFloors>>,
  { to, organisationId }: { to: number; organisationId: OrgId },
): Readonly<Record<Question, () => Promise<unknown>>> => {
  const audit = createAuditService({ db, clock: { wallMs: () => to }, log: silent });
  const always = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const day = { from: to - Hours(24), to };
  const searched = { ...always, visible: 'everything', readsAll: true, filter: {}, limit: 50 } as const;
  return {
    newest: () => floors.newest(50),
    search: () => audit.search(searched),
    searchOrganisation: () => audit.search({ ...searched, visible: [{ id: organisationId }], readsAll: false }),
    searchRare: () => audit.search({ ...searched, filter: { text: 'no such thing' } }),
    byAddress: () => audit.search({ ...searched, filter: { remoteAddress: '192.0.3.77' }, limit: 100 }),
    byUser: () => audit.search({ ...searched, actor: 'user:usr_0000000000000007', limit: 100 }),
    count24h: () => floors.count(day),
    statistics: () => audit.statistics('everything', day),
    series24h: () => audit.series('everything', '24h'),
    errors: () => audit.failures('everything', day),
    cached: () => audit.cachedStatistics('everything', '12h'),
    count14d: () => floors.count({ from: to - SPAN, to }),
    series14d: () => audit.series('everything', '14d'),
  };
};

const timed = async (ask: () => Promise<unknown>): Promise<Asked> => {
  const longest = watchPieces();
  const began = systemClock.monoMs();
  await ask();
  const ms = systemClock.monoMs() - began;
  return { ms, blockedMs: (await longest()).cpuMs };
};
