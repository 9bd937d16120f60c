import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Captured, createCapture, FRAME_ENDS_MS, PULSES_APART_MS, type Pulse } from './capture.ts';

const RUNS = Number(process.env.GATEHOUSE_FUZZ_RUNS ?? 2_000);
const TIMEOUT_MS = 30_000 + RUNS;

const bitString = (lengths: readonly number[]) =>
  fc
    .constantFrom(...lengths)
    .chain((length) => fc.array(fc.constantFrom('0' as const, '1' as const), { minLength: length, maxLength: length }));
/** Pauses between pulses as a reader may leave them: 0.2 to 20 ms. */
const pauses = fc.array(fc.double({ min: 0.2, max: 20, noNaN: true }), { minLength: 128, maxLength: 128 });
const CARDS = [26, 32, 34, 35, 37, 40, 48, 56, 64];

const sent = (bits: readonly ('0' | '1')[], gaps: readonly number[], fromMs = 1_000, fromSeqno = 1): Pulse[] => {
  let atMs = fromMs;
  return bits.map((bit, i) => {
    if (i > 0) atMs += gaps[i] ?? 1;
    return { atMs, bit, seqno: (fromSeqno + i) >>> 0 };
  });
};
const all = (...chunks: readonly (readonly Pulse[])[]): Captured[] => {
  const capture = createCapture();
  return [...chunks.flatMap((chunk) => capture.pulses(chunk)), ...capture.silence()];
};
const bitsOf = (captured: readonly Captured[]) => captured.flatMap((one) => (one.is === 'bits' ? [one.bits] : []));

describe('pulses of a Wiegand line', { timeout: TIMEOUT_MS }, () => {
  it('come out exactly as they were sent, at any legal pace, however they are handed over', () => {
    fc.assert(
      fc.property(bitString([4, 8, ...CARDS]), pauses, fc.array(fc.nat(64)), (bits, gaps, cuts) => {
        const pulses = sent(bits, gaps);
        const places = [0, ...cuts.toSorted((a, b) => a - b), pulses.length];
        const chunks = places.slice(1).map((end, i) => pulses.slice(places[i], end));
        expect(all(...chunks)).toEqual([{ is: 'bits', bits: bits.join(''), atMs: pulses.at(-1)?.atMs }]);
      }),
      { numRuns: RUNS },
    );
  });

  it('are parted into frames by their own times, although all are handed over at once', () => {
    fc.assert(
      fc.property(
        fc.array(bitString([4, 8, ...CARDS]), { minLength: 2, maxLength: 5 }),
        pauses,
        fc.double({ min: FRAME_ENDS_MS, max: 500, noNaN: true }),
        (frames, gaps, between) => {
          let fromMs = 0;
          let seqno = 1;
          const pulses = frames.flatMap((bits) => {
            const frame = sent(bits, gaps, fromMs, seqno);
            fromMs = (frame.at(-1)?.atMs ?? 0) + between + 0.001;
            seqno += bits.length;
            return frame;
          });
          expect(bitsOf(all(pulses))).toEqual(frames.map((bits) => bits.join('')));
        },
      ),
      { numRuns: RUNS / 4 },
    );
  });

  it('that the kernel queued in another order than they came are put back into theirs', () => {
    fc.assert(
      fc.property(bitString(CARDS), pauses, fc.array(fc.nat(62)), (bits, gaps, swaps) => {
        const pulses = sent(bits, gaps);
        for (const at of swaps) {
          const [a, b] = [pulses[at], pulses[at + 1]];
          // One of each line: events of the same line never pass each other.
          if (a !== undefined && b !== undefined && a.bit !== b.bit) pulses.splice(at, 2, b, a);
        }
        expect(bitsOf(all(pulses))).toEqual([bits.join('')]);
      }),
      { numRuns: RUNS / 4 },
    );
  });

  it('of which the kernel threw any away give no card at all, nor a part of one', () => {
    const lost = fc.uniqueArray(fc.nat(63), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(bitString(CARDS), pauses, lost, (bits, gaps, away) => {
        // Whatever is lost shows by the number of the next that is not.
        const next = sent([...'10110'] as ('0' | '1')[], gaps, 1_000_000, bits.length + 1);
        const left = sent(bits, gaps).filter((_, i) => !away.includes(i));
        fc.pre(left.length < bits.length);
        const got = bitsOf(all([...left, ...next]));
        expect(got.length === 0 || (got.length === 1 && got[0] === '10110')).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('that the machine never saw make a frame shorter, and never into another card of the same length', () => {
    const missed = fc.uniqueArray(fc.nat(63), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(bitString(CARDS), pauses, missed, (bits, gaps, away) => {
        const left = sent(bits, gaps).filter((_, i) => !away.includes(i));
        fc.pre(left.length < bits.length);
        const seen = left.map((pulse, i) => ({ ...pulse, seqno: i + 1 }));
        for (const got of bitsOf(all(seen))) expect(got.length).toBeLessThan(bits.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('of both lines at one moment are believed in no order', () => {
    const pulses = sent([...'10110011100011110000101010'] as ('0' | '1')[], []);
    for (const apart of [0, -0.01, PULSES_APART_MS / 2]) {
      const noisy = pulses.map((pulse, i) => (i === 12 ? { ...pulse, atMs: (pulses[11]?.atMs ?? 0) + apart } : pulse));
      expect(all(noisy)).toEqual([{ is: 'dropped', why: 'pulses came closer together than a reader sends them' }]);
    }
  });

  it('that are too few or too many for anything a reader sends are dropped, and the next card is read', () => {
    const gaps: number[] = [];
    const stray = sent(['1', '0', '1'], gaps, 0, 1);
    const storm = sent(new Array<'0'>(5_000).fill('0'), gaps, 1_000, 4);
    const card = sent([...'1011'] as ('0' | '1')[], gaps, 10_000, 5_004);
    expect(all([...stray, ...storm, ...card])).toEqual([
      { is: 'dropped', why: 'stray pulses came' },
      { is: 'dropped', why: 'more pulses came than any card has' },
      { is: 'bits', bits: '1011', atMs: 10_003 },
    ]);
  });

  it('go on through the wrap of their numbers', () => {
    const capture = createCapture();
    const gaps: number[] = [];
    const card = [...'10110011100011110000101010'] as ('0' | '1')[];
    capture.pulses(sent(['1'], gaps, 0, 0xffff_fff0));
    expect(capture.silence()).toEqual([{ is: 'dropped', why: 'pulses were lost' }]);
    expect(bitsOf(capture.pulses(sent(card, gaps, 1_000, 0xffff_fff1)))).toEqual([]);
    expect(capture.silence()).toMatchObject([{ is: 'bits', bits: card.join('') }]);
  });

  it('of any kind are never thrown at, and give nothing but what can be vouched for', () => {
    const anything = fc.record({
      atMs: fc.double({ min: 0, max: 200, noNaN: true }),
      bit: fc.constantFrom('0' as const, '1' as const),
      seqno: fc.oneof(fc.nat(80), fc.nat(0xffff_ffff)),
    });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 200 }), (pulses) => {
        for (const one of all(pulses)) if (one.is === 'bits') expect(one.bits).toMatch(/^[01]{4,128}$/);
      }),
      { numRuns: RUNS },
    );
  });
});
