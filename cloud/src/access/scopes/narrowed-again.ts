import type { DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { accessScopesOf, type createAccessScopes } from './access-scopes.ts';
import { type AccessTarget, parseTarget } from './access-target.ts';
import { scopeKeysRepo } from './scope-keys.repo.ts';
import type { createScopeKeys } from './scope-keys.ts';
import { scopesRepo } from './scopes.repo.ts';
import type { createStatusWords, StatusEffect } from './status-words.ts';

/** What of a target there is here. */
export const targetHere = async (tx: Tx, facilityId: FacilityId, text: string): Promise<AccessTarget | null> => {
  const target = parseTarget(text === '' ? null : text);
  if (target?.to === 'doors') {
    const here = new Set<DoorId | null>(await scopesRepo(tx).doorsOf(facilityId));
    return { to: 'doors', doorIds: target.doorIds.filter((id) => here.has(id)) };
  }
  if (target?.to === 'scopes') {
    const here = new Set((await accessScopesOf(tx, facilityId)).map(({ id }) => id));
    return { to: 'scopes', scopes: target.scopes.filter((id) => here.has(id)) };
  }
  return target ?? null;
};

interface Deps {
  readonly change: ReturnType<typeof createScopeKeys>['setKey'];
  readonly update: ReturnType<typeof createAccessScopes>['updateScope'];
  readonly setStatus: ReturnType<typeof createStatusWords>['setStatus'];
}

/** What staff made less of, when the database was restored: it is as they left it then, as far as it is known here. */
export const createNarrowedAgain = ({ change, update, setStatus }: Deps) => ({
  mapKeyAgain: async (
    tx: Tx,
    source: { readonly facilityId: FacilityId; readonly partnerId: PartnerId },
    [key = '', target = '', disabled]: readonly string[],
  ): Promise<boolean> => {
    // One that the partner has yet to send opens nothing.
    if ((await scopeKeysRepo(tx).find(source, [key])).length === 0) return false;
    const to = { target: await targetHere(tx, source.facilityId, target), disabled: disabled === '1' };
    return change(tx, { ...source, key }, to);
  },

  setScopeDoorsAgain: async (
    tx: Tx,
    facilityId: FacilityId,
    id: string,
    doors: readonly string[],
  ): Promise<boolean> => {
    if ((await scopesRepo(tx).find(facilityId, id)) === undefined) return false;
    const here = await scopesRepo(tx).doorsOf(facilityId);
    return update(
      tx,
      { facilityId, id },
      { doors: doors.flatMap((door) => here.find((known) => known === door) ?? []) },
    );
  },

  setStatusAgain: (tx: Tx, partnerId: PartnerId, [word = '', effect = '']: readonly string[]): Promise<boolean> =>
    setStatus(tx, partnerId, word, effect === '' ? null : (effect as StatusEffect)),
});
