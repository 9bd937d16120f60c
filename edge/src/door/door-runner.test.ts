import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { DoorId, EventId } from '@gatehouse/shared/ids/ids.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { BoardError, type Bus } from '../drivers/driver.ts';
import { aBox, aDoor, FRONT, INPUT } from './doors.kit.ts';

const BACK = 'door_back000000000000' as DoorId;

describe('a door whose code fails', () => {
  const aFailingBox = () => {
    const failing = { now: false };
    const box = aBox({ openBus: async () => failingBus });
    const failingBus: Bus = {
      close: box.bus.close,
      board: (unit) => {
        const board = box.bus.board(unit);
        return {
          ...board,
          pulse: async (...args) => {
            if (failing.now) throw new Bug('planted');
            return board.pulse(...args);
          },
        };
      },
    };
    return { ...box, failing };
  };

  it('is brought to rest, answers that it failed, and works again', async () => {
    const box = aFailingBox();
    await box.up();
    await box.settled(box.unlock());
    box.failing.now = true;
    expect(await box.settled(box.unlock())).toEqual({ outcome: 'fault', reason: 'relay_fault' });
    await box.pass(300);
    expect(box.board.coils[0]).toBe(false);
    expect(box.errors).toMatchObject([{ err: { message: 'planted' } }]);
    box.failing.now = false;
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'unlocked' });
  });

  it('is not locked over a fire', async () => {
    const box = aFailingBox();
    await box.up();
    box.board.inputs[INPUT.fire] = true;
    await box.pass(500);
    box.failing.now = true;
    await box.pass(4_000);
    expect(box.errors.length).toBeGreaterThan(0);
    box.failing.now = false;
    await box.pass(20_000);
    expect(box.lock.unlocked()).toBe(true);
    expect(box.board.writes.every((write) => write.energised)).toBe(true);
  });
});

describe('a door that moves for nobody', () => {
  it('is brought to rest when the last who asked is told that it failed, though the one before left his pulse to him', async () => {
    const box = aBox({ openBus: async () => refusing });
    let refuses = false;
    const refusing: Bus = {
      close: box.bus.close,
      board: (unit) => {
        const board = box.bus.board(unit);
        return {
          ...board,
          pulse: async (...args) => {
            if (!refuses) return board.pulse(...args);
            await sleep(box.clock, Milliseconds(300));
            throw new BoardError('refused', true, 'planted');
          },
        };
      },
    };
    await box.up();
    box.lock.jammed = true;
    const first = box.unlock({ judgeAfterMs: 2_000 });
    await box.pass(1_900);
    refuses = true;
    const second = box.unlock({ judgeAfterMs: 2_000 });
    const fault = { outcome: 'fault', reason: 'relay_fault' };
    expect([await box.settled(first), await box.settled(second)]).toEqual([fault, fault]);
    await box.pass(200);
    expect(box.board.coils[0]).toBe(false);
    box.lock.jammed = false;
    await box.pass(5_000);
    expect(box.journal.moves()).toEqual([]);
  });

  it('keeps the hold of who was let in when the next one fails', async () => {
    const box = aBox();
    await box.up();
    expect(await box.settled(box.unlock())).toMatchObject({ outcome: 'unlocked' });
    await box.pass(1_000);
    box.board.fault = 'mute';
    const next = box.unlock({ notAfterMonoMs: box.clock.monoMs() + 100 });
    await box.pass(300);
    box.board.fault = 'none';
    expect(await box.settled(next)).toMatchObject({ outcome: 'fault' });
    expect(box.board.coils[0]).toBe(true);
  });
});

describe('a door spread over several boards', () => {
  const spread = {
    evidence: { kind: 'lock-sense', bus: 'main', unit: 1, channel: INPUT.sense, activeMeans: 'unlocked' },
    contact: null,
    rex: { bus: 'main', unit: 2, channel: 5 },
    fire: null,
  } as const;

  it('hears an exit button on another board, and locks again when that board is lost', async () => {
    const box = aBox({ config: spread });
    const other = box.bus.plug(2);
    await box.up();
    other.inputs[5] = true;
    await box.pass(8_000);
    expect(box.lock.unlocked()).toBe(true);
    other.fault = 'deaf';
    await box.pass(10_000);
    expect(box.lock.unlocked()).toBe(false);
    expect(box.doors.report()[0]).toMatchObject({ reachable: true });
    other.fault = 'none';
    await box.pass(4_000);
    expect(box.lock.unlocked()).toBe(true);
  });

  it('is unreachable while the board with its evidence does not answer', async () => {
    const box = aBox({ config: { ...spread, evidence: { ...spread.evidence, unit: 3 }, rex: null } });
    await box.up();
    expect(box.doors.report()[0]).toMatchObject({ reachable: false });
    expect(await box.unlock()).toEqual({ outcome: 'refused', reason: 'door_unavailable' });
  });

  it('moves only its own coil when two doors share a board', async () => {
    const box = aBox();
    const back = aDoor({
      doorId: BACK,
      name: 'Back',
      relay: { bus: 'main', unit: 1, channel: 1 },
      evidence: { kind: 'command-only' },
      contact: null,
      rex: null,
      fire: null,
    });
    await box.settled(box.doors.apply([aDoor(), back]));
    await box.pass(200);
    expect(await box.settled(box.unlock({ doorId: BACK }))).toEqual({ outcome: 'commanded', holdSeconds: 5 });
    expect(box.board.coils.slice(0, 2)).toEqual([false, true]);
    await box.settled(box.unlock({ doorId: FRONT }));
    expect(box.board.coils.slice(0, 2)).toEqual([true, true]);
    await box.settled(box.doors.apply([back]));
    expect(box.board.coils.slice(0, 2)).toEqual([false, true]);
  });
});

describe('what is released when the agent goes', () => {
  it('an exit button held at close keeps its release for the rest of its lease and no longer', async () => {
    const box = aBox();
    await box.up();
    box.board.inputs[INPUT.rex] = true;
    await box.pass(500);
    await box.settled(box.doors.close());
    expect(box.lock.unlocked()).toBe(true);
    await box.pass(10_500);
    expect(box.lock.unlocked()).toBe(false);
  });

  it('a forced-open door is locked at close', async () => {
    const box = aBox();
    await box.up();
    const by = { by: 'ana', reason: 'delivery' };
    await box.settled(box.doors.setMaintenance({ doorId: FRONT, mode: 'force-open', untilMs: null, ...by }));
    await box.pass(500);
    expect(box.lock.unlocked()).toBe(true);
    await box.settled(box.doors.close());
    await box.pass(100);
    expect(box.lock.unlocked()).toBe(false);
  });

  it.each([0, 5, 12, 20])(
    'who comes %i ms after a door began to go is answered, and moves nothing',
    async (afterMs) => {
      const box = aBox();
      await box.up();
      const writes = box.board.writes.length;
      const applied = box.doors.apply([aDoor({ name: 'Front, renamed', holdSeconds: 9 })]);
      await box.pass(afterMs);
      const entryId = 'evt_entry00000000000' as EventId;
      const [entered, unlocked] = [box.doors.grant({ entryId, doorId: FRONT }), box.unlock()];
      await box.settled(applied);
      for (const { outcome } of [await box.settled(entered), await box.settled(unlocked)])
        if (['refused', 'fault'].includes(outcome)) expect(box.board.writes).toHaveLength(writes);
        else expect(outcome).toBe('unlocked');
    },
  );
});
