import { describe, expect, it } from 'vitest';
import { loadDriver } from '../drivers/registry.ts';
import { aBox, aDoor, FRONT, INPUT } from './doors.kit.ts';

describe('boards that come and go', () => {
  it('keeps trying a board that does not answer; its door is unreachable and refuses', async () => {
    const box = aBox();
    box.bus.line = 'down';
    await box.up();
    expect(box.doors.report()[0]).toMatchObject({ reachable: false, lock: 'unknown', contact: 'unknown' });
    expect(await box.unlock()).toEqual({ outcome: 'refused', reason: 'door_unavailable' });
    box.bus.line = 'up';
    await box.pass(4_000);
    expect(box.doors.report()[0]).toMatchObject({ reachable: true, lock: 'locked', contact: 'closed' });
    expect(box.journal.kinds()).toEqual(['board.lost', 'board.found']);
  });

  it('answers board_lost to a command whose board goes silent, and no later pulse follows', async () => {
    const box = aBox();
    await box.up();
    box.board.fault = 'deaf';
    expect(await box.settled(box.unlock())).toEqual({ outcome: 'fault', reason: 'board_lost' });
    box.board.fault = 'none';
    await box.pass(10_000);
    expect(box.board.writes.filter((write) => write.energised)).toEqual([]);
    expect(box.doors.report()[0]).toMatchObject({ reachable: true, lock: 'locked' });
  });

  it('brings a lock that it finds released back to rest, and writes none that is at rest already', async () => {
    const box = aBox();
    box.board.coils[0] = true;
    box.board.inputs[INPUT.sense] = true;
    await box.up();
    expect(box.board.writes).toMatchObject([{ channel: 0, energised: false }]);
    expect(box.journal.moves()).toEqual(['locked by start']);
    const idle = aBox();
    await idle.up();
    expect(idle.board.writes).toEqual([]);
  });

  it('locks a door that leaves the configuration, and starts a changed one afresh', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.unlock());
    await box.settled(box.doors.apply([aDoor({ profile: 'gate', name: 'Front, rewired' })]));
    expect(box.board.coils[0]).toBe(false);
    await box.pass(200);
    await box.settled(box.unlock());
    await box.settled(box.doors.apply([]));
    expect(box.board.coils[0]).toBe(false);
    expect(box.doors.report()).toEqual([]);
  });

  it('does not notice an unchanged door when others change', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.unlock());
    await box.settled(box.doors.apply([aDoor()]));
    expect(box.board.coils[0]).toBe(true);
  });

  it('reports a door on a bus that this box does not have, and refuses it', async () => {
    await loadDriver('modbus-rtu'); // Loading takes the machine's time, which no clock of a test can move.
    const box = aBox({
      config: { relay: { bus: 'elsewhere', unit: 1, channel: 0 } },
    });
    await box.up();
    expect(box.doors.report()[0]).toMatchObject({ doorId: FRONT, reachable: false });
  });

  it('brings every lock to rest when it closes, answers who waits, and leaves no timer behind', async () => {
    const box = aBox();
    await box.up();
    await box.settled(box.unlock());
    box.lock.jammed = true;
    box.board.inputs[INPUT.sense] = false;
    const waiting = box.unlock({ judgeAfterMs: 30_000 });
    await box.pass(300);
    await box.settled(box.doors.close());
    expect(await waiting).toEqual({ outcome: 'fault', reason: 'board_lost' });
    expect(box.board.coils[0]).toBe(false);
    await box.pass(1_000);
    expect(box.clock.pendingTimers).toBe(0);
  });
});
