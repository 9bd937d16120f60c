import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { batchKind } from './plans.batch.ts';
import { createPlansStore } from './plans.store.ts';

describe.each(ENGINES)('storing plans on $name', ({ open }) => {
  it('takes the locks of facilities in the order of their ids, as every other unit does', async () => {
    const db = await open();
    const clock = new ManualClock();
    const world = await createWorld(db, clock, scriptedLink(confirms).link);
    const { organisations, orgId, partnerId, facilityId } = world;
    const facilities = [facilityId];
    for (const name of ['North', 'South', 'West'])
      facilities.push(await organisations.createFacility({ orgId, name, timezone: 'UTC' }));
    const locked: FacilityId[] = [];
    const store = createPlansStore({
      clock,
      scopes: {
        recordChanges: async (_tx, id) => {
          locked.push(id);
          return 1;
        },
      },
    });
    const { fields } = batchKind.build({ item: { membership_plan_id: 'gold', name: 'Gold' }, guarded: false });
    const changes = facilities
      .toSorted()
      .toReversed()
      .map((id, index) => {
        const outcome = store.judge(
          { index, facilityId: id, timezone: 'UTC', row: { planId: 'gold', fields } },
          undefined,
        );
        if (!('save' in outcome)) return expect.fail('a new plan is to be saved');
        return { facilityId: id, key: 'gold', before: undefined, after: outcome.save };
      });
    await db.write((tx) => store.save(tx, partnerId, changes));
    expect(locked).toEqual(facilities.toSorted());
    await world.partners.close();
    await db.close();
  });
});
