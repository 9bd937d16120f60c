import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach } from 'vitest';
import type { TestEngine } from '../../../kit/db/engines.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { createWorld, scriptedLink, type World } from '../../../testing/world.ts';
import type { WindowChange } from '../source-reports.ts';

interface Running {
  db: Database;
  clock: ManualClock;
  world: World;
  /** The partner at the facility. */
  source: { partnerId: PartnerId; facilityId: FacilityId };
}

/** A facility that a partner pushes to, new for every test: `on` is the one of now. */
export const scoping = (open: TestEngine['open']) => {
  const on = {} as Running;
  beforeEach(async () => {
    on.clock = new ManualClock();
    on.db = await open();
    on.world = await createWorld(on.db, on.clock, scriptedLink(() => Promise.reject(new Error('no unlock here'))).link);
    on.source = { partnerId: on.world.partnerId, facilityId: on.world.facilityId };
  });
  return {
    on,
    stored: (changes: readonly WindowChange[], of = on.source) =>
      on.db.write((tx) => on.world.scopes.windowsStored(tx, { ...of, changes })),
    change: (memberId: string, before: readonly string[], after: readonly string[]): WindowChange => ({
      memberId,
      before,
      after,
    }),
    keys: () => on.world.scopes.listKeys(on.world.facilityId),
    warnings: () => on.world.warnings.list(on.world.facilityId),
    feed: async () => (await on.world.events.page(on.world.partnerId, { limit: 200 })).events,
    ref: (key: string) => ({ ...on.source, key }),
  };
};
