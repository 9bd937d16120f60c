import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { doorsFault } from '../../sites/doors/doors.faults.ts';
import type { AccessChangeLog } from './access-change-log.ts';
import type { AccessTarget } from './access-target.ts';
import { toScopeKey } from './scope-key.ts';
import { scopeKeysRepo } from './scope-keys.repo.ts';
import type { createScopeKeys } from './scope-keys.ts';
import { scopesFault } from './scopes.faults.ts';
import { scopesRepo } from './scopes.repo.ts';
import type { ScopesDeps } from './scopes.service.ts';

/** As many as one target may name. */
const SCOPES_MAX = 1_000;

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
    if (door_id !== null) scope.doors.push(door_id);
  }
  return [...scopes.values()];
};

const checkDoors = async (tx: Tx, facilityId: FacilityId, doors: readonly DoorId[], field: string): Promise<void> => {
  const here = new Set<DoorId | null>(await scopesRepo(tx).doorsOf(facilityId));
  const missing = doors.find((id) => !here.has(id));
  if (missing !== undefined)
    throw doorsFault('door_unknown', `${field}: there is no door ${missing} at this facility.`);
};

/** Throws 404, naming the field, if a target names a door or a set that is not of this facility. */
export const checkTarget = async (tx: Tx, facilityId: FacilityId, target: AccessTarget): Promise<void> => {
  if (target.to === 'doors') await checkDoors(tx, facilityId, target.doorIds, 'target.doorIds');
  if (target.to !== 'scopes') return;
  const here = new Set((await accessScopesOf(tx, facilityId)).map(({ id }) => id));
  const missing = target.scopes.find((id) => !here.has(id));
  if (missing !== undefined) throw noSuchScope(`target.scopes: there is no access scope ${missing} at this facility.`);
};

const noSuchScope = (message: string) => scopesFault('access_scope_unknown', message);

const existing = async (tx: Tx, facilityId: FacilityId, id: string) => {
  const scope = await scopesRepo(tx).find(facilityId, id);
  if (scope === undefined) throw noSuchScope(`There is no access scope ${id} at this facility.`);
  return scope;
};

/** Whether a set has these doors already. Repeats count once. */
const sameDoors = (now: readonly string[], doors: readonly DoorId[]): boolean =>
  now.length === new Set(doors).size && doors.every((id) => now.includes(id));

/** Named sets of doors: made, changed and removed under the facility's lock. */
export const createAccessScopes = (
  { db, random, namesScope }: Pick<ScopesDeps, 'db' | 'random' | 'namesScope'>,
  {
    warn,
    recordChanges,
    lock,
  }: Pick<ReturnType<typeof createScopeKeys>, 'warn'> & Pick<AccessChangeLog, 'recordChanges' | 'lock'>,
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

  const update = async (
    tx: Tx,
    { facilityId, id }: { readonly facilityId: FacilityId; readonly id: string },
    { name, doors }: { name?: string; doors?: readonly DoorId[] },
  ): Promise<boolean> => {
    const repo = scopesRepo(tx);
    await lock(tx, facilityId);
    const before = await existing(tx, facilityId, id);
    // A name opens nothing: no box is told of it.
    if (name !== undefined && name !== before.name) {
      await nameIsFree(tx, facilityId, { id, name });
      await repo.rename(id, name);
    }
    if (doors === undefined) return false;
    await checkDoors(tx, facilityId, doors, 'doorIds');
    const had = await repo.doorsIn(id);
    if (sameDoors(had, doors)) return false;
    await recordChanges(tx, facilityId, ['facility']);
    await repo.setDoors(id, [...new Set(doors)]);
    if (had.some((door) => !doors.some((kept) => kept === door)))
      revoked(tx, { kind: 'access_scope', facilityId, subject: id, value: doors });
    await warn(tx, facilityId, await keysThatName(tx, facilityId, id));
    return true;
  };

  return {
    createScope: async (
      tx: Tx,
      facilityId: FacilityId,
      { name, doors }: { name: string; doors: readonly DoorId[] },
    ): Promise<string> => {
      const repo = scopesRepo(tx);
      await recordChanges(tx, facilityId, ['facility']);
      await nameIsFree(tx, facilityId, { name });
      await checkDoors(tx, facilityId, doors, 'doorIds');
      if ((await accessScopesOf(tx, facilityId)).length >= SCOPES_MAX)
        throw scopesFault('access_scopes_too_many', `A facility has at most ${SCOPES_MAX} access scopes.`);
      const id = randomId('scp', random);
      await repo.insert({ id, facility_id: facilityId, number: await repo.nextNumber(facilityId), name });
      await repo.setDoors(id, [...new Set(doors)]);
      return id;
    },

    /** Renames a set, or replaces its doors; whatever points at it opens the new ones. Resolves with whether its doors are others now. */
    updateScope: update,

    /** Removes a set that nothing points at: no scope key, no plan zone, no grant. The refusal names what does. */
    removeScope: async (tx: Tx, facilityId: FacilityId, id: string): Promise<void> => {
      await lock(tx, facilityId);
      await existing(tx, facilityId, id);
      const [mapped] = await keysThatName(tx, facilityId, id);
      const user = mapped === undefined ? await namesScope(tx, facilityId, id) : `the scope key ${mapped.key}`;
      if (user !== undefined) throw scopesFault('access_scope_in_use', `It is in use by ${user}.`);
      await recordChanges(tx, facilityId, ['facility']);
      await scopesRepo(tx).remove(id);
    },

    listScopes: (facilityId: FacilityId): Promise<AccessScope[]> => db.read((tx) => accessScopesOf(tx, facilityId)),
  };
};
