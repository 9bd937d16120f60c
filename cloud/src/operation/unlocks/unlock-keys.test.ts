import { Hours, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { BARE_DOOR } from '../../testing/bare-door.ts';
import { settledBy } from '../../testing/settled-by.ts';
import { confirms, forceOpen } from '../../testing/world.ts';
import { unlocking } from './testing/unlocking.ts';

describe.each(ENGINES)('the key of an unlock on $name', ({ open }) => {
  const { on, unlock, feed } = unlocking(open);

  it('[R64] a refusal for want of the integration does not use up the key', async () => {
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, on.world.partnerId, on.world.facilityId, { enabled: false }),
    );
    await unlock({ idempotency_key: 'k' });
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, on.world.partnerId, on.world.facilityId, { enabled: true }),
    );
    expect(await unlock({ idempotency_key: 'k' })).toMatchObject({ status: 200, replayed: false });
  });

  it('[R65] gives the same answer for the same key, and sends one command', async () => {
    const first = await unlock({ idempotency_key: 'k' });
    await on.clock.advance(Seconds(10));
    await on.world.beacon();
    const second = await unlock({ idempotency_key: 'k', first_name: 'Somebody', last_name: 'Else' });
    expect(second).toEqual({ ...first, replayed: true });
    expect(on.orders).toHaveLength(1);
  });

  it('[R65] replays failures too, before it looks at maintenance or the link', async () => {
    await on.world.beacon({ maintenance: forceOpen(on.clock.wallMs() + 60_000) });
    await unlock({ idempotency_key: 'k' });
    await on.world.beacon();
    expect(await unlock({ idempotency_key: 'k' })).toMatchObject({ status: 409, replayed: true });
  });

  it('P5 [R65] replays what was answered whatever has happened since, the integration turned off included', async () => {
    const opened = await unlock({ idempotency_key: 'k' });
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, on.world.partnerId, on.world.facilityId, { enabled: false }),
    );
    expect(await unlock({ idempotency_key: 'k' })).toEqual({ ...opened, replayed: true });
    expect(on.world.audited.at(-1)).toEqual({ outcome: 'replayed', status: 200 });
    expect(await unlock({ idempotency_key: 'another' })).toMatchObject({ status: 403, replayed: false });
    await on.clock.advance(Hours(24));
    expect(await unlock({ idempotency_key: 'k' })).toMatchObject({ status: 403, replayed: false });
    expect((await feed()).map(({ data }) => data.outcome)).toEqual([
      'unlocked',
      'integration_not_enabled',
      'integration_not_enabled',
    ]);
    expect(on.orders).toHaveLength(1);
  });

  it('P2 [R65] a refusal that is replayed says that a new attempt needs a new key', async () => {
    await on.clock.advance(Seconds(15));
    const refused = await unlock({ idempotency_key: 'k' });
    const again = await unlock({ idempotency_key: 'k' });
    expect(refused.body.message).not.toMatch(/key/);
    expect(again).toMatchObject({
      status: 503,
      body: { message: expect.stringMatching(/new attempt needs a new key/) },
    });
    expect(again.body).toEqual({ ...refused.body, message: again.body.message });
  });

  it('[R65] the key of another door or partner is another key', async () => {
    await unlock({ idempotency_key: 'k' });
    const otherDoor = await on.world.aDoor({ name: 'Studio' });
    await on.world.beacon();
    expect(await unlock({ idempotency_key: 'k', doorId: otherDoor })).toMatchObject({ replayed: false });
    const other = await on.world.db.write((tx) =>
      on.world.partners.create(tx, {
        name: 'Other',
        linkingMethod: 'facility_id',
        organisations: [on.world.orgId],
      }),
    );
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, other, on.world.facilityId, { enabled: true }),
    );
    expect(await unlock({ idempotency_key: 'k' }, await on.world.callerOf('live', other))).toMatchObject({
      replayed: false,
    });
    expect(on.orders).toHaveLength(3);
  });

  it('[R65] twenty twins at once get one answer, and the door gets one command', async () => {
    on.answer = async (order) => {
      await new Promise((resolve) => setImmediate(resolve));
      return confirms(order);
    };
    const settled = Promise.all(Array.from({ length: 20 }, () => unlock({ idempotency_key: 'k' })));
    await settledBy(settled, on.clock, Seconds(1));
    const bodies = new Set((await settled).map(({ body }) => JSON.stringify(body)));
    expect(bodies.size).toBe(1);
    expect(on.orders).toHaveLength(1);
  });

  it('[R65] answers until its 24 hours are over and is new then, for each partner, facility and door by itself', async () => {
    const { world } = on;
    const second = await world.organisations.createFacility({ orgId: world.orgId, name: 'Second', timezone: 'UTC' });
    const settings = { name: 'Other', linkingMethod: 'facility_id', organisations: [world.orgId] } as const;
    const other = await world.db.write((tx) => world.partners.create(tx, settings));
    const enable = (partner: typeof other, facility: typeof second) =>
      world.db.write((tx) => world.partners.setIntegration(tx, partner, facility, { enabled: true }));
    await enable(world.partnerId, second);
    await enable(other, world.facilityId);
    const evidence = { kind: 'lock-sense', bus: 'rs485-1', unit: 1, channel: 0, activeMeans: 'unlocked' } as const;
    const far = await world.doors.create({ ...BARE_DOOR, evidence, name: 'Far', facilityId: second });
    await world.doorControllers.assign(second, await world.aBox(second), [far], 'test');
    const asks = [
      { by: world.caller, at: {} },
      { by: world.caller, at: { doorId: await world.aDoor({ name: 'Studio' }) } },
      { by: world.caller, at: { doorId: far, facility_id: second } },
      { by: await world.callerOf('live', other), at: {} },
    ];
    const isReplayed = async ({ by, at }: (typeof asks)[number]) =>
      (await unlock({ idempotency_key: 'k', ...at }, by)).replayed;
    // One hour apart, so that each key ends an hour after the one before it.
    for (const ask of asks) {
      expect(await isReplayed(ask)).toBe(false);
      await on.clock.advance(Hours(1));
    }
    await on.clock.advance(Hours(19));
    for (const ending of asks) {
      await on.clock.advance(Milliseconds(Hours(1) - 1));
      await world.unlocks.sweep();
      for (const ask of asks) expect(await isReplayed(ask)).toBe(true);
      await on.clock.advance(Milliseconds(1));
      if (ending !== asks[0]) await world.unlocks.sweep();
      for (const ask of asks) expect(await isReplayed(ask)).toBe(ask !== ending);
    }
  });

  it('a key reused for another member is warned about, and moves nothing', async () => {
    await unlock({ idempotency_key: 'k' });
    await unlock({ idempotency_key: 'k', member_id: 'M-2' });
    expect(await on.world.warnings.list(on.world.facilityId)).toMatchObject([
      { kind: 'idempotency_key_reused', count: 1 },
    ]);
    expect(on.orders).toHaveLength(1);
    expect((await feed()).map(({ kind, data }) => [kind, data.member_id])).toEqual([
      ['unlock', 'M-1001'],
      ['warning.idempotency_key_reused', 'M-2'],
    ]);
  });
});
