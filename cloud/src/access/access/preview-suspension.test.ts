import { Days } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { accessApi, aWindow } from './testing/access-api.ts';

describe.each(ENGINES)('the preview of a suspension on $name', ({ open }) => {
  const { on, push, map, anotherPartner } = accessApi(open);

  it('previews who would lose access if an integration were disabled: those who have nothing else', async () => {
    const other = await anotherPartner();
    await map();
    await map('default', other.id);
    const windows = { access_time_windows: [aWindow()], access_time_windows_revision: 1 };
    for (const memberId of ['M-1', 'M-2', 'M-3', 'M-4']) await push({ member_id: memberId, ...windows });
    await push({ member_id: 'M-5' });
    await push({ member_id: 'X-2', ...windows }, other.headers);
    const personOf = (memberId: string) =>
      on.world.db.write((tx) => on.world.access.personFor(tx, { ...on.member, memberId }, 'Sam'));
    const second = await personOf('M-2');
    const elsewhere = { ...on.member, partnerId: other.id, memberId: 'X-2' };
    await on.world.db.write((tx) => on.world.access.linkMember(tx, second, elsewhere));
    const person = { facilityId: on.world.facilityId, personId: await personOf('M-3') };
    await on.world.db.write((tx) => on.world.access.grant(tx, person, { target: { to: 'facility' } }, 'Sam'));
    const banned = { facilityId: on.world.facilityId, personId: await personOf('M-4') };
    await on.world.db.write((tx) => on.world.access.setFlags(tx, banned, { banned: true }, { by: 'Sam', reason: 'x' }));
    const source = { partnerId: on.world.partnerId, facilityId: on.world.facilityId };
    expect(await on.world.access.previewSuspension(source)).toEqual({ members: 5, losing: 1, memberIds: ['M-1'] });
    await on.clock.advance(Days(1));
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, on.world.partnerId, on.world.facilityId, { enabled: false }),
    );
    expect(await on.world.access.previewSuspension(source)).toMatchObject({ losing: 0 });
  });
});
