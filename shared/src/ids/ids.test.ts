import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomId } from './id-of.ts';
import { CommandId, DoorId, EventId, newCommandId, newDoorId, newEventId } from './ids.ts';
import { inBlocks, systemRandom } from './random.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');

describe('ids', () => {
  it('are what their own schema takes, with a moment and without', () => {
    expect(DoorId.safeParse(newDoorId()).success).toBe(true);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.parse('2058-01-01T00:00:00Z') }), (nowMs) => {
        expect(EventId.safeParse(newEventId(systemRandom, nowMs)).success).toBe(true);
        expect(CommandId.safeParse(newCommandId(systemRandom, nowMs + 0.5)).success).toBe(true);
      }),
    );
  });

  it('sort by their moment where they have one', () => {
    const times = [0, 1, 35, 36, NOW_MS, NOW_MS + 1, NOW_MS + 86_400_000];
    const ids = times.map((nowMs) => newEventId(systemRandom, nowMs));
    expect([...ids].sort()).toEqual(ids);
  });

  it('never repeat, not even within one moment', () => {
    const ids = Array.from({ length: 5_000 }, () => newEventId(systemRandom, NOW_MS));
    expect(new Set(ids).size).toBe(5_000);
  });
});

describe('random bytes in blocks', () => {
  it('are asked for once a block, and each is given out once', () => {
    let asked = 0;
    let next = 0;
    const counting = (count: number) => {
      asked++;
      return Uint8Array.from({ length: count }, () => next++ % 252);
    };
    const blocks = inBlocks(counting, 96);
    const drawn = [blocks(24), blocks(24), blocks(48), blocks(24)].flatMap((bytes) => [...bytes]);
    expect(drawn).toEqual(Array.from({ length: 120 }, (_, i) => i));
    expect(asked).toBe(2);
  });

  it('never run dry, whatever is asked for', () => {
    const blocks = inBlocks(systemRandom, 16);
    fc.assert(fc.property(fc.integer({ min: 0, max: 100 }), (count) => blocks(count).length === count));
    expect(randomId('evt', blocks)).toMatch(/^evt_[0-9a-z]{16}$/);
  });
});
