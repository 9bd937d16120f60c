import { windowsOf } from '@gatehouse/shared/access/snapshot.ts';
import type { AccessWindow } from '@gatehouse/shared/access/window.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileKind } from '../../kit/ingest/compile-kind.ts';
import { judgeBatch } from '../../kit/ingest/judge-batch.ts';
import type { Verdict } from '../../kit/ingest/verdicts.ts';
import type { Guard } from './member-guard.ts';
import type { MemberRecord, MemberRow } from './member-row.ts';
import { judgeMember, type MemberState } from './member-state.ts';
import { batchKind } from './members.batch.ts';

type Fields = Readonly<Record<string, unknown>>;
const compiled = compileKind(batchKind);
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** A Sunday, 00:00 UTC. */
const SUNDAY = Date.UTC(2026, 0, 4) / 1_000;
const denies = (status: string) => status === 'expired';

const verdictOf = (fields: Fields) => {
  const members = [{ facility_id: 'f', member_id: 'M', first_name: 'Ada', last_name: 'Byron', ...fields }];
  const [verdict] = judgeBatch(compiled, Buffer.from(JSON.stringify({ members })), 'facility_id').next() ?? [];
  if (verdict === undefined || !('row' in verdict)) throw new Error(JSON.stringify(verdict));
  return verdict as Extract<Verdict<MemberRow>, { row: MemberRow }>;
};
/** What is stored after that item, as the store would have loaded it for the next one. */
const after = (fields: Fields, stored?: MemberState): MemberState => {
  const outcome = judgeMember(verdictOf(fields).row, stored, 'UTC');
  const state = 'save' in outcome && outcome.save !== undefined ? outcome.save : stored;
  if (state === undefined) throw new Error(JSON.stringify(outcome));
  const { fields: _taken, guard: _before, windows, ...rest } = state;
  const canonical = windows?.row?.canonical ?? state.guard?.windows;
  const guard: Guard = { denies, windows: canonical };
  if (windows === undefined) return { ...rest, windows, guard };
  const { row: _row, ...version } = windows;
  return { ...rest, windows: version, guard };
};

/** Whether the windows, and whether the plans, let in at that moment: by the words of the contract, and no code of ours. */
const openWindow = (window: AccessWindow, atS: number): boolean => {
  if (window.kind === 'absolute') return window.from <= atS && atS < window.to;
  if (atS < (window.active_from ?? 0) || atS >= (window.active_until ?? Number.POSITIVE_INFINITY)) return false;
  const local = new Date((atS + (window.timezone === 'Australia/Brisbane' ? 10 * HOUR : 0)) * 1_000);
  const day = (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const)[local.getUTCDay()] as 'sun';
  const time = local.toISOString().slice(11, 16);
  return window.access_hours[day].some(([start, end]) => start <= time && time < end);
};
const lets = (state: MemberState, scope: string, atS: number) => {
  const { membership_plans: plans = [], membership_status: status = '' } = JSON.parse(state.record) as MemberRecord;
  const time = new Date(atS * 1_000).toISOString();
  return {
    windows: windowsOf(state.guard?.windows ?? '[]').some(
      (window) => window.scope_key === scope && openWindow(window, atS),
    ),
    plan: (id: string) =>
      !denies(status) &&
      plans.some(
        (plan) =>
          plan.membership_plan_id === id &&
          plan.is_current &&
          !denies(plan.status ?? '') &&
          (plan.start_date ?? '') <= time &&
          time < (plan.end_date ?? '9'),
      ),
  };
};
const MOMENTS = Array.from({ length: 14 * 8 }, (_, i) => SUNDAY + i * 3 * HOUR + 600);
const SCOPES = ['default', 'pool'];
const PLANS = ['P-1', 'P-2'];
/** Every way in which the member gets in, as far as anybody looks. */
const accessOf = (state: MemberState): Set<string> => {
  const found = new Set<string>();
  for (const at of MOMENTS)
    for (const scope of SCOPES) {
      const { windows, plan } = lets(state, scope, at);
      if (windows) found.add(`${scope} ${at}`);
      for (const id of PLANS) if (plan(id)) found.add(`${id} ${at}`);
    }
  return found;
};

const hours = (block: readonly (readonly [string, string])[]) =>
  Object.fromEntries(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, block]));
const always = { external_id: 'w', kind: 'weekly', access_hours: hours([['00:00', '24:00']]) };
const morning = { ...always, access_hours: hours([['06:00', '12:00']]) };
const plan = (id: string, more: Fields = {}) => ({ membership_plan_id: id, is_current: true, ...more });
const day = (n: number) => new Date((SUNDAY + n * DAY) * 1_000).toISOString();

