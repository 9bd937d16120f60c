import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Ingest } from '../../kit/ingest/ingest.ts';
import type { BoxesService } from '../../sites/boxes/boxes.module.ts';
import type { ScopesService } from '../scopes/scopes.module.ts';
import { type BuildDeps, type Built, buildRevision } from './build-revision.ts';
import { madeBy } from './made-by.ts';
import { snapshotsRepo } from './snapshots.repo.ts';

export interface BuilderDeps extends BuildDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly scopes: BuildDeps['scopes'] & Pick<ScopesService, 'changedFacilities' | 'clearChanges'>;
  readonly boxes: Pick<BoxesService, 'activeAt'>;
  /** Units of builders and of batches take turns, so that whoever unlocks a door waits for one of them at most. */
  readonly ingest: Pick<Ingest, 'alone'>;
  readonly log: { error(detail: unknown, message: string): void };
  /** A revision was committed: told after every unit that wrote one. */
  readonly onBuilt: (facilityId: FacilityId, head: Built['head']) => void;
}

/** Changes that come together become one revision. */
const GATHER = Milliseconds(50);
/** Changes recorded by other replicas, or by a process that died, are found within this time. */
const SWEEP_EVERY = Seconds(5);

/** Builds revisions of facilities' snapshots: after commits that recorded changes, and on request. */
export const createBuilder = (deps: BuilderDeps) => {
  const { db, clock, scopes, boxes, ingest, log, onBuilt } = deps;
  const running = new Map<FacilityId, Promise<void>>();
  const gathering = new Map<FacilityId, { cancel(): void }>();
  let state: 'idle' | 'started' | 'closed' = 'idle';
  let sweeper: { cancel(): void } | undefined;

  /** A facility without a box that was never asked for has nobody to be told of anything. */
  const nobodyAt = async (tx: Tx, facilityId: FacilityId): Promise<boolean> =>
    (await snapshotsRepo(tx).findHead(facilityId)) === undefined && (await boxes.activeAt(tx, facilityId)).length === 0;
  const unheard = async (facilityId: FacilityId): Promise<boolean> => {
    const since = clock.wallMs();
    if (!(await db.read((tx) => nobodyAt(tx, facilityId)))) return false;
    return db.write(async (tx) => {
      const still = await nobodyAt(tx, facilityId); // A box may have come meanwhile, or come now: what is newer stays.
      if (still) await scopes.clearChanges(tx, facilityId, since);
      return still;
    });
  };

  const buildAll = async (facilityId: FacilityId): Promise<void> => {
    for (let more = true; more && state !== 'closed'; ) {
      const built = await ingest.alone(() => db.write((tx) => buildRevision(tx, deps, facilityId)));
      if (built.changed) onBuilt(facilityId, built.head);
      more = built.more;
    }
  };

  /** Builds until nothing is left; joins whoever does already, and then looks once more. */
  const build = async (facilityId: FacilityId): Promise<void> => {
    await running.get(facilityId)?.catch(() => undefined);
    const joined = running.get(facilityId);
    if (joined !== undefined) return joined;
    const run = buildAll(facilityId).finally(() => running.delete(facilityId));
    running.set(facilityId, run);
    return run;
  };

  const buildQuietly = async (facilityId: FacilityId): Promise<void> => {
    try {
      if (!(await unheard(facilityId))) await build(facilityId);
    } catch (error) {
      log.error({ err: error, facilityId }, 'a snapshot could not be built; the next sweep tries again');
    }
  };

  const sweep = async (): Promise<void> => {
    const facilities = await db.read(async (tx) => [
      ...(await scopes.changedFacilities(tx)),
      ...(await snapshotsRepo(tx).unfinished(madeBy(deps))),
    ]);
    for (const facilityId of new Set(facilities)) await buildQuietly(facilityId);
  };
  const sweepQuietly = (): void =>
    void sweep().catch((error: unknown) => log.error({ err: error }, 'changes of access were not looked for'));

  return {
    build,

    /** Builds for at most so long. What is left is built on, and found by whoever asks again. */
    settle: async (facilityId: FacilityId, within: Duration): Promise<void> => {
      await Promise.race([build(facilityId), sleep(clock, within)]);
    },

    /** Called after a commit that recorded changes. */
    wake: (facilityId: FacilityId): void => {
      if (state !== 'started' || gathering.has(facilityId)) return;
      gathering.set(
        facilityId,
        clock.after(GATHER, () => {
          gathering.delete(facilityId);
          void buildQuietly(facilityId);
        }),
      );
    },

    sweep,

    start: (): void => {
      state = 'started';
      sweepQuietly();
      sweeper = clock.every(SWEEP_EVERY, sweepQuietly);
    },

    /** Ends after the unit that runs. */
    close: async (): Promise<void> => {
      state = 'closed';
      sweeper?.cancel();
      for (const timer of gathering.values()) timer.cancel();
      gathering.clear();
      await Promise.allSettled(running.values());
    },
  };
};
