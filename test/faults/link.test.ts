// @module-tag long
// @module-tag waiting
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, timed } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

describe('a wire between box and cloud that fails', () => {
  let site: Site;
  let before: Mark;
  beforeAll(async () => {
    site = await startSite({ wires: true });
  });
  beforeEach(async () => {
    before = await site.settled();
  });
  afterEach(() => site.journal.prove());
  afterAll(() => site.close());
  const pulses = () => site.building.pulses('front', before.happened);
  const linkIs = async (state: string) =>
    ((await site.edgeControl('status')) as { link: { state: string } }).link.state === state;

  it('[R61] is cut: the last will makes the doors offline at once, and unlocks are 503 until the box is back by itself', async () => {
    site.wires.broker.block('both');
    site.wires.device.block('both');
    site.wires.broker.cut();
    const { tookMs } = await timed(() => site.untilOffline());
    expect(tookMs).toBeLessThan(1_000);
    expect(await site.unlock('front')).toMatchObject({ status: 503, json: { reason: 'device_offline' } });

    // Meanwhile the box goes on, and keeps every fact until it can be told.
    await site.building.door('front', 'press-rex');
    await site.building.untilLock('front', 'unlocked', Seconds(1));
    await site.building.untilLock('front', 'locked', Seconds(5));
    expect(await site.journal.of('rex.changed', before.seq)).toEqual([]);

    site.wires.broker.heal();
    site.wires.device.heal();
    await site.untilOnline();
    await site.settled();
    expect((await site.journal.of('rex.changed', before.seq)).map(({ active }) => active)).toEqual([true, false]);
    expect(await site.journal.of('lock.moved', before.seq)).toMatchObject([{ cause: 'rex' }, { cause: 'relock' }]);
    const moved = site.building.mark();
    expect((await site.unlock('front')).status).toBe(200);
    expect(site.building.pulses('front', moved)).toBe(1);
  }, 40_000);

  it('[R63] swallows what goes down: 504, and the command that comes out of it late moves nothing', {
    tags: 'long',
  }, async () => {
    site.wires.broker.block('down');
    const { result, tookMs } = await timed(() => site.unlock('front', {}, { headers: { prefer: 'wait=2' } }));
    expect(result).toMatchObject({ status: 504, json: { reason: 'unlock_confirmation_timeout' } });
    expect(tookMs).toBeLessThan(2_500);
    site.wires.broker.heal(); // Now the box gets the command, as the cloud sent it.
    expect(await site.journal.until('unlock.refused', () => true, before.seq)).toMatchObject({
      eventId: result.json.event_id,
      reason: 'expired',
    });
    expect(pulses()).toBe(0);
    expect(site.building.mark()).toBe(before.happened);
    await site.untilOnline();
    expect((await site.unlock('front')).status).toBe(200);
  });

  it('[R63] swallows what comes up: 504 although the door moved, and the late confirmation is told to people', {
    tags: 'long',
  }, async () => {
    site.wires.broker.block('up');
    const { status, json } = await site.unlock('front', {}, { headers: { prefer: 'wait=2' } });
    expect({ status, reason: json.reason }).toEqual({ status: 504, reason: 'unlock_confirmation_timeout' });
    expect(pulses()).toBe(1);
    site.wires.broker.heal();
    expect(await site.journal.until('unlock.confirmed', () => true, before.seq)).toMatchObject({
      eventId: json.event_id,
    });
    await eventually(
      async () => (await site.warnings()).some(({ kind }) => kind === 'unlock_confirmed_late'),
      'the late confirmation is warned about',
    );
    await site.settled();
    expect(pulses()).toBe(1);
  });

  it('[R61] swallows everything and closes nothing: stale within three beacons, found out by the box, and mended', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    site.wires.broker.block('both');
    const { tookMs } = await timed(() => site.untilOffline());
    expect(tookMs).toBeLessThan(16_000);
    expect(await site.unlock('front')).toMatchObject({ status: 503, json: { reason: 'device_offline' } });
    await eventually(() => linkIs('connecting'), 'the box notices that nobody answers', Seconds(20));
    site.wires.broker.heal();
    // What the old connection still had under way comes out first; only then the box is back.
    await eventually(() => linkIs('connected'), 'the box connects anew');
    await site.untilOnline();
    expect(pulses()).toBe(0);
    expect((await site.unlock('front')).status).toBe(200);
  });
});
