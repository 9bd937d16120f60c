import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { type SigningKey, signJws } from '@gatehouse/shared/wire/jws.ts';
import type { WhatStands, WhatStandsAnswer, WhatStandsAsk } from '@gatehouse/shared/wire/what-stands.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { JournalService } from './journal.service.ts';
import { lastHeard } from './last-heard.ts';

/**
 * Tells a box that has lost it what was last heard of its doors: by the facts of whichever box drove them. Not before
 * everything is stored that the box had written down when it asked: what it lost may be in there.
 */
export const createWhatStands = (deps: {
  readonly db: Pick<Database, 'read'>;
  readonly journal: Pick<JournalService, 'isStored'>;
  readonly desiredState: (
    boxId: BoxId,
    which: { epochs: boolean },
  ) => Promise<Pick<DesiredState, 'doors' | 'held' | 'epoch' | 'facility'> | undefined>;
  /** Whether what a database that was restored once knows may end the doubt of this box. */
  readonly mayEndDoubt: (facilityId: FacilityId, boxId: BoxId) => Promise<boolean>;
  /** Signs what boxes are told. */
  readonly commandKey: SigningKey;
}) => {
  return async (boxId: BoxId, { nonce, journal }: WhatStandsAsk): Promise<WhatStandsAnswer> => {
    const wanted = await deps.desiredState(boxId, { epochs: true });
    // An epoch is what a restore leaves: its word alone ends nothing.
    if (wanted?.epoch !== undefined && !(await deps.mayEndDoubt(wanted.facility.id, boxId)))
      return { status: 'waiting' };
    return deps.db.read(async (tx) => {
      // A database that is older than what this box has seen does not know either: first somebody has to look.
      if (wanted === undefined || wanted.held === true || !(await deps.journal.isStored(tx, boxId, journal)))
        return { status: 'waiting' };
      const doors: WhatStands['doors'] = [];
      for (const { doorId } of wanted.doors) doors.push({ doorId, ...(await lastHeard(tx, doorId)) });
      return { status: 'known', jws: signJws({ v: 1, boxId, nonce, doors }, deps.commandKey) };
    });
  };
};
