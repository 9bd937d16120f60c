import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameVerdicts } from '../../kit/ingest/testing/same-verdicts.ts';
import { CheckInItem } from './check-in-item.ts';
import { batchKind } from './check-ins.batch.ts';
import { createCheckInsStore } from './check-ins.store.ts';

const word = fc.option(fc.string({ maxLength: 20 }));
const items = fc.record(
  {
    member_id: fc.string({ minLength: 1, maxLength: 20 }),
    timestamp: fc.constantFrom('2026-01-05T06:30:00Z', '2026-01-05T06:30:00.123+10:00', '2024-02-29T23:59-03:30'),
    check_in_id: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
    check_in_type: word,
    source: word,
    class_id: word,
  },
  { requiredKeys: ['member_id', 'timestamp'] },
);
const store = createCheckInsStore({ clock: new ManualClock() });
const placed = (fields: Partial<CheckInItem>, timezone = 'Australia/Brisbane') => {
  const item = { member_id: 'M-1', timestamp: '2026-01-05T06:30:00Z', ...fields } as CheckInItem;
  const judged = batchKind.judge(item, undefined, []);
  if (!('ready' in judged)) throw new Error(judged.skip);
  return { index: 0, facilityId: 'fac_0123456789abcdef' as FacilityId, timezone, row: batchKind.build(judged.ready) };
};
const keyOf = (fields: Partial<CheckInItem>) => store.keyOf(placed(fields));

describe('a check-in', () => {
  sameVerdicts({ kind: batchKind, items });

  it('P4 is at a moment: in any form of ISO 8601, without an offset by the clocks of the facility', () => {
    const momentOf = (timestamp: string, timezone?: string) => {
      if (!CheckInItem.safeParse({ member_id: 'M-1', timestamp }).success) return false;
      const outcome = store.judge(placed({ timestamp }, timezone), undefined);
      return 'save' in outcome && outcome.save !== undefined && new Date(outcome.save.occurred_at).toISOString();
    };
    for (const [sent, instant, zone] of [
      ['2026-01-05T06:30:00+10:00', '2026-01-04T20:30:00.000Z'],
      ['2026-01-05T06:30:00+1000', '2026-01-04T20:30:00.000Z'],
      ['2026-01-05T06:30+10', '2026-01-04T20:30:00.000Z'],
      ['20260105T063000Z', '2026-01-05T06:30:00.000Z'],
      ['20260105T0630+1000', '2026-01-04T20:30:00.000Z'],
      ['2026-01-05 06:30:00Z', '2026-01-05T06:30:00.000Z'],
      ['2026-01-05t06:30:00z', '2026-01-05T06:30:00.000Z'],
      ['2026-01-05T06:30:00,25Z', '2026-01-05T06:30:00.250Z'],
      ['2026-01-05T06:30:00.123456789Z', '2026-01-05T06:30:00.123Z'],
      ['2024-02-29T00:00:00-00:30', '2024-02-29T00:30:00.000Z'],
      ['2026-01-05T06:30:00', '2026-01-04T20:30:00.000Z'],
      ['2026-01-05 06:30:00.5', '2026-01-04T20:30:00.500Z'],
      ['2026-01-05', '2026-01-04T14:00:00.000Z'],
      ['20260105', '2026-01-04T14:00:00.000Z'],
      ['2026-03-08T02:30:00', '2026-03-08T07:00:00.000Z', 'America/New_York'],
      ['2026-11-01T01:30:00', '2026-11-01T05:30:00.000Z', 'America/New_York'],
    ] as const)
      expect([sent, momentOf(sent, zone)]).toEqual([sent, instant]);
    for (const wrong of [
      '2026-02-29T06:30:00Z',
      '2026-13-05T06:30:00Z',
      '20260229',
      '2026-0105',
      '2026-01-05T24:00:00Z',
      '2026-01-05T06:60:00Z',
      '2026-01-05T06:30:00+24:00',
      '2026-01-05T06:30:00Z\n',
      '1767594600',
      'Mon, 05 Jan 2026 06:30:00 GMT',
    ])
      expect([wrong, momentOf(wrong)]).toEqual([wrong, false]);
  });

  it('needs its member and its moment and nothing else, and every other field is kept as it was sent', () => {
    const least = { member_id: 'M-1', timestamp: '2026-01-05T06:30:00Z' };
    const optional = { check_in_id: 'CI-1', check_in_type: 'class', source: 'rfid', class_id: 'Yoga 6' };
    expect(CheckInItem.safeParse(least).success).toBe(true);
    for (const name of ['member_id', 'timestamp'] as const)
      expect(CheckInItem.safeParse({ ...least, ...optional, [name]: undefined }).success).toBe(false);
    expect(store.judge(placed(optional), undefined)).toMatchObject({
      save: { member_id: 'M-1', occurred_at: Date.parse(least.timestamp), ...optional },
    });
  });

  it('S1 without an identifier is skipped for a type that is wrong, which is part of what it is', () => {
    const fault = { path: 'check_in_type', reason: 'check_in_type: must be a string' };
    const item = { member_id: 'M-1', timestamp: '2026-01-05T06:30:00Z' };
    expect(batchKind.judge(item, undefined, [fault])).toEqual({ skip: fault.reason });
    expect(batchKind.judge({ ...item, check_in_id: 'a' }, undefined, [fault])).toHaveProperty('ready');
  });

  it('is the same one by its id, or else by member, moment and type', () => {
    expect(keyOf({ check_in_id: 'a' })).toBe(keyOf({ check_in_id: 'a', member_id: 'M-2', check_in_type: 'class' }));
    expect(keyOf({ check_in_id: 'a' })).not.toBe(keyOf({ check_in_id: 'b' }));
    expect(keyOf({})).toBe(keyOf({ timestamp: '2026-01-05T16:30:00.000+10:00', source: 'kiosk', check_in_id: null }));
    expect(keyOf({})).toBe(keyOf({ timestamp: '2026-01-05T16:30:00' }));
    const others = [{}, { member_id: 'M-2' }, { timestamp: '2026-01-05T06:30:01Z' }, { check_in_type: 'class' }];
    expect(new Set(others.map(keyOf)).size).toBe(others.length);
    expect(keyOf({ check_in_id: keyOf({}) })).not.toBe(keyOf({}));
  });
});
