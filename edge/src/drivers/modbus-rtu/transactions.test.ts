import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bench, relayDriverContract } from '../contract.ts';
import { BoardError } from '../driver.ts';
import { createMemoryWire, honestly } from '../serial/memory-wire.ts';
import { ModbusRtuConfig } from './config.ts';
import { frame, type Request } from './framing.ts';
import { createScriptedBoard } from './scripted-board.ts';
import { createTransactions, type TransactionOptions } from './transactions.ts';
import { waveshareBoard } from './waveshare.ts';

const config = ModbusRtuConfig.parse({ path: 'memory' });
const readInputs: Request = { kind: 'read-inputs', unit: 1, count: 8 };
const writeOn: Request = { kind: 'write-coil', unit: 1, channel: 0, energised: true };
const poll: TransactionOptions = { priority: 'poll', retries: 0 };
const command: TransactionOptions = { priority: 'command', retries: 2 };

const aLine = (hasInputs = true) => {
  const clock = new ManualClock();
  const boards = [createScriptedBoard(1, clock, hasInputs), createScriptedBoard(2, clock, hasInputs)] as const;
  const wire = createMemoryWire(clock, config.baud, boards);
  const transactions = createTransactions(wire, config, clock);
  const outcome = (request: Request, options: TransactionOptions) =>
    transactions.run(request, options).catch((error: BoardError) => error);
  return { clock, boards, wire, transactions, outcome };
};
const functions = (line: ReturnType<typeof aLine>) => line.wire.sent.map(({ bytes }) => bytes[1]);

const aBench = (hasInputs: boolean): Bench => {
  const { clock, boards, wire, transactions } = aLine(hasInputs);
  return {
    bus: { board: (unit) => waveshareBoard(transactions, unit), close: transactions.close },
    clock,
    coils: (unit) => boards[unit - 1]!.coils,
    setInput: (unit, channel, on) => {
      boards[unit - 1]!.inputs[channel] = on;
    },
    coilWrites: () => boards[0].coilWrites + boards[1].coilWrites,
    unplug: wire.unplug,
    plugIn: () => {
      wire.up = true;
    },
  };
};
relayDriverContract('Modbus RTU on a line in memory', () => aBench(true));
relayDriverContract('Modbus RTU with boards that have no inputs', () => aBench(false), {
  units: [1, 2],
  inputs: false,
  registers: true,
  letGo: 'runs-out',
  absent: 'no_reply',
});

