import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { describe, expect, it } from 'vitest';
import { aBox, FRONT, INPUT } from './doors.kit.ts';

describe('what the inputs say', () => {
  it('calls a movement without a cause unaccounted, raises the alarm, and makes sure of the relay', async () => {
    const box = aBox();
    await box.up();
    box.board.inputs[INPUT.sense] = true;
    await box.pass(300);
    expect(box.journal.moves()).toEqual(['unlocked by unaccounted']);
    expect(box.doors.report()[0]).toMatchObject({ lock: 'unlocked', alarms: ['unaccounted'] });
    box.board.inputs[INPUT.sense] = false;
    await box.pass(300);
    expect(box.doors.report()[0]?.alarms).toEqual([]);
  });

  it('raises forced_open for a leaf that opens without a reason; a bouncing contact keeps the alarm', async () => {
    const box = aBox();
    await box.up();
    box.board.inputs[INPUT.contact] = true;
    await box.pass(300);
    for (let i = 0; i < 10; i++) {
      box.board.inputs[INPUT.contact] = i % 2 === 1;
      await box.pass(15);
    }
    await box.pass(300);
    expect(box.doors.report()[0]).toMatchObject({ contact: 'open', alarms: ['forced_open'] });
    expect(box.journal.kinds()).toEqual(['door.opened']);
    box.board.inputs[INPUT.contact] = false;
    await box.pass(300);
    expect(box.journal.kinds()).toEqual(['door.opened', 'door.closed', 'door.alarm_cleared']);
  });

  it('expects the leaf to open after an unlock, and reports it when it stays open too long', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.unlock());
    box.board.inputs[INPUT.contact] = true;
    await box.pass(31_000);
    expect(box.doors.report()[0]?.alarms).toEqual(['held_open']);
    expect(box.journal.facts.filter((fact) => fact.kind.startsWith('door.'))).toEqual([
      { kind: 'door.opened', data: { doorId: FRONT, expected: true } },
      { kind: 'door.held_open_soon', data: { doorId: FRONT, seconds: 24 } },
      { kind: 'door.held_open', data: { doorId: FRONT, seconds: 30 } },
    ]);
  });

  it('releases for the exit button as long as it is pressed and a hold longer, by pulses that end by themselves', async () => {
    const box = aBox();
    await box.up();
    box.board.inputs[INPUT.rex] = true;
    await box.pass(60_000);
    expect(box.lock.unlocked()).toBe(true);
    box.board.inputs[INPUT.rex] = false;
    await box.pass(4_500);
    expect(box.lock.unlocked()).toBe(true);
    await box.pass(1_500);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.journal.moves()).toEqual(['unlocked by rex', 'locked by relock']);
  });

  it('keeps a fire release until it is reset by hand, which is refused while the input is active', async () => {
    const box = aBox();
    await box.up();
    box.board.inputs[INPUT.fire] = true;
    await box.pass(20_000);
    await expect(box.doors.resetFire(FRONT, 'ana')).rejects.toMatchObject({ code: 'doors.fire_active' });
    box.board.inputs[INPUT.fire] = false;
    await box.pass(60_000);
    expect(box.lock.unlocked()).toBe(true);
    expect(box.doors.report()[0]?.alarms).toEqual(['fire']);
    await box.doors.resetFire(FRONT, 'ana');
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.journal.kinds()).toEqual(['fire.raised', 'lock.moved', 'fire.reset', 'lock.moved']);
  });

  it('comes back to rest by itself when the agent dies during a lease', async () => {
    const box = aBox();
    await box.up();
    box.board.inputs[INPUT.fire] = true;
    await box.pass(5_000);
    await box.bus.close(); // Nothing more is ever written.
    await box.pass(10_500);
    expect(box.lock.unlocked()).toBe(false);
  });

  it('reads exit button and fire before it touches a lock: a lock released for a fire is not locked at start', async () => {
    const box = aBox();
    box.board.coils[0] = true;
    box.board.inputs[INPUT.sense] = true;
    box.board.inputs[INPUT.fire] = true;
    await box.up();
    await box.pass(15_000);
    expect(box.board.writes.every((write) => write.energised)).toBe(true);
    expect(box.lock.unlocked()).toBe(true);
  });

  it('tells its listeners of every change a report would show', async () => {
    const box = aBox();
    await box.up();
    let calls = 0;
    const stop = box.doors.onChange(() => calls++);
    await box.pass(1_000);
    expect(calls).toBe(0);
    box.board.inputs[INPUT.contact] = true;
    await box.pass(300);
    expect(calls).toBeGreaterThan(0);
    stop();
  });
});

