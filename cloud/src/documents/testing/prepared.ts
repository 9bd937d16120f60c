import type { ExampleWorld } from './example-world.ts';

/** What has to be so right before an example is sent for its answer to be the documented one, by operation. */
export const PREPARED: Readonly<Record<string, (world: ExampleWorld) => Promise<unknown>>> = {
  'sandbox.read': ({ api: { world } }) => {
    const { sandbox, facilityId, doorId, callBy } = world;
    return sandbox.simulate({ facility_id: facilityId, doorId, scenario: 'jam', seconds: 60 }, callBy());
  },
  // A window that is open around the moment that the example asks about, and a scope key that staff have mapped.
  'access.check': async ({ api: { world }, send, live }) => {
    const { db, scopes, partnerId, facilityId } = world;
    const at = Date.parse('2026-01-01T09:30:00Z') / 1_000;
    const member = {
      facility_id: facilityId,
      member_id: 'M-1001',
      first_name: 'Ada',
      last_name: 'Byron',
      access_time_windows: [{ external_id: 'day-pass', kind: 'absolute', from: at - 3_600, to: at + 3_600 }],
      access_time_windows_revision: 100,
    };
    await send({ method: 'POST', path: '/partner/v1/members', headers: live, body: { members: [member] } });
    await db.write((tx) =>
      scopes.setKey(tx, { partnerId, facilityId, key: 'default' }, { target: { to: 'facility' } }),
    );
  },
};
