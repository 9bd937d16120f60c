import { readBits } from '@gatehouse/shared/card/read-card.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatsOf } from '../../../readers/config.ts';
import { createCapture } from './capture.ts';

const FORMATS = formatsOf({ bus: 'pins', unit: 1, door: DoorId.parse('door_0123456789abcdef') }, 'gpio');
const LENGTHS = FORMATS.flatMap((format) => ('bits' in format ? [format.bits] : []));

/** What a reader makes of pulses of which the machine never saw some. */
const readWithout = (bits: string, missed: readonly number[], gapMs: number) => {
  const capture = createCapture();
  const seen = [...bits].flatMap((bit, i) => (missed.includes(i) ? [] : [{ bit: bit as '0' | '1', atMs: i * gapMs }]));
  const captured = [...capture.pulses(seen.map((pulse, i) => ({ ...pulse, seqno: i + 1 }))), ...capture.silence()];
  return captured.map((one) => (one.is === 'bits' ? one.bits : ''));
};

const aCard = fc
  .constantFrom(...LENGTHS)
  .chain((length) => fc.string({ unit: fc.constantFrom('0', '1'), minLength: length, maxLength: length }))
  .filter((bits) => readBits(FORMATS, bits).ok);

describe('a card of which pulses never reached the machine', () => {
  it('is no card at a reader with the formats of a wire, be it one pulse or two', () => {
    expect(LENGTHS).toEqual([26, 34, 37]);
    const missed = fc.uniqueArray(fc.nat(25), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(aCard, missed, fc.double({ min: 0.2, max: 8, noNaN: true }), (bits, away, gapMs) => {
        expect(readWithout(bits, [], gapMs)).toEqual([bits]);
        for (const got of readWithout(bits, away, gapMs)) expect(readBits(FORMATS, got).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is no card at a reader that knows the one format of its cards, however many are missing', () => {
    const missed = fc.uniqueArray(fc.nat(36), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(aCard, missed, fc.double({ min: 0.2, max: 20, noNaN: true }), (bits, away, gapMs) => {
        fc.pre(away.some((i) => i < bits.length));
        const own = FORMATS.filter((format) => 'bits' in format && format.bits === bits.length);
        for (const got of readWithout(bits, away, gapMs)) expect(readBits(own, got).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
