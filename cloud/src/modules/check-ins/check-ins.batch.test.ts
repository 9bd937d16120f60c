import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameVerdicts } from '../../ingest/testing/same-verdicts.ts';
import { CheckInItem } from './check-in-item.ts';
import { batchKind } from './check-ins.batch.ts';

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
const rowOf = (fields: Partial<CheckInItem>) =>
  batchKind.build({ member_id: 'M-1', timestamp: '2026-01-05T06:30:00Z', ...fields } as CheckInItem);

describe('a check-in', () => {
  sameVerdicts({ kind: batchKind, items });

  it('is at a moment: a date and time of the calendar with Z or an offset', () => {
    const momentOf = (timestamp: string) =>
      CheckInItem.safeParse({ member_id: 'M-1', timestamp }).success && rowOf({ timestamp }).fields.occurred_at;
    expect(momentOf('2026-01-05T06:30:00+10:00')).toBe(Date.UTC(2026, 0, 4, 20, 30));
    expect(momentOf('2026-01-05T06:30Z')).toBe(Date.UTC(2026, 0, 5, 6, 30));
    expect(momentOf('2026-01-05T06:30:00.123456789Z')).toBe(Date.UTC(2026, 0, 5, 6, 30, 0, 123));
    expect(momentOf('2024-02-29T00:00:00-00:30')).toBe(Date.UTC(2024, 1, 29, 0, 30));
    for (const wrong of [
      '2026-01-05',
      '2026-01-05T06:30:00',
      '2026-01-05 06:30:00Z',
      '2026-02-29T06:30:00Z',
      '2026-13-05T06:30:00Z',
      '2026-01-05T24:00:00Z',
      '2026-01-05T06:60:00Z',
      '2026-01-05T06:30:00+24:00',
      '2026-01-05T06:30:00Z\n',
      '1767594600',
      '20260105T063000Z',
      'Mon, 05 Jan 2026 06:30:00 GMT',
    ])
      expect([wrong, momentOf(wrong)]).toEqual([wrong, false]);
  });

  it('is the same one by its id, or else by member, moment and type', () => {
    const key = (fields: Partial<CheckInItem>) => rowOf(fields).recordKey;
    expect(key({ check_in_id: 'a' })).toBe(key({ check_in_id: 'a', member_id: 'M-2', check_in_type: 'class' }));
    expect(key({ check_in_id: 'a' })).not.toBe(key({ check_in_id: 'b' }));
    expect(key({})).toBe(key({ timestamp: '2026-01-05T16:30:00.000+10:00', source: 'kiosk', check_in_id: null }));
    const others = [{}, { member_id: 'M-2' }, { timestamp: '2026-01-05T06:30:01Z' }, { check_in_type: 'class' }];
    expect(new Set(others.map(key)).size).toBe(others.length);
    expect(key({ check_in_id: rowOf({}).recordKey })).not.toBe(key({}));
  });
});
