import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { compileKind } from '../../kit/ingest/compile-kind.ts';
import { judgeBatch } from '../../kit/ingest/judge-batch.ts';
import type { Verdict } from '../../kit/ingest/verdicts.ts';
import type { PlanAccessZone } from './plan-item.ts';
import { batchKind, type PlanFields, type PlanRow } from './plans.batch.ts';
import { createPlansStore } from './plans.store.ts';

type Fields = Readonly<Record<string, unknown>>;
const compiled = compileKind(batchKind);
const store = createPlansStore({ clock: new ManualClock(), scopes: { recordChanges: async () => 1 } });
const facilityId = 'fac_0123456789abcdef' as FacilityId;
const push = (fields: Fields, stored?: PlanFields) => {
  const membership_plans = [{ facility_id: 'f', membership_plan_id: 'gold', name: 'Gold', ...fields }];
  const bytes = Buffer.from(JSON.stringify({ membership_plans }));
  const [verdict] = judgeBatch(compiled, bytes, 'facility_id').next() as Verdict<PlanRow>[];
  if (verdict === undefined || !('row' in verdict)) throw new Error(JSON.stringify(verdict));
  const outcome = store.judge({ index: 0, facilityId, timezone: 'UTC', row: verdict.row }, stored);
  const state = 'save' in outcome && outcome.save !== undefined ? outcome.save : stored;
  if (state === undefined) throw new Error(JSON.stringify(outcome));
  return { state, ignored: verdict.ignored ?? [], withheld: 'withheld' in outcome };
};
const TIMES = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:30`);
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** Every zone, day and hour that is open. */
const openOf = ({ access_zones: json }: PlanFields): Set<string> =>
  new Set(
    (JSON.parse(json ?? '[]') as PlanAccessZone[]).flatMap(({ name, access_hours: hours }) =>
      DAYS.flatMap((day) =>
        TIMES.filter((time) => !hours || hours[day]?.some(([start, end]) => start <= time && time < end)).map(
          (time) => `${name} ${day} ${time}`,
        ),
      ),
    ),
  );
const zone = (name: string, access_hours?: object) => ({ name, ...(access_hours && { access_hours }) });
const EARLY = { mon: [['06:00', '12:00']], tue: [['06:00', '12:00']] };
const LATE = { mon: [['09:00', '22:00']], sat: [['00:00', '24:00']] };
const OLD = push({ access_zones: [zone('Gym', EARLY), zone('Pool')], description: 'As it was' }).state;

const BAD_FIELDS: readonly Fields[] = [
  { description: 7 },
  { name: '' },
  { price: -1 },
  { currency: 'ABC' },
  { billing_cycle: 'daily' },
  { is_trial: 'no' },
  { active_members: 1.5 },
];
/** Zones in which something is wrong, and what can still be read of them. */
const BAD_ZONES: readonly (readonly [unknown, readonly PlanAccessZone[] | undefined])[] = [
  ['all', undefined],
  [[zone('Gym', EARLY), 7], [zone('Gym', EARLY)]],
  [[zone('Gym', { ...EARLY, monday: [] })], [zone('Gym', EARLY)]],
  [[zone('Gym', { mon: [['22:00', '06:00']], tue: [] })], [zone('Gym', { mon: EARLY.mon })]],
  [[{ ...zone('Gym', LATE), description: 7 }, zone('Spa')], [zone('Gym', { mon: [['09:00', '12:00']] })]],
  [[zone('Gym', { mon: [['6', '12']], sat: [['00:00', '24:00']] })], [zone('Gym', { mon: EARLY.mon })]],
  [[{ access_hours: LATE }], []],
  [[zone('Pool', LATE), zone('Pool')], [zone('Pool', LATE)]],
] as never;

describe('S1 the zones of a plan', () => {
  it('count beside any other field that is wrong, which keeps what it had', () => {
    for (const access_zones of [[], null, [zone('Gym', { mon: [['06:00', '07:00']] })], [zone('Spa')]])
      for (const bad of BAD_FIELDS) {
        const { state, ignored } = push({ access_zones, ...bad }, OLD);
        expect(openOf(state)).toEqual(openOf(push({ access_zones }, OLD).state));
        expect(ignored.map(({ path }) => path)).toEqual(Object.keys(bad));
        expect(state).toMatchObject({ name: 'Gold', description: 'As it was' });
      }
  });

  it.each(BAD_ZONES)('that are wrong open what the stored ones and they both open: %j', (access_zones, readable) => {
    const { state, ignored } = push({ access_zones }, OLD);
    const meant = readable === undefined ? openOf(OLD) : openOf({ ...OLD, access_zones: JSON.stringify(readable) });
    expect(openOf(state)).toEqual(meant);
    expect([...meant].filter((at) => !openOf(OLD).has(at))).toEqual([]);
    expect(ignored.length).toBeGreaterThan(0);
    for (const { path } of ignored) expect(path).toMatch(/^access_zones/);
  });

  it('that are wrong open nothing of a plan that is new, and are taken once they are right', () => {
    const first = push({ access_zones: [zone('Gym'), { name: 7 }] });
    expect([openOf(first.state).size, first.withheld]).toEqual([0, true]);
    expect(openOf(push({ access_zones: [zone('Gym')] }, first.state).state).size).toBe(7 * 24);
  });
});
