import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { NewWarning } from '../warnings/warnings.service.ts';
import { journalRepo } from './journal.repo.ts';

/** A box begins a new one when its store was lost. */
const EPOCHS_A_DAY = 30;

/** Whether a journal would be one too many of a box for this day, by facts or by what its beacons say of it. */
export const isOneTooMany = async (
  tx: Tx,
  { boxId, epoch, now }: { readonly boxId: BoxId; readonly epoch: string; readonly now: number },
): Promise<boolean> => {
  const known = await journalRepo(tx).epochsOf([boxId]);
  const since = now - Days(1);
  return (
    !known.some((row) => row.epoch === epoch) &&
    known.filter(({ first_at }) => Number(first_at) > since).length >= EPOCHS_A_DAY
  );
};

export const tooManyEpochs = (boxId: BoxId, facilityId: FacilityId): NewWarning => ({
  kind: 'box_cloned',
  facilityId,
  subject: boxId,
  message: `Box ${boxId} began more than ${EPOCHS_A_DAY} journals within a day: its disk is failing, or it is not what it was. What it writes stays there until tomorrow.`,
});
