import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { accessApi } from './testing/access-api.ts';

describe.each(ENGINES)('access by plans on $name', ({ open }) => {
  const { on, pushPlan, check } = accessApi(open);

  it('a plan opens in its zone’s hours, within its dates, and for the days of grace after them', async () => {
    await pushPlan({ start_date: '2026-01-01', end_date: '2026-01-01' });
    expect(await check({ at: '2026-01-01T08:59:59+10:00' })).toMatchObject({ reason: 'outside_hours' });
    expect(await check({ at: '2026-01-01T09:00:00+10:00' })).toMatchObject({ allowed: true, via: 'plan' });
    expect(await check({ at: '2025-12-25T09:00:00+10:00' })).toMatchObject({ allowed: false });
    expect(await check({ at: '2026-01-08T09:00:00+10:00' })).toMatchObject({ reason: 'plan_ended' });
    await on.world.db.write((tx) => on.world.access.setPolicy(tx, on.world.facilityId, { graceHours: 7 * 24 }));
    expect(await check({ at: '2026-01-08T09:00:00+10:00' })).toMatchObject({ allowed: true, via: 'grace' });
  });

  it('a status denies as the partner’s map says, and an unknown one denies nothing', async () => {
    await pushPlan({}, { membership_status: 'On Hold' });
    expect(await check()).toMatchObject({ allowed: false, reason: 'status_denied' });
    await pushPlan({}, { membership_status: 'Frozen' });
    expect(await check()).toMatchObject({ allowed: true });
    expect(await on.world.warnings.list(on.world.facilityId)).toMatchObject([{ kind: 'status_without_meaning' }]);
    await on.world.db.write((tx) => on.world.scopes.setStatus(tx, on.world.partnerId, 'frozen', 'deny'));
    expect(await check()).toMatchObject({ allowed: false, reason: 'status_denied' });
  });

  it('a zone of a plan that nobody has mapped opens nothing', async () => {
    await pushPlan();
    await on.world.db.write((tx) =>
      on.world.access.mapPlanZone(
        tx,
        { facilityId: on.world.facilityId, partnerId: on.world.partnerId, name: 'Floor' },
        { to: 'none' },
      ),
    );
    expect(await check()).toMatchObject({ allowed: false, reason: 'scope_unmapped' });
  });
});
