import { DoorId, EventId } from '@gatehouse/shared/ids/ids.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import type { EntryResult } from '../../access/access.ts';
import { silentLog } from '../../fakes/silent-log.ts';
import { formatsOf, ReadersConfig } from '../config.ts';
import type { ReaderInput } from '../reader.ts';
import { memoryReader, slowDecisions } from './memory-reader.kit.ts';
import { listenToReader } from './wired-reader.ts';

const doorId = DoorId.parse('door_0123456789abcdef');
const entryId = EventId.parse('evt_0123456789abcdef');
const GRANTED: EntryResult = { entryId, granted: true, reason: 'granted', message: 'Welcome.' };
const DENIED: EntryResult = { entryId, granted: false, reason: 'outside_hours', message: 'Not now.' };
const PIN: EntryResult = { entryId, granted: false, reason: 'pin_needed', message: 'PIN.', pinNeeded: true };
const UNKNOWN: EntryResult = { entryId, granted: false, reason: 'unknown_credential', message: 'Not known here.' };

/** Facility 123, card 4567, as bits and as the credential that it is. */
const BITS = '10111101100010001110101110';
const CARD = '7B11D7';

const atReader = (kind = 'osdp') => {
  const clock = new ManualClock();
  const { reader, shown, take } = memoryReader();
  const { asked, present, decide } = slowDecisions();
  const { r: settings } = ReadersConfig.parse({ r: { bus: 'b', door: doorId } });
  const formats = formatsOf(settings!, kind);
  let changes = 0;
  const changed = () => changes++;
  const wired = listenToReader({ name: 'front', doorId, reader, formats, present, changed, clock, log: silentLog });
  const rest = (by: Duration = Seconds(0)) => clock.advance(by);
  const give = async (input: ReaderInput, ageMs = 0) => {
    take(input, clock.monoMs() - ageMs);
    await rest();
  };
  return {
    clock,
    wired,
    asked,
    shown,
    rest,
    bits: (bits: string, ageMs?: number) => give({ kind: 'bits', bits }, ageMs),
    line: (text: string) => give({ kind: 'line', text }),
    type: async (keys: string) => {
      for (const key of keys) await give({ kind: 'key', key: key as '0' });
    },
    key: (ageMs: number) => give({ kind: 'key', key: '1' }, ageMs),
    answer: async (result: EntryResult | Error) => {
      decide(result);
      await rest();
    },
    presented: () => asked.map((question) => question.presented),
    changes: () => changes,
  };
};

