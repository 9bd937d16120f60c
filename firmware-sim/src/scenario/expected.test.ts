import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, Expected, NoSuchName, valueAt } from './expected.ts';

const STATE = {
  site: { powered: true },
  doors: [
    { name: 'front', lock: { position: 'locked' }, alarms: ['forced_open'], openness: 0.5 },
    { name: 'back', lock: { position: 'unlocked' }, alarms: [], openness: 0 },
  ],
};

describe('what is expected of a state', () => {
  it('is found by names, members and indices', () => {
    expect(valueAt(STATE, 'doors.back.lock.position')).toBe('unlocked');
    expect(valueAt(STATE, 'doors.0.alarms.0')).toBe('forced_open');
    expect(valueAt(STATE, 'site.no.such.thing')).toBeUndefined();
  });

  it('a name that no list has is a slip of the author, and the others are named', () => {
    expect(() => valueAt(STATE, 'doors.fornt.lock')).toThrow(NoSuchName);
    expect(() => valueAt(STATE, 'doors.fornt.lock')).toThrow('no "fornt" among front, back');
  });

  it.each([
    ['a plain value', { 'doors.front.lock.position': 'locked' }],
    ['a truth', { 'site.powered': true }],
    ['another than this', { 'doors.front.lock.position': { not: 'unlocked' } }],
    ['a span', { 'doors.front.openness': { above: 0.4, below: 0.6 } }],
    ['a pattern', { 'doors.back.lock.position': { matches: '^un' } }],
    ['one of some', { 'doors.back.lock.position': { oneOf: ['locked', 'unlocked'] } }],
    ['a list with it', { 'doors.front.alarms': { includes: 'forced_open', count: 1 } }],
    ['a list without it', { 'doors.back.alarms': { excludes: 'forced_open', count: 0 } }],
  ])('%s fits', (_what, expected) => expect(differences(STATE, Expected.parse(expected))).toEqual([]));

  it.each([
    [{ 'doors.front.lock.position': 'unlocked' }, 'doors.front.lock.position is locked, not unlocked'],
    [{ 'doors.front.openness': { above: 0.5 } }, 'doors.front.openness is 0.5, not above 0.5'],
    [{ 'site.power': true }, 'site.power is not there, not true (there is: powered)'],
    [
      { 'doors.front.alarms': { excludes: 'forced_open' } },
      'doors.front.alarms is ["forced_open"], not excludes forced_open',
    ],
    [{ 'site.powered': { excludes: 'x' } }, 'site.powered is true, not excludes x'],
    [{ 'site.powered': { count: 0 } }, 'site.powered is true, not count 0'],
    [{ 'site.power': { not: false } }, 'site.power is not there, not not false (there is: powered)'],
    [{ 'site.power': { matches: 'there' } }, 'site.power is not there, not matches there (there is: powered)'],
  ])('%j is told as it is', (expected, told) => expect(differences(STATE, Expected.parse(expected))).toEqual([told]));

  it.each([{}, { '': 1 }, { a: {} }, { a: { matches: '(' } }, { a: { like: 'x' } }, { a: [1] }])(
    '%j makes no sense and is refused',
    (nonsense) => expect(Expected.safeParse(nonsense).success).toBe(false),
  );

  it('whatever the value, equal fits and not fits no better', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
        fc.jsonValue(),
        (value, other) => {
          expect(differences({ a: value }, { a: value })).toEqual([]);
          expect(differences({ a: value }, { a: { not: value } })).toHaveLength(1);
          expect(differences({ a: other }, { a: value }).length === 0).toBe(other === value);
        },
      ),
    );
  });
});
