import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { withoutKeys } from '../../kit/http/loggable-path.ts';
import type { LivePage } from '../../kit/live/source.ts';
import { Line } from './frames.ts';
import { liveFault, liveFaults } from './live.faults.ts';
import { platformTopic } from './live.ports.ts';
import type { SocketLineTable } from './live.tables.ts';
import { runsRepo } from './runs.repo.ts';
import { userIdOf } from './standing.ts';

/** What a service tells while it works. No secrets: it is kept for a day. */
export interface ProgressLine {
  readonly level: SocketLineTable['level'];
  readonly text: string;
  /** How much of `of` is done, where that can be counted. */
  readonly done?: number;
  readonly of?: number;
}
/** Tells a line, in a unit of its own. Nothing of a run that is forgotten. */
export type Progress = (line: ProgressLine) => Promise<void>;

export interface RunsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly changed: (tx: Tx | undefined, topic: string, key: string) => void;
}
export type Runs = ReturnType<typeof createRuns>;

export const LINES_MAX = 10_000;
const TEXT_MAX = 2_000;
const NO_MORE = 'There is more to tell than is kept: what follows is left out.';

/** What services do while somebody watches at a socket, and the lines that they tell of it. */
export const createRuns = ({ db, clock, random, changed }: RunsDeps) => ({
  begin: async (tx: Tx, { socketId, userId }: { socketId: string; userId: string }): Promise<string> => {
    const now = clock.wallMs();
    const id = randomId('run', random, now);
    await runsRepo(tx).insert({ id, socket_id: socketId, user_id: userId, begun_at: now, last_seq: 0 });
    changed(tx, 'socket', socketId);
    return id;
  },

  progressOf:
    (runId: string): Progress =>
    ({ level, text, done, of }) =>
      db.write(async (tx) => {
        const seq = await runsRepo(tx).nextSeq(runId, LINES_MAX);
        if (seq === undefined) return;
        await runsRepo(tx).insertLine({
          run_id: runId,
          seq,
          at: clock.wallMs(),
          level,
          text: seq === LINES_MAX ? NO_MORE : withoutKeys(text.replaceAll('\0', '')).slice(0, TEXT_MAX),
          done: done ?? null,
          total: of ?? null,
        });
        changed(tx, 'run', runId);
      }),

  /** Runs that were begun for these sockets, by socket. */
  ofSockets: async (socketIds: readonly string[]) => db.read((tx) => runsRepo(tx).ofSockets(socketIds)),

  linesAfter: async (runId: string, after: number, limit: number): Promise<LivePage> => {
    const rows = await db.read((tx) => runsRepo(tx).linesAfter(runId, after, limit + 1));
    const messages = rows.slice(0, limit).map((row) => ({ seq: Number(row.seq), changes: [lineOf(row)] }));
    return {
      messages,
      next: messages.at(-1)?.seq ?? after,
      more: rows.length > limit,
      // Numbers have no gaps: what is not there is past its retention.
      complete: messages.length === 0 || messages[0]?.seq === after + 1,
    };
  },

  /** Forgets up to `most` lines and runs that were begun before `at` (ms since 1970). Resolves with how many those were. */
  forgetBefore: async (tx: Tx, at: number, most: number): Promise<number> => {
    let gone = 0;
    for (const { id } of await runsRepo(tx).begunBefore(at, most)) {
      gone += await runsRepo(tx).removeLines(id, most - gone);
      if (gone >= most) break;
      await runsRepo(tx).remove(id);
      gone++;
    }
    return gone;
  },
});

const lineOf = ({ at, level, text, done, total }: SocketLineTable): z.output<typeof Line> => ({
  at: isoOf(Number(at)),
  level,
  text,
  done: done === null ? null : Number(done),
  of: total === null ? null : Number(total),
});

/** The lines of a run, for whoever began it. Watched by `resume`, and by the socket that it was begun for. */
export const runTopic = platformTopic<{ readonly runs: Pick<Runs, 'linesAfter'> }>()({
  topic: 'run',
  summary: 'Follow what a service does',
  description: 'Every line that it tells, from the first on.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  param: 'run',
  key: z.string().max(60),
  schema: Line,
  example: { at: '2026-01-01T09:30:00.000Z', level: 'info', text: 'Copied 40 of 120 members.', done: 40, of: 120 },
  find: async (_deps, tx, { key, caller }) => {
    const run = await runsRepo(tx).find(key);
    if (run === undefined || run.user_id !== userIdOf(caller)) throw liveFault('run_unknown', 'There is no such run.');
  },
  faults: { run_unknown: liveFaults.run_unknown },
  graph: { omit: 'It is told to the socket that an endpoint was given.' },
  feed: { last: async () => 0, page: ({ runs }, key, { after, limit }) => runs.linesAfter(key, after, limit) },
});
