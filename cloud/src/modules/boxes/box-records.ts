import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import { ConfigurationReport } from '@gatehouse/shared/wire/configuration-report.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { boxesFault } from './boxes.faults.ts';
import { boxesRepo } from './boxes.repo.ts';

/** Three beacons. */
const HEARD_WITHIN = Seconds(15);

/** What is kept of a box beside its claim: what staff call it, where it is, and what it says that it has. */
export const createBoxRecords = (deps: {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Clock;
  /** How many doors a box drives. */
  readonly doorsOf: (tx: Tx, boxId: BoxId) => Promise<number>;
  /** Whether everything is stored that a box says it wrote down. */
  readonly journalStored: (tx: Tx, boxId: BoxId, says: Beacon['journal']) => Promise<boolean>;
  readonly onDesiredStateChanged: (boxId: BoxId, revision: number) => void;
}) => ({
  find: (tx: Tx, boxId: BoxId) => boxesRepo(tx).find(boxId),
  /** The active boxes of a facility with what was last heard of each. */
  heardAt: (tx: Tx, facilityId: FacilityId) => boxesRepo(tx).heardAt(facilityId),
  presence: (tx: Tx, boxId: BoxId) => boxesRepo(tx).presence(boxId),
  /** The active boxes of all facilities of which nothing was heard since then: how many, and the `limit` that were heard of last. */
  silent: async (tx: Tx, since: number, limit: number) => ({
    count: await boxesRepo(tx).countSilent(since),
    boxes: await boxesRepo(tx).silent(since, limit),
  }),

  describe: (tx: Tx, boxId: BoxId, words: Parameters<ReturnType<typeof boxesRepo>['describe']>[1]): Promise<unknown> =>
    boxesRepo(tx).describe(boxId, words),

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

  takeReport: (boxId: BoxId, report: ConfigurationReport): Promise<void> =>
    deps.db.write(async (tx) => {
      const reported_at = deps.clock.wallMs();
      await boxesRepo(tx).putReport({ box_id: boxId, reported_at, report: JSON.stringify(report) });
    }),
});
