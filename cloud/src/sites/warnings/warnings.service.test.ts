import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { up as renameOverrideWarnings } from '../../kit/db/migrations/0108-override-warnings.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { createWorld, scriptedLink, type World } from '../../testing/world.ts';
import type { NewWarning } from './warnings.service.ts';

describe.each(ENGINES)('warnings on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    world = await createWorld(db, clock, scriptedLink(() => Promise.reject(new Error('no unlock here'))).link);
  });
  const aWarning = (overrides: Partial<NewWarning> = {}): NewWarning => ({
    kind: 'sync_refused',
    facilityId: world.facilityId,
    subject: world.partnerId,
    message: 'For staff.',
    partner: { id: world.partnerId, message: 'For the partner.', fields: { member_id: 'M-1' } },
    ...overrides,
  });
  const write = (work: (tx: Tx) => Promise<void>) => db.write(work);
  const standing = () => world.warnings.list(world.facilityId);
  const told = async () =>
    (await world.events.page(world.partnerId, { limit: 500 })).events.map(({ data }) => [data.state, data.message]);

  it('what happens again is counted and told each time', async () => {
    await write((tx) => world.warnings.raise(tx, aWarning()));
    await clock.advance(Minutes(1));
    await write((tx) => world.warnings.raise(tx, aWarning({ message: 'Again.' })));
    expect(await standing()).toMatchObject([{ count: 2, message: 'Again.', last_at: clock.wallMs() }]);
    expect(await told()).toHaveLength(2);
  });

  it('what goes on is one warning, told once, in words that follow it', async () => {
    for (const message of ['1 member', '2 members', '3 members'])
      await write((tx) => world.warnings.keep(tx, [aWarning({ message })]));
    expect(await standing()).toMatchObject([{ count: 1, message: '3 members' }]);
    expect(await told()).toEqual([['open', 'For the partner.']]);
  });

  it('a refused override that was warned of under its first name is closed under the one it has now', async () => {
    const firstName = ['door', 'wish', 'refused'].join('_') as NewWarning['kind'];
    await write(async (tx) => {
      await world.warnings.raise(tx, aWarning({ kind: firstName }));
      await renameOverrideWarnings(tx as Kysely<unknown>);
    });
    expect(await standing()).toMatchObject([{ kind: 'door_override_refused', count: 1 }]);
    const { message: _words, ...ended } = aWarning({ kind: 'door_override_refused' });
    await write((tx) => world.warnings.close(tx, [ended]));
    expect(await standing()).toEqual([]);
  });

  it('a warning that is closed is gone, told once, and begins anew if its cause comes back', async () => {
    await write((tx) => world.warnings.raise(tx, aWarning()));
    await write((tx) => world.warnings.raise(tx, aWarning()));
    const [first] = await standing();
    const { message: _words, ...ended } = aWarning();
    for (let twice = 0; twice < 2; twice++) await write((tx) => world.warnings.close(tx, [ended]));
    expect(await standing()).toEqual([]);
    await clock.advance(Minutes(1));
    await write((tx) => world.warnings.keep(tx, [aWarning()]));
    const [again] = await standing();
    expect(again).toMatchObject({ count: 1, first_at: clock.wallMs() });
    expect(again?.id).not.toBe(first?.id);
    expect((await told()).map(([state]) => state)).toEqual(['open', 'open', 'closed', 'open']);
  });

  it('one that partners must not know of is told to nobody', async () => {
    const { partner: _nobody, ...secret } = aWarning({ kind: 'banned_person_let_in' });
    await write((tx) => world.warnings.raise(tx, secret));
    await write((tx) => world.warnings.close(tx, [secret]));
    expect(await told()).toEqual([]);
  });

  it('closes a cause that is gone everywhere at every facility', async () => {
    const other = await world.organisations.createFacility({ orgId: world.orgId, name: 'Other', timezone: 'UTC' });
    for (const facilityId of [world.facilityId, other])
      await write((tx) => world.warnings.keep(tx, [aWarning({ facilityId })]));
    const { kind, subject, partner } = aWarning();
    await write((tx) => world.warnings.closeEverywhere(tx, { kind, subject, ...(partner && { partner }) }));
    expect([...(await standing()), ...(await world.warnings.list(other))]).toEqual([]);
    const page = await world.events.page(world.partnerId, { limit: 9 });
    const closed = page.events.filter(({ data }) => data.state === 'closed');
    expect(new Set(closed.map(({ facilityId }) => facilityId))).toEqual(new Set([world.facilityId, other]));
  });

  it('many at once are opened and closed like one', async () => {
    const many = Array.from({ length: 150 }, (_w, i) => aWarning({ subject: `s-${i}` }));
    await write((tx) => world.warnings.keep(tx, many.slice(0, 100)));
    await write((tx) => world.warnings.keep(tx, many));
    expect(await told()).toHaveLength(150);
    await write((tx) => world.warnings.close(tx, many));
    expect(await standing()).toEqual([]);
    expect((await told()).filter(([state]) => state === 'closed')).toHaveLength(150);
  });
});
