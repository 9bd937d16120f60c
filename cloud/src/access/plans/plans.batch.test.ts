import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameVerdicts } from '../../kit/ingest/testing/same-verdicts.ts';
import type { PlanItem } from './plan-item.ts';
import { batchKind } from './plans.batch.ts';

const count = fc.option(fc.nat());
const flag = fc.option(fc.boolean());
const block = fc.constantFrom(['00:00', '24:00'], ['06:00', '10:30'], ['23:59', '24:00'], ['10:00', '09:00']);
const day = fc.array(block, { maxLength: 3 });
const zone = fc.record(
  {
    name: fc.constantFrom('Gym floor', 'Pool', 'Sauna'),
    description: fc.option(fc.string()),
    access_hours: fc.option(
      fc.record({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }, { requiredKeys: [] }),
    ),
  },
  { requiredKeys: ['name'] },
);
const items = fc.record(
  {
    membership_plan_id: fc.string({ minLength: 1, maxLength: 20 }),
    name: fc.string({ minLength: 1, maxLength: 20 }),
    description: fc.option(fc.string()),
    billing_cycle: fc.option(fc.constantFrom('weekly', 'fortnightly', 'monthly', 'annually', 'one_time')),
    price: count,
    currency: fc.option(fc.constantFrom('AUD', 'EUR', 'XCG', 'QQQ')),
    class_limit: count,
    duration_days: count,
    is_recurring: flag,
    is_trial: flag,
    visible_to_public: flag,
    active_members: count,
    access_zones: fc.option(fc.array(zone, { maxLength: 3 })),
  },
  { requiredKeys: ['membership_plan_id', 'name'] },
);

const judged = (fields: Partial<PlanItem>) =>
  batchKind.judge({ membership_plan_id: 'gold', name: 'Gold', ...fields } as PlanItem, undefined, []);
const ignored = (path: string, rule: string) => ({ ignored: [{ path, reason: `${path}: ${rule}` }] });
const withHours = (hours: object) => judged({ access_zones: [{ name: 'Pool', access_hours: hours }] } as never);

describe('a membership plan', () => {
  sameVerdicts({
    kind: batchKind,
    items,
    reasons: ['currency: must be', 'access_zones[1].name: another', 'must start before it ends'],
  });

  it('has a currency of ISO 4217, one that is newer than the runtime among them', () => {
    for (const currency of ['AUD', 'EUR', 'JPY', 'XCG', 'ZWG', null])
      expect(judged({ currency })).toHaveProperty('ready');
    for (const currency of ['ABC', 'ZZZ'])
      expect(judged({ currency })).toMatchObject(ignored('currency', 'must be an ISO 4217 code'));
  });

  it('[R21] has hours within days, in any order; those past midnight have to be split', () => {
    for (const hours of [
      {},
      { mon: [] },
      {
        mon: [
          ['18:00', '24:00'],
          ['00:00', '06:00'],
        ],
      },
      { sun: [['00:00', '24:00']] },
    ])
      expect(withHours(hours)).toHaveProperty('ready');
    for (const block of [
      ['22:00', '06:00'],
      ['08:00', '08:00'],
      ['00:00', '00:00'],
    ])
      expect(withHours({ mon: [['06:00', '07:00'], block] })).toMatchObject({
        ready: { guarded: true },
        ...ignored(
          'access_zones[0].access_hours.mon[1]',
          'must start before it ends; split hours past midnight over two days',
        ),
      });
  });

  it('has no two zones of one name, for the facility maps them by it', () => {
    expect(judged({ access_zones: [{ name: 'Pool' }, { name: 'Gym' }, { name: 'Pool' }] })).toMatchObject({
      ready: { guarded: true },
      ...ignored('access_zones[2].name', 'another zone of the plan has the same name'),
    });
  });
});
