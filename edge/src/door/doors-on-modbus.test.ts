import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_COPIES } from '../doors-kept/doors-kept.ts';
import { ModbusRtuConfig } from '../drivers/modbus-rtu/config.ts';
import { frame } from '../drivers/modbus-rtu/framing.ts';
import { createScriptedBoard, type ScriptedBoard } from '../drivers/modbus-rtu/scripted-board.ts';
import { createTransactions } from '../drivers/modbus-rtu/transactions.ts';
import { waveshareBoard } from '../drivers/modbus-rtu/waveshare.ts';
import { createMemoryWire, honestly, type MemoryWire } from '../drivers/serial/memory-wire.ts';
import { openPty, type Pty } from '../drivers/serial/pty.ts';
import { createBusRack } from './bus-rack.ts';
import { createDoors } from './create-doors.ts';
import { aBox, aDoor, aFireStore, aJournal, aSlot, closingBoth, FRONT, INPUT } from './doors.kit.ts';
import type { UnlockResult } from './doors.ts';

/** A box whose door hangs on a real Modbus line at 9600 baud, in memory, with a lock that follows its coil. */
const aModbusBox = () => {
  const line: { wire?: MemoryWire; board?: ScriptedBoard } = {};
  const box = aBox({
    openBus: async (_config, { clock }) => {
      const baud = 9_600;
      const board = createScriptedBoard(1, clock);
      const wire = createMemoryWire(clock, baud, [board]);
      const transactions = createTransactions(wire, ModbusRtuConfig.parse({ path: 'memory', baud }), clock);
      clock.every(Milliseconds(5), () => {
        board.inputs[INPUT.sense] = board.coils[0] ?? false;
      });
      Object.assign(line, { wire, board });
      return { board: (unit) => waveshareBoard(transactions, unit), close: transactions.close };
    },
  });
  return { ...box, wire: () => line.wire!, relay: () => line.board! };
};

describe('doors on a 9600 baud Modbus line', () => {
  it('confirms an unlock within 100 ms of its arrival', async () => {
    const box = aModbusBox();
    await box.up();
    const result = await box.settled(box.unlock());
    expect(result).toMatchObject({ outcome: 'unlocked' });
    expect((result as Extract<UnlockResult, { outcome: 'unlocked' }>).tookMs).toBeLessThan(100);
  });

  it('finishes 64 unlocks at once inside half a second, with two pulses at most', async () => {
    const box = aModbusBox();
    await box.up();
    const results = await box.settled(Promise.all(Array.from({ length: 64 }, () => box.unlock())), 500);
    expect(new Set(results.map((result) => result.outcome))).toEqual(new Set(['unlocked']));
    expect(box.relay().coilWrites).toBeLessThanOrEqual(2);
  });

  it('writes no pulse after its deadline and ends at rest, within reach, whatever came back on the line', async () => {
    const piece = fc.record({
      afterMs: fc.integer({ min: 0, max: 600 }),
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 20 }),
        // Readings that say unlocked, acknowledgements, and halves of them, out of nowhere.
        fc.constantFrom(
          frame(1, 2, 1, 1),
          frame(1, 1, 1, 1),
          frame(1, 5, 2, 0, 0, 50),
          frame(1, 2, 1, 1).subarray(0, 3),
        ),
        fc.constantFrom('honest' as const, 'honest' as const),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(piece, { maxLength: 3 }), { minLength: 1, maxLength: 30 }), async (script) => {
        const box = aModbusBox();
        await box.up();
        const from = box.wire().sent.length;
        const deadlineMs = box.clock.monoMs() + 1_500;
        box.wire().reply = (honest, nth) =>
          (script[nth - from - 1] ?? [{ afterMs: 3, bytes: 'honest' as const }]).map(({ afterMs, bytes }) => ({
            afterMs,
            bytes: bytes === 'honest' ? (honest ?? new Uint8Array(0)) : bytes,
          }));
        const result = await box.settled(box.unlock({ notAfterMonoMs: deadlineMs }), 20_000);
        const pulses = box.wire().sent.filter(({ bytes }) => bytes[1] === 5 && bytes[2] === 2);
        for (const { atMs } of pulses) expect(atMs).toBeLessThanOrEqual(deadlineMs);
        if (result.outcome === 'unlocked') expect(pulses.length).toBeGreaterThan(0);
        box.wire().reply = honestly;
        await box.pass(15_000);
        expect(box.relay().coils[0]).toBe(false);
        expect(box.doors.report()[0]).toMatchObject({ reachable: true, lock: 'locked' });
      }),
      { numRuns: 40 },
    );
  });
});

describe('a door on a real serial device (a pseudo-terminal)', () => {
  let pty: Pty | undefined;
  afterEach(() => pty?.unplug());

  it('unlocks, confirms by its sense input, and is locked by the board’s timer', async () => {
    pty = openPty();
    const line = pty;
    const board = createScriptedBoard(1, systemClock);
    line.onBytes = (bytes) => {
      board.inputs[INPUT.sense] = board.coils[0] ?? false;
      const reply = board.answer(bytes);
      if (reply !== undefined) line.write(reply);
    };
    const journal = aJournal();
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const buses = { main: { kind: 'modbus-rtu' as const, path: pty.path, baud: 9_600 } };
    const rack = createBusRack({ buses, clock: systemClock, log, record: () => undefined });
    const made = createDoors({
      clock: systemClock,
      journal,
      rack,
      maintenanceStore: { load: () => ({}), keep: () => undefined, commit: async () => 'stored' },
      fireStore: aFireStore(),
      lockdownStore: aSlot(),
      doorsKept: NO_COPIES,
      overrideStore: aSlot(),
      keyStore: aSlot(),
      inForceStore: aSlot(),
      powerLoss: false,
      clockTrusted: () => true,
      floorMs: () => 0,
      log,
    });
    const doors = closingBoth(made, rack);
    await doors.apply([aDoor({ holdSeconds: 1 })]);
    const reachable = () => doors.report()[0]?.reachable === true && doors.report()[0]?.lock === 'locked';
    while (!reachable()) await sleep(systemClock, Milliseconds(20));
    const { commandId, eventId } = aBox().request();
    const result = await doors.unlock({
      commandId,
      eventId,
      doorId: FRONT,
      origin: 'staff',
      notAfterMonoMs: systemClock.monoMs() + 3_500,
      judgeAfterMs: 2_000,
    });
    expect(result).toMatchObject({ outcome: 'unlocked', confirmedBy: 'lock-sense', holdSeconds: 1 });
    while (!reachable()) await sleep(systemClock, Milliseconds(20));
    expect(journal.moves()).toEqual(['unlocked by unlock', 'locked by relock']);
    expect(board.coilWrites).toBe(1);
    await doors.close();
  });
});
