import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWaveshareBoard } from './board.ts';
import { seal } from './crc.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const hex = (frame: Uint8Array) => Buffer.from(frame).toString('hex');

const aBoard = () => {
  const clock = new ManualClock();
  const replies: string[] = [];
  const inputs = new Set<number>();
  const board = createWaveshareBoard({
    clock,
    address: 1,
    baud: 9_600,
    hasInputs: true,
    terminals: { setCoil: () => undefined, input: (number) => inputs.has(number) },
    send: (frame) => replies.push(hex(frame)),
  });
  /** Puts a frame on the wire and returns the reply, as hex; '' for silence. */
  const ask = async (frame: Uint8Array) => {
    replies.length = 0;
    board.receive(frame, clock.monoMs());
    await clock.advance(Milliseconds(frame.length * 2 + 5));
    return replies.join('|');
  };
  const body = (text: string) => ask(seal(bytes(text)));
  const coils = () => board.coils.map(Number).join('');
  return { clock, board, inputs, replies, ask, body, coils };
};
const reply = (text: string) => hex(seal(bytes(text)));

describe('the Waveshare board', () => {
  it('answers the recorded frames byte for byte', async () => {
    const { ask, coils } = aBoard();
    expect(await ask(bytes('01 05 00 00 FF 00 8C 3A'))).toBe('01050000ff008c3a');
    expect(coils()).toBe('10000000');
    expect(await ask(bytes('01 05 02 00 00 07 8D B0'))).toBe('010502000007' + '8db0');
    expect(await ask(bytes('01 01 00 00 00 08 3D CC'))).toBe(reply('01 01 01 01'));
  });

  it('switches, toggles and switches all coils', async () => {
    const { body, coils } = aBoard();
    await body('01 05 00 03 FF 00');
    await body('01 05 00 04 55 00');
    expect(coils()).toBe('00011000');
    await body('01 05 00 FF 55 00');
    expect(coils()).toBe('11100111');
    await body('01 05 00 FF 00 00');
    expect(coils()).toBe('00000000');
    await body('01 0F 00 02 00 04 01 0B');
    expect(coils()).toBe('00110100');
  });

  it('reads inputs as they are at that instant, from any offset', async () => {
    const { body, inputs } = aBoard();
    inputs.add(0).add(6);
    expect(await body('01 02 00 00 00 08')).toBe(reply('01 02 01 41'));
    expect(await body('01 02 00 06 00 02')).toBe(reply('01 02 01 01'));
  });

  it('ends a flash by its own timer, to a tenth of a second', async () => {
    const { clock, body, coils, board } = aBoard();
    await body('01 05 02 00 00 07');
    const sinceMs = 8 * 2 + 5 - (8 * (10_000 / 9_600) + 3.5 * (10_000 / 9_600));
    expect(board.flashing[0]).toBe(true);
    await clock.advance(Milliseconds(700 - sinceMs - 0.01));
    expect(coils()).toBe('10000000');
    await clock.advance(Milliseconds(0.02));
    expect(coils()).toBe('00000000');
    expect(clock.pendingTimers).toBe(0);
  });

  it('starts the timer over on a new flash, and forgets it on plain on or off', async () => {
    const { clock, body, coils } = aBoard();
    await body('01 05 02 00 00 07');
    await clock.advance(Milliseconds(600));
    await body('01 05 02 00 00 07');
    await clock.advance(Milliseconds(600));
    expect(coils()).toBe('10000000');
    await body('01 05 00 00 FF 00');
    await clock.advance(Milliseconds(5_000));
    expect(coils()).toBe('10000000');
    await body('01 05 02 00 00 07');
    await body('01 05 00 00 00 00');
    expect(coils()).toBe('00000000');
    expect(clock.pendingTimers).toBe(0);
  });

  it('flashes off and returns to on', async () => {
    const { clock, body, coils } = aBoard();
    await body('01 05 04 01 00 05');
    expect(coils()).toBe('00000000');
    await clock.advance(Milliseconds(500));
    expect(coils()).toBe('01000000');
  });

  it.each([
    ['an unknown function', '01 2B 00 00', '01 AB 01'],
    ['coils past the last', '01 01 00 04 00 08', '01 81 02'],
    ['a count of nothing', '01 02 00 00 00 00', '01 82 03'],
    ['a coil past the last', '01 05 00 08 FF 00', '01 85 02'],
    ['a coil value nobody knows', '01 05 00 00 12 34', '01 85 03'],
    ['a flash of no length', '01 05 02 00 00 00', '01 85 03'],
    ['a flash too long', '01 05 02 00 80 00', '01 85 03'],
    ['a flash of all', '01 05 02 FF 00 07', '01 85 02'],
    ['a register that is not there', '01 03 12 34 00 01', '01 83 02'],
    ['an address out of range', '01 06 40 00 00 F8', '01 86 03'],
    ['a baud code that is not there', '01 06 20 00 00 09', '01 86 03'],
    ['several coils past the last', '01 0F 00 06 00 04 01 0F', '01 8F 02'],
    ['several coils with a wrong byte count', '01 0F 00 00 00 04 02 0F 00', '01 8F 03'],
  ])('refuses %s and moves nothing', async (_, request, answer) => {
    const { body, coils } = aBoard();
    expect(await body(request)).toBe(reply(answer));
    expect(coils()).toBe('00000000');
  });

  it.each([
    ['another address', seal(bytes('02 05 00 00 FF 00'))],
    ['a wrong CRC', bytes('01 05 00 00 FF 00 8C 3B')],
    ['half a frame', bytes('01 05 00 00')],
    ['a length the command cannot have', seal(bytes('01 05 00 00 FF 00 00'))],
    ['two frames without a pause', bytes('01 05 00 00 FF 00 8C 3A 01 05 00 00 FF 00 8C 3A')],
  ])('is silent on %s and moves nothing', async (_, frame) => {
    const { ask, coils } = aBoard();
    expect(await ask(frame)).toBe('');
    expect(coils()).toBe('00000000');
  });

  it('takes a frame that comes in pieces, and forgets a piece after 3.5 characters of silence', async () => {
    const { clock, board, replies, ask } = aBoard();
    const frame = bytes('01 05 00 00 FF 00 8C 3A');
    const byteMs = 10_000 / 9_600;
    board.receive(frame.subarray(0, 5), 0);
    board.receive(frame.subarray(5), 5 * byteMs + 2);
    await clock.advance(Milliseconds(30));
    expect(replies).toEqual(['01050000ff008c3a']);
    replies.length = 0;
    board.receive(frame.subarray(0, 5), clock.monoMs());
    await clock.advance(Milliseconds(12));
    expect(await ask(frame.subarray(5))).toBe('');
    expect(await ask(frame)).toBe('01050000ff008c3a');
  });

  it('tells and takes address and baud rate, answering under the old ones', async () => {
    const { body, board } = aBoard();
    expect(await body('00 03 40 00 00 01')).toBe(reply('01 03 02 00 01'));
    expect(await body('01 03 20 00 00 01')).toBe(reply('01 03 02 00 01'));
    expect(await body('01 03 80 00 00 01')).toBe(reply('01 03 02 00 C8'));
    expect(await body('01 06 40 00 00 05')).toBe(reply('01 06 40 00 00 05'));
    expect(await body('01 01 00 00 00 08')).toBe('');
    expect(await body('05 06 20 00 00 02')).toBe(reply('05 06 20 00 00 02'));
    expect(board).toMatchObject({ address: 5, baud: 19_200 });
  });

  it('obeys a coil command to everyone without a word', async () => {
    const { body, coils } = aBoard();
    expect(await body('00 05 00 00 FF 00')).toBe('');
    expect(coils()).toBe('10000000');
  });

  it('without power is silent and its coils and timers are gone; its address is kept', async () => {
    const { clock, board, body, coils } = aBoard();
    await body('01 06 40 00 00 07');
    await body('07 05 02 00 00 50');
    board.powerOff();
    expect(coils()).toBe('00000000');
    expect(clock.pendingTimers).toBe(0);
    expect(await body('07 01 00 00 00 08')).toBe('');
    board.powerOn();
    expect(await body('07 01 00 00 00 08')).toBe(reply('07 01 01 00'));
  });

  it('survives any bytes in any pieces, and answers the next good frame', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.uint8Array({ minLength: 0, maxLength: 400 }), fc.integer({ min: 0, max: 10 })), {
          maxLength: 8,
        }),
        async (pieces) => {
          const { clock, board, ask } = aBoard();
          for (const [piece, pauseMs] of pieces) {
            board.receive(piece, clock.monoMs());
            await clock.advance(Milliseconds(pauseMs));
          }
          await clock.advance(Milliseconds(500));
          expect(await ask(bytes('01 01 00 00 00 08 3D CC'))).toMatch(/^010101/);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('survives any body under a good CRC, and never answers for another address', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 2, maxLength: 254 }), async (anyBody) => {
        const { ask } = aBoard();
        const answer = await ask(seal(anyBody));
        if (anyBody[0] !== 1 && anyBody[0] !== 0) expect(answer).toBe('');
      }),
      { numRuns: 300 },
    );
  });
});
