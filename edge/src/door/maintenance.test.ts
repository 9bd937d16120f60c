import type { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { aBox, FRONT, INPUT } from './doors.kit.ts';

const T0 = Date.parse('2026-01-01T00:00:00.000Z');
const change = (mode: Maintenance['mode'], more: { untilMs?: number; seen?: number } = {}) => ({
  doorId: FRONT,
  mode,
  untilMs: null,
  by: 'ana',
  reason: 'delivery',
  ...more,
});
const kept = (mode: Maintenance['mode'], untilMs: number | null = null): { [id: string]: Maintenance } => ({
  [FRONT]: { mode, untilMs, by: 'ana', reason: null, generation: 7 },
});

describe('maintenance at the box', () => {
  it('[R62] force-closed refuses every entry and says why; the exit button and fire release all the same', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.doors.setMaintenance(change('force-closed')));
    expect(await box.unlock()).toMatchObject({
      outcome: 'refused',
      reason: 'maintenance',
      maintenance: { mode: 'force-closed', by: 'ana' },
    });
    box.board.inputs[INPUT.rex] = true;
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(true);
    box.board.inputs[INPUT.rex] = false;
    await box.pass(6_000);
    expect(box.lock.unlocked()).toBe(false);
    box.board.inputs[INPUT.fire] = true;
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(true);
  });

  it('force-closed ends a running entry at once, but not over a leaf that stands open', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.unlock());
    await box.settled(box.doors.setMaintenance(change('force-closed')));
    await box.pass(200);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.journal.moves()).toEqual(['unlocked by unlock', 'locked by maintenance']);

    const open = aBox();
    await open.up();
    await open.settled(open.unlock());
    open.board.inputs[INPUT.contact] = true;
    await open.pass(500);
    await open.settled(open.doors.setMaintenance(change('force-closed')));
    await open.pass(500);
    expect(open.lock.unlocked()).toBe(true);
    await open.pass(5_000);
    expect(open.lock.unlocked()).toBe(false);
  });

  it('refuses a command that was committed when force-closed arrived before its write', async () => {
    const box = aBox();
    await box.up();
    box.board.fault = 'deaf';
    const waiting = box.unlock();
    await box.pass(20);
    await box.settled(box.doors.setMaintenance(change('force-closed')));
    box.board.fault = 'none';
    expect(await box.settled(waiting)).toMatchObject({ outcome: 'refused', reason: 'maintenance' });
    await box.pass(5_000);
    expect(box.board.writes.filter((write) => write.energised)).toEqual([]);
  });

  it('force-open holds the lock by renewed pulses, refuses unlocks, and always ends', async () => {
    const box = aBox();
    await box.up();
    const untilMs = box.clock.wallMs() + Hours(2);
    const set = await box.settled(box.doors.setMaintenance(change('force-open')));
    expect(set).toMatchObject({ mode: 'force-open', untilMs, generation: 1 });
    await box.clock.advance(Seconds(60));
    expect(box.lock.unlocked()).toBe(true);
    expect(await box.unlock()).toMatchObject({ reason: 'maintenance', maintenance: { mode: 'force-open' } });
    await box.clock.advance(Seconds(7_200));
    expect(box.lock.unlocked()).toBe(false);
    expect(box.doors.report()[0]?.maintenance).toMatchObject({ mode: 'off', generation: 2 });
    expect(box.journal.kinds()).toContain('maintenance.ended');
    expect(box.journal.moves()).toEqual(['unlocked by maintenance', 'locked by maintenance']);
  });

  it('counts the time to the end by a clock that does not jump', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.doors.setMaintenance(change('force-open', { untilMs: box.clock.wallMs() + Seconds(60) })));
    box.clock.jumpWall(Hours(-20));
    await box.clock.advance(Seconds(61));
    expect(box.lock.unlocked()).toBe(false);
  });

  it('refuses an end that has passed or lies too far, an outdated view, and an unknown door', async () => {
    const box = aBox();
    await box.up();
    const ask = (c: Parameters<typeof box.doors.setMaintenance>[0]) => box.doors.setMaintenance(c);
    await expect(ask(change('force-open', { untilMs: T0 - 1 }))).rejects.toMatchObject({ code: 'doors.bad_end' });
    await expect(ask(change('force-open', { untilMs: T0 + Hours(13) }))).rejects.toMatchObject({
      code: 'doors.bad_end',
    });
    await ask(change('force-closed', { seen: 0 }));
    await expect(ask(change('off', { seen: 0 }))).rejects.toMatchObject({ code: 'doors.maintenance_outdated' });
    const elsewhere = { ...change('off'), doorId: 'door_0000000000000000' as never };
    await expect(ask(elsewhere)).rejects.toMatchObject({ code: 'doors.unknown_door' });
    expect(box.doors.report()[0]?.maintenance).toMatchObject({ mode: 'force-closed', generation: 1 });
  });

  it('changes nothing that it cannot keep', async () => {
    const box = aBox();
    await box.up();
    box.journal.broken = true;
    await expect(box.doors.setMaintenance(change('force-open'))).rejects.toMatchObject({
      code: 'doors.store_unwritable',
    });
    await box.pass(500);
    expect(box.board.writes).toEqual([]);
  });

  it.each([
    ['force-closed is restored', kept('force-closed'), true, false, 'force-closed'],
    [
      'force-open is restored with a trusted time before its end',
      kept('force-open', T0 + 60_000),
      true,
      true,
      'force-open',
    ],
    [
      'force-open is restored when only the agent restarted',
      kept('force-open', T0 + 60_000),
      false,
      false,
      'force-open',
    ],
    ['force-open is not restored past its end', kept('force-open', T0 - 1), true, true, 'off'],
    ['force-open is not restored when nobody knows the time', kept('force-open', T0 + 60_000), true, false, 'off'],
  ] as const)('after a power loss or a restart: %s', async (_name, store, powerLoss, trusted, expected) => {
    const box = aBox({ kept: { ...store }, deps: { powerLoss, clockTrusted: () => trusted } });
    await box.up();
    await box.pass(500);
    expect(box.doors.report()[0]?.maintenance.mode).toBe(expected);
    expect(box.lock.unlocked()).toBe(expected === 'force-open');
    expect(box.journal.kinds().includes('maintenance.ended')).toBe(expected === 'off');
    expect(box.kept[FRONT]?.mode).toBe(expected);
  });

  it('takes effect at a door whose board comes back later', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.unlock());
    box.bus.line = 'down';
    await box.pass(500);
    await box.settled(box.doors.setMaintenance(change('force-closed')));
    box.bus.line = 'up';
    await box.pass(2_500);
    expect(box.lock.unlocked()).toBe(false);
  });

  it('an end that falls due while a newer change is being written ends only what it was of', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.doors.setMaintenance(change('force-open', { untilMs: T0 + Hours(1) })));
    const written = Promise.withResolvers<void>();
    const { record } = box.journal;
    box.journal.record = async (...bodies) => {
      if (bodies.some(({ kind }) => kind === 'maintenance.changed')) await written.promise;
      return record(...bodies);
    };
    await box.pass(Hours(1) - 1_000);
    const changing = box.doors.setMaintenance(change('force-closed'));
    await box.pass(5_000);
    written.resolve();
    expect(await box.settled(changing)).toMatchObject({ mode: 'force-closed' });
    expect(box.doors.report()[0]).toMatchObject({ maintenance: { mode: 'force-closed' } });
    expect(box.kept[FRONT]).toMatchObject({ mode: 'force-closed' });
    expect(box.kept[FRONT]).toEqual(box.doors.report()[0]?.maintenance);
  });

  it('a change that was refused because the journal cannot be written does not come about at the next start', async () => {
    const box = aBox();
    await box.up();
    const { record } = box.journal;
    box.journal.record = async (...bodies) => {
      if (bodies.some(({ kind }) => kind === 'maintenance.changed')) throw new Error('disk full');
      return record(...bodies);
    };
    await expect(box.settled(box.doors.setMaintenance(change('force-open')))).rejects.toMatchObject({
      code: 'doors.store_unwritable',
    });
    const again = aBox({ kept: box.kept });
    await again.up();
    expect(again.doors.report()[0]).toMatchObject({ maintenance: { mode: 'off' } });
    expect(again.lock.unlocked()).toBe(false);
  });

  it('a clock that went back while the agent was away keeps no door forced open past its end', async () => {
    const floorMs = () => T0 + Hours(3);
    const over = aBox({ kept: kept('force-open', T0 + Hours(2)), deps: { floorMs, clockTrusted: () => false } });
    await over.up();
    expect(over.doors.report()[0]).toMatchObject({ maintenance: { mode: 'off' } });
    const going = aBox({ kept: kept('force-open', T0 + Hours(4)), deps: { floorMs, clockTrusted: () => false } });
    await going.up();
    expect(going.lock.unlocked()).toBe(true);
    await going.pass(Hours(1));
    expect(going.lock.unlocked()).toBe(false);
  });
});
