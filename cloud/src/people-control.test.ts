import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from './db/engines.ts';
import { peopleCommands } from './people-control.ts';
import { createWorld, scriptedLink, type World } from './test-kit/world.ts';

const CARD = '04A22BFFEE';
const PIN = '190283';

describe.each(ENGINES)('orders about people on $name', ({ open }) => {
  let world: World;
  let said: unknown[];
  beforeEach(async () => {
    world = await createWorld(
      await open(),
      new ManualClock(),
      scriptedLink(() => Promise.reject(new Error('no'))).link,
    );
    said = [];
  });
  const order = async (name: string, body: object): Promise<Record<string, string>> => {
    const command = peopleCommands(world.db, world)[name];
    if (command === undefined) throw new Error(`no command ${name}`);
    const answer = await command.run(command.body.parse({ facilityId: world.facilityId, ...body }));
    said.push(answer);
    return (answer ?? {}) as Record<string, string>;
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

  it('ban a person, and no longer', async () => {
    const member = { partnerId: world.partnerId, memberId: 'M-1' };
    const { personId } = await order('person', { ...member, by: 'Kim' });
    const banned = () =>
      world.db.read(
        async (tx) => (await world.access.personOf(tx, { ...member, facilityId: world.facilityId }))?.banned,
      );
    await order('ban', { personId, banned: true, by: 'Kim', reason: 'Theft' });
    expect(await banned()).toBe(1);
    await order('ban', { personId, banned: false, by: 'Kim', reason: 'It was somebody else' });
    expect(await banned()).toBe(0);
  });

  it('give a person more time at doors, whatever else is said of them', async () => {
    const member = { partnerId: world.partnerId, memberId: 'M-1' };
    const { personId } = await order('person', { ...member, by: 'Kim' });
    await order('ban', { personId, banned: true, by: 'Kim', reason: 'Theft' });
    const stored = () => world.db.read((tx) => world.access.personOf(tx, { ...member, facilityId: world.facilityId }));
    const before = await stored();
    await order('extend', { personId, extended: true });
    expect(await stored()).toEqual({ ...before, extended: 1 });
    await order('extend', { personId, extended: false });
    expect(await stored()).toEqual(before);
  });
});
