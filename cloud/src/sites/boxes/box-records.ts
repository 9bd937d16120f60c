import { randomUUID } from 'node:crypto';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import { ConfigurationReport } from '@gatehouse/shared/wire/configuration-report.ts';
import { afterCommit } from '../../kit/db/after-commit.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { boxesFault } from './boxes.faults.ts';
import { boxesRepo } from './boxes.repo.ts';

/** Three beacons. */
const HEARD_WITHIN = Seconds(15);

/** What is kept of a box beside its claim: what staff call it, where it is, and what it says that it has. */
export const createBoxRecords = (deps: {
  readonly clock: Clock;
  /** How many doors a box drives. */
  readonly doorsOf: (tx: Tx, boxId: BoxId) => Promise<number>;
  /** Whether everything is stored that a box says it wrote down. */
  readonly journalStored: (tx: Tx, boxId: BoxId, says: Beacon['journal']) => Promise<boolean>;
  readonly doorsHashOf: (tx: Tx, boxId: BoxId) => Promise<string>;
  readonly onDesiredStateChanged: (boxId: BoxId, revision: number) => void;
  readonly onHeld: (tx: Tx, facilityId: FacilityId, boxId: BoxId) => Promise<unknown>;
  readonly onSame: (tx: Tx, facilityId: FacilityId, boxId: BoxId) => Promise<unknown>;
}) => {
  /** The box follows the doors that are known here from now on. */
  const release = async (tx: Tx, boxId: BoxId): Promise<void> => {
    await boxesRepo(tx).release(boxId);
    const changed = await boxesRepo(tx).nextRevision(boxId);
    if (changed !== undefined) afterCommit(tx, () => deps.onDesiredStateChanged(boxId, changed.desired_revision));
  };
  return {
    find: (tx: Tx, boxId: BoxId) => boxesRepo(tx).find(boxId),
    /** The active boxes of a facility with what was last heard of each. */
    heardAt: (tx: Tx, facilityId: FacilityId) => boxesRepo(tx).activeAtEach([facilityId]),
    /** The same of many facilities together. */
    activeAtEach: async (tx: Tx, facilityIds: readonly FacilityId[]) =>
      facilityIds.length === 0 ? [] : boxesRepo(tx).activeAtEach(facilityIds),
    presence: (tx: Tx, boxId: BoxId) => boxesRepo(tx).presence(boxId),
    /** The active boxes of all facilities of which nothing was heard since then: how many, and the `limit` that were heard of last. */
    silent: async (tx: Tx, since: number, limit: number) => ({
      count: await boxesRepo(tx).countSilent(since),
      boxes: await boxesRepo(tx).silent(since, limit),
    }),

    describe: (
      tx: Tx,
      boxId: BoxId,
      words: Parameters<ReturnType<typeof boxesRepo>['describe']>[1],
    ): Promise<unknown> => boxesRepo(tx).describe(boxId, words),

    /** Numbers the next version of what the box should drive. */
    nextConfiguration: async (tx: Tx, boxId: BoxId): Promise<number> =>
      Number((await boxesRepo(tx).nextConfiguration(boxId)).configuration_version),

    /**
     * The box goes on at another facility, which it finds out when it asks what it should be. Not while it drives doors, nor
     * before everything that it wrote down about them is stored: a fact is of the facility where its box is when it comes.
     */
    move: async (tx: Tx, boxId: BoxId, from: FacilityId, to: FacilityId): Promise<void> => {
      const repo = boxesRepo(tx);
      const changed = await repo.nextRevision(boxId);
      const box = await repo.find(boxId);
      if (changed === undefined || box?.status !== 'active' || box.facility_id !== from)
        throw boxesFault('box_unknown', 'There is no such active box.');
      if ((await deps.doorsOf(tx, boxId)) > 0) throw boxesFault('box_has_doors', 'Take its doors from the box first.');
      const heard = await repo.presence(boxId);
      const isOnline = heard?.gone_at === null && deps.clock.wallMs() - Number(heard.received_at) < HEARD_WITHIN;
      if (!isOnline) throw boxesFault('box_not_settled', 'The box is not online.');
      const { doors, configRevision, journal } = JSON.parse(heard.beacon) as Beacon;
      if (doors.length > 0 || configRevision < Number(changed.desired_revision) - 1)
        throw boxesFault('box_not_settled', 'The box has not taken its newest configuration yet.');
      if (!(await deps.journalStored(tx, boxId, journal)))
        throw boxesFault('box_not_settled', 'Not everything that the box wrote down here is stored yet.');
      await repo.move(boxId, to, deps.clock.wallMs());
      afterCommit(tx, () => deps.onDesiredStateChanged(boxId, changed.desired_revision));
    },

    /** Since when (ms since 1970) it has not been as it should, or null: it is. */
    noteDiffers: (tx: Tx, boxId: BoxId, since: number | null): Promise<unknown> =>
      boxesRepo(tx).noteDiffers(boxId, since),

    /** What a box last said that it has and drives; `undefined` for one that never did. */
    reported: async (tx: Tx, boxId: BoxId) => {
      const row = await boxesRepo(tx).report(boxId);
      if (row === undefined) return undefined;
      return {
        reportedAtMs: Number(row.reported_at),
        report: ConfigurationReport.parse(JSON.parse(row.report)),
      };
    },

    takeReport: async (tx: Tx, boxId: BoxId, report: ConfigurationReport): Promise<void> => {
      const reported_at = deps.clock.wallMs();
      await boxesRepo(tx).putReport({ box_id: boxId, reported_at, report: JSON.stringify(report) });
      const box = await boxesRepo(tx).find(boxId);
      if (box === undefined || box.held_since === null || report.doorsHash !== (await deps.doorsHashOf(tx, boxId)))
        return;
      // It has the doors that are known here: there is nothing to confirm.
      await release(tx, boxId);
      await deps.onSame(tx, box.facility_id, boxId);
    },

    /**
     * The database is one from a backup: what every box should be begins another epoch, and boxes keep the doors that they
     * have until staff have confirmed those that are known here.
     */
    holdAll: async (tx: Tx): Promise<void> => {
      for (const { id, facility_id } of await boxesRepo(tx).active()) {
        await boxesRepo(tx).hold(id, randomUUID(), deps.clock.wallMs());
        await deps.onHeld(tx, facility_id, id);
      }
    },

    release,
  };
};
