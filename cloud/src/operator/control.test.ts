import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../kit/db/engines.ts';
import { ordersOf } from '../testing/orders.ts';
import { confirms, createWorld, scriptedLink, type World } from '../testing/world.ts';
import { controlCommands } from './control.ts';

describe.each(ENGINES)('orders of the operator on $name', ({ open }) => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(await open(), new ManualClock(), scriptedLink(confirms).link);
  });
  const order = (name: string, body: object) => ordersOf(world)(name, body);
  const facilityId = 'fac_zzzzzzzzzzzzzzzz';
  const by = 'Kim';

  it.each([
    ['person', { partnerId: 'ptr_zzzzzzzzzzzzzzzz', memberId: 'M-1', by }],
    ['ban', { personId: 'per_x', banned: true, by, reason: 'Theft' }],
    ['add-staff', { name: 'Sam', role: 'staff', pin: '190283', by }],
    ['staff', {}],
    ['remove-staff', { staffId: 'stf_x' }],
    ['doors', {}],
    ['warnings', {}],
  ])('%s for a facility that there is not says which', async (name, body) => {
    const message = `facilityId: there is no facility ${facilityId}.`;
    await expect(order(name, { ...body, facilityId })).rejects.toMatchObject({ code: 'invalid_request', message });
  });

  it('a partner that there is not is named as well', async () => {
    const { facilityId } = world;
    const person = order('person', { facilityId, partnerId: 'ptr_zzzzzzzzzzzzzzzz', memberId: 'M-1', by });
    await expect(person).rejects.toMatchObject({ code: 'not_found', message: 'There is no such partner.' });
  });

  it('a name that is told twice starts nothing', () => {
    const told = world.collected('operator');
    expect(() => controlCommands(world, [...told, ...told])).toThrow(/the order [a-z-]+ is told twice/);
  });
});
