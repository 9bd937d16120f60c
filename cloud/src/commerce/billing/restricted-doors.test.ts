import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { describe, expect, it } from 'vitest';
import { accessApi, aWindow } from '../../access/access/testing/access-api.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import { aRequest } from '../../testing/world.ts';

const phone = aPhone();

describe.each(ENGINES)('a gym that is restricted, on $name', ({ open }) => {
  const { on, pushWindows, map, ask } = accessApi(open);

  /** What becomes of a push, a check, a pass and an opening, and of what is read. */
  const acts = async () => {
    const { doorId, facilityId } = on.world;
    const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
      await on.api.moveOn();
      const sent = { method, path: `/partner/v1/${path}`, headers: on.live, ...(body && { body }) };
      return (await on.api.send(sent)).status;
    };
    await pushWindows([aWindow()]);
    const { status, json } = await ask();
    return {
      // But for the time of day that it says it was.
      check: [status, JSON.stringify(json.data.doors[0]).replace(/\d\d:\d\d:\d\dZ/g, '')],
      pass: await send('POST', 'members/M-1/outage-passes', { facility_id: facilityId, phone_key: phone.key }),
      unlock: (await on.world.unlocks.unlock(aRequest(on.world), on.world.callBy())).status,
      door: await send('GET', `access-control/doors/${doorId}?facility_id=${facilityId}`),
      events: await send('GET', 'events'),
    };
  };

  it('opens its doors, gives passes, takes members and is read as before', async () => {
    await map();
    const before = await acts();
    expect(before).toMatchObject({ pass: 200, unlock: 200, door: 200, events: 200 });
    const { db, billing, facilityId } = on.world;
    const owner = `facility#${facilityId}` as const;
    await db.write(async (tx) => {
      const lockoutPolicy = { mode: 'restrict', graceDays: 0 } as const;
      await billing.putProfile(tx, { ownerKey: owner, lockoutPolicy }, 'user:test');
      const day = { facilityId, day: '2025-12-31', payerKey: owner, billed: true, method: 'wallet' } as const;
      await billing.days.charge(tx, [{ ...day, micros: 1_000_000, logId: 'log_0123456789abcdef' }]);
    });
    const refused = db.read((tx) => billing.wallets.refuseRestricted(tx, owner));
    await expect(refused).rejects.toMatchObject({ code: 'wallet_locked' });
    expect(await acts()).toEqual(before);
  });
});
