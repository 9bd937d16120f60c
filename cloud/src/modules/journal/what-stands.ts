import type { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import { type Maintenance, NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { type SigningKey, signJws } from '@gatehouse/shared/wire/jws.ts';
import type { WhatStands, WhatStandsAnswer, WhatStandsAsk } from '@gatehouse/shared/wire/what-stands.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { journalRepo } from './journal.repo.ts';
import type { JournalService } from './journal.service.ts';

const lockdownOf = (fact: FactBody | undefined): Lockdown | null =>
  fact?.kind === 'lockdown.changed' ? fact.data.lockdown : null;

const maintenanceOf = (fact: FactBody | undefined): Maintenance | null => {
  if (fact?.kind === 'maintenance.changed') return fact.data.maintenance;
  if (fact?.kind === 'maintenance.ended') return { ...NO_MAINTENANCE, generation: fact.data.generation + 1 };
  return null;
};

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
  ) => Promise<Pick<DesiredState, 'doors' | 'held'> | undefined>;
  /** Signs what boxes are told. */
  readonly commandKey: SigningKey;
}) => {
  const newest = async (tx: Tx, doorId: DoorId, kinds: readonly FactBody['kind'][]): Promise<FactBody | undefined> => {
    const row = await journalRepo(tx).newestOf(doorId, kinds);
    return row && FactBody.parse(JSON.parse(row.body));
  };
  return async (boxId: BoxId, { nonce, journal }: WhatStandsAsk): Promise<WhatStandsAnswer> => {
    const wanted = await deps.desiredState(boxId, { epochs: true });
    return deps.db.read(async (tx) => {
      // A database that is older than what this box has seen does not know either: first somebody has to look.
      if (wanted === undefined || wanted.held === true || !(await deps.journal.isStored(tx, boxId, journal)))
        return { status: 'waiting' };
      const doors: WhatStands['doors'] = [];
      for (const { doorId } of wanted.doors)
        doors.push({
          doorId,
          lockdown: lockdownOf(await newest(tx, doorId, ['lockdown.changed'])),
          maintenance: maintenanceOf(await newest(tx, doorId, ['maintenance.changed', 'maintenance.ended'])),
        });
      return { status: 'known', jws: signJws({ v: 1, boxId, nonce, doors }, deps.commandKey) };
    });
  };
};
