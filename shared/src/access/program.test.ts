import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundledZones } from '../zones/bundled-zones.ts';
import { bindScopes } from './bind-scopes.ts';
import { BLOCKS, PROGRAM_HEAD, RULE_HEAD, SECTION_HEAD, UNBOUND } from './layout.ts';
import { recordOf } from './record.ts';
import { snapshotOf } from './snapshot.ts';
import { isProgram } from './sound-record.ts';
import { aSnapshot } from './testing/arbitrary-windows.ts';
import type { AccessHours, AccessWindow, Block } from './window.ts';

const zones = bundledZones();
const every = (...blocks: Block[]): AccessHours => ({
  sun: blocks,
  mon: blocks,
  tue: blocks,
  wed: blocks,
  thu: blocks,
  fri: blocks,
  sat: blocks,
});
const weekly = (id: string, access_hours: AccessHours, over: object = {}): AccessWindow =>
  ({ external_id: id, kind: 'weekly', timezone: 'UTC', scope_key: 'k', access_hours, ...over }) as AccessWindow;
const wordsOf = (...windows: AccessWindow[]) => recordOf(snapshotOf(windows, zones).program).words;
const firstRule = (...windows: AccessWindow[]) => {
  const words = wordsOf(...windows);
  const at = PROGRAM_HEAD + SECTION_HEAD;
  return { kind: words[at]! & 0xffff, words: words[at + 1]! };
};

describe('a program', () => {
  it('keeps a bit for as many minutes as all times are a multiple of', () => {
    expect(firstRule(weekly('a', every(['00:00', '24:00'])))).toEqual({ kind: 1_440, words: RULE_HEAD + 2 });
    expect(firstRule(weekly('a', every(['06:00', '12:00'])))).toEqual({ kind: 360, words: RULE_HEAD + 2 });
    expect(firstRule(weekly('a', every(['09:00', '17:00'])))).toEqual({ kind: 60, words: RULE_HEAD + 6 });
    expect(firstRule(weekly('a', every(['09:15', '17:00'])))).toEqual({ kind: 15, words: RULE_HEAD + 22 });
  });

  it('keeps blocks where bits would take more than twice the room', () => {
    expect(firstRule(weekly('a', every(['00:00', '23:59'])))).toEqual({ kind: BLOCKS, words: RULE_HEAD + 12 });
    expect(firstRule(weekly('a', every(['06:05', '21:50'])))).toEqual({ kind: BLOCKS, words: RULE_HEAD + 12 });
  });

  it('makes one rule of all windows with the same scope key, zone and active range', () => {
    const three = [
      weekly('a', every(['09:00', '10:00'])),
      weekly('b', every(['10:00', '11:00'])),
      weekly('c', every(['12:00', '13:00'])),
    ];
    expect(wordsOf(...three)).toEqual(wordsOf(weekly('a', every(['09:00', '11:00'], ['12:00', '13:00']))));
    const apart = [weekly('a', every(['09:00', '10:00'])), weekly('b', every(['09:00', '10:00']), { active_until: 5 })];
    expect(wordsOf(...apart).length).toBe(PROGRAM_HEAD + SECTION_HEAD + 2 * (RULE_HEAD + 6));
  });

  it('makes one interval of absolute windows that touch or overlap', () => {
    const absolute = (id: string, from: number, to: number): AccessWindow => ({
      external_id: id,
      kind: 'absolute',
      from,
      to,
      timezone: 'UTC',
      scope_key: 'k',
    });
    expect(wordsOf(absolute('a', 5, 9), absolute('b', 1, 3), absolute('c', 3, 4), absolute('d', 6, 7))).toEqual(
      wordsOf(absolute('a', 1, 4), absolute('b', 5, 9)),
    );
  });

  it('has a section for every scope key, in their order, and takes a number for each', () => {
    const { program, scopeKeys } = snapshotOf(
      [weekly('a', every(), { scope_key: 'z' }), weekly('b', every(['09:00', '10:00']), { scope_key: 'Z' })],
      zones,
    );
    expect(scopeKeys).toEqual(['Z', 'z']);
    const second = PROGRAM_HEAD + recordOf(program).words[PROGRAM_HEAD + 1]!;
    expect([PROGRAM_HEAD, second].map((at) => recordOf(program).words[at])).toEqual([UNBOUND, UNBOUND]);
    bindScopes(program, [7, 70_000]);
    expect([PROGRAM_HEAD, second].map((at) => recordOf(program).words[at])).toEqual([7, 70_000]);
    bindScopes(program, [7]);
    expect(recordOf(program).words[second]).toBe(UNBOUND);
  });

  it('takes numbers in memory of any alignment', () => {
    const { program } = snapshotOf([weekly('a', every(['09:00', '10:00']))], zones);
    const room = Buffer.alloc(program.length + 3);
    room.set(program, 3);
    bindScopes(room.subarray(3), [9]);
    expect(recordOf(room.subarray(3)).words[PROGRAM_HEAD]).toBe(9);
  });

  it('stays below 64 KiB with the worst 50 windows, and below 3 KiB with 50 usual ones', () => {
    const odd = every(
      ...Array.from(
        { length: 8 },
        (_, i): Block => [`${String(i * 3).padStart(2, '0')}:01`, `${String(i * 3 + 1).padStart(2, '0')}:07`],
      ),
    );
    const worst = Array.from({ length: 50 }, (_, i) => weekly(`w${i}`, odd, { active_from: i }));
    expect(snapshotOf(worst, zones).program.length).toBeLessThan(65_536);
    const usual = Array.from({ length: 50 }, (_, i) =>
      weekly(`w${i}`, every(['06:00', '09:00'], ['16:30', '22:00']), {
        timezone: ['Europe/Berlin', 'UTC'][i % 2],
        scope_key: `k${i % 4}`,
      }),
    );
    expect(snapshotOf(usual, zones).program.length).toBeLessThan(3_072);
  });

  it('is sound, whatever the windows', () => {
    fc.assert(fc.property(aSnapshot(50), (windows) => isProgram(recordOf(snapshotOf(windows, zones).program).words)));
  });
});
