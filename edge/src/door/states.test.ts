import type { DoorStates } from '@gatehouse/shared/door/door-states.ts';
import type { EventId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import { aBox, FRONT, INPUT } from './doors.kit.ts';

type Box = ReturnType<typeof aBox>;
const states = (box: Box): DoorStates => box.doors.report()[0]?.states ?? expect.fail('no states');
const staff = { doorId: FRONT, untilMs: null, by: 'ana', reason: 'delivery' } as const;
const quiet: DoorStates = {
  mode: 'locked',
  door: 'closed',
  lock: 'locked',
  alarm: 'normal',
  fault: { state: 'none', text: null },
};
const aQuietBox = async (options: Parameters<typeof aBox>[0] = {}) => {
  const box = aBox(options);
  await box.up();
  return box;
};

describe('how a door stands', () => {
  it('is quiet when it is closed and locked', async () => {
    expect(states(await aQuietBox())).toEqual(quiet);
  });

  it('keeps what the lock is meant to do apart from what is seen of it', async () => {
    const box = await aQuietBox();
    const grant = { entryId: 'evt_entry00000000000' as EventId, doorId: FRONT };
    await box.settled(box.doors.grant(grant));
    expect(states(box)).toMatchObject({ mode: 'accessed', lock: 'unlocked', door: 'closed' });
    await box.pass(6_000);
    await box.settled(box.doors.setMaintenance({ ...staff, mode: 'force-closed' }));
    expect(states(box)).toMatchObject({ mode: 'blocked', lock: 'locked' });
    await box.doors.setLockdown({ doorId: FRONT, active: true, by: 'ana', reason: 'threat' });
    expect(states(box)).toMatchObject({ mode: 'locked_down', lock: 'locked' });
    await box.doors.setLockdown({ doorId: FRONT, active: false, by: 'ana', reason: '' });
    await box.settled(box.doors.setMaintenance({ ...staff, mode: 'force-open' }));
    await box.pass(300);
    expect(states(box)).toMatchObject({ mode: 'unlocked', lock: 'unlocked' });
    box.board.inputs[INPUT.fire] = true;
    await box.pass(300);
    expect(states(box)).toMatchObject({ mode: 'locked_open', lock: 'unlocked' });
  });

  it('warns before a door counts as held open, states it once, and clears the alarm when it closes', async () => {
    const box = await aQuietBox();
    await box.settled(box.unlock());
    box.board.inputs[INPUT.contact] = true;
    await box.pass(20_000);
    expect(states(box)).toMatchObject({ alarm: 'normal', door: 'open' });
    await box.pass(5_000);
    expect(states(box).alarm).toBe('held_open_soon');
    expect(box.doors.report()[0]?.alarms).toEqual([]);
    await box.pass(6_000);
    expect(states(box).alarm).toBe('held_open');
    box.board.inputs[INPUT.contact] = false;
    await box.pass(300);
    expect(states(box)).toEqual(quiet);
    expect(box.journal.kinds().filter((kind) => kind.startsWith('door.'))).toEqual([
      'door.opened',
      'door.held_open_soon',
      'door.held_open',
      'door.closed',
      'door.alarm_cleared',
    ]);
  });

  it('calls an opening forced only when no reason is read a moment later, from another board', async () => {
    const rex = { bus: 'main', unit: 2, channel: INPUT.rex };
    const box = aBox({ config: { rex } });
    const other = box.bus.plug(2);
    await box.up();
    box.board.inputs[INPUT.contact] = true;
    await box.pass(150);
    other.inputs[INPUT.rex] = true;
    await box.pass(500);
    expect(states(box).alarm).toBe('normal');
    expect(box.journal.facts).toContainEqual({ kind: 'door.opened', data: { doorId: FRONT, expected: true } });
    const forced = await aQuietBox();
    forced.board.inputs[INPUT.contact] = true;
    await forced.pass(500);
    expect(states(forced).alarm).toBe('forced_open');
  });

  it('says unknown of everything that a lost board would say, and names what is lost', async () => {
    const box = await aQuietBox();
    box.bus.line = 'down';
    await box.pass(2_000);
    expect(states(box)).toEqual({
      mode: 'unknown',
      door: 'unknown',
      lock: 'unknown',
      alarm: 'unknown',
      fault: {
        state: 'detected',
        text: 'Boards do not answer: no word from the relay, the lock sense, the contact, the exit button, the fire input.',
      },
    });
  });

  it('says unknown of a leaf without a contact and of a lock without evidence, and calls neither a fault', async () => {
    const bare = await aQuietBox({ config: { contact: null, evidence: { kind: 'command-only' } } });
    expect(states(bare)).toEqual({ ...quiet, door: 'unknown', lock: 'unknown', alarm: 'unknown' });
  });

  it('calls a lock faulty that did not follow three times in a row, and no longer once it does', async () => {
    const box = await aQuietBox();
    box.lock.jammed = true;
    for (let i = 0; i < 3; i++) await box.settled(box.unlock());
    expect(states(box)).toMatchObject({
      lock: 'fault',
      fault: { state: 'detected', text: 'The lock was not seen to follow 3 times in a row.' },
    });
    // The relay is back at rest, so that the next pulse moves it.
    await box.pass(100);
    box.lock.jammed = false;
    await box.settled(box.unlock());
    expect(states(box)).toMatchObject({ lock: 'unlocked', fault: { state: 'none' } });
  });
});
