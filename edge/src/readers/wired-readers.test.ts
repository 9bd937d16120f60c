import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { ReadersConfig } from './config.ts';
import { memoryReader, slowDecisions } from './desk/memory-reader.kit.ts';
import type { Reader } from './reader.ts';
import { openWiredReaders } from './wired-readers.ts';

const doorId = DoorId.parse('door_0123456789abcdef');

const aBox = async (readers: Record<string, object>, units: Record<string, Reader | Error>) => {
  const clock = new ManualClock();
  const facts: FactBody[] = [];
  const { asked, present } = slowDecisions();
  const wired = await openWiredReaders({
    readers: ReadersConfig.parse(readers),
    buses: { rs485: { kind: 'osdp' } },
    rack: {
      reader: async (bus, unit) => {
        const found = units[`${bus}/${unit}`];
        if (found instanceof Error) throw found;
        return found;
      },
    },
    present,
    record: (fact) => facts.push(fact),
    clock,
    log: silentLog,
  });
  return { clock, facts, asked, wired };
};
const at = (unit: number) => ({ bus: 'rs485', unit, door: doorId });

describe('the readers of a box', () => {
  it('are listened to each at its own door, and reported without what they read', async () => {
    const front = memoryReader();
    const back = memoryReader();
    const { wired, asked, clock } = await aBox(
      { front: at(1), back: at(2) },
      { 'rs485/1': front.reader, 'rs485/2': back.reader },
    );
    back.take({ kind: 'line', text: '0008057923' }, clock.monoMs());
    expect(asked).toHaveLength(1);
    const fine = { state: 'online', tampered: false, secure: false, trouble: null };
    expect(wired.report()).toEqual([
      { name: 'front', doorId, bus: 'rs485', unit: 1, ...fine, lastReadMs: null },
      { name: 'back', doorId, bus: 'rs485', unit: 2, ...fine, lastReadMs: clock.wallMs() },
    ]);
  });

  it('work when one of them is not there, or cannot be opened', async () => {
    const front = memoryReader();
    const { wired, asked } = await aBox(
      { front: at(1), nowhere: at(7), broken: at(8) },
      { 'rs485/1': front.reader, 'rs485/8': new Error('no such line') },
    );
    front.take({ kind: 'line', text: '0008057923' }, 0);
    expect(asked).toHaveLength(1);
    expect(wired.report().map(({ name, state, trouble }) => [name, state, trouble])).toEqual([
      ['front', 'online', null],
      ['nowhere', 'lost', 'its bus has no reader there'],
      ['broken', 'lost', 'its bus has no reader there'],
    ]);
  });

  it('are stated in the journal when they are lost, found, opened and closed, once each', async () => {
    const front = memoryReader();
    const { facts, wired } = await aBox({ front: at(1) }, { 'rs485/1': front.reader });
    let changes = 0;
    const stop = wired.onChange(() => changes++);
    front.become({ state: 'unknown' });
    front.become({ state: 'online' });
    expect(facts).toEqual([]);
    front.become({ state: 'lost', trouble: 'it does not answer' });
    front.become({ state: 'lost', trouble: 'it still does not answer', tampered: true });
    front.become({ state: 'online', trouble: null, tampered: false });
    front.become({ tampered: true });
    front.become({ secure: true });
    front.become({ tampered: false });
    const who = { reader: 'front', doorId };
    expect(facts).toEqual([
      { kind: 'reader.lost', data: { ...who, why: 'it does not answer' } },
      { kind: 'reader.found', data: who },
      { kind: 'reader.tampered', data: who },
      { kind: 'reader.tamper_over', data: who },
    ]);
    expect(changes).toBe(8);
    stop();
    front.become({ state: 'lost' });
    expect(changes).toBe(8);
  });

  it('do not fill the journal by a loose cable, nor hide an opened housing behind one', async () => {
    const front = memoryReader();
    const { facts, clock } = await aBox({ front: at(1) }, { 'rs485/1': front.reader });
    for (let i = 0; i < 500; i++) front.become({ state: i % 2 === 0 ? 'lost' : 'online' });
    expect(facts).toHaveLength(10);
    front.become({ tampered: true });
    expect(facts.at(-1)?.kind).toBe('reader.tampered');
    await clock.advance(Minutes(2));
    front.become({ state: 'lost' });
    expect(facts.at(-1)?.kind).toBe('reader.lost');
  });

  it('once closed present nothing any more, and that their line is let go is no news', async () => {
    const front = memoryReader();
    const { wired, asked, clock, facts } = await aBox({ front: at(1) }, { 'rs485/1': front.reader });
    wired.close();
    front.take({ kind: 'line', text: '0008057923' }, 0);
    front.become({ state: 'lost', trouble: 'the bus was closed' });
    await clock.advance(Seconds(1));
    expect([asked, facts]).toEqual([[], []]);
  });
});

describe('the readers of a configuration', () => {
  const one = { bus: 'rs485', door: doorId };
  it.each([
    [{ Front: one }, 'Front', 'Invalid key'],
    [{ a: { ...one, door: 'front' } }, 'a.door', 'door_'],
    [{ a: { ...one, unit: 0 } }, 'a.unit', '>=1'],
    [{ a: one, b: one }, '', 'one unit of a bus twice'],
    [{ a: { ...one, formats: ['H10301', 'W26'] } }, 'a.formats.1', 'must be one of H10301 W34'],
    [{ a: { ...one, formats: ['decimal', 'hex'] } }, 'a.formats', 'both decimal and hex'],
    [{ a: { ...one, formats: [] } }, 'a.formats', '>=1'],
    [{ a: { ...one, formats: [{ name: 'x', bits: 26, parity: [] }] } }, 'a.formats.0.fields', 'expected array'],
    [{ a: { ...one, formats: [{ name: 'x', parts: [','] }] } }, 'a.formats.0', 'has no number in it'],
    [{ a: { ...one, formats: [7] } }, 'a.formats.0', 'expected string'],
    [{ a: { ...one, formats: [null] } }, 'a.formats.0', 'expected object'],
    [{ a: { ...one, key: 'x' } }, 'a', 'Unrecognized key'],
  ])('are refused with field and rule (%#)', (readers, path, words) => {
    const issues = ReadersConfig.safeParse(readers).error?.issues ?? [];
    expect(issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)).toContainEqual(
      expect.stringMatching(new RegExp(`^${path}: .*${words}`)),
    );
  });
});