describe('inputs that are wired the other way round', () => {
  const other: Partial<DoorConfig> = {
    rex: { bus: 'main', unit: 1, channel: INPUT.rex, activeMeans: 'released' },
    fire: { bus: 'main', unit: 1, channel: INPUT.fire, activeMeans: 'normal' },
    keySwitch: { bus: 'main', unit: 1, channel: INPUT.key, activeMeans: 'home', mode: 'force-closed' },
  };
  /** A box of such a door, with every wire whole and nothing asked for. */
  const atRest = () => {
    const box = aBox({ config: other });
    for (const channel of [INPUT.rex, INPUT.fire, INPUT.key]) box.board.inputs[channel] = true;
    return box;
  };

  it('ask for nothing while they are at rest', async () => {
    const box = atRest();
    await box.up();
    await box.pass(5_000);
    expect(box.board.writes).toEqual([]);
    expect([box.journal.kinds(), box.doors.report()[0]?.maintenance.mode]).toEqual([[], 'off']);
  });

  it('release for a pressed exit button, and for a cut wire to it', async () => {
    const box = atRest();
    await box.up();
    box.board.inputs[INPUT.rex] = false;
    await box.pass(1_000);
    expect(box.lock.unlocked()).toBe(true);
    box.board.inputs[INPUT.rex] = true;
    await box.pass(6_500);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.journal.moves()).toEqual(['unlocked by rex', 'locked by relock']);
  });

  it('release for a fire loop that opens, and stay so until they are reset with the loop closed', async () => {
    const box = atRest();
    await box.up();
    box.board.inputs[INPUT.fire] = false;
    await box.pass(1_000);
    await expect(box.doors.resetFire(FRONT, 'ana')).rejects.toMatchObject({ code: 'doors.fire_active' });
    box.board.inputs[INPUT.fire] = true;
    await box.pass(30_000);
    expect(box.lock.unlocked()).toBe(true);
    await box.doors.resetFire(FRONT, 'ana');
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(false);
  });

  it('are read so before a lock is touched: a loop that is open at start keeps the door released', async () => {
    const box = atRest();
    box.board.inputs[INPUT.fire] = false;
    box.board.coils[0] = true;
    box.board.inputs[INPUT.sense] = true;
    await box.up();
    await box.pass(15_000);
    expect(box.board.writes.every((write) => write.energised)).toBe(true);
    expect(box.journal.kinds()[0]).toBe('fire.raised');
  });

  it('begin maintenance when the key opens its contact', async () => {
    const box = atRest();
    await box.up();
    box.board.inputs[INPUT.key] = false;
    await box.pass(1_000);
    expect(box.doors.report()[0]?.maintenance.mode).toBe('force-closed');
    box.board.inputs[INPUT.key] = true;
    await box.pass(1_000);
    expect(box.doors.report()[0]?.maintenance.mode).toBe('off');
  });

  it('release nothing when their board cannot tell, or is gone', async () => {
    const box = atRest();
    await box.up();
    box.board.inputs.length = 0;
    await box.pass(1_000);
    const unknown = box.board.writes.length;
    box.bus.line = 'down';
    await box.pass(5_000);
    expect([unknown, box.board.writes.length]).toEqual([0, 0]);
  });
});