const OLD = {
  membership_status: 'current',
  membership_plans: [plan('P-1', { status: 'current' })],
  access_time_windows: [always, { ...always, external_id: 'p', scope_key: 'pool' }],
  access_time_windows_revision: 4,
  updated: '2026-01-04T00:00:00Z',
  mobile_phone: '+61 7 3000 0000',
};
const NEXT = { updated: '2026-01-05T00:00:00Z' };
const windows = (...list: unknown[]) => ({ access_time_windows: list, access_time_windows_revision: 5 });

const NARROWINGS: Readonly<Record<string, Fields>> = {
  'no windows': windows(),
  'one window of two': windows(always),
  'shorter windows': windows(morning, { ...morning, external_id: 'p', scope_key: 'pool' }),
  'windows that end': windows({ ...always, active_until: SUNDAY + 3 * DAY }),
  'an absolute window within': windows({ external_id: 'a', kind: 'absolute', from: SUNDAY, to: SUNDAY + DAY }),
  'a status that ends it': { membership_status: 'expired' },
  'no plans': { membership_plans: [] },
  'null for plans': { membership_plans: null },
  'a plan that ends': { membership_plans: [plan('P-1', { status: 'current', end_date: day(2) })] },
  'a plan that is not current': { membership_plans: [plan('P-1', { status: 'current', is_current: false })] },
  'a plan whose status ends it': { membership_plans: [plan('P-1', { status: 'expired' })] },
};
const WIDENINGS: Readonly<Record<string, Fields>> = {
  'more windows': windows(always, { ...always, external_id: 'p', scope_key: 'pool' }),
  'longer windows': windows(always),
  'a status that begins it': { membership_status: 'current' },
  'no status': { membership_status: null },
  'another plan': { membership_plans: [plan('P-1', { status: 'current' }), plan('P-2', { is_current: false })] },
  'a plan that goes on': { membership_plans: [plan('P-1', { status: 'current' })] },
};
/** One of each field that access does not hang on. */
const BAD: readonly Fields[] = [
  { mobile_phone: '07 3000 0000' },
  { mobile_phone: 7 },
  { gender: 'f' },
  { profile_picture: 'no picture' },
  { date_of_birth: '2026-02-30' },
  { tags: 'vip' },
  { tags: [7] },
  { type: {} },
  { email: 'x'.repeat(321) },
  { email: 'a\0b' },
  { first_name: null },
  { last_name: '\ud800' },
  { created: 'yesterday' },
  { address: { address_line_1: 'x'.repeat(30_001) } },
];
const BAD_ACCESS: readonly Fields[] = [
  { updated: 'yesterday' },
  { updated: 5 },
  { membership_status: 7 },
  { membership_status: 'x'.repeat(121) },
  { membership_status: 'cur\0rent' },
  { membership_plans: 'P-1' },
  { membership_plans: [plan('P-1', { end_date: 'never' })] },
  { membership_plans: [plan('P-1'), plan('P-2')] },
  { membership_plans: [{ name: 'of nobody' }] },
];
const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>) => [...part].filter((at) => !whole.has(at));

