import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { frame, isWhole } from '../drivers/modbus-rtu/framing.ts';
import { createMemoryWire, honestly } from '../drivers/serial/memory-wire.ts';
import { findBoards } from './find-boards.ts';
import { BoardsError, type OpenLine, openLine } from './line.ts';
import { setAddress } from './set-address.ts';

/** A board whose address can be changed, or that refuses, or says it did and did not. */
const aBoard = (address: number, obeys: 'yes' | 'refuses' | 'lies' = 'yes') => {
  const write = (unit: number, body: readonly number[]): Uint8Array => {
    if (obeys === 'refuses') return frame(board.address, 0x86, 3);
    board.written++;
    if (obeys === 'yes') board.address = body[3] ?? 0;
    return frame(unit, 6, ...body);
  };
  const board = {
    address,
    written: 0,
    answer: (request: Uint8Array): Uint8Array | undefined => {
      const [unit = 0, fn = 0, high = 0, low = 0, , value = 0] = request;
      const from = board.address;
      if (!isWhole(request) || (unit !== 0 && unit !== from)) return undefined;
      if (fn === 1 || fn === 2) return unit === 0 ? undefined : frame(from, fn, 1, 0);
      if (fn === 3) return high === 0x40 ? frame(from, 3, 2, 0, from) : frame(from, 0x83, 2);
      return write(unit, [high, low, 0, value]);
    },
  };
  return board;
};

const aLine = (...boards: ReturnType<typeof aBoard>[]) => {
  const clock = new ManualClock();
  const wire = createMemoryWire(clock, 9_600, boards);
  const open: OpenLine = (baud) => openLine(wire, { baud, replyAllowanceMs: 80 }, clock, () => 'not there');
  const over = async <T>(call: Promise<T>): Promise<T | BoardsError> => {
    let result: { value: T | BoardsError } | undefined;
    call.then(
      (value) => {
        result = { value };
      },
      (error: BoardsError) => {
        result = { value: error };
      },
    );
    for (let ms = 0; ms < 60_000 && result === undefined; ms++) await clock.advance(Milliseconds(1));
    if (result === undefined) throw new Error('it hangs');
    return result.value;
  };
  const change = async (from: number | undefined, to: number) => {
    const line = await open(9_600);
    return over(setAddress(line, { from, to }));
  };
  return { clock, wire, open, over, change };
};

describe('giving a board its address', () => {
  it('changes the only board on the line, whichever address it has', async () => {
    const board = aBoard(200);
    expect(await aLine(board).change(undefined, 3)).toEqual({ from: 200, to: 3 });
    expect(board.address).toBe(3);
  });

  it('writes nothing when more than one board answers, however late the second', async () => {
    const [one, two] = [aBoard(1), aBoard(2)];
    const line = aLine(one, two);
    line.wire.reply = (honest, nth) => {
      const request = line.wire.sent[nth - 1]?.bytes ?? new Uint8Array(0);
      if (request[0] !== 0) return honestly(honest);
      return [one, two].map((board, i) => ({ afterMs: 3 + 60 * i, bytes: board.answer(request) ?? new Uint8Array(0) }));
    };
    expect(await line.change(undefined, 9)).toBeInstanceOf(BoardsError);
    expect([one.written, two.written]).toEqual([0, 0]);
  });

  it('writes nothing when the address is taken, or nobody has the old one', async () => {
    const [one, two] = [aBoard(1), aBoard(2)];
    const line = aLine(one, two);
    expect(await line.change(1, 2)).toMatchObject({ message: expect.stringContaining('at address 2 already') });
    expect(await line.change(7, 3)).toMatchObject({
      message: expect.stringContaining('No board answers at address 7'),
    });
    expect([one.written, two.written]).toEqual([0, 0]);
  });

  it('believes neither a refusal nor a yes without hearing the board at its new address', async () => {
    expect(await aLine(aBoard(1, 'refuses')).change(1, 2)).toMatchObject({
      message: expect.stringContaining('exception 3'),
    });
    expect(await aLine(aBoard(1, 'lies')).change(1, 2)).toMatchObject({
      message: expect.stringContaining('still answers at 1'),
    });
  });
});

describe('looking for boards', () => {
  it('finds one beyond the addresses that are tried, when it is alone', async () => {
    const { open, over } = aLine(aBoard(240));
    const search = { bauds: [9_600], addresses: [1, 2], onBaud: () => undefined };
    expect(await over(findBoards(open, search))).toEqual([{ baud: 9_600, address: 240, inputs: true, version: null }]);
  });

  it('asks twice at a speed at which some board answers', async () => {
    const { wire, open, over } = aLine(aBoard(1), aBoard(2));
    let lost = 0;
    wire.reply = (honest) => (honest?.[0] === 2 && lost++ === 0 ? [] : honestly(honest));
    const search = { bauds: [9_600], addresses: [1, 2], onBaud: () => undefined };
    expect(await over(findBoards(open, search))).toMatchObject([{ address: 1 }, { address: 2 }]);
  });

  it('says so when there is no line', async () => {
    const { wire, open, over, clock } = aLine();
    wire.up = false;
    expect(await over(open(9_600))).toMatchObject({ name: 'BoardsError', message: 'not there' });
    expect(clock.pendingTimers).toBe(0);
  });
});
