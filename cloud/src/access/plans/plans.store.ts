import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FieldFault } from '../../kit/ingest/batch-kind.ts';
import type { BatchStore, Change } from '../../kit/ingest/batch-store.ts';
import type { ChangeKey } from '../scopes/scopes.module.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import { bothZones } from './plan-zones.ts';
import type { PlanFields, PlanRow } from './plans.batch.ts';
import { plansRepo } from './plans.repo.ts';

/** A plan of which nothing was ever sent. */
const BLANK: Omit<PlanFields, 'name'> = {
  description: null,
  billing_cycle: null,
  price: null,
  currency: null,
  class_limit: null,
  duration_days: null,
  is_recurring: null,
  is_trial: null,
  visible_to_public: null,
  active_members: null,
  access_zones: null,
};
const NAMES = ['name', ...(Object.keys(BLANK) as (keyof typeof BLANK)[])] as const;

const WITHHELD: FieldFault = {
  path: 'access_zones',
  reason: 'access_zones: only as far as the stored zones allow it too, because of what is wrong with others',
};

export interface PlansStoreDeps {
  readonly clock: Clock;
  readonly scopes: Pick<ScopesService, 'recordChanges'>;
}

/** How plans are stored: what an item leaves out stays, and one that changes nothing is not written. */
export const createPlansStore = ({ clock, scopes }: PlansStoreDeps): BatchStore<PlanRow, PlanFields> => ({
  keyOf: ({ row }) => row.planId,

  load: async (tx, partnerId, rows) => {
    const refs = rows.map(({ facilityId, row }) => ({
      partner_id: partnerId,
      facility_id: facilityId,
      membership_plan_id: row.planId,
    }));
    const stored = await plansRepo(tx).find(refs);
    return stored.map(({ partner_id: _partner, facility_id, membership_plan_id, stored_at: _at, ...state }) => ({
      facilityId: facility_id,
      key: membership_plan_id,
      state,
    }));
  },

  judge: ({ row }, stored) => {
    const sent = { ...BLANK, name: '', ...stored, ...row.fields };
    const { zones: access_zones, less } = row.guarded
      ? bothZones(stored?.access_zones ?? null, sent.access_zones)
      : { zones: sent.access_zones, less: false };
    const next: PlanFields = { ...sent, access_zones };
    const same = stored !== undefined && NAMES.every((name) => stored[name] === next[name]);
    const withheld = less ? { withheld: [WITHHELD] } : {};
    return same ? { same, ...withheld } : { save: next, ...withheld };
  },

  save: async (tx, partnerId, changes) => {
    const storedAt = clock.wallMs();
    await plansRepo(tx).put(
      changes.map(({ facilityId, key, after }) => ({
        partner_id: partnerId,
        facility_id: facilityId,
        membership_plan_id: key,
        ...after,
        stored_at: storedAt,
      })),
    );
    for (const [facilityId, own] of Map.groupBy(changes.filter(opensLess), (change) => change.facilityId))
      revoked(tx, { kind: 'plans', facilityId, subject: partnerId, value: own.map(({ key }) => key) });
    // In the order of the facilities' ids: two units must not wait for each other's.
    const byFacility = [...Map.groupBy(changes, ({ facilityId }) => facilityId)].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [facilityId, own] of byFacility) {
      await scopes.recordChanges(tx, facilityId, changeKeysOf(own));
      await numberZones(tx, { partnerId, facilityId }, own);
    }
  },
});

/** Whether a plan had a zone, or hours of one, that it has no more. */
const opensLess = ({ before, after }: Change<PlanFields>): boolean =>
  bothZones(after.access_zones, before?.access_zones ?? null).less;

/** Members' records name the zones of their plans; what a zone's hours are, the facility's facts say. */
const changeKeysOf = (changes: readonly Change<PlanFields>[]): readonly ChangeKey[] => {
  const zones = changes.filter(({ before, after }) => before?.access_zones !== after.access_zones);
  if (zones.length === 0) return [];
  const renamed = zones.some(
    ({ before, after }) =>
      zoneNames(before?.access_zones ?? null).join('\0') !== zoneNames(after.access_zones).join('\0'),
  );
  return renamed ? ['facility', 'all'] : ['facility'];
};

const zoneNames = (zones: string | null): readonly string[] =>
  zones === null ? [] : (JSON.parse(zones) as { name: string }[]).map(({ name }) => name);

const numberZones = async (
  tx: Tx,
  { partnerId, facilityId }: { partnerId: PartnerId; facilityId: FacilityId },
  changes: readonly Change<PlanFields>[],
): Promise<void> => {
  const named = changes.flatMap(({ key, after }) => zoneNames(after.access_zones).map((name) => ({ key, name })));
  if (named.length === 0) return;
  const numbers = await plansRepo(tx).zoneNumbers(facilityId);
  const known = new Set(
    numbers.flatMap((row) => (row.partner_id === partnerId ? [`${row.membership_plan_id}\0${row.name}`] : [])),
  );
  const first = numbers.reduce((most, { number }) => Math.max(most, number + 1), 0);
  const fresh = named.filter(({ key, name }) => !known.has(`${key}\0${name}`));
  await plansRepo(tx).putZoneNumbers(
    fresh.map(({ key, name }, i) => ({
      facility_id: facilityId,
      partner_id: partnerId,
      membership_plan_id: key,
      name,
      number: first + i,
    })),
  );
};
