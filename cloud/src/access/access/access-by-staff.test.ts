import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { forceOpen } from '../../testing/world.ts';
import { accessApi, aWindow } from './testing/access-api.ts';

describe.each(ENGINES)('what staff decided on $name', ({ open }) => {
  const { on, push, pushWindows, pushPlan, map, ask, check, anotherPartner, flag } = accessApi(open);

  it('staff who hold a door open let everybody in but those they keep out', async () => {
    await push();
    const stands = async () => {
      await on.api.moveOn();
      await on.world.beacon({ maintenance: forceOpen(on.clock.wallMs() + 60_000) });
      return (await ask({}, { still: true })).json.data.doors[0];
    };
    expect(await stands()).toMatchObject({ allowed: true, via: 'maintenance_open' });
    await flag({ banned: true });
    expect(await stands()).toMatchObject({ allowed: false, reason: 'other' });
  });

  it('no push lifts a ban', async () => {
    await map();
    await pushWindows([aWindow()]);
    await flag({ banned: true });
    await pushWindows([aWindow()]);
    await pushPlan({}, { membership_status: 'current', tags: ['unbanned'] });
    expect(await check()).toMatchObject({ allowed: false, reason: 'other' });
  });

  it('what staff and other partners decided is `other`, and nothing of it leaks', async () => {
    const other = await anotherPartner();
    await push();
    await push({ member_id: 'X-9' }, other.headers);
    const theirs = [aWindow({ scope_key: 'theirs' })];
    await push({ member_id: 'X-9', access_time_windows: theirs, access_time_windows_revision: 1 }, other.headers);
    await map('theirs', other.id);
    const nothing = { step: 'nothing', verdict: 'denies', reason: 'no_grant', text: expect.any(String) };
    const steps = (json: { data: { doors: { explanation: unknown[] }[] } }) => json.data.doors[0]?.explanation;
    expect(await check()).toMatchObject({ allowed: false, reason: 'no_grant' });
    const personId = await on.world.db.write((tx) => on.world.access.personFor(tx, on.member, 'Sam'));
    await on.world.db.write((tx) =>
      on.world.access.linkMember(tx, personId, { ...on.member, partnerId: other.id, memberId: 'X-9' }),
    );
    const granted = await ask();
    expect(granted.json.data.doors[0]).toMatchObject({ allowed: true, reason: 'granted', via: 'other' });
    expect(steps(granted.json)?.at(-1)).toMatchObject({ step: 'other', verdict: 'opens' });
    const late = await ask({ at: '2026-01-01T23:00:00+10:00' });
    expect(late.json.data.doors[0]).toMatchObject({ allowed: false, reason: 'no_grant' });
    expect(steps(late.json)?.at(-1)).toEqual(nothing);
    await on.world.db.write((tx) =>
      on.world.access.setFlags(
        tx,
        { facilityId: on.world.facilityId, personId },
        { banned: true },
        { by: 'Sam', reason: 'x' },
      ),
    );
    const banned = await ask();
    expect(banned.json.data.doors[0]).toMatchObject({ allowed: false, reason: 'other' });
    expect(steps(banned.json)?.[0]).toMatchObject({ step: 'other', verdict: 'denies' });
    for (const { json } of [granted, banned]) expect(JSON.stringify(steps(json))).not.toContain('"nothing"');
    for (const { text } of [granted, late, banned]) {
      expect(text).not.toMatch(/theirs|X-9|Sam|ptr_|"ban|disabled|next_open/);
    }
  });
});
