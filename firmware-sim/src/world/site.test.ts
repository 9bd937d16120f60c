import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { demoBuilding } from './demo-building.ts';
import { createSite } from './site.ts';

const aSite = () => {
  const clock = new ManualClock();
  const site = createSite({ clock, building: demoBuilding });
  const board = site.terminals('board-1');
  const levels = () => Array.from({ length: 8 }, (_, at) => (board.input(at) ? 1 : 0)).join('');
  const door = (name: string) => site.doors.get(name)!;
  return { clock, site, board, levels, door, moment: () => clock.advance(Milliseconds(700)) };
};
const OFF = [0, 1, 2] as const;

describe('the building', () => {
  it('at rest has every door shut and locked, and no input on', () => {
    const { site, levels } = aSite();
    expect(levels()).toBe('00000000');
    for (const door of site.doors.values())
      expect(door.state()).toMatchObject({ lock: { position: 'locked' }, leaf: { motion: 'shut' } });
  });

  it.each([
    ['front', 0, 0],
    ['studio', 1, 3],
    ['car-park', 2, 6],
  ] as const)('coil on releases %s and its own sense input says so', async (name, channel, sense) => {
    const { board, door, moment, levels } = aSite();
    expect(door(name).push().done).toBe(false);
    board.setCoil(channel, true, 'test');
    await moment();
    expect(levels()).toBe(`${'0'.repeat(sense)}1${'0'.repeat(7 - sense)}`);
    expect(door(name).push().done).toBe(true);
  });

  it('a push opens the contact, and a strike that is at rest again lets the leaf latch', async () => {
    const { clock, board, door, levels } = aSite();
    board.setCoil(0, true, 'test');
    await clock.advance(Milliseconds(50));
    door('front').push();
    board.setCoil(0, false, 'test');
    await clock.advance(Milliseconds(200));
    expect(levels()).toBe('01000000');
    await clock.advance(Seconds(10));
    expect(levels()).toBe('00000000');
    expect(door('front').push().done).toBe(false);
  });

  it('a magnet engages only when its leaf is shut', async () => {
    const { clock, board, door } = aSite();
    board.setCoil(1, true, 'test');
    await clock.advance(Milliseconds(150));
    door('studio').prop();
    board.setCoil(1, false, 'test');
    await clock.advance(Seconds(60));
    expect(door('studio').state()).toMatchObject({ lock: { position: 'unlocked' }, contact: { reading: 'open' } });
    door('studio').pullShut();
    await clock.advance(Seconds(2));
    expect(door('studio').state()).toMatchObject({ lock: { position: 'locked' }, contact: { reading: 'closed' } });
  });

  it('a lock that is jammed for a time comes free by itself, and sooner only by hand', async () => {
    const { clock, door } = aSite();
    const jammed = () => door('front').state().lock.jammed;
    door('front').jam({ forTime: Seconds(5) });
    await clock.advance(Seconds(4));
    expect(jammed()).toBe(true);
    await clock.advance(Seconds(2));
    expect(jammed()).toBe(false);
    door('front').jam({ forTime: Seconds(5) });
    door('front').free();
    door('front').jam();
    await clock.advance(Seconds(60));
    expect(jammed()).toBe(true);
  });

  it('a lock that may be jammed only locked is left alone while it is unlocked', async () => {
    const { board, door, moment } = aSite();
    board.setCoil(0, true, 'test');
    await moment();
    expect(door('front').jam({ only: 'locked' })).toEqual({
      done: false,
      message: 'The lock is unlocked; it is left alone.',
    });
    expect(door('front').state().lock).toMatchObject({ position: 'unlocked', jammed: false });
  });

  it('a jammed lock shows no movement whatever its coil does', async () => {
    const { board, door, moment, levels } = aSite();
    door('front').jam();
    board.setCoil(0, true, 'test');
    await moment();
    expect(levels()).toBe('00000000');
    expect(door('front').push().done).toBe(false);
  });

  it('a relay welded shut keeps a strike released, and a magnet held', async () => {
    const { board, door, moment } = aSite();
    door('front').weld('closed');
    door('studio').weld('closed');
    board.setCoil(0, false, 'test');
    board.setCoil(1, true, 'test');
    await moment();
    expect(door('front').state().lock.position).toBe('unlocked');
    expect(door('studio').state().lock.position).toBe('locked');
  });

  it('a lock without its own supply does not obey: the strike holds, the magnet lets go, the bolt stays', async () => {
    const { board, door, moment } = aSite();
    for (const name of ['front', 'studio', 'car-park']) door(name).cutLockPower();
    board.setCoil(0, true, 'test');
    board.setCoil(2, true, 'test');
    await moment();
    expect(['front', 'studio', 'car-park'].map((name) => door(name).state().lock.position)).toEqual([
      'locked',
      'unlocked',
      'locked',
    ]);
  });

  it('a power cut leaves the strike locked and opens the magnet', async () => {
    const { site, board, door, moment } = aSite();
    site.onPower.add((on) => {
      if (!on) for (const channel of OFF) board.setCoil(channel, false, 'the board lost power');
    });
    board.setCoil(0, true, 'test');
    await moment();
    site.cutPower();
    await moment();
    expect(door('front').state().lock.position).toBe('locked');
    expect(door('studio').state().lock.position).toBe('unlocked');
    site.restorePower();
    await moment();
    expect(door('studio').state().lock.position).toBe('locked');
  });

  it('the exit button of a magnet releases it in hardware while pressed, with its coil untouched', async () => {
    const { clock, door, levels } = aSite();
    door('studio').pressRex(Milliseconds(500));
    await clock.advance(Milliseconds(200));
    expect(levels()).toBe('00010100');
    expect(door('studio').state()).toMatchObject({ coil: { energised: false } });
    await clock.advance(Milliseconds(500));
    expect(levels()).toBe('00000000');
  });

  it('the exit button of a strike is only an input', async () => {
    const { clock, door, levels } = aSite();
    door('front').pressRex(Milliseconds(500));
    await clock.advance(Milliseconds(200));
    expect(levels()).toBe('00100000');
    expect(door('car-park').pressRex(Milliseconds(500)).done).toBe(false);
  });

  it('fire releases the locks that are wired to it, and no other', async () => {
    const { site, door, moment } = aSite();
    site.setFire(true);
    await moment();
    expect(door('studio').state().lock.position).toBe('unlocked');
    expect(door('front').state().lock.position).toBe('locked');
  });

  it('a forced door shows an open contact over a locked strike, and a broken bond on a magnet', async () => {
    const { clock, door, levels } = aSite();
    door('front').force();
    door('studio').force();
    await clock.advance(Milliseconds(200));
    expect(levels()).toBe('01011000');
  });
});
