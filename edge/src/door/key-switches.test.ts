import { FORCE_OPEN_HOURS_MAX } from '@gatehouse/shared/door/maintenance.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { aBox, aDoor, aSlot, FRONT, INPUT, type Kept } from './doors.kit.ts';
import type { KeyPosition } from './key-switches.ts';

const withKey = (mode: 'force-open' | 'force-closed' = 'force-open') => ({
  keySwitch: { bus: 'main', unit: 1, channel: INPUT.key, mode },
});
const panel = { doorId: FRONT, untilMs: null, by: 'ana', reason: 'delivery' } as const;

/** A box with a key switch; over a restart, both are given the same memory. */
const aKeyBox = async (
  memory = { kept: {} as Kept, keys: aSlot<Record<string, KeyPosition>>() },
  config = withKey(),
) => {
  const box = aBox({ kept: memory.kept, config, deps: { keyStore: memory.keys } });
  const turn = async (turned: boolean) => {
    box.board.inputs[INPUT.key] = turned;
    await box.pass(400);
  };
  const mode = () => box.doors.report()[0]?.maintenance.mode;
  return { ...box, turn, mode, memory };
};

describe('a key switch', () => {
  it('begins its maintenance when it is turned, and ends it when it is turned back', async () => {
    const box = await aKeyBox();
    await box.up();
    await box.turn(true);
    const untilMs = expect.any(Number);
    expect(box.doors.report()[0]?.maintenance).toEqual({
      mode: 'force-open',
      by: 'key switch',
      reason: '',
      untilMs,
      generation: 1,
    });
    expect(box.lock.unlocked()).toBe(true);
    await box.turn(false);
    expect(box.mode()).toBe('off');
    expect(box.lock.unlocked()).toBe(false);
    expect(box.journal.kinds().filter((kind) => kind === 'maintenance.changed')).toHaveLength(2);
  });

  it('can keep a door closed instead', async () => {
    const box = await aKeyBox(undefined, withKey('force-closed'));
    await box.up();
    await box.turn(true);
    expect(await box.unlock()).toMatchObject({ reason: 'maintenance', maintenance: { mode: 'force-closed' } });
    await box.turn(false);
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'unlocked' });
  });

  it('does nothing by a touch too short to be a turn', async () => {
    const box = await aKeyBox();
    await box.up();
    box.board.inputs[INPUT.key] = true;
    await box.pass(60);
    box.board.inputs[INPUT.key] = false;
    await box.pass(400);
    expect(box.doors.report()[0]?.maintenance.generation).toBe(0);
  });

  it('turned back, ends nothing that somebody has set since', async () => {
    const box = await aKeyBox();
    await box.up();
    await box.turn(true);
    await box.settled(box.doors.setMaintenance({ ...panel, mode: 'force-closed' }));
    await box.turn(false);
    expect(box.doors.report()[0]?.maintenance).toMatchObject({ mode: 'force-closed', by: 'ana' });
    await box.turn(true);
    expect(box.mode()).toBe('force-open'); // Whoever turns it now stands at the door.
  });

  it('holds a door open no longer than anybody may, and does not begin again by itself', async () => {
    const box = await aKeyBox();
    await box.up();
    await box.turn(true);
    await box.clock.sleep(Hours(FORCE_OPEN_HOURS_MAX));
    await box.pass(400);
    expect(box.mode()).toBe('off');
    expect(box.lock.unlocked()).toBe(false);
    await box.turn(false);
    await box.turn(true);
    expect(box.mode()).toBe('force-open');
  });

  it('that stays turned over a restart begins nothing anew, and ends what it began when turned back', async () => {
    const before = await aKeyBox();
    await before.up();
    await before.turn(true);
    const after = await aKeyBox(before.memory);
    after.board.inputs[INPUT.key] = true;
    await after.up();
    await after.pass(500);
    expect(after.doors.report()[0]?.maintenance).toMatchObject({ mode: 'force-open', generation: 1 });
    await after.turn(false);
    expect(after.mode()).toBe('off');
  });

  it('that stays turned does not undo what staff ended before a restart', async () => {
    const before = await aKeyBox();
    await before.up();
    await before.turn(true);
    await before.settled(before.doors.setMaintenance({ ...panel, mode: 'off' }));
    const after = await aKeyBox(before.memory);
    after.board.inputs[INPUT.key] = true;
    await after.up();
    await after.pass(500);
    expect(after.mode()).toBe('off');
  });

  it('that was turned, or turned back, while the box was off counts when it is found so', async () => {
    const untouched = await aKeyBox();
    await untouched.up();
    await untouched.pass(500);
    const first = await aKeyBox(untouched.memory);
    first.board.inputs[INPUT.key] = true;
    await first.up();
    await first.pass(500);
    expect(first.mode()).toBe('force-open');
    const second = await aKeyBox(first.memory);
    await second.up();
    await second.pass(500);
    expect(second.mode()).toBe('off');
  });

  it('that a new box, or one that lost its store, finds turned begins nothing before it was turned back once, and says so', async () => {
    const first = await aKeyBox();
    first.board.inputs[INPUT.key] = true;
    await first.up();
    await first.pass(1_000);
    const fault = (box: typeof first) => box.doors.report()[0]?.states?.fault;
    const waits = { state: 'detected', text: expect.stringContaining('The key switch was turned') };
    expect([first.mode(), first.lock.unlocked(), fault(first)]).toEqual(['off', false, waits]);
    const data = { doorId: FRONT, mode: 'force-open', by: 'key switch', seen: 0, generation: 0 };
    const refusals = (box: typeof first) => box.journal.facts.filter(({ kind }) => kind === 'maintenance.refused');
    expect(refusals(first)).toEqual([{ kind: 'maintenance.refused', data }]);

    const again = await aKeyBox(first.memory);
    again.board.inputs[INPUT.key] = true;
    await again.up();
    await again.pass(1_000);
    expect([again.mode(), fault(again), refusals(again)]).toEqual(['off', waits, []]);
    await again.turn(false);
    expect([again.mode(), fault(again)]).toEqual(['off', { state: 'none', text: null }]);
    await again.turn(true);
    expect([again.mode(), again.lock.unlocked(), fault(again)?.state]).toEqual(['force-open', true, 'none']);
  });

  it('is followed once the disk can be written again', async () => {
    const box = await aKeyBox();
    await box.up();
    box.journal.broken = true;
    await box.turn(true);
    expect(box.mode()).toBe('off');
    box.journal.broken = false;
    await box.pass(5_500);
    expect(box.mode()).toBe('force-open');
  });

  it('on a board that is lost means nothing until it answers again', async () => {
    const box = await aKeyBox(undefined, { keySwitch: { ...withKey().keySwitch, unit: 2 } });
    const other = box.bus.plug(2);
    await box.up();
    other.inputs[INPUT.key] = true;
    await box.pass(500);
    expect(box.mode()).toBe('force-open');
    other.fault = 'deaf';
    await box.pass(3_000);
    expect(box.mode()).toBe('force-open');
    other.inputs[INPUT.key] = false;
    other.fault = 'none';
    await box.pass(4_000);
    expect(box.mode()).toBe('off');
  });

  it('that is newly wired and reads as turned begins nothing before it was turned back once', async () => {
    const memory = { kept: {} as Kept, keys: aSlot<Record<string, KeyPosition>>() };
    const box = await aKeyBox(memory, { keySwitch: null } as never);
    await box.up();
    box.board.inputs[INPUT.key] = true; // Perhaps the input of something else, or the wrong way round.
    await box.settled(box.doors.apply([aDoor(withKey())]));
    await box.pass(1_000);
    expect([box.mode(), box.lock.unlocked()]).toEqual(['off', false]);
    await box.turn(false);
    expect(box.mode()).toBe('off');
    await box.turn(true);
    expect(box.mode()).toBe('force-open');
  });

  it('that was turned while the disk could not be written begins nothing once another takes its place', async () => {
    const box = await aKeyBox();
    await box.up();
    box.journal.broken = true;
    await box.turn(true);
    const other = { keySwitch: { ...withKey().keySwitch, channel: 6 } };
    await box.settled(box.doors.apply([aDoor(other)]));
    box.journal.broken = false;
    await box.pass(6_000);
    expect([box.mode(), box.lock.unlocked()]).toEqual(['off', false]);
  });

  it('that is taken out of the configuration ends what it began', async () => {
    const box = await aKeyBox();
    await box.up();
    await box.turn(true);
    await box.settled(box.doors.apply([aDoor()]));
    await box.pass(500);
    expect(box.mode()).toBe('off');
    expect(box.lock.unlocked()).toBe(false);
  });
});
