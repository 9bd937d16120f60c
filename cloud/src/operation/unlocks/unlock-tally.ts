import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type Begun, unlockTallyRepo } from './unlock-tally.repo.ts';

/** How many unlocks were asked for at a facility in a period, and what became of those that failed; `most` are counted. */
export const unlockTally = async (tx: Tx, facilityId: FacilityId, period: Begun, most: number) => ({
  begun: await unlockTallyRepo(tx).countBegun(facilityId, period, most),
  failed: (await unlockTallyRepo(tx).countFailed(facilityId, period, most)).map((row) => ({
    doorId: row.door_id,
    outcome: row.outcome ?? 'running',
    /** The lock moved although the answer had been given. */
    movedLate: Number(row.moved) === 1,
    count: Number(row.count),
  })),
});
