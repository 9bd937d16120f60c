import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '@gatehouse/cloud/kit/db/test-postgres.ts';
import { type CopyInto, openCopyInto } from '@gatehouse/cloud/testing/copy-into.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type Certificate, newCertificate } from './certificate.ts';
import { type CloudAlone, cloudAlone } from './cloud-side.ts';
import { cpuMs } from './cpu.ts';
import { cpuUsedMs } from './cpu-used.ts';
import { noOpFloor } from './floors.ts';
import { bodyOf, createBodies, createMembers } from './ingest-body.ts';
import { buildAll, COPY_COLUMNS, copyLines, judgeAll, openPusher, openRawInserts, readBody } from './ingest-sides.ts';
import { startPusher } from './pusher-side.ts';
import { type Measured, measure } from './side.ts';
import { median } from './statistics.ts';

export interface IngestBenchOptions {
  readonly rounds: number;
  /** How long unlocks are measured in each round, with pushes and without. */
  readonly forMs: number;
  readonly members: number;
  readonly say: (text: string) => void;
}

/** One push, or a part of one. Processor time of all threads, as far as they are in the processes that do the work. */
export interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export const STEPS = ['parse', 'read', 'judge', 'build', 'raw', 'push', 'http', 'copy', 'postgres'] as const;
export type Step = (typeof STEPS)[number];

export interface IngestRound {
  readonly steps: Readonly<Record<Step, Took>>;
  /** Unlocks of another partner, one in flight: with nothing else; while the same bytes go to a server that only parses them; while members are pushed. */
  readonly unlocks: { readonly alone: Measured; readonly beside: Measured; readonly during: Measured };
  /** Pushes a second meanwhile. */
  readonly pushesPerSecond: number;
}

export interface IngestResult {
  readonly bytes: number;
  readonly rounds: readonly IngestRound[];
  /** A body just within the limit, over HTTPS. */
  readonly largest: { readonly bytes: number; readonly members: number; readonly wallMs: number };
}

/** What a body may have. */
const BYTES_MAX = 10 * 1024 * 1024;
/** Each step so often in a round; the median counts. */
const REPEATS = 3;

type Steps = Readonly<Record<Step, () => Promise<Took>>>;

export const runIngestBench = async (options: IngestBenchOptions): Promise<IngestResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const ends: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    return await measureAll(options, folder, ends);
  } finally {
    for (const end of ends.reverse()) await end();
  }
};

const measureAll = async (
  { rounds, forMs, members, say }: IngestBenchOptions,
  folder: string,
  ends: (() => Promise<void> | void)[],
): Promise<IngestResult> => {
  say('Starting every side …');
  const certificate = await newCertificate(folder);
  const cloud = await cloudAlone(certificate, folder);
  ends.push(cloud.stop);
  const noOp = await noOpFloor(certificate);
  ends.push(noOp.stop);
  const pusher = await startPusher(certificate, cloud, members);
  ends.push(pusher.stop);
  const nowhere = await startPusher(certificate, { ...cloud, port: noOp.port }, members);
  ends.push(nowhere.stop);
  const { steps, bytes } = await openSteps(folder, members, ends);
  const http = async (): Promise<Took> => {
    const before = cpuMs(cloud.pid);
    const { latenciesMs } = await pusher.times(REPEATS);
    return { wallMs: median(latenciesMs), cpuMs: (cpuMs(cloud.pid) - before) / REPEATS };
  };
  const all: Steps = { ...steps, http };
  for (const step of STEPS) await all[step]();

  const measured: IngestRound[] = [];
  for (let round = 1; round <= rounds; round++) {
    say(`Round ${round} of ${rounds} …`);
    const took: Partial<Record<Step, Took>> = {};
    for (const step of round % 2 === 1 ? STEPS : STEPS.toReversed()) took[step] = await all[step]();
    const alone = await measure(cloud.side, 1, forMs);
    const [beside] = await Promise.all([measure(cloud.side, 1, forMs), nowhere.forMs(forMs)]);
    const [during, sample] = await Promise.all([measure(cloud.side, 1, forMs), pusher.forMs(forMs)]);
    measured.push({
      steps: took as Record<Step, Took>,
      unlocks: { alone, beside, during },
      pushesPerSecond: (sample.latenciesMs.length * 1_000) / sample.elapsedMs,
    });
  }
  return { bytes, rounds: measured, largest: await pushLargest(certificate, cloud, bytes / members) };
};

const pushLargest = async (certificate: Certificate, cloud: CloudAlone, bytesEach: number) => {
  const members = Math.floor((BYTES_MAX / bytesEach) * 0.99);
  const pusher = await startPusher(certificate, cloud, members);
  const { latenciesMs } = await pusher.times(REPEATS);
  await pusher.stop();
  return { bytes: pusher.bytes, members, wallMs: median(latenciesMs) };
};

/** Everything that is measured in this process and its worker. */
const openSteps = async (folder: string, members: number, ends: (() => Promise<void> | void)[]) => {
  const sqlite = await openPusher(`sqlite:${join(folder, 'ingest.db')}`);
  ends.push(sqlite.close);
  const server = await startTestPostgres(systemClock);
  ends.push(server.stop);
  const postgres = await openPusher(server.url('postgres'));
  ends.push(postgres.close);
  const copying: CopyInto = await openCopyInto(server.url('postgres'), COPY_COLUMNS);
  ends.push(copying.close);
  const raw = openRawInserts(folder);
  ends.push(raw.close);

  const pushed = createMembers(sqlite.facilityId, members);
  const body = bodyOf(pushed);
  const bodies = createBodies(pushed);
  const postgresBodies = createBodies(createMembers(postgres.facilityId, members));
  const read = readBody(body);
  const verdicts = judgeAll(read);
  const lines = copyLines(buildAll(verdicts));
  const steps: Omit<Steps, 'http'> = {
    parse: () => timed(() => JSON.parse(body.toString('utf8'))),
    read: () => timed(() => readBody(body)),
    judge: () => timed(() => judgeAll(read)),
    build: () => timed(() => buildAll(verdicts)),
    raw: () => timed(() => raw.insert(body), raw.clear),
    push: () => timed(sqlite.push, bodies),
    copy: () => timed(() => copying.copy(lines)),
    postgres: () => timed(postgres.push, postgresBodies),
  };
  return { steps, bytes: body.length };
};

/** `prepare` is not measured. */
const timed = async <T>(run: (prepared: T) => unknown, prepare?: () => T): Promise<Took> => {
  const all: Took[] = [];
  for (let i = 0; i < REPEATS; i++) {
    const prepared = prepare?.() as T;
    const [wall, cpu] = [systemClock.monoMs(), cpuUsedMs()];
    await run(prepared);
    all.push({ wallMs: systemClock.monoMs() - wall, cpuMs: cpuUsedMs() - cpu });
  }
  return { wallMs: median(all.map(({ wallMs }) => wallMs)), cpuMs: median(all.map(({ cpuMs: ms }) => ms)) };
};
