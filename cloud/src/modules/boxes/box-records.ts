import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { ConfigurationReport } from '@gatehouse/shared/wire/configuration-report.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { boxesFault } from './boxes.faults.ts';
import { boxesRepo } from './boxes.repo.ts';

/** What is kept of a box beside its claim: what staff call it, where it is, and what it says that it has. */
export const createBoxRecords = (deps: {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Clock;
  /** How many doors a box drives. */
  readonly doorsOf: (tx: Tx, boxId: BoxId) => Promise<number>;
  readonly onDesiredStateChanged: (boxId: BoxId, revision: number) => void;
}) => ({
  find: (tx: Tx, boxId: BoxId) => boxesRepo(tx).find(boxId),
  /** The active boxes of a facility with what was last heard of each. */
  heardAt: (tx: Tx, facilityId: FacilityId) => boxesRepo(tx).heardAt(facilityId),
  presence: (tx: Tx, boxId: BoxId) => boxesRepo(tx).presence(boxId),

  describe: (tx: Tx, boxId: BoxId, words: Parameters<ReturnType<typeof boxesRepo>['describe']>[1]): Promise<unknown> =>
    boxesRepo(tx).describe(boxId, words),

  /** Numbers the next version of what the box should drive. */
  nextConfiguration: async (tx: Tx, boxId: BoxId): Promise<number> =>
    Number((await boxesRepo(tx).nextConfiguration(boxId)).configuration_version),

  /** The box goes on at another facility, which it finds out when it asks what it should be. Not while it drives doors. */
  move: async (tx: Tx, boxId: BoxId, from: FacilityId, to: FacilityId): Promise<void> => {
    const changed = await boxesRepo(tx).nextRevision(boxId);
    if ((await deps.doorsOf(tx, boxId)) > 0) throw boxesFault('box_has_doors', 'Take its doors from the box first.');
    if ((await boxesRepo(tx).move(boxId, from, to)) === undefined)
      throw boxesFault('box_unknown', 'There is no such active box.');
    if (changed !== undefined) afterCommit(tx, () => deps.onDesiredStateChanged(boxId, changed.desired_revision));
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
