// @module-tag long
// @module-tag waiting
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DoorName } from '../kit/building.ts';
import { throughout } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

const BUS = 'rs485-1';

describe('a bus that fails', () => {
  let site: Site;
  let before: Mark;
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1 });
  });
  beforeEach(async () => {
    before = await site.settled();
  });
  afterEach(() => site.journal.prove());
  afterAll(() => site.close());

  it('the adapter is pulled out and plugged in: unlocks are refused meanwhile, and nothing moves by itself', async () => {
    await site.building.bus(BUS, 'unplug');
    const atOnce = await site.unlock('front');
    expect([502, 503]).toContain(atOnce.status);
    await site.untilOffline();
    expect(await site.unlock('front')).toMatchObject({ status: 503, json: { reason: 'device_offline' } });
    expect(await site.journal.until('board.lost', () => true, before.seq)).toMatchObject({ bus: BUS, unit: 1 });

    await site.building.bus(BUS, 'replug');
    expect(await site.journal.until('board.found', () => true, before.seq)).toEqual({ bus: BUS, unit: 1 });
    await site.untilOnline();
    expect(site.building.pulses('front', before.happened)).toBe(0);
    expect(site.building.moves('front', before.happened)).toEqual([]);
    expect((await site.unlock('front')).status).toBe(200);
  });

  it('the adapter is pulled out in the middle of a hold: the board locks by its own timer, and the journal still knows', {
    tags: 'long',
  }, async () => {
    expect((await site.unlock('front')).status).toBe(200);
    await site.building.bus(BUS, 'unplug');
    await site.building.untilLock('front', 'locked', Seconds(3));
    await site.building.bus(BUS, 'replug');
    await site.untilOnline();
    await site.settled();
    expect(await site.journal.of('lock.moved', before.seq)).toMatchObject([
      { to: 'unlocked', cause: 'unlock' },
      { to: 'locked', cause: 'start' }, // Found so when the board was there again.
    ]);
  });

  const FAULTS: readonly (readonly [string, object])[] = [
    ['drop', { count: 2 }],
    ['garble', { count: 2 }],
    ['half', { count: 2 }],
    ['duplicate', { count: 4 }],
    ['wrong-address', { count: 2 }],
    ['delay', { ms: 120, count: 3 }],
    ['noise', { bytes: 64 }],
  ];
  it.each(FAULTS)(
    '[R60] with replies that suffer %s %o, no answer claims more than the lock did',
    { tags: 'long' },
    async (fault, body) => {
      // What the bus has on its way is hit too, so the fault meets polls, the pulse and its acknowledgement in turn.
      for (const door of ['front', 'studio'] as const) {
        await site.untilOnline();
        await site.building.bus(BUS, fault, body);
        const { status, json } = await site.unlock(door, {}, { headers: { prefer: 'wait=2' } });
        if (status === 200) {
          expect(await site.building.lockOf(door)).toBe('unlocked');
          expect(site.building.moves(door, before.happened)).toEqual(['lock unlocked']);
        } else expect([502, 503, 504], JSON.stringify(json)).toContain(status);
        await site.building.bus(BUS, 'clear-faults');
      }
      for (const door of ['front', 'studio'] as const) await site.building.untilLock(door, 'locked', Seconds(3));
      await site.untilOnline();
      await site.settled();
      for (const door of ['front', 'studio'] as const)
        expect(await movedInJournal(door), door).toEqual(site.building.moves(door, before.happened));
    },
  );
  /** In the building's words. What nothing accounts for is not among them. */
  const movedInJournal = async (door: DoorName) => {
    const moved = await site.journal.of('lock.moved', before.seq);
    return moved
      .filter(({ doorId, cause }) => doorId === site.doorIds[door] && cause !== 'unaccounted')
      .map(({ to }) => `lock ${to}`);
  };

  it('when every reply is lost, the board may have acted, and the answer is a failure all the same', async () => {
    await site.building.bus(BUS, 'drop', { count: 1_000 });
    const { status, json } = await site.unlock('front', {}, { headers: { prefer: 'wait=3' } });
    expect([502, 504], JSON.stringify(json)).toContain(status);
    expect(site.building.pulses('front', before.happened)).toBe(1);
    await site.building.untilLock('front', 'locked', Seconds(3));
    await site.building.bus(BUS, 'clear-faults');
    await site.untilOnline();
    expect(await site.journal.until('unlock.failed', () => true, before.seq)).toMatchObject({
      eventId: json.event_id,
      reason: 'board_lost',
    });
    expect((await site.unlock('front')).status).toBe(200);
  });

  it('unlocks go on in a storm of faults: each 200 was true, and no lock is left open', { tags: 'long' }, async () => {
    const storm = { on: true };
    const blowing = (async () => {
      for (let i = 0; storm.on; i++) {
        const [fault, body] = FAULTS[i % FAULTS.length] ?? ['noise', {}];
        await site.building.bus(BUS, fault, { ...body, ...('count' in body && { count: 1 }) });
        await throughout(Milliseconds(400), () => true, 'a pause between two gusts');
      }
    })();
    const statuses: number[] = [];
    for (const door of ['front', 'studio', 'front', 'studio'] as const) {
      await site.untilOnline();
      const { status } = await site.unlock(door, {}, { headers: { prefer: 'wait=3' } });
      if (status === 200) expect(await site.building.lockOf(door)).toBe('unlocked');
      statuses.push(status);
    }
    storm.on = false;
    await blowing;
    await site.building.bus(BUS, 'clear-faults');
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 502, 503, 504]).toContain(status);
    for (const door of ['front', 'studio'] as const) await site.building.untilLock(door, 'locked', Seconds(4));
    await site.untilOnline();
  });

  it('the power of the building goes and comes back: what is locked by rest is locked, nothing is done again, people are told', {
    tags: 'long',
  }, async () => {
    expect((await site.unlock('front')).status).toBe(200);
    await site.building.site('cut-power');
    await site.building.untilLock('front', 'locked', Milliseconds(1_000)); // A strike without current holds.
    await site.building.untilLock('studio', 'unlocked', Milliseconds(1_000)); // A magnet without current lets go.
    const dark = site.building.mark();
    await site.untilOffline();
    expect((await site.unlock('front')).status).toBe(503);
    expect(await site.journal.until('board.lost', () => true, before.seq)).toMatchObject({ unit: 1 });

    await site.building.site('restore-power');
    await site.untilOnline();
    expect(await site.building.lockOf('front')).toBe('locked');
    await site.building.untilLock('studio', 'locked', Seconds(3));
    expect(site.building.pulses('front', dark)).toBe(0);
    expect(await site.journal.until('board.found', () => true, before.seq)).toBeDefined();
    expect((await site.unlock('front')).status).toBe(200);
  });
});
