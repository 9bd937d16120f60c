import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import { doorsFault } from '../doors/doors.faults.ts';
import type { AccessTarget } from './access-target.ts';
import type { Changes } from './changes.ts';
import { toScopeKey } from './scope-key.ts';
import { scopeKeysRepo } from './scope-keys.repo.ts';
import type { createScopeKeys } from './scope-keys.ts';
import { scopesFault } from './scopes.faults.ts';
import { scopesRepo } from './scopes.repo.ts';
import type { ScopesDeps } from './scopes.service.ts';

/** A named set of doors. */
export interface AccessScope {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly doors: readonly DoorId[];
}

export const accessScopesOf = async (tx: Tx, facilityId: FacilityId): Promise<AccessScope[]> => {
  const scopes = new Map<string, AccessScope & { doors: DoorId[] }>();
  for (const { id, number, name, door_id } of await scopesRepo(tx).list(facilityId)) {
    const scope = scopes.get(id) ?? { id, number, name, doors: [] };
    scopes.set(id, scope);
    if (door_id !== null) scope.doors.push(door_id as DoorId);
  }
  return [...scopes.values()];
};

const checkDoors = async (tx: Tx, facilityId: FacilityId, doors: readonly DoorId[]): Promise<void> => {
  const here = new Set<DoorId | null>(await scopesRepo(tx).doorsOf(facilityId));
  const missing = doors.find((id) => !here.has(id));
  if (missing !== undefined) throw doorsFault('door_unknown', `There is no door ${missing} at this facility.`);
};

/** Throws 404 if a target names a door or a set that is not of this facility. */
export const checkTarget = async (tx: Tx, facilityId: FacilityId, target: AccessTarget): Promise<void> => {
  if (target.to === 'doors') await checkDoors(tx, facilityId, target.doors);
  if (target.to === 'scopes') for (const id of target.scopes) await existing(tx, facilityId, id);
};

const existing = async (tx: Tx, facilityId: FacilityId, id: string) => {
  const scope = await scopesRepo(tx).find(facilityId, id);
  if (scope === undefined)
    throw scopesFault('access_scope_unknown', `There is no access scope ${id} at this facility.`);
  return scope;
};

/** Named sets of doors: made, changed and removed under the facility's lock. */
export const createAccessScopes = (
  { db, random }: Pick<ScopesDeps, 'db' | 'random'>,
  { warn, changed }: Pick<ReturnType<typeof createScopeKeys>, 'warn'> & Pick<Changes, 'changed'>,
) => {
  const keysThatName = async (tx: Tx, facilityId: FacilityId, id: string) =>
    (await scopeKeysRepo(tx).listOf(facilityId))
      .map(toScopeKey)
      .filter(({ target }) => target?.to === 'scopes' && target.scopes.includes(id));

  const nameIsFree = async (tx: Tx, facilityId: FacilityId, { id, name }: { id?: string; name: string }) => {
    const taken = await scopesRepo(tx).findByName(facilityId, name);
    if (taken !== undefined && taken.id !== id)
      throw scopesFault('access_scope_name_taken', `There is an access scope named ${name} at this facility already.`);
  };

  return {
    createScope: (
      facilityId: FacilityId,
      { name, doors }: { name: string; doors: readonly DoorId[] },
    ): Promise<string> =>
      db.write(async (tx) => {
        const repo = scopesRepo(tx);
        await changed(tx, facilityId, ['facility']);
        await nameIsFree(tx, facilityId, { name });
        await checkDoors(tx, facilityId, doors);
        const id = randomId('scp', random);
        await repo.insert({ id, facility_id: facilityId, number: await repo.nextNumber(facilityId), name });
        await repo.setDoors(id, [...new Set(doors)]);
        return id;
      }),

    /** Renames a set, or replaces its doors; whatever points at it opens the new ones. */
    updateScope: (
      facilityId: FacilityId,
      id: string,
      { name, doors }: { name?: string; doors?: readonly DoorId[] },
    ): Promise<void> =>
      db.write(async (tx) => {
        const repo = scopesRepo(tx);
        await changed(tx, facilityId, ['facility']);
        await existing(tx, facilityId, id);
        if (name !== undefined) {
          await nameIsFree(tx, facilityId, { id, name });
          await repo.rename(id, name);
        }
        if (doors === undefined) return;
        await checkDoors(tx, facilityId, doors);
        await repo.setDoors(id, [...new Set(doors)]);
        await warn(tx, facilityId, await keysThatName(tx, facilityId, id));
      }),

    /** Removes a set that no scope key is mapped to. Grants and plan zones that name it open nothing from then on. */
    removeScope: (facilityId: FacilityId, id: string): Promise<void> =>
      db.write(async (tx) => {
        // Who has a grant for it has one less.
        await changed(tx, facilityId, ['facility', 'all']);
        await existing(tx, facilityId, id);
        const [user] = await keysThatName(tx, facilityId, id);
        if (user !== undefined)
          throw scopesFault('access_scope_in_use', `The scope key ${user.key} is mapped to this access scope.`);
        await scopesRepo(tx).remove(id);
      }),

    listScopes: (facilityId: FacilityId): Promise<AccessScope[]> => db.read((tx) => accessScopesOf(tx, facilityId)),
  };
};
