import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type Recorded, tallyRepo } from './tally.repo.ts';

/** What boxes told in a period of entries, denials and doors in alarm, counted; `most` of each are. */
export const tally = async (tx: Tx, facilityId: FacilityId, period: Recorded, most: number) => {
  const entries = await tallyRepo(tx).countEntries(facilityId, period, most);
  const alarms = await tallyRepo(tx).countAlarms(facilityId, period, most);
  const of = (wanted: string) => entries.filter(({ kind }) => kind === wanted);
  return {
    granted: of('access.granted').reduce((sum, { count }) => sum + Number(count), 0),
    denied: of('access.denied').map(({ outcome, count }) => ({ reason: outcome ?? '', count: Number(count) })),
    alarms: alarms.map(({ door_id, kind, count }) => ({
      doorId: door_id ?? uncheckedId<DoorId>(''),
      alarm: kind === 'door.held_open' ? ('held_open' as const) : ('forced' as const),
      count: Number(count),
    })),
  };
};
