import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ordersOf } from '../../testing/orders.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

const CARD = '04A22BFFEE';
const PIN = '190283';

describe.each(ENGINES)('orders about what people present on $name', ({ open }) => {
  let world: World;
  let said: unknown[];
  beforeEach(async () => {
    world = await createWorld(await open(), new ManualClock(), scriptedLink(confirms).link);
    said = [];
  });
  const order = async (name: string, body: object) => {
    const answer = await ordersOf(world)(name, { facilityId: world.facilityId, ...body });
    said.push(answer);
    return answer;
  };

  it('give and take what people present, and no answer repeats a number or a PIN', async () => {
    const by = 'Kim';
    const { personId } = await order('person', { partnerId: world.partnerId, memberId: 'M-1', by });
    expect(await order('person', { partnerId: world.partnerId, memberId: 'M-1', by })).toEqual({ personId });
    await order('set-pin', { personId, pin: PIN, by });
    const card = { personId, kind: 'card', asksPin: true, by };
    const { credentialId } = await order('add-credential', { ...card, text: CARD });
    const { credentialId: fresh } = await order('replace-credential', { credentialId, text: `${CARD}01`, by });
    await order('disable-credential', { credentialId: fresh, disabled: true });
    expect(await order('credentials', { personId })).toMatchObject({
      credentials: [{ id: fresh, endsWith: 'EE01', disabled: true }],
    });
    await order('remove-credential', { credentialId: fresh });
    await order('remove-pin', { personId });
    const { staffId } = await order('add-staff', { name: 'Sam', role: 'staff', pin: PIN, by });
    await order('set-staff-pin', { staffId, pin: '246813', by });
    await order('set-staff-role', { staffId, role: 'manager', by });
    expect(await order('staff', {})).toMatchObject({ staff: [{ id: staffId, name: 'Sam', role: 'manager' }] });
    await order('remove-staff', { staffId });
    for (const answer of said)
      expect(JSON.stringify(answer) ?? '').not.toMatch(new RegExp(`${CARD}|${PIN}|246813`, 'i'));
  });
});