describe('S1 what narrows access counts, however bad the rest of the item is', () => {
  it.each(Object.entries(NARROWINGS))('%s, beside every field that is wrong', (_what, narrowing) => {
    const old = after(OLD);
    const meant = accessOf(after({ ...NEXT, ...narrowing }, old));
    expect(isWithin(meant, accessOf(old))).toEqual([]);
    expect(meant.size).toBeLessThan(accessOf(old).size);
    for (const bad of BAD) {
      const item = { ...NEXT, ...narrowing, ...bad };
      expect(accessOf(after(item, old)), JSON.stringify(bad)).toEqual(meant);
      expect(verdictOf(item).ignored?.map(({ path }) => path)).toEqual(Object.keys(bad));
    }
    for (const bad of BAD_ACCESS.filter((fields) => !Object.keys(fields).some((name) => name in narrowing))) {
      const got = accessOf(after({ ...NEXT, ...narrowing, ...bad }, old));
      expect(isWithin(got, meant), JSON.stringify(bad)).toEqual([]);
    }
  });

  it.each(Object.entries(WIDENINGS))('and %s wait where a field is wrong that access hangs on', (_what, widening) => {
    const old = after({
      ...OLD,
      membership_status: 'expired',
      membership_plans: [plan('P-1', { status: 'current', end_date: day(2) })],
      ...windows(morning),
      access_time_windows_revision: 4,
    });
    for (const bad of BAD_ACCESS.filter((fields) => !Object.keys(fields).some((name) => name in widening))) {
      const item = { ...NEXT, ...widening, ...bad };
      const held = after(item, old);
      expect(isWithin(accessOf(held), accessOf(old)), JSON.stringify(bad)).toEqual([]);
      // The same item again with that field put right is taken, whatever its revision.
      const healed = Object.keys(bad).map((name) => [name, { ...NEXT, ...OLD }[name as 'updated']]);
      const good = { ...item, ...Object.fromEntries(healed) };
      expect(accessOf(after(good, held)), JSON.stringify(bad)).toEqual(accessOf(after(good, old)));
    }
  });

  it('an item whose bad field is none of access gives what it says', () => {
    const old = after({ ...OLD, ...windows(morning), access_time_windows_revision: 4 });
    for (const bad of BAD) {
      const item = { ...NEXT, ...windows(always) };
      expect(accessOf(after({ ...item, ...bad }, old))).toEqual(accessOf(after(item, old)));
    }
  });

  it('a member of whom nothing is stored gets nothing by an item that is wrong in what access hangs on', () => {
    for (const bad of BAD_ACCESS) expect(accessOf(after({ ...OLD, ...bad }))).toEqual(new Set());
    expect(after({ ...OLD, updated: 'yesterday' }).windows).toMatchObject({ revision: 4, held: true });
  });

  it('of any two states a member has what both allow, no more and no less', () => {
    const times = fc
      .tuple(fc.nat({ max: 7 }), fc.integer({ min: 1, max: 8 }))
      .map(
        ([from, length]) =>
          [
            `${String(from * 3).padStart(2, '0')}:00`,
            `${String(Math.min(24, (from + length) * 3)).padStart(2, '0')}:00`,
          ] as const,
      );
    const range = fc.option(fc.tuple(fc.nat({ max: 10 }), fc.integer({ min: 1, max: 8 })), { nil: undefined });
    const window = fc.record({ weekly: fc.boolean(), times, range, scope: fc.constantFrom(...SCOPES) });
    const made = (list: readonly (typeof window extends fc.Arbitrary<infer T> ? T : never)[], timezone: string) =>
      list.map(({ weekly, times: block, range: [from, days] = [0, 5], scope, ...rest }, i) => ({
        external_id: `w${i}`,
        scope_key: scope,
        ...(weekly
          ? {
              kind: 'weekly',
              timezone,
              access_hours: hours([block]),
              ...('range' in rest
                ? {}
                : { active_from: SUNDAY + from * DAY, active_until: SUNDAY + (from + days) * DAY }),
            }
          : { kind: 'absolute', from: SUNDAY + from * DAY, to: SUNDAY + (from + days) * DAY }),
      }));
    const somePlan = fc.record(
      {
        membership_plan_id: fc.constantFrom(...PLANS),
        is_current: fc.boolean(),
        status: fc.constantFrom('current', 'expired', 'new'),
        start_date: fc.nat({ max: 9 }).map(day),
        end_date: fc.nat({ max: 14 }).map(day),
      },
      { requiredKeys: ['membership_plan_id'] },
    );
    const plans = fc.uniqueArray(somePlan, { selector: ({ membership_plan_id }) => membership_plan_id, maxLength: 2 });
    const state = fc.record({
      membership_status: fc.constantFrom('current', 'expired', 'new'),
      membership_plans: plans.map((list) => list.map((own, i) => (i === 0 ? own : { ...own, is_current: false }))),
      windows: fc.array(window, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(state, state, fc.constantFrom('UTC', 'Australia/Brisbane'), (before, now, zone) => {
        const item = ({ windows: list, ...fields }: typeof before, revision: number) => ({
          ...fields,
          access_time_windows: made(list, zone),
          access_time_windows_revision: revision,
        });
        const old = after(item(before, 1));
        const both = after({ ...item(now, 2), updated: 'yesterday' }, old);
        const [was, wanted, got] = [accessOf(old), accessOf(after(item(now, 2), old)), accessOf(both)];
        expect([...got].sort()).toEqual([...was].filter((at) => wanted.has(at)).sort());
        expect(accessOf(after(item(now, 2), both))).toEqual(wanted);
      }),
      { numRuns: 150 },
    );
  });

  it('of windows under the revision of others nothing counts, and a status that ends access beside them does', () => {
    const old = after(OLD);
    const conflict = { ...OLD, ...NEXT, access_time_windows: [always], membership_status: 'expired', type: 'staff' };
    const outcome = judgeMember(verdictOf(conflict).row, old, 'UTC');
    expect(outcome).toMatchObject({ conflict: { stored_revision: 4 } });
    const state = after(conflict, old);
    expect(JSON.parse(state.record)).toMatchObject({ membership_status: 'expired' });
    expect(JSON.parse(state.record)).not.toHaveProperty('type');
    expect(state.windows).toEqual(old.windows);
    const back = judgeMember(verdictOf({ ...conflict, membership_status: 'current' }).row, state, 'UTC');
    expect(back).not.toHaveProperty('save');
  });

  it('a lower revision is stale whatever is wrong beside it', () => {
    const item = { ...NEXT, access_time_windows: [], access_time_windows_revision: 3, gender: 'f', updated: 'x' };
    expect(judgeMember(verdictOf(item).row, after(OLD), 'UTC')).toMatchObject({
      skip: 'Stale access_time_windows_revision',
    });
  });
});
