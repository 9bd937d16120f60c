import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Selectable } from 'kysely';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import type { BatchResult } from '../../kit/ingest/batch-answer.ts';
import { applyBatch, type BatchDeps } from '../../partner/batches/apply-batch.ts';
import type { PartnerCaller } from '../../partner/partners/partners.service.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import type { PlanAccessHours } from './plan-item.ts';
import { batchKind } from './plans.batch.ts';
import { plansRepo } from './plans.repo.ts';
import { createPlansStore, type PlansStoreDeps } from './plans.store.ts';
import type { MembershipPlanTable } from './plans.tables.ts';

/** A zone of a plan. It is named by (plan, zone name). */
export interface PlanZone {
  readonly name: string;
  readonly description?: string;
  /** Not there: no limit to the hours. A day that is not there is closed. */
  readonly access_hours?: PlanAccessHours;
}
export interface Plan {
  readonly planId: string;
  readonly name: string;
  readonly zones: readonly PlanZone[];
}

/** Undefined for what is no zone of a plan. */
export type ZoneNumbers = (partnerId: PartnerId, planId: string, name: string) => number | undefined;

export type PlansDeps = BatchDeps & PlansStoreDeps & { readonly scopes: Pick<ScopesService, 'refused'> };
export type PlansService = ReturnType<typeof createPlansService>;

export const createPlansService = ({ clock, scopes, ...deps }: PlansDeps) => {
  const store = createPlansStore({ clock, scopes });

  /** Zones that are wrong give nobody access who had none: staff are told, for members may stand before a door. */
  const warnOf = async ({ ignoredFields }: BatchResult, partnerId: PartnerId): Promise<void> => {
    const wrong = ignoredFields.filter(({ path }) => path.startsWith('access_zones'));
    const byFacility = [...Map.groupBy(wrong, ({ facility_id }) => facility_id)].sort(([a], [b]) =>
      String(a) < String(b) ? -1 : 1,
    );
    for (const [facilityId, [first]] of byFacility) {
      if (facilityId === null) continue;
      await deps.db.write((tx) =>
        scopes.refused(tx, {
          partnerId,
          facilityId: uncheckedId<FacilityId>(facilityId),
          memberIds: [],
          reason: `the plan ${first?.membership_plan_id}, ${first?.reason}`,
          urgent: true,
        }),
      );
    }
  };

  return {
    /** Creates the plans of a batch, or updates who is known already. */
    push: async (bytes: Uint8Array, call: OwnCall<PartnerCaller>): Promise<BatchResult> => {
      const result = await applyBatch(deps, { kind: batchKind, store }, bytes, call);
      if (!result.dryRun) await warnOf(result, call.caller.partnerId);
      return result;
    },

    /** After a restore: these plans had less. How much, only the partner knows: they open nothing until it sends them again. */
    closeAgain: async (
      tx: Tx,
      { partnerId, facilityId }: { readonly partnerId: PartnerId; readonly facilityId: FacilityId },
      planIds: readonly string[],
    ): Promise<boolean> => {
      const refs = planIds.map((id) => ({ partner_id: partnerId, facility_id: facilityId, membership_plan_id: id }));
      const open = (await plansRepo(tx).find(refs)).filter(({ access_zones }) => access_zones !== null);
      if (open.length === 0) return false;
      await scopes.recordChanges(tx, facilityId, ['facility', 'all']);
      await plansRepo(tx).put(open.map((plan) => ({ ...plan, access_zones: null, stored_at: clock.wallMs() })));
      return true;
    },

    /** All plans of a partner at a facility with their zones, in the order of their ids. */
    listPlans: async (tx: Tx, partnerId: PartnerId, facilityId: FacilityId): Promise<readonly Plan[]> =>
      (await plansRepo(tx).list(partnerId, facilityId)).map(planOf),

    /** What compiled records of the facility call each zone of each plan: numbers that are given once. */
    zoneNumbers: async (tx: Tx, facilityId: FacilityId): Promise<ZoneNumbers> => {
      const rows = await plansRepo(tx).zoneNumbers(facilityId);
      const numbers = new Map(
        rows.map((row) => [zoneKey(row.partner_id, row.membership_plan_id, row.name), row.number]),
      );
      return (partnerId, planId, name) => numbers.get(zoneKey(partnerId, planId, name));
    },

    /** Those of these plans that are known, in no particular order. */
    findPlans: async (
      tx: Tx,
      { partnerId, facilityId }: { readonly partnerId: PartnerId; readonly facilityId: FacilityId },
      planIds: readonly string[],
    ): Promise<readonly Plan[]> => {
      const refs = planIds.map((id) => ({ partner_id: partnerId, facility_id: facilityId, membership_plan_id: id }));
      return (await plansRepo(tx).find(refs)).map(planOf);
    },
  };
};

const zoneKey = (partnerId: string, planId: string, name: string): string => `${partnerId}\0${planId}\0${name}`;

const planOf = ({ membership_plan_id: planId, name, access_zones: zones }: Selectable<MembershipPlanTable>): Plan => ({
  planId,
  name,
  zones: zones === null ? [] : (JSON.parse(zones) as PlanZone[]),
});
