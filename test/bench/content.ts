import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type SyncWorld, syncWorld } from './content-sync.ts';
import { CLUBS_SIGNING, type ContentWorld, contentWorld } from './content-world.ts';
import type { Goal } from './goal.ts';
import { watchPieces } from './longest-piece.ts';
import { spreadOf } from './statistics.ts';

export interface ContentBenchOptions {
  readonly rounds: number;
  readonly say: (text: string) => void;
}

/** Milliseconds of a thing itself, and of the floor that it stands on, right after each other. */
interface Pair {
  readonly own: number;
  readonly floor: number;
}
export interface ContentRound {
  readonly sign: Pair;
  readonly recipients: Pair;
  readonly page: Pair;
  readonly clubList: Pair;
  readonly sync: Pair;
  /** Processor time of the longest turn of the event loop while a file of 20 MB was taken. */
  readonly attachmentPieceMs: number;
}

const PAGES_READ = 300;
const LISTS_READ = 20;
const silent = { info: () => undefined, warn: () => undefined, error: console.error };

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = systemClock.monoMs();
  await work();
  return systemClock.monoMs() - began;
};
const pairOf = async (own: () => Promise<unknown>, floor: () => Promise<unknown>): Promise<Pair> => ({
  floor: await timed(floor),
  own: await timed(own),
});
/** Of what takes a part of a millisecond: one of each in turn, so that a collection of garbage meets both. */
const pairInTurns = async (
  count: number,
  own: () => Promise<unknown>,
  floor: () => Promise<unknown>,
): Promise<Pair> => {
  const pair = { own: 0, floor: 0 };
  for (let n = 0; n < count; n++) {
    pair.floor += await timed(floor);
    pair.own += await timed(own);
  }
  return pair;
};
const times = async (count: number, work: (n: number) => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < count; n++) await work(n);
};

/**
 * What content costs beside bare rows, a static file and one look-up, on SQLite in a file that every commit reaches, and a sync
 * beside COPY on PostgreSQL.
 */
export const runContentBench = async ({ rounds, say }: ContentBenchOptions): Promise<readonly ContentRound[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const db = await openDatabase(`sqlite:${join(folder, 'content.db')}`, { clock: systemClock, log: silent });
  await db.migrate();
  say('1,000 clubs and 200 agreements …');
  const world = await contentWorld(db);
  say('a production on PostgreSQL …');
  const syncing = await syncWorld();
  try {
    await roundOf(world, syncing); // Until V8 has compiled what is busy.
    const found: ContentRound[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`Round ${round} of ${rounds} …`);
      found.push(await roundOf(world, syncing));
    }
    return found;
  } finally {
    await syncing.close();
    await world.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const roundOf = async (world: ContentWorld, syncing: SyncWorld): Promise<ContentRound> => {
  const signing = await world.toSign();
  const sign = await pairOf(
    () => times(CLUBS_SIGNING, signing.sign),
    () => times(CLUBS_SIGNING, signing.bare),
  );
  const message = await world.toAccept();
  const recipients = await pairOf(message.accept, message.bare);
  const page = await pairInTurns(PAGES_READ, world.readPage, world.readFile);
  const clubList = await pairOf(
    () => times(LISTS_READ, world.listOfClub),
    () => times(LISTS_READ, world.scan),
  );
  const longest = watchPieces();
  await world.takeFile();
  const { cpuMs } = await longest();
  const staging = await syncing.toSync();
  const sync = await pairOf(staging.sync, staging.bare);
  return { sign, recipients, page, clubList, sync, attachmentPieceMs: cpuMs };
};

export const contentGoals = (rounds: readonly ContentRound[]): readonly Goal[] => {
  const ratio = (of: (round: ContentRound) => Pair) => spreadOf(rounds.map((round) => of(round).own / of(round).floor));
  return [
    {
      name: 'C1',
      what: 'sign for a club, beside the rows that it leaves, inserted bare',
      bound: { atMost: 3 },
      value: ratio(({ sign }) => sign),
    },
    {
      name: 'C2',
      what: 'a text to 1,000 members accepted, beside its rows, inserted bare',
      bound: { atMost: 2 },
      value: ratio(({ recipients }) => recipients),
    },
    {
      name: 'C3',
      what: 'a landing page, beside a static file of the same listener',
      bound: { atMost: 1.3 },
      value: ratio(({ page }) => page),
    },
    {
      name: 'C4',
      what: 'what a club among 1,000 is asked by 200 agreements, beside one scan of an index',
      bound: { atMost: 4 },
      value: ratio(({ clubList }) => clubList),
    },
    {
      name: 'C5',
      what: 'longest turn of the loop while a file of 20 MB is taken, CPU ms',
      bound: { atMost: 50 },
      value: spreadOf(rounds.map(({ attachmentPieceMs }) => attachmentPieceMs)),
    },
    {
      name: 'C6',
      what: 'a sync of 82,000 rows to an empty staging, beside COPY of the same tables, PostgreSQL',
      bound: { atMost: 2 },
      value: ratio(({ sync }) => sync),
    },
  ];
};
