import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { type MemberKeeping, memberStoresOf } from './member-stores.ts';
import { createBriefingsService } from './modules/briefings/briefings.module.ts';
import { createErasuresService } from './modules/erasures/erasures.module.ts';
import { createRestored } from './modules/restores/restores.module.ts';
import { createRetentionService } from './modules/retention/retention.module.ts';
import { type Retaining, retainedOf } from './retained.ts';

type Given<Create extends (deps: never) => unknown> = Parameters<Create>[0];
type Restored = Given<typeof createRestored>;
type LaterServicesDeps = Omit<Given<typeof createErasuresService>, 'stores'> &
  Omit<Given<typeof createBriefingsService>, 'zones'> &
  Omit<Restored, 'takers' | 'feeds'> &
  Restored['takers'] &
  Readonly<Record<'events' | 'webhooks', Restored['feeds'][number]>> &
  MemberKeeping &
  Retaining;
export type LaterServices = ReturnType<typeof createLaterServices>;

/** The services that go through what all others keep, in dependency order. */
export const createLaterServices = (deps: LaterServicesDeps) => ({
  erasures: createErasuresService({ ...deps, stores: memberStoresOf(deps) }),
  restored: createRestored({ ...deps, takers: deps, feeds: [deps.events, deps.webhooks] }),
  briefings: createBriefingsService({ ...deps, zones: bundledZones() }),
  retention: createRetentionService({ ...deps, kinds: retainedOf(deps) }),
});
