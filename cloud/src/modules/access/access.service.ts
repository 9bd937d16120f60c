import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database } from '../../db/unit-of-work.ts';
import type { ScopesService } from '../scopes/scopes.module.ts';
import { createPeople } from './people.ts';
import { createRules } from './rules.ts';

export interface AccessDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly scopes: Pick<ScopesService, 'changed' | 'checkTarget'>;
}
export type AccessService = ReturnType<typeof createAccessService>;

export const createAccessService = (deps: AccessDeps) => ({
  ...createPeople(deps),
  ...createRules(deps),
});
