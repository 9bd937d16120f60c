import type { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import { type Maintenance, NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { newestOf } from './last-heard.repo.ts';

/** What was last heard to stand over a door; null for nothing ever. */
export interface LastHeard {
  readonly lockdown: Lockdown | null;
  readonly maintenance: Maintenance | null;
}

const lockdownOf = (fact: FactBody | undefined): Lockdown | null =>
  fact?.kind === 'lockdown.changed' ? fact.data.lockdown : null;

const maintenanceOf = (fact: FactBody | undefined): Maintenance | null => {
  if (fact?.kind === 'maintenance.changed') return fact.data.maintenance;
  if (fact?.kind === 'maintenance.ended') return { ...NO_MAINTENANCE, generation: fact.data.generation + 1 };
  return null;
};

/**
 * By the facts of the box that has the door, and of those that had it before as far as they had come when it was given away: what
 * a former one still sends says how the door was, and not how it is. Or by the facts of one box.
 */
export const lastHeard = async (tx: Tx, doorId: DoorId, boxId?: BoxId): Promise<LastHeard> => {
  const newest = async (kinds: readonly FactBody['kind'][]): Promise<FactBody | undefined> => {
    const row = await newestOf(tx, { doorId, boxId }, kinds);
    return row && FactBody.parse(JSON.parse(row.body));
  };
  return {
    lockdown: lockdownOf(await newest(['lockdown.changed'])),
    maintenance: maintenanceOf(await newest(['maintenance.changed', 'maintenance.ended'])),
  };
};
