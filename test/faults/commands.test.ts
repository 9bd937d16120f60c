// @module-tag long
// @module-tag waiting
import { randomUUID } from 'node:crypto';
import { Days, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Commander, connectCommander } from '../kit/commander.ts';
import { eventually, throughout } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

describe('signed commands that come twice, late, or from the wrong hand', () => {
  let site: Site;
  let commander: Commander;
  let before: Mark;
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1, steppableEdgeClock: true });
    commander = await connectCommander(site);
  });
  beforeEach(async () => {
    before = await site.settled();
  });
  afterEach(() => site.journal.prove());
  afterAll(async () => {
    await commander.close();
    await site.close();
  });
  const pulses = () => site.building.pulses('front', before.happened);
  const nothingMoves = () =>
    throughout(Milliseconds(400), () => site.building.mark() === before.happened, 'nothing in the building moves');

  it('a command that is delivered twenty times at once moves the lock once', async () => {
    const command = commander.command('front');
    await commander.publish(commander.sign(command), 20);
    await commander.outcome(command.commandId, 20);
    const outcomes = commander.outcomes(command.commandId);
    expect(outcomes.filter(({ outcome }) => outcome === 'unlocked')).toHaveLength(1);
    expect(outcomes.filter((one) => one.outcome === 'refused' && one.reason === 'repeated')).toHaveLength(19);
    await site.settled();
    expect(pulses()).toBe(1);
    expect(await site.journal.of('unlock.accepted', before.seq)).toHaveLength(1);
  });

  it('two commands that change places are each carried out once, and a copy of the first after the second is not', {
    tags: 'long',
  }, async () => {
    const first = commander.command('front');
    const second = commander.command('front');
    await commander.publish(commander.sign(second));
    await commander.publish(commander.sign(first));
    expect((await commander.outcome(second.commandId)).outcome).toBe('unlocked');
    expect((await commander.outcome(first.commandId)).outcome).toBe('unlocked');
    await site.settled();
    const locked = site.building.mark();
    await commander.publish(commander.sign(first));
    expect(await commander.outcome(first.commandId, 2)).toMatchObject({ outcome: 'refused', reason: 'repeated' });
    expect(await site.building.lockOf('front')).toBe('locked');
    expect(site.building.pulses('front', locked)).toBe(0);
    expect(await site.journal.of('unlock.confirmed', before.seq)).toHaveLength(2);
  });

  it('the command of a real unlock, copied off the wire and sent again, moves nothing', async () => {
    const { json } = await site.unlock('front');
    const { happened } = await site.settled();
    const copy = commander.command('front', { commandId: json.command_id, eventId: json.event_id });
    await commander.publish(commander.sign(copy));
    expect(await commander.outcome(copy.commandId)).toMatchObject({ outcome: 'refused', reason: 'repeated' });
    expect(site.building.pulses('front', happened)).toBe(0);
  });

  it('an old command is refused by the box’s own clock', async () => {
    const late = commander.command('front', { notAfterMonoMs: 1 });
    await commander.publish(commander.sign(late));
    expect(await commander.outcome(late.commandId)).toMatchObject({ outcome: 'refused', reason: 'expired' });
    await nothingMoves();
    expect(await site.journal.until('unlock.refused', () => true, before.seq)).toMatchObject({ reason: 'expired' });
  });

  it('a command for another boot or an unknown door is refused with the reason; one for another box or facility is not even answered', async () => {
    const otherBoot = commander.command('front', { bootId: randomUUID() as never });
    const otherDoor = commander.command('front', { doorId: 'door_0123456789abcdef' as never });
    const otherBox = commander.command('front', { boxId: randomUUID() as never });
    const otherFacility = commander.command('front', { facilityId: 'fac_0123456789abcdef' as never });
    for (const command of [otherBox, otherFacility, otherBoot, otherDoor])
      await commander.publish(commander.sign(command));
    expect(await commander.outcome(otherBoot.commandId)).toMatchObject({ outcome: 'refused', reason: 'other_boot' });
    expect(await commander.outcome(otherDoor.commandId)).toMatchObject({ outcome: 'refused', reason: 'unknown_door' });
    await nothingMoves();
    expect(commander.outcomes(otherBox.commandId)).toEqual([]);
    expect(commander.outcomes(otherFacility.commandId)).toEqual([]);
  });

  it('a command that is signed with another key, changed after signing, or signed with none moves nothing', async () => {
    const good = commander.command('front');
    const [head = '', , signature = ''] = commander.sign(good).split('.');
    const stranger = { kid: 'c1', privateKey: importPrivateKey(newDeviceKey().privateKeyPem) };
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { kid: string };
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const studio = encoded({ ...good, doorId: site.doorIds.studio });
    for (const forged of [
      signJws(good, stranger),
      signJws(good, { ...stranger, kid }),
      `${head}.${studio}.${signature}`,
      `${encoded({ alg: 'none', kid })}.${encoded(good)}.`,
      `${encoded({ alg: 'HS256', kid })}.${encoded(good)}.${signature}`,
      `${head}.${encoded(good)}.`,
    ])
      await commander.publish(forged);
    await nothingMoves();
    expect(commander.outcomes(good.commandId)).toEqual([]);
  });

  it('a retained unlock that a hostile replica plants is thrown out, and no box that connects later gets it', {
    tags: 'long',
  }, async () => {
    const planted = commander.command('front', { notAfterMonoMs: 1e12 });
    expect(await commander.plant(commander.sign(planted))).toBe('thrown out');
    await site.stop(site.processes.edge);
    await site.startEdge();
    await site.untilOnline();
    await throughout(Milliseconds(500), async () => (await site.building.lockOf('front')) === 'locked', 'locked');
    expect(commander.outcomes(planted.commandId)).toEqual([]);
    expect(pulses()).toBe(0);
  });

  it('a command that was carried out before the agent was started again is refused after it, even with the new boot in it', {
    tags: 'long',
  }, async () => {
    const command = commander.command('front');
    await commander.publish(commander.sign(command));
    expect((await commander.outcome(command.commandId)).outcome).toBe('unlocked');
    await site.settled();
    await site.kill(site.processes.edge);
    await site.startEdge();
    await site.untilOnline();
    const { happened } = await site.settled();
    await commander.publish(commander.sign(command));
    expect(await commander.outcome(command.commandId, 2)).toMatchObject({ outcome: 'refused', reason: 'other_boot' });
    const { bootId, notAfterMonoMs } = commander.command('front');
    await commander.publish(commander.sign({ ...command, bootId, notAfterMonoMs }));
    expect(await commander.outcome(command.commandId, 3)).toMatchObject({ outcome: 'refused', reason: 'repeated' });
    expect(site.building.mark()).toBe(happened);
  });

  it.each([
    ['twenty years back', -Days(20 * 365)],
    ['a day ahead', Days(1)],
  ])(
    'the box’s wall clock steps %s: an old command is still refused, a fresh one is not',
    { tags: 'long' },
    async (_how, offMs) => {
      const command = commander.command('front');
      await commander.publish(commander.sign(command));
      expect((await commander.outcome(command.commandId)).outcome).toBe('unlocked');
      const { happened, seq } = await site.settled();
      site.stepEdgeClock(offMs);
      expect(await site.journal.until('clock.stepped', () => true, seq)).toBeDefined();
      await commander.publish(commander.sign(command));
      expect(await commander.outcome(command.commandId, 2)).toMatchObject({ outcome: 'refused' });
      const late = commander.command('front', { notAfterMonoMs: 1 });
      await commander.publish(commander.sign(late));
      expect(await commander.outcome(late.commandId)).toMatchObject({ outcome: 'refused', reason: 'expired' });
      expect(site.building.pulses('front', happened)).toBe(0);
      expect((await site.unlock('front')).status).toBe(200);
      await site.building.untilLock('front', 'locked', Seconds(2));
      site.stepEdgeClock(0);
    },
  );

  it('64 unlocks of one door at once are all answered, truly, within their time, and the lock moves once', {
    tags: 'long',
  }, async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, () => site.unlock('front')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200));
    expect(await site.building.lockOf('front')).toBe('unlocked');
    expect(new Set(answers.map(({ json }) => json.command_id)).size).toBe(64);
    await site.building.untilLock('front', 'locked', Seconds(10));
    await site.settled();
    expect(site.building.moves('front', before.happened)).toEqual(['lock unlocked', 'lock locked']);
    const moved = await site.journal.of('lock.moved', before.seq);
    expect(moved).toMatchObject([
      { to: 'unlocked', cause: 'unlock' },
      { to: 'locked', cause: 'relock' },
    ]);
    const confirmed = await site.journal.of('unlock.confirmed', before.seq);
    expect(new Set(confirmed.map(({ commandId }) => commandId as string))).toEqual(
      new Set(answers.map(({ json }) => json.command_id)),
    );
    await eventually(async () => (await site.readDoor('front')).relay_state === 'locked', 'the cloud shows it');
  });
});
