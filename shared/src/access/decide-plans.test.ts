import { describe, expect, it } from 'vitest';
import type { Ask } from './ask.ts';
import { DEFAULT_POLICY } from './facility-facts.ts';
import { ALWAYS, answer, DAY, FRONT, NOON, plan, weekly, windows } from './testing/brisbane-gym.ts';

describe('a plan', () => {
  const planned = (over: object, at: Partial<Ask> = {}) => answer({ memberships: plan(over) }, at);

  it('opens the doors of its zones, from its first instant to its end, and a day of grace beyond', () => {
    expect(planned({ fromS: NOON, untilS: NOON + 1 })).toBe('plan');
    expect(planned({ fromS: NOON + 1 })).toBe('outside_hours');
    expect(planned({ untilS: NOON })).toBe('grace');
    expect(planned({ untilS: NOON - DAY + 1 })).toBe('grace');
    expect(planned({ untilS: NOON - DAY })).toBe('plan_ended');
    expect(answer({ memberships: plan({ untilS: NOON }) }, {}, { policy: { ...DEFAULT_POLICY, graceS: 0 } })).toBe(
      'plan_ended',
    );
  });

  it('[R21] keeps to the hours of a zone that has any; a day that is empty or left out is closed', () => {
    expect(planned({ planZones: [2] }, { fromS: NOON - 1, toS: NOON - 1 })).toBe('plan');
    expect(planned({ planZones: [2] })).toBe('outside_hours');
    expect(planned({ planZones: [2] }, { fromS: NOON - DAY - 60, toS: NOON - DAY - 60 })).toBe('outside_hours');
    const closed = { planZones: [{ number: 1, doors: [FRONT], hours: { mon: [] } }] };
    expect(answer({ memberships: plan() }, {}, closed)).toBe('no_grant');
  });

  it('takes the blocks of a day in any order, for nothing says that plans sort them', () => {
    const hours = {
      mon: [
        ['11:00', '13:00'],
        ['06:00', '11:30'],
        ['23:00', '01:00'],
        ['20:00', '20:00'],
      ],
    } as const;
    const at = (minutes: number) =>
      answer(
        { memberships: plan() },
        { fromS: NOON + minutes * 60, toS: NOON + minutes * 60 },
        { planZones: [{ number: 1, doors: [FRONT], hours }] },
      );
    expect([-361, -360, 59, 60, 480, 661, -700].map(at)).toEqual([
      'outside_hours',
      'plan',
      'plan',
      ...Array(4).fill('outside_hours'),
    ]);
  });

  it('opens nothing without zones, by a zone that is not mapped, when it is not current, or by a status that is denied', () => {
    expect(planned({ planZones: [] })).toBe('no_grant');
    expect(planned({ planZones: [], status: 'deny' })).toBe('status_denied');
    expect(planned({ planZones: [3] })).toBe('scope_unmapped');
    expect(planned({ planZones: [77] })).toBe('scope_unmapped');
    expect(planned({ current: false })).toBe('no_grant');
    expect(planned({ status: 'deny' })).toBe('status_denied');
    expect(planned({ status: 'ignore' })).toBe('plan');
  });

  it('rests with its source, and so do windows', () => {
    expect(planned({ source: 2 })).toBe('source_suspended');
    expect(planned({ source: 9 })).toBe('source_suspended');
    expect(answer({ windows: windows([weekly()], { source: 2 }) })).toBe('source_suspended');
    expect(answer({ windows: windows([weekly()], { source: 2 }), grants: ALWAYS })).toBe('permanent_grant');
  });
});
