import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newCertificate } from './certificate.ts';
import { cloudAlone } from './cloud-side.ts';
import { cpuUsedMs } from './cpu-used.ts';
import { type Goal, goalTable } from './goal.ts';
import type { Piece } from './longest-piece.ts';
import { type Spread, shortSpread, spreadOf } from './statistics.ts';
import { table } from './table.ts';

export interface BodiesBenchOptions {
  readonly rounds: number;
  readonly say: (text: string) => void;
}

const LIMIT = 10 * 1024 * 1024;
/** Less what stands around it. */
const METADATA = LIMIT - 500;
const filled = (before: string, unit: string, after: string): string =>
  before + unit.repeat(Math.floor((METADATA - before.length - after.length) / unit.length)) + after;

/** Each about as large as a body may be; what the scan lets through of small objects is a million. */
const BODIES = {
  'none, nothing but an unlock': '',
  'metadata: numbers': filled('"metadata":{"n":[', '1234567,', '1]}'),
  'metadata: objects': `"metadata":{"n":[${'{"k":1234},'.repeat(900_000)}{}]}`,
  'metadata: one text': filled('"metadata":{"n":"', 'x', '"}'),
  'unknown members': filled('"x":[', '"abcdefgh",', '1]'),
  'a source that is far too long': filled('"source":"', 'x', '"'),
} as const;
type BodyName = keyof typeof BODIES;
const NAMES = Object.keys(BODIES) as BodyName[];

interface Sent {
  readonly bytes: number;
  readonly piece: Piece;
  readonly answerMs: number;
  /** What it would take the thread to parse it there. */
  readonly parseMs: number;
}
export type BodiesRound = Readonly<Record<BodyName, Sent>>;

/** Sends bodies of 10 MB to a cloud, and looks at how long its thread was held up at most. */
export const runBodiesBench = async ({ rounds, say }: BodiesBenchOptions): Promise<readonly BodiesRound[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const certificate = await newCertificate(folder);
  const cloud = await cloudAlone(certificate, folder);
  const sent = async (name: BodyName): Promise<Sent> => {
    const parsed = BODIES[name] === '' ? '{}' : `{${BODIES[name]}}`;
    const before = cpuUsedMs();
    JSON.parse(parsed);
    const parseMs = cpuUsedMs() - before;
    await cloud.watch();
    const began = systemClock.monoMs();
    const bytes = await cloud.unlockWith(BODIES[name]);
    const answerMs = systemClock.monoMs() - began;
    return { bytes, piece: await cloud.longestPiece(), answerMs, parseMs };
  };
  try {
    for (const name of NAMES) await sent(name);
    const measured: BodiesRound[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`Round ${round} of ${rounds} …`);
      const all: Partial<Record<BodyName, Sent>> = {};
      for (const name of round % 2 === 1 ? NAMES : NAMES.toReversed()) all[name] = await sent(name);
      measured.push(all as BodiesRound);
    }
    return measured;
  } finally {
    await cloud.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

export const bodiesGoals = (rounds: readonly BodiesRound[]): readonly Goal[] => [
  {
    name: 'I13',
    what: 'longest piece of work in the thread that unlocks, for any body of 10 MB, CPU ms',
    bound: { atMost: 50 },
    value: spreadOf(rounds.map((round) => Math.max(...NAMES.map((name) => round[name].piece.cpuMs)))),
  },
];

export const bodiesReport = (rounds: readonly BodiesRound[]): string => {
  const over = (name: BodyName, value: (sent: Sent) => number): Spread => spreadOf(rounds.map((of) => value(of[name])));
  return [
    table(
      ['body', 'MB', 'longest piece, CPU ms', 'and by the clock, ms', 'JSON.parse of it, CPU ms', 'answered in, ms'],
      NAMES.map((name) => [
        name,
        (over(name, ({ bytes }) => bytes).median / 1e6).toFixed(1),
        ...(
          [({ piece }) => piece.cpuMs, ({ piece }) => piece.wallMs, ({ parseMs }) => parseMs, (s) => s.answerMs] as ((
            sent: Sent,
          ) => number)[]
        ).map((value) => shortSpread(over(name, value))),
      ]),
    ),
    goalTable(bodiesGoals(rounds)),
  ].join('\n\n');
};
