import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DoorName } from '../kit/building.ts';
import { eventually, timed } from '../kit/eventually.ts';
import { type Site, startSite } from '../kit/site.ts';

const DOORS: readonly DoorName[] = ['front', 'studio', 'car-park'];

describe('a process that is killed without warning', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());
  const movesSince = (mark: number) => DOORS.flatMap((door) => site.building.moves(door, mark));
  const coilsSince = (mark: number) => DOORS.flatMap((door) => site.building.happened(door, 'coil', mark));

  it('the agent, in the middle of a hold: the board’s own timer locks the door, and nothing moves when the agent is back', async () => {
    const before = await site.settled();
    const { status, json } = await site.unlock('front');
    expect(status).toBe(200);
    await site.kill(site.processes.edge);
    const { tookMs } = await timed(() => site.building.untilLock('front', 'locked', Seconds(4)));
    expect(tookMs).toBeLessThan(3_000);
    expect(site.building.happened('front', 'coil', before.happened)).toEqual([
      expect.stringMatching(/^coil energised/),
      expect.stringMatching(/own timer/),
    ]);
    await site.untilOffline();
    expect(await site.unlock('front')).toMatchObject({ status: 503, json: { reason: 'device_offline' } });

    const dead = site.building.mark();
    await site.startEdge();
    await site.untilOnline();
    expect(movesSince(dead)).toEqual([]);
    expect(coilsSince(dead)).toEqual([]);
    await site.journal.prove();
    expect((await site.journal.of('agent.started', before.seq)).map(({ after }) => after)).toEqual(['unclean']);
    // The hold that was cut off is accounted for: what released the lock stands there, confirmed, once.
    expect(await site.journal.of('unlock.confirmed', before.seq)).toMatchObject([{ commandId: json.command_id }]);
    expect(await site.journal.of('lock.moved', before.seq)).toMatchObject([{ to: 'unlocked', cause: 'unlock' }]);

    expect((await site.unlock('front')).status).toBe(200);
    expect(site.building.pulses('front', dead)).toBe(1);
    await site.settled();
    await site.journal.prove();
  });

  it('the agent, started again while the lock is still released: it locks the door at once, and says why', {
    tags: 'long',
  }, async () => {
    const before = await site.settled();
    const answer = await site.unlock('car-park'); // It has the longest hold.
    expect(answer.status).toBe(200);
    await site.kill(site.processes.edge);
    await site.startEdge();
    await site.building.untilLock('car-park', 'locked', Seconds(4));
    await site.untilOnline();
    await site.settled();
    expect(await site.journal.of('lock.moved', before.seq)).toMatchObject([
      { to: 'unlocked', cause: 'unlock', commandId: answer.json.command_id },
      { to: 'locked', cause: 'start' },
    ]);
    expect(site.building.moves('car-park', before.happened)).toEqual(['lock unlocked', 'lock locked']);
    await site.journal.prove();
  });

  it('[R65] the cloud, between command and confirmation: one pulse, and every repeat of the key gets the one same answer', {
    tags: 'long',
    timeout: 30_000,
  }, async () => {
    const before = await site.settled();
    const fields = { idempotency_key: 'cut-off' };
    await site.building.door('front', 'jam'); // So that the confirmation waits until the cloud is dead.
    // The shortest wait that a caller may choose, so that the attempt is over soon.
    const lost = site.unlock('front', fields, { headers: { prefer: 'wait=2' } }).catch((error: Error) => error);
    await eventually(() => site.building.pulses('front', before.happened) === 1, 'the command has reached the coil');
    await site.kill(site.processes.cloud);
    await site.building.door('front', 'free');
    await site.building.untilLock('front', 'unlocked', Seconds(2));
    expect(await lost).toBeInstanceOf(Error);

    await site.startCloud();
    const twins = await Promise.all(Array.from({ length: 8 }, () => site.unlock('front', fields)));
    twins.push(await site.unlock('front', fields));
    expect(new Set(twins.map(({ status, json }) => JSON.stringify([status, { ...json, request_id: '' }]))).size).toBe(
      1,
    );
    expect(twins[0]).toMatchObject({ status: 504, json: { reason: 'unlock_confirmation_timeout' } });
    expect(site.building.pulses('front', before.happened)).toBe(1);

    // The door did open: that arrives by the journal, and somebody is told.
    await site.untilOnline();
    await site.journal.until('unlock.confirmed', () => true, before.seq);
    await eventually(
      async () => (await site.warnings()).some(({ kind }) => kind === 'unlock_confirmed_late'),
      'the late confirmation is warned about',
    );
    expect((await site.unlock('front')).status).toBe(200);
    await site.settled();
    await site.journal.prove();
  });
});
