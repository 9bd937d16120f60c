import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NumatoRequest, questionOf, relaysFrom } from './framing.ts';

/** `GATEHOUSE_FUZZ_RUNS=2000000` for a long run. */
const RUNS = Number(process.env.GATEHOUSE_FUZZ_RUNS ?? 5_000);
const TIMEOUT_MS = 30_000 + RUNS;

const channel = fc.integer({ min: 0, max: 31 });
const request: fc.Arbitrary<NumatoRequest> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), relay: channel, energised: fc.boolean() }),
  fc.record({ kind: fc.constant('read-relay' as const), relay: channel }),
  fc.constant({ kind: 'read-relays' as const }),
  fc.record({ kind: fc.constant('read-input' as const), input: channel }),
  fc.record({ kind: fc.constant('probe' as const), turn: fc.nat(3) }),
);
const VALUES = {
  write: [''],
  'read-relay': ['on', 'off'],
  'read-relays': ['00', 'a5', '0001ff00'],
  'read-input': ['0', '1'],
  probe: ['A0M09.01', '12345678', ''],
} as const;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const commandOf = (asked: NumatoRequest) => text(questionOf(asked).bytes).replace('\r', '');
const lineOf = (asked: NumatoRequest, value: string) => `${commandOf(asked)}\n\r${value === '' ? '' : `${value}\n\r`}>`;
const sound = (asked: NumatoRequest) => fc.constantFrom(...VALUES[asked.kind]).map((value) => lineOf(asked, value));

/** Whole answers to this and to other questions, parts of them, their words in disorder, bytes of no meaning. */
const arrival = (asked: NumatoRequest) =>
  request.chain((other) => {
    const piece = fc.oneof(
      sound(asked),
      sound(other),
      fc.tuple(sound(asked), fc.nat(30)).map(([line, length]) => line.slice(0, length)),
      fc.tuple(sound(asked), fc.nat(30), fc.integer({ min: 0, max: 255 })).map(([line, at, byte]) => {
        const i = at % line.length;
        return line.slice(0, i) + String.fromCharCode(byte) + line.slice(i + 1);
      }),
      fc.constantFrom('\n\r', '>', 'on', 'off', '1', 'ff', commandOf(asked), commandOf(other)),
      fc.uint8Array({ maxLength: 30 }).map(text),
    );
    return fc.array(piece, { maxLength: 5 }).map((pieces) => ({ asked, line: pieces.join('') }));
  });

describe('whatever a Numato module, or what is taken for one, says', () => {
  it(
    'is an answer only in whole lines: the command alone, the value alone, a prompt',
    () => {
      fc.assert(
        fc.property(request.chain(arrival), ({ asked, line }) => {
          const match = questionOf(asked).match(Buffer.from(line, 'latin1'));
          if (match === undefined) return;
          // Read again by lines instead of by one expression.
          const lines = line.slice(0, match.end).split(/[\r\n>]/);
          expect(line[match.end - 1]).toBe('>');
          const words = lines.filter((one) => one !== '');
          const expected = match.reply === '' ? [commandOf(asked)] : [commandOf(asked), match.reply];
          if (asked.kind !== 'probe') expect(words.slice(-expected.length)).toEqual(expected);
          if (asked.kind === 'write') expect(match.reply).toBe('');
          if (asked.kind === 'read-relay') expect(['on', 'off']).toContain(match.reply);
          if (asked.kind === 'read-input') expect(['0', '1']).toContain(match.reply);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it(
    'is found behind the answers to other questions, and is never the answer to another command',
    () => {
      const pair = fc.tuple(request, request);
      fc.assert(
        fc.property(
          pair.chain(([asked, other]) => fc.tuple(fc.constant(asked), fc.constant(other), sound(asked), sound(other))),
          ([asked, other, own, foreign]) => {
            expect(questionOf(asked).match(Buffer.from(foreign + own, 'latin1'))).toBeDefined();
            if (commandOf(asked) !== commandOf(other))
              expect(questionOf(asked).match(Buffer.from(foreign, 'latin1'))).toBeUndefined();
          },
        ),
        { numRuns: RUNS / 4 },
      );
    },
    TIMEOUT_MS,
  );

  it('gives relays by bits only when no digit is missing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 32 }), fc.bigInt({ min: 0n, max: 0xffffffffn }), (relays, number) => {
        const digits = Math.max(2, Math.ceil(relays / 4));
        const value = (number & ((1n << BigInt(relays)) - 1n)).toString(16).padStart(digits, '0');
        const bits = relaysFrom(value, relays);
        expect(bits?.map(Number).reverse().join('')).toBe(BigInt(`0x${value}`).toString(2).padStart(relays, '0'));
        expect(relaysFrom(value.slice(1), relays)).toBeUndefined();
        expect(relaysFrom(`${value}0`, relays)).toBeUndefined();
      }),
    );
  });
});
