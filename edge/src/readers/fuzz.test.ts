import { BUILT_IN_FORMATS } from '@gatehouse/shared/card/built-in-formats.ts';
import { readBits, readLine } from '@gatehouse/shared/card/read-card.ts';
import { cardText } from '@gatehouse/shared/snapshot/presented.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireListener } from '../drivers/serial/wire.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { createLines } from './lines.ts';
import { serialLineOn } from './serial-line/driver.ts';
import { createInputEvents } from './usb-keyboard/input-events.ts';

/** `GATEHOUSE_FUZZ_RUNS=2000000` for a long run. */
const RUNS = Number(process.env.GATEHOUSE_FUZZ_RUNS ?? 5_000);
const TIMEOUT_MS = 30_000 + RUNS;
const LINE_MAX = 2_048;

const AT_ONCE = 10_000;
/** So many that they are made a part at a time. */
function* samplesOf<T>(arbitrary: fc.Arbitrary<T>): Generator<T> {
  for (let done = 0; done < RUNS; done += AT_ONCE)
    yield* fc.sample(arbitrary, { numRuns: Math.min(AT_ONCE, RUNS - done), seed: done });
}

const FORMATS = [...BUILT_IN_FORMATS.values()];
const isSound = (text: string): boolean => text.length <= LINE_MAX && /^[ -~]*$/.test(text);

/** What scanners send, in pieces of sense and of none. */
const sent = fc.oneof(
  fc.constantFrom('0008057923\r', '\x02122,62531\r\n\x03', '00080', '57923\n', '\r', 'GH1~a.b~c\r'),
  fc.string({ unit: 'binary-ascii', maxLength: 40 }),
);
const someBytes = fc.oneof(
  sent.map((text) => Uint8Array.from(Buffer.from(text, 'latin1'))),
  fc.uint8Array({ maxLength: 60 }),
);
/** Events of keys, sound and broken ones, and bytes between them that put everything after them out of step. */
const someEvents = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.tuple(fc.nat(5), fc.nat(130), fc.integer({ min: -1, max: 3 })) },
    { weight: 1, arbitrary: fc.constant([0, 3, 0] as const) },
  ),
  { maxLength: 20 },
);
const eventBytes = (events: readonly (readonly [number, number, number])[]): Buffer =>
  Buffer.concat(
    events.map(([type, code, value]) => {
      const bytes = Buffer.alloc(24);
      bytes.writeUInt16LE(type, 16);
      bytes.writeUInt16LE(code, 18);
      bytes.writeInt32LE(value, 20);
      return bytes;
    }),
  );
const ONE_AND_ENTER = eventBytes([
  [1, 42, 0],
  [1, 54, 0],
  [1, 2, 1],
  [1, 2, 0],
  [1, 28, 1],
]);

describe('whatever comes from a reader', () => {
  it('a scanner’s line goes on, keeps little, and reads the next sound line after a pause', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const clock = new ManualClock();
    let ear: WireListener | undefined;
    const bus = serialLineOn(
      {
        up: true,
        flush: async () => undefined,
        send: () => undefined,
        abandon: () => undefined,
        listen: (listener) => {
          ear = listener;
        },
        close: async () => undefined,
      },
      { clock, log: silentLog },
    );
    let last = '';
    let unsound = 0;
    bus.reader?.(1)?.listen({
      took: (input) => {
        if (input.kind !== 'line' || !isSound(input.text)) unsound++;
        else last = input.text;
      },
      changed: () => undefined,
    });
    await clock.advance(Milliseconds(2_000));
    let turn = 0;
    for (const bytes of samplesOf(someBytes)) {
      turn++;
      ear?.bytes(bytes);
      if (turn % 500 !== 0) continue;
      await clock.advance(Milliseconds(501));
      ear?.bytes(Buffer.from('0008057923\r'));
      expect([last, unsound]).toEqual(['0008057923', 0]);
    }
    await bus.close();
  });

  it('a keyboard’s events go on, and make nothing but lines of characters', { timeout: TIMEOUT_MS }, async () => {
    const clock = new ManualClock();
    let last = '';
    let unsound = 0;
    const lines = createLines(clock, {
      line: (text) => {
        last = text;
        if (!isSound(text)) unsound++;
      },
      spoilt: () => undefined,
    });
    const events = createInputEvents(24, lines);
    let turn = 0;
    for (const some of samplesOf(someEvents)) {
      turn++;
      events.take(eventBytes(some));
      if (turn % 500 !== 0) continue;
      await clock.advance(Milliseconds(501));
      events.take(ONE_AND_ENTER);
      expect([last, unsound]).toEqual(['1', 0]);
    }
    const torn = createInputEvents(24, lines);
    for (const bytes of samplesOf(someBytes)) torn.take(bytes);
    expect(unsound).toBe(0);
  });

  it('a card is read as a credential, or as none', { timeout: TIMEOUT_MS }, () => {
    const text = fc.oneof(sent, fc.stringMatching(/^[0-9A-Fa-f,: -]{0,70}$/));
    const bits = fc.array(fc.boolean(), { maxLength: 90 }).map((all) => all.map(Number).join(''));
    let cards = 0;
    const sound = (read: ReturnType<typeof readLine>) => {
      if (read.ok && cardText(read.card) !== read.card) throw new Error(`${read.card} is no credential`);
      cards += Number(read.ok);
    };
    for (const each of samplesOf(text)) sound(readLine(FORMATS, each));
    for (const each of samplesOf(bits)) sound(readBits(FORMATS, each));
    expect(cards).toBeGreaterThan(RUNS / 20);
  });
});