describe('transactions on a Modbus line', () => {
  it('lets a door command overtake every poll that is waiting', async () => {
    const line = aLine();
    for (let i = 0; i < 3; i++) void line.outcome(readInputs, poll);
    void line.outcome(writeOn, command);
    await line.clock.advance(Seconds(1));
    expect(functions(line)).toEqual([2, 5, 2, 2]);
  });

  it('lets a command to one board wait for one exchange at most while others on the line say nothing', async () => {
    const line = aLine();
    const polls = [7, 8, 9].flatMap((unit) => [1, 2].map(() => line.outcome({ ...readInputs, unit }, poll)));
    for (let round = 0; round < 6; round++) {
      await line.clock.advance(Milliseconds(37 * round)); // Somewhere in the middle of waiting for nobody.
      const askedMs = line.clock.monoMs();
      const from = line.wire.sent.length;
      const done = line.outcome({ ...writeOn, unit: 2, energised: round % 2 === 0 }, command);
      await line.clock.advance(Milliseconds(400));
      expect(await done).toMatchObject({ reply: { kind: 'done' } });
      const write = line.wire.sent.slice(from).find(({ bytes }) => bytes[0] === 2 && bytes[1] === 5);
      expect((write?.atMs ?? Infinity) - askedMs).toBeLessThan(190);
      expect(line.boards[1].coils[0]).toBe(round % 2 === 0);
    }
    await line.clock.advance(Seconds(5));
    for (const outcome of await Promise.all(polls)) expect(outcome).toMatchObject({ reason: 'no_reply' });
  });

  it('takes no board’s answer for another’s, however late it comes', async () => {
    const line = aLine();
    line.boards[0].inputs[0] = true;
    line.wire.reply = (honest, nth) => (nth === 1 && honest ? [{ afterMs: 180, bytes: honest }] : honestly(honest));
    const first = line.outcome(readInputs, poll);
    const second = line.outcome({ ...readInputs, unit: 2 }, poll);
    await line.clock.advance(Seconds(1));
    expect(await first).toBeInstanceOf(BoardError);
    expect(await second).toMatchObject({ reply: { values: new Array(8).fill(false) } });
  });

  it('leaves 3.5 characters of silence between frames', async () => {
    const line = aLine();
    for (let i = 0; i < 2; i++) void line.outcome(readInputs, poll);
    await line.clock.advance(Seconds(1));
    const [first, second] = line.wire.sent;
    // 8 characters there, 3 ms of thought, 6 characters back, then the silence.
    expect(second!.atMs - first!.atMs).toBeCloseTo((8 * 10) / 9.6 + 3 + (6 * 10) / 9.6 + (3.5 * 11) / 9.6, 1);
  });

  it('retries a lost reply twice at most', async () => {
    const line = aLine();
    line.wire.reply = () => [];
    const result = line.outcome(writeOn, command);
    await line.clock.advance(Seconds(2));
    expect(await result).toMatchObject({ reason: 'no_reply', sent: true });
    expect(functions(line)).toEqual([5, 3, 5]); // A silence is followed by a probe, in case the reply was only late.
  });

  it('gets along with a board that answers no probes', async () => {
    const line = aLine();
    line.wire.reply = (honest, nth) => (nth === 1 || line.wire.sent.at(-1)?.bytes[1] === 3 ? [] : honestly(honest));
    const result = line.outcome(writeOn, command);
    await line.clock.advance(Seconds(2));
    expect(await result).toMatchObject({ reply: { kind: 'done' } });
  });

  it('does not repeat a write whose deadline passed while it waited for the reply', async () => {
    const line = aLine();
    line.wire.reply = (honest, nth) => (nth === 1 ? [] : honestly(honest));
    const result = line.outcome(writeOn, { ...command, mayWrite: () => line.clock.monoMs() < 100 });
    await line.clock.advance(Seconds(2));
    expect(await result).toMatchObject({ reason: 'expired', sent: true });
    expect(line.boards[0].coilWrites).toBe(1);
  });

  it('never takes a late reply to an earlier question for the answer to the current one', async () => {
    const line = aLine();
    // The first reading comes 300 ms late: unlocked then, locked now.
    line.boards[0].inputs[0] = true;
    line.wire.reply = (honest, nth) => (nth === 1 && honest ? [{ afterMs: 240, bytes: honest }] : honestly(honest));
    const first = line.outcome(readInputs, poll);
    await line.clock.advance(Milliseconds(200));
    expect(await first).toBeInstanceOf(BoardError);
    line.boards[0].inputs[0] = false;
    const second = line.outcome(readInputs, poll);
    await line.clock.advance(Seconds(1));
    expect(functions(line)).toEqual([2, 3, 2]);
    expect(await second).toMatchObject({ reply: { values: new Array(8).fill(false) } });
  });

  it('takes a doubled reply for one', async () => {
    const line = aLine();
    line.wire.reply = (honest) => [...honestly(honest), ...honestly(honest).map((r) => ({ ...r, afterMs: 5 }))];
    line.boards[0].inputs[0] = true;
    expect(await Promise.race([line.outcome(readInputs, poll), line.clock.advance(Seconds(1))])).toBeDefined();
    line.boards[0].inputs[0] = false;
    const second = line.outcome(readInputs, poll);
    await line.clock.advance(Seconds(1));
    expect(await second).toMatchObject({ reply: { values: new Array(8).fill(false) } });
  });

  it('closes the line when the system will not say that it took the bytes, so that they cannot leave later', async () => {
    const line = aLine();
    line.wire.reply = () => [];
    line.wire.hands = false;
    void line.outcome(writeOn, { priority: 'command', retries: 0 });
    await line.clock.advance(Seconds(1));
    expect(line.wire.abandoned).toBe(1);
  });

  it('settles every call in bounded time, whatever bytes come back and whenever', async () => {
    const piece = fc.record({
      afterMs: fc.integer({ min: 0, max: 400 }),
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.constant(frame(1, 2, 1, 0xff)),
        fc.constant(frame(1, 5, 0, 0, 0xff, 0)),
        fc.constant(frame(1, 2, 1, 0xff).subarray(0, 4)),
        fc.constant('honest' as const),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 12 }), async (script) => {
        const line = aLine();
        line.wire.reply = (honest, nth) =>
          (script[nth - 1] ?? [{ afterMs: 1, bytes: 'honest' as const }]).map(({ afterMs, bytes }) => ({
            afterMs,
            bytes: bytes === 'honest' ? (honest ?? new Uint8Array(0)) : bytes,
          }));
        const calls = [1, 2, 3].flatMap(() => [line.outcome(readInputs, poll), line.outcome(writeOn, command)]);
        await line.clock.advance(Seconds(10));
        const outcomes = await Promise.race([Promise.all(calls), line.clock.advance(Seconds(1))]);
        expect(outcomes).toHaveLength(6);
        // Once the line is sound again, so is the driver.
        line.wire.reply = honestly;
        const last = line.outcome(readInputs, { priority: 'poll', retries: 2 });
        await line.clock.advance(Seconds(2));
        expect(await last).toMatchObject({ reply: { values: new Array(8).fill(false) } });
      }),
      { numRuns: 60 },
    );
  });
});
