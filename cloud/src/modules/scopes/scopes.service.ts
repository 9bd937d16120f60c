import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';
import { type AccessScope, accessScopesOf, checkTarget, createAccessScopes } from './access-scopes.ts';
import { type ScopeKey, toScopeKey } from './scope-key.ts';
import { scopeKeysRepo } from './scope-keys.repo.ts';
import { createScopeKeys } from './scope-keys.ts';
import { scopesRepo } from './scopes.repo.ts';
import { createSources, type ListedSource, sourcesOf } from './sources.ts';
import { createStatusWords, statusMapOf } from './status-words.ts';

export type { StatusMap } from './status-words.ts';

export interface ScopesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly warnings: Pick<WarningsService, 'keep' | 'close' | 'closeEverywhere'>;
}
export type ScopesService = ReturnType<typeof createScopesService>;

/** What a facility's access rules point at, at one version. */
export interface Pointers {
  readonly version: number;
  readonly doors: readonly DoorId[];
  readonly scopes: readonly AccessScope[];
  readonly keys: readonly ScopeKey[];
  readonly sources: readonly ListedSource[];
}

export const createScopesService = (deps: ScopesDeps) => {
  const { warn, ...keys } = createScopeKeys(deps);
  return {
    ...keys,
    ...createAccessScopes(deps, { warn }),
    ...createSources(deps),
    ...createStatusWords(deps),
    statusMapOf,
    checkTarget,

    /** For whoever changes other facts of access: takes the facility's row lock and raises its version. */
    changed: (tx: Tx, facilityId: FacilityId): Promise<number> => scopesRepo(tx).raiseVersion(facilityId),

    pointersOf: async (tx: Tx, facilityId: FacilityId): Promise<Pointers> => ({
      version: await scopesRepo(tx).versionOf(facilityId),
      doors: (await scopesRepo(tx).doorsOf(facilityId)).map(({ id }) => id as DoorId),
      scopes: await accessScopesOf(tx, facilityId),
      keys: (await scopeKeysRepo(tx).listOf(facilityId)).map(toScopeKey),
      sources: await sourcesOf(tx, facilityId),
    }),
  };
};
