import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { revokedIn } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { createRevocationMarks, type Mark, type MarkedUnit, type RevocationMarksDeps } from './revocation-marks.ts';
import { revocationsRepo } from './revocations.repo.ts';

export interface RevocationsDeps extends RevocationMarksDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: RandomBytes;
}
export type RevocationsService = ReturnType<typeof createRevocationsService>;

/** Whoever revoked something hears that it is done once it is marked outside as well; not later than this, if that is away. */
const WAIT = Seconds(1);
const WAITING_AT_ONCE = 1_000;

/**
 * Whatever is taken away is written down twice: in the unit that does so, and outside the database, where a restore does not
 * reach. With the unit, not before it: a mark of what was not committed would take away what nobody did. And nothing is
 * refused or put off because the place outside is away: then the mark follows.
 */
export const createRevocationsService = (deps: RevocationsDeps) => {
  const { db, clock, random, log } = deps;
  const marks = createRevocationMarks(deps);
  const soon = async (done: Promise<void>): Promise<void> => {
    let timer: Timer | undefined;
    const late = new Promise<void>((resolve) => {
      timer = clock.after(WAIT, resolve);
    });
    await Promise.race([done, late]);
    timer?.cancel();
  };

  let wanted = new Set<number>();
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    while (wanted.size > 0) {
      const moments = [...wanted];
      wanted = new Set();
      try {
        for (const at of moments) await marks.writePage(at);
      } catch (error) {
        log.error({ err: error }, 'what was revoked is not marked outside the database yet; it is tried again');
      }
    }
    running = undefined;
  };
  /** Those that come meanwhile are written together. */
  const publish = (at: number): Promise<void> => {
    wanted.add(at);
    running ??= run();
    return running;
  };

  const mark = async (tx: Tx): Promise<number | undefined> => {
    const what = revokedIn(tx);
    if (what.length === 0) return undefined;
    const at = clock.wallMs();
    const row = {
      id: randomId('rvk', random),
      at,
      marks: JSON.stringify(what.map(marks.markOf)),
      state: 'new' as const,
    };
    await revocationsRepo(tx).insert([row]);
    return at;
  };

  return {
    ...marks,

    /** The database for services: a unit that took something away resolves once that is marked outside, or could not be soon. */
    marked: (): Database => ({
      engine: db.engine,
      read: (work) => db.read(work),
      apart: (work) => db.apart(work),
      migrate: () => db.migrate(),
      close: async () => {
        await running;
        await db.close();
      },
      write: async (work) => {
        let at: number | undefined;
        const done = await db.write(async (tx) => {
          const result = await work(tx);
          at = await mark(tx);
          return result;
        });
        if (at !== undefined) await soon(publish(at));
        return done;
      },
    }),

    /** After a restore: what was revoked since is known here again. `waiting`: it is about somebody who is not, yet. */
    noteMissing: (tx: Tx, { id, at, marks: theirs }: MarkedUnit, state: 'marked' | 'waiting') =>
      revocationsRepo(tx).insert([{ id, at, marks: JSON.stringify(theirs), state }]),
    waiting: async (): Promise<MarkedUnit[]> =>
      (await db.read((tx) => revocationsRepo(tx).waiting(WAITING_AT_ONCE))).map(({ id, at, marks: theirs }) => ({
        id,
        at: Number(at),
        marks: JSON.parse(theirs) as Mark[],
      })),
    noteWaiting: (tx: Tx, { id, marks: theirs }: MarkedUnit, state: 'marked' | 'waiting') =>
      revocationsRepo(tx).setState(id, state, JSON.stringify(theirs)),

    /** Nothing is being written. */
    settled: async (): Promise<void> => running,
  };
};
