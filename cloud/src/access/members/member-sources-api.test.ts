import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { basic } from '../../testing/partner-api.ts';
import { absolute, membersApi } from './testing/members-api.ts';

describe.each(ENGINES)('the source of pushed members on $name', ({ open }) => {
  const { on, aMember, withWindows, send, push } = membersApi(open);

  const refused = () => on.db.read((tx) => tx.selectFrom('refused_member').select(['member_id', 'reason']).execute());
  const lastPush = async () => (await on.api.world.scopes.listSources(on.facilityId))[0]?.lastPushAt;

  it('is as fresh as its last push, also when that changed nothing', async () => {
    await push(aMember());
    const first = await lastPush();
    expect(first).toBe(on.clock.wallMs());
    await push(aMember());
    expect(await lastPush()).toBe(on.clock.wallMs());
    expect(await lastPush()).toBeGreaterThan(first as number);
  });

  it('is told of members that were refused, until they are taken', async () => {
    await push(withWindows(1, [absolute()]));
    await push(withWindows(1, []), aMember({ member_id: 'M-2' }));
    expect(await refused()).toMatchObject([{ member_id: 'M-1' }]);
    await push(withWindows(2, []));
    expect(await refused()).toEqual([]);
    await push(
      withWindows(3, [absolute({ to: 0 })]),
      withWindows(undefined, [], { member_id: 'M-2' }),
      aMember({ member_id: 'M-3' }),
    );
    expect((await refused()).map(({ member_id }) => member_id).sort()).toEqual(['M-1', 'M-2']);
    await push(withWindows(3, []), withWindows(1, [], { member_id: 'M-2' }));
    expect(await refused()).toEqual([]);
  });

  it('is told of every facility of a batch', async () => {
    const second = await on.api.world.organisations.createFacility({
      orgId: on.api.world.orgId,
      name: 'Second',
      timezone: 'UTC',
    });
    await on.api.world.db.write((tx) =>
      on.api.world.partners.setIntegration(tx, on.api.world.partnerId, second, { enabled: true }),
    );
    await push(aMember(), aMember({ facility_id: second }));
    for (const at of [on.facilityId, second])
      expect((await on.api.world.scopes.listSources(at))[0]?.lastPushAt).toBe(on.clock.wallMs());
  });

  it('a dryrun tells it nothing', async () => {
    const dry = basic((await on.api.keyOf('dryrun')).text);
    await send({ members: [aMember()] }, dry);
    await send({ members: [withWindows(undefined, [])] }, dry);
    expect(await lastPush()).toBeUndefined();
    expect(await refused()).toEqual([]);
  });
});
