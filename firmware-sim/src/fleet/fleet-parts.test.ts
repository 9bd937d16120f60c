import { type BootId, BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { genesisHash, verifyChain } from '@gatehouse/shared/journal/fact.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBoxJournal } from './box-journal.ts';
import { createFigures, createTimes } from './figures.ts';
import { FleetOptions } from './options.ts';

const boxId = BoxId.parse('7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11');
const doorId = DoorId.parse('door_0123456789abcdef');

describe('the times of a fleet', () => {
  it('have the percentiles of what was added last, however many there were', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 60 }), (all) => {
        const times = createTimes(20);
        for (const ms of all) times.add(ms);
        const kept = all.slice(-20).sort((a, b) => a - b);
        expect(times.count).toBe(all.length);
        expect(times.quantile(0)).toBe(kept[0]);
        expect(times.quantile(1)).toBe(kept.at(-1));
        expect(times.quantile(0.5)).toBe(kept[Math.min(kept.length - 1, Math.floor(kept.length / 2))]);
      }),
    );
  });

  it('and its errors are counted by their words, a hundred of them at most', () => {
    const figures = createFigures();
    for (let at = 0; at < 300; at++) figures.error(`error ${at}`);
    figures.error('error 1');
    expect(figures.errors.size).toBe(100);
    expect(figures.errors.get('error 1')).toBe(2);
  });
});

describe('the journal of a light box', () => {
  const open = () => createBoxJournal({ clock: new ManualClock(), boxId, bootId: boxId as string as BootId });

  it('is a chain as the cloud checks it, and forgets what is stored', () => {
    const journal = open();
    for (let at = 0; at < 5; at++) journal.add({ kind: 'door.closed', data: { doorId } });
    const facts = journal.waiting(100);
    const start = { seq: 0, hash: genesisHash(boxId, journal.epoch) };
    expect(verifyChain(facts, start)).toMatchObject({ ok: true, lastSeq: 5 });
    expect(journal.stored(journal.epoch, 3)).toBe(3);
    expect(journal.stored(journal.epoch, 3)).toBe(0);
    expect(journal.stored('another', 5)).toBe(0);
    expect(journal.waiting(100).map(({ seq }) => seq)).toEqual([4, 5]);
    expect(journal.waiting(1)).toHaveLength(1);
  });

  it('takes no more than it has room for when nobody stores anything, and has no gap then', () => {
    const journal = open();
    for (let at = 0; at < 3_000; at++) journal.add({ kind: 'door.closed', data: { doorId } });
    expect(journal.waiting(10_000)).toHaveLength(1_000);
    expect(journal.lastSeq).toBe(1_000);
  });
});

describe('what a fleet is to be', () => {
  it('is typed as words, and has bounds', () => {
    expect(FleetOptions.parse({ boxes: '500', unlocks: '0.5' })).toMatchObject({ boxes: 500, unlocks: 0.5, seed: '1' });
    for (const wrong of [
      { boxes: '0' },
      { boxes: '1e9' },
      { seconds: 'x' },
      { 'storm-percent': '101' },
      { unlocks: '-1' },
    ])
      expect(FleetOptions.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  });
});
