import { randomUUID } from 'node:crypto';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { AccessMark } from '@gatehouse/shared/wire/beacon.ts';
import { afterCommit } from '../../kit/db/after-commit.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../../sites/boxes/boxes.module.ts';
import type { ChangeKey, ScopesService } from '../scopes/scopes.module.ts';
import { type BuilderDeps, createBuilder } from './builder.ts';
import { createEnforcement, type EnforcementDeps } from './enforcement.ts';
import { createNewest } from './newest.ts';
import { pageOf, type ReadTo } from './pages.ts';
import { snapshotsFault } from './snapshots.faults.ts';
import { snapshotsRepo } from './snapshots.repo.ts';

export interface SnapshotsDeps extends Omit<BuilderDeps, 'onBuilt' | 'changeKeysAtOnce'> {
  readonly db: Pick<Database, 'read' | 'write' | 'engine'>;
  readonly clock: Clock;
  readonly boxes: Pick<BoxesService, 'findActive' | 'activeAt' | 'beaconsAtEach'>;
  readonly scopes: Pick<ScopesService, 'takeChanges' | 'changedFacilities' | 'clearChanges'>;
  readonly warnings: EnforcementDeps['warnings'];
  /** Tells a box that there is a newer snapshot. What is lost of it does no harm: beacons are answered with the newest too. */
  readonly nudge: (boxId: BoxId, revision: number) => void;
}
export type SnapshotsService = ReturnType<typeof createSnapshotsService>;

/** On SQLite nothing else is written meanwhile, so a unit is short there. */
const CHANGE_KEYS_AT_ONCE = { sqlite: 100, postgres: 500 };
/** How long a box that has all there is waits for changes that are recorded and not built yet. */
const WAIT_FOR_CHANGES = Seconds(1);
/** More people than a facility gets for as long as a backup is kept. */
const NUMBERS_PASSED = 1_000_000;
/** Boxes are told at once of the first of many revisions in a row, and then so often. */
const NUDGE_EVERY = Seconds(1);

export const createSnapshotsService = (deps: SnapshotsDeps) => {
  const { db, clock, boxes, log, nudge } = deps;
  const newest = createNewest(deps);
  const nudges = new Map<FacilityId, { readonly timer: { cancel(): void }; revision: number | undefined }>();

  const tell = async (facilityId: FacilityId, revision: number): Promise<void> => {
    for (const boxId of await db.read((tx) => boxes.activeAt(tx, facilityId))) nudge(boxId, revision);
  };
  const tellQuietly = (facilityId: FacilityId, revision: number): void =>
    void tell(facilityId, revision).catch((error: unknown) =>
      log.error({ err: error, facilityId }, 'a nudge was lost'),
    );

  const builder = createBuilder({
    ...deps,
    changeKeysAtOnce: CHANGE_KEYS_AT_ONCE[db.engine],
    onBuilt: (facilityId, { revision, built }) => {
      newest.forget(facilityId);
      if (built === 0) return;
      const waiting = nudges.get(facilityId);
      if (waiting !== undefined) {
        waiting.revision = revision;
        return;
      }
      tellQuietly(facilityId, revision);
      const timer = clock.after(NUDGE_EVERY, () => {
        const later = nudges.get(facilityId)?.revision;
        nudges.delete(facilityId);
        if (later !== undefined) tellQuietly(facilityId, later);
      });
      nudges.set(facilityId, { timer, revision: undefined });
    },
  });

  return {
    ...createEnforcement({ ...deps, newest }),

    /** Called after a commit that recorded changes of the facility. */
    changesRecorded: builder.wake,
    build: builder.build,
    sweep: builder.sweep,
    start: builder.start,
    close: async (): Promise<void> => {
      await builder.close();
      for (const { timer } of nudges.values()) timer.cancel();
      nudges.clear();
    },

    /** The next page for a box of the facility. Throws 503 while the first snapshot is being made. */
    pageFor: async (facilityId: FacilityId, readTo: ReadTo) => {
      const read = () => db.read((tx) => pageOf(tx, facilityId, readTo));
      const page = await read();
      if (page !== undefined && !page.complete) return page;
      await builder.settle(facilityId, WAIT_FOR_CHANGES);
      const newer = await read();
      if (newer === undefined)
        throw snapshotsFault('snapshot_not_ready', 'The snapshot is still being made.', {
          headers: { 'retry-after': '5' },
        });
      return newer;
    },

    /**
     * After a restore: what boxes have of any facility is of another history, whatever its number, and facts that they still
     * send name people who were given numbers in it.
     */
    renewEpochs: async (tx: Tx): Promise<void> => {
      await snapshotsRepo(tx).passNumbers(NUMBERS_PASSED);
      for (const facilityId of await snapshotsRepo(tx).heads()) {
        await snapshotsRepo(tx).setHead(facilityId, { epoch: randomUUID() });
        afterCommit(tx, () => newest.forget(facilityId));
      }
    },

    /** What a box's beacon is answered with. */
    newestMark: async (boxId: BoxId): Promise<AccessMark | undefined> => {
      const there = await newest.of(boxId);
      return there && { epoch: there.epoch, revision: there.revision };
    },

    /** The numbers of those of these change keys that have, or had, one. */
    numbersOf: (tx: Tx, facilityId: FacilityId, keys: readonly string[]): Promise<ReadonlyMap<string, number>> =>
      snapshotsRepo(tx).numbersOf(facilityId, keys),

    /** The same as `changeKeyOf`, of many. */
    changeKeysOf: (tx: Tx, facilityId: FacilityId, numbers: readonly number[]): Promise<ReadonlyMap<number, string>> =>
      snapshotsRepo(tx).changeKeysOf(facilityId, numbers),

    /** Keeps whoever builds the facility's snapshot waiting until the unit ends. Before any other lock. */
    claim: (tx: Tx, facilityId: FacilityId): Promise<unknown> => snapshotsRepo(tx).lockHead(facilityId),

    /** What these are called by boxes and in facts stands for nobody from now on. Resolves with what to mark, so that boxes drop them. */
    forgetNumbers: async (tx: Tx, facilityId: FacilityId, keys: readonly ChangeKey[]): Promise<ChangeKey[]> =>
      (await snapshotsRepo(tx).forgetNumbers(facilityId, keys)).map((number): ChangeKey => `gone:${number}`),

    /** Who has, or had, a number at a facility: `member:<partner>:<member>` or `person:<person>`; nobody who was erased. */
    changeKeyOf: (tx: Tx, facilityId: FacilityId, number: number): Promise<string | undefined> =>
      snapshotsRepo(tx).changeKeyOf(facilityId, number),
  };
};