describe('a reader on a bus', () => {
  it('has its cards decided at its own door, and shows the answer', async () => {
    const { bits, answer, asked, shown, wired, changes } = atReader();
    expect(wired.lastReadMs()).toBeNull();
    await bits(BITS);
    expect(asked).toEqual([{ doorId, presented: { kind: 'card', text: CARD }, via: 'reader' }]);
    expect(shown).toEqual([]);
    await answer(GRANTED);
    expect(shown).toEqual(['green 1']);
    expect([wired.lastReadMs(), changes()]).toEqual([Date.parse('2026-01-01T00:00:00Z'), 1]);
  });

  it('gives the same credential for the same card by bits and by lines', async () => {
    const { bits, line, answer, presented, rest } = atReader();
    await bits(BITS);
    for (const text of ['123,04567', ' 0008065495 ']) {
      await answer(DENIED);
      await rest(Seconds(2));
      await line(text);
    }
    expect(presented()).toEqual([CARD, CARD, CARD].map((text) => ({ kind: 'card', text })));
  });

  it('takes a shown pass for one, whatever its formats are', async () => {
    const { line, answer, presented, shown } = atReader();
    await line('GH1~a.b.c~9~sig');
    await answer(GRANTED);
    expect(presented()).toEqual([{ kind: 'pass', text: 'GH1~a.b.c~9~sig' }]);
    expect(shown).toEqual(['green 1']);
  });

  it('says of a misread card that it was one, asks nobody, and opens nothing', async () => {
    const { bits, line, asked, shown, wired } = atReader();
    await bits(`0${BITS.slice(1)}`);
    await bits(BITS.slice(1));
    await bits('00000000000000000000000001');
    await line('nonsense');
    expect([asked, shown, wired.lastReadMs()]).toEqual([[], Array(4).fill('amber 4'), null]);
  });

  it('on bare wires takes no frame for a card that no parity vouches for', async () => {
    const frame = '00000100101000101011100111000010';
    const wires = atReader('gpio');
    await wires.bits(frame);
    const checked = atReader('osdp');
    await checked.bits(frame);
    expect([wires.asked.length, checked.asked.length]).toEqual([0, 1]);
  });

  it('asks once for a card that is held to it, and again for one that comes again', async () => {
    const { bits, answer, asked, shown, rest } = atReader();
    for (let i = 0; i < 8; i++) {
      await bits(BITS);
      await answer(GRANTED);
      await rest(Milliseconds(500));
    }
    expect([asked.length, shown]).toEqual([1, ['green 1']]);
    await rest(Seconds(1));
    await bits(BITS);
    expect(asked).toHaveLength(2);
  });

  it('has one thing decided at a time, and says so', async () => {
    const { bits, line, answer, asked, shown } = atReader();
    await bits(BITS);
    await line('0000012345');
    expect([asked.length, shown]).toEqual([1, ['amber 4']]);
    await answer(GRANTED);
    expect(shown).toEqual(['amber 4', 'green 1']);
    await line('0000012345');
    expect(asked).toHaveLength(2);
  });

  it('opens nothing for who has gone meanwhile', async () => {
    const { bits, key, type, asked, shown } = atReader();
    await bits(BITS, 3_500);
    expect([asked, shown]).toEqual([[], ['amber 4']]);
    await key(3_500);
    // Had the key counted, the number would be too long.
    await type('1234567890#');
    expect([asked, shown]).toEqual([[], ['amber 4', 'amber 2']]);
  });

  it('answers in time when nothing was decided, and is free again', async () => {
    const { bits, answer, rest, shown, asked } = atReader();
    await bits(BITS);
    await rest(Seconds(5));
    expect(shown).toEqual(['amber 4']);
    await bits(BITS);
    await answer(new Error('the first one comes to nothing'));
    await answer(new Error('the store broke'));
    expect([asked.length, shown]).toEqual([2, ['amber 4', 'amber 4']]);
  });

  it('holds back who tries card after card', async () => {
    const { line, answer, asked, rest } = atReader();
    for (let i = 0; i < 300; i++) {
      await line(String(10_000 + i));
      await answer(UNKNOWN);
      await rest(Seconds(1));
    }
    // Five minutes: twenty, and then one each six seconds and the rest between.
    expect(asked.length).toBeLessThan(75);
    expect(asked.length).toBeGreaterThan(20);
  });

  it('decides no more than people present, however fast it is told of cards that are known', async () => {
    const { line, answer, asked, rest } = atReader();
    for (let i = 0; i < 1_000; i++) {
      await line(i % 2 === 0 ? '8057923' : '8057924');
      await answer(DENIED);
      await rest(Milliseconds(10));
    }
    // Ten seconds: thirty, and then three each second. Each would be a line of the record.
    expect(asked.length).toBeLessThanOrEqual(60);
    await rest(Seconds(2));
    const before = asked.length;
    await line('8057925');
    expect(asked.length).toBe(before + 1);
  });

  it('once closed presents nothing, shows nothing and waits for nothing', async () => {
    const { wired, bits, type, answer, asked, shown, clock } = atReader();
    await type('104');
    await bits(BITS);
    wired.close();
    await answer(PIN);
    await type('2718#');
    await bits('10111101011110100010000111');
    expect([asked.length, shown, clock.pendingTimers]).toEqual([1, [], 0]);
  });
});

describe('a keypad on a bus', () => {
  it('takes the PIN of a card that asks for it', async () => {
    const { bits, type, answer, presented, shown } = atReader();
    await bits(BITS);
    await answer(PIN);
    await type('271828#');
    await answer(GRANTED);
    expect(presented()).toEqual([
      { kind: 'card', text: CARD },
      { kind: 'card', text: CARD, pin: '271828' },
    ]);
    expect(shown).toEqual(['amber 2', 'green 1']);
  });

  it('takes a PIN that was typed before the card was decided', async () => {
    const { bits, type, answer, presented } = atReader();
    await bits(BITS);
    await type('271828#');
    expect(presented()).toHaveLength(1);
    await answer(PIN);
    expect(presented()[1]).toEqual({ kind: 'card', text: CARD, pin: '271828' });
  });

  it('takes a number and its PIN, as keys or as bits', async () => {
    const { type, bits, answer, presented } = atReader();
    await type('1042#271828#');
    await answer(DENIED);
    for (const nibble of ['0001', '0000', '0100', '0010', '1011', '0010', '0111', '0001', '1000', '1011'])
      await bits(nibble);
    expect(presented()).toEqual([
      { kind: 'short_id', text: '1042', pin: '271828' },
      { kind: 'short_id', text: '1042', pin: '2718' },
    ]);
  });

  it('forgets what was typed after ten seconds', async () => {
    const { type, rest, asked, shown, clock } = atReader();
    await type('1042#2718');
    await rest(Seconds(9));
    await type('2');
    await rest(Seconds(10));
    await type('8#');
    expect([asked, shown]).toEqual([[], ['amber 2', 'amber 4']]);
    expect(clock.pendingTimers).toBe(0);
  });
});
