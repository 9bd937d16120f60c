import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { aBox, INPUT } from './doors.kit.ts';

describe('unlocking a door', () => {
  it('[R60] says unlocked only after the sense input has seen it, and the board’s own timer locks again', async () => {
    const box = aBox();
    await box.up();
    const result = await box.settled(box.unlock());
    expect(result).toMatchObject({ outcome: 'unlocked', confirmedBy: 'lock-sense', holdSeconds: 5 });
    expect([box.lock.unlocked(), box.doors.atRest()]).toEqual([true, false]);
    await box.pass(4_800);
    expect(box.lock.unlocked()).toBe(true);
    await box.pass(700);
    expect([box.lock.unlocked(), box.doors.atRest()]).toEqual([false, true]);
    expect(box.board.writes).toHaveLength(1); // One pulse; nobody but the board's timer ended it.
    expect(box.journal.moves()).toEqual(['unlocked by unlock', 'locked by relock']);
    expect(box.journal.kinds().filter((kind) => kind.startsWith('unlock'))).toEqual([
      'unlock.accepted',
      'unlock.confirmed',
    ]);
  });

  it('commits the command before the lock moves', async () => {
    const box = aBox();
    await box.up();
    let recorded: string[] = [];
    const { onCoil } = box.board;
    box.board.onCoil = (channel, energised) => {
      recorded = box.journal.kinds();
      onCoil(channel, energised);
    };
    await box.settled(box.unlock());
    expect(recorded).toContain('unlock.accepted');
  });

  it('refuses when the cause cannot be committed, and nothing moves', async () => {
    const box = aBox();
    await box.up();
    box.journal.broken = true;
    expect(await box.settled(box.unlock())).toEqual({ outcome: 'refused', reason: 'store_unwritable' });
    await box.pass(1_000);
    expect(box.board.writes).toEqual([]);
  });

  it('refuses a late, a repeated and an unknown one, and nothing moves', async () => {
    const box = aBox();
    await box.up();
    expect(await box.unlock({ notAfterMonoMs: box.clock.monoMs() - 1 })).toMatchObject({ reason: 'expired' });
    expect(await box.unlock({ doorId: 'door_0000000000000000' as never })).toMatchObject({ reason: 'unknown_door' });
    const request = box.request();
    await box.settled(box.doors.unlock(request));
    const { length } = box.board.writes;
    expect(await box.settled(box.doors.unlock(request))).toEqual({ outcome: 'refused', reason: 'repeated' });
    expect(box.board.writes).toHaveLength(length);
  });

  it('never writes after the deadline, though it was accepted in time', async () => {
    const box = aBox();
    await box.up();
    const { acceptCommand } = box.journal;
    box.journal.acceptCommand = async (body) => {
      await sleep(box.clock, Seconds(4));
      return acceptCommand(body);
    };
    const result = box.unlock();
    await box.pass(5_000);
    expect(await result).toMatchObject({ outcome: 'refused', reason: 'expired' });
    expect(box.board.writes).toEqual([]);
  });

  it('keeps the deadline through lost replies: what was written in time may have moved it, and nothing is written later', async () => {
    const box = aBox();
    await box.up();
    box.board.fault = 'mute';
    const deadlineMs = box.clock.monoMs() + 300;
    const result = await box.settled(box.unlock({ notAfterMonoMs: deadlineMs }));
    expect(result).toEqual({ outcome: 'fault', reason: 'board_lost' });
    box.board.fault = 'none';
    await box.pass(10_000);
    const released = box.board.writes.filter((write) => write.energised);
    expect(released.length).toBeGreaterThan(0);
    for (const write of released) expect(write.atMs).toBeLessThanOrEqual(deadlineMs + 20);
    expect(box.lock.unlocked()).toBe(false);
  });

  it('judges a lock that does not follow at the deadline, not before, and brings it back to rest', async () => {
    const box = aBox();
    await box.up();
    box.lock.jammed = true;
    const started = box.clock.monoMs();
    const result = await box.settled(box.unlock({ judgeAfterMs: 2_000 }));
    expect(result).toEqual({ outcome: 'fault', reason: 'relay_fault' });
    expect(box.clock.monoMs() - started).toBeGreaterThanOrEqual(2_000);
    expect(box.clock.monoMs() - started).toBeLessThan(2_200);
    await box.pass(100);
    expect(box.board.coils[0]).toBe(false);
  });

  it('counts that deadline from the arrival, whatever the journal took, and gives the lock a second all the same', async () => {
    const box = aBox();
    await box.up();
    box.lock.jammed = true;
    const { acceptCommand } = box.journal;
    let journalMs = 700;
    box.journal.acceptCommand = async (body) => {
      await sleep(box.clock, Milliseconds(journalMs));
      return acceptCommand(body);
    };
    const tookMs = async () => {
      const started = box.clock.monoMs();
      const result = await box.settled(box.unlock({ judgeAfterMs: 2_000 }));
      expect(result).toEqual({ outcome: 'fault', reason: 'relay_fault' });
      return box.clock.monoMs() - started;
    };
    expect(await tookMs()).toBeLessThan(2_100);
    journalMs = 1_900;
    const late = await tookMs();
    expect(late).toBeGreaterThanOrEqual(2_900);
    expect(late).toBeLessThan(3_100);
  });

  it('confirms nothing by what moves the lock when its own pulse is long over', async () => {
    const box = aBox({ config: { holdSeconds: 1 } });
    await box.up();
    box.lock.jammed = true;
    const unlock = box.unlock({ judgeAfterMs: 5_000 });
    await box.pass(2_500);
    box.lock.jammed = false;
    box.board.inputs[INPUT.rex] = true;
    expect(await box.settled(unlock)).toEqual({ outcome: 'fault', reason: 'relay_fault' });
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(true);
    expect(box.journal.moves()).toEqual(['unlocked by rex']);
  });

  it('raises an alarm after three relay faults in a row, and clears it when the lock follows again', async () => {
    const box = aBox();
    await box.up();
    box.lock.jammed = true;
    for (let i = 0; i < 3; i++) await box.settled(box.unlock());
    expect(box.doors.report()[0]?.alarms).toEqual(['relay_fault']);
    // The relay is back at rest, so that the next pulse moves it.
    await box.pass(100);
    box.lock.jammed = false;
    await box.settled(box.unlock());
    expect(box.doors.report()[0]?.alarms).toEqual([]);
    expect(box.journal.kinds()).toContain('door.alarm_cleared');
  });

  it('carries out 64 at once: each its own answer, within its deadline, with a handful of writes', async () => {
    const box = aBox();
    await box.up();
    const results = await box.settled(Promise.all(Array.from({ length: 64 }, () => box.unlock())), 3_500);
    expect(results.every((result) => result.outcome === 'unlocked')).toBe(true);
    expect(box.board.writes.length).toBeLessThanOrEqual(3);
    expect(box.journal.kinds().filter((kind) => kind === 'unlock.confirmed')).toHaveLength(64);
    expect(box.journal.moves()).toEqual(['unlocked by unlock']);
  });

  it('extends a running hold to the later end, confirmed by a reading of its own', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.unlock());
    await box.pass(3_000);
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'unlocked' });
    await box.pass(4_500);
    expect(box.lock.unlocked()).toBe(true);
    await box.pass(1_000);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.journal.moves()).toEqual(['unlocked by unlock', 'locked by relock']);
  });

  it('does not confirm an extension by what was seen before it', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.unlock());
    await box.pass(1_000);
    box.board.inputs[INPUT.sense] = false; // The lock fell back although the relay holds.
    box.lock.jammed = true;
    expect(await box.settled(box.unlock())).toEqual({ outcome: 'fault', reason: 'relay_fault' });
  });

  it('gives a turnstile one pulse and one passage per command, in turn', async () => {
    const box = aBox({ config: { profile: 'turnstile', holdSeconds: 2, rex: null, fire: null } });
    await box.up();
    const [first, second, third] = [
      box.unlock(),
      box.unlock(),
      box.unlock({ notAfterMonoMs: box.clock.monoMs() + 900 }),
    ];
    await box.settled(first);
    box.board.inputs[INPUT.contact] = true;
    await box.pass(400);
    box.board.inputs[INPUT.contact] = false;
    expect(await box.settled(third)).toMatchObject({ outcome: 'refused', reason: 'expired' });
    expect(await box.settled(second)).toMatchObject({ outcome: 'unlocked' });
    await box.pass(3_000);
    expect(box.board.writes.map((write) => write.energised)).toEqual([true, false, true]);
    expect(box.lock.unlocked()).toBe(false);
  });

  it('says commanded, never unlocked, where nothing sees the lock', async () => {
    const box = aBox({ config: { evidence: { kind: 'command-only' } } });
    await box.up();
    expect(await box.settled(box.unlock())).toEqual({ outcome: 'commanded', holdSeconds: 5 });
    expect(box.doors.report()[0]?.lock).toBe('unknown');
  });

  it('mirrors everything for a relay that is energised while locked', async () => {
    const box = aBox({ config: { relayEnergisedMeans: 'locked' } });
    box.board.coils[0] = true;
    await box.up();
    expect(box.board.writes).toEqual([]);
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'unlocked' });
    expect(box.board.coils[0]).toBe(false);
    await box.pass(6_000);
    expect(box.board.coils[0]).toBe(true);
    expect(box.board.writes).toHaveLength(1);
  });
});
