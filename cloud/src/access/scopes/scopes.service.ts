import type { DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import { type AccessChangeLogDeps, createAccessChangeLog } from './access-change-log.ts';
import { type AccessScope, accessScopesOf, checkTarget, createAccessScopes } from './access-scopes.ts';
import { createNarrowedAgain, targetHere } from './narrowed-again.ts';
import { type ScopeKey, toScopeKey } from './scope-key.ts';
import { scopeKeysRepo } from './scope-keys.repo.ts';
import { createScopeKeys } from './scope-keys.ts';
import { noSuchSource } from './scopes.faults.ts';
import { scopesRepo } from './scopes.repo.ts';
import type { Source } from './source-reports.ts';
import { createSources, type ListedSource, sourcesOf } from './sources.ts';
import { createStatusWords, statusMapOf } from './status-words.ts';

export type { StatusMap } from './status-words.ts';

export interface ScopesDeps {
  readonly db: Pick<Database, 'read' | 'write' | 'engine'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly warnings: Pick<WarningsService, 'keep' | 'close' | 'closeEverywhere' | 'openSubjects'>;
  readonly onRecorded: AccessChangeLogDeps['onRecorded'];
  /** What else points at an access scope, in words for staff; undefined if nothing does. */
  readonly namesScope: (tx: Tx, facilityId: FacilityId, scopeId: string) => Promise<string | undefined>;
}
export type ScopesService = ReturnType<typeof createScopesService>;

/** Scope keys by the partner whose words they are. */
export type NamedKeys = ReadonlyMap<PartnerId, ReadonlySet<string>>;

/** What a facility's access rules point at, at one version. */
export interface Pointers {
  readonly version: number;
  /** At their numbers; null where one was removed. */
  readonly doors: readonly (DoorId | null)[];
  readonly scopes: readonly AccessScope[];
  readonly keys: readonly ScopeKey[];
  readonly sources: readonly ListedSource[];
}

export const createScopesService = (deps: ScopesDeps) => {
  const changes = createAccessChangeLog(deps);
  const { warn, ...keys } = createScopeKeys(deps, changes);
  const sets = createAccessScopes(deps, { warn, ...changes });
  const words = createStatusWords(deps, changes);
  return {
    ...changes,
    ...keys,
    ...sets,
    ...createSources(deps, changes),
    ...words,
    ...createNarrowedAgain({ change: keys.setKey, update: sets.updateScope, setStatus: words.setStatus }),
    targetHere,
    statusMapOf,
    sourcesOf,
    checkTarget,

    /** Throws 404 for a partner that has no integration at the facility. */
    requireSource: async (tx: Tx, { facilityId, partnerId }: Source): Promise<void> => {
      if ((await scopesRepo(tx).findIntegration(facilityId, partnerId)) === undefined) throw noSuchSource();
    },

    /** Grows with every change of a fact of access at the facility. */
    versionOf: (tx: Tx, facilityId: FacilityId): Promise<number> => scopesRepo(tx).versionOf(facilityId),

    /** What is there to point at, and what these keys of these partners, or all there are, point at. */
    pointersOf: async (tx: Tx, facilityId: FacilityId, named: NamedKeys | 'all'): Promise<Pointers> => {
      const keys: ScopeKey[] = named === 'all' ? (await scopeKeysRepo(tx).listOf(facilityId)).map(toScopeKey) : [];
      for (const [partnerId, own] of named === 'all' ? [] : named)
        keys.push(...(await scopeKeysRepo(tx).find({ facilityId, partnerId }, [...own])).map(toScopeKey));
      return {
        version: await scopesRepo(tx).versionOf(facilityId),
        doors: await scopesRepo(tx).doorsOf(facilityId),
        scopes: await accessScopesOf(tx, facilityId),
        keys,
        sources: await sourcesOf(tx, facilityId),
      };
    },
  };
};
