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
