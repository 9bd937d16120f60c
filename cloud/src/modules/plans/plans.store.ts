import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { BatchStore } from '../../ingest/batch-store.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
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

export interface PlansStoreDeps {
  readonly clock: Clock;
  readonly scopes: Pick<ScopesService, 'changed'>;
}

/** How plans are stored: what an item leaves out stays, and one that changes nothing is not written. */
export const createPlansStore = ({ clock, scopes }: PlansStoreDeps): BatchStore<PlanRow, PlanFields> => ({
  keyOf: ({ planId }) => planId,

  load: async (tx, partnerId, rows) => {
    const refs = rows.map(({ facilityId, row }) => ({
      partner_id: partnerId,
      facility_id: facilityId,
      membership_plan_id: row.planId,
    }));
    const stored = await plansRepo(tx).find(refs);
    return stored.map(({ partner_id: _partner, facility_id, membership_plan_id, stored_at: _at, ...state }) => ({
      facilityId: facility_id as FacilityId,
      key: membership_plan_id,
      state,
    }));
  },

  judge: ({ row }, stored) => {
    const next: PlanFields = { ...BLANK, name: '', ...stored, ...row.fields };
    const same = stored !== undefined && NAMES.every((name) => stored[name] === next[name]);
    return same ? { same } : { save: next };
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
    // In the order of the facilities' ids: two units must not wait for each other's.
    const facilities = [...new Set(changes.map((change) => change.facilityId))].sort();
    for (const facilityId of facilities) await scopes.changed(tx, facilityId);
  },
});
