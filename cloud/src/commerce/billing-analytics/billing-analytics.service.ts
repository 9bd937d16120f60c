import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { besidesReading } from '../../kit/db/reading-only.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { noSuchPlace } from '../../platform/users/platform-surface.ts';
import {
  type LedgerService,
  minorOfMicros,
  type OwnerKey,
  ownerKeyOf,
  parseOwnerKey,
} from '../ledger/ledger.module.ts';
import type { MonthlyRecords } from '../monthly-records/monthly-records.service.ts';
import type { BilledDays, BilledSum } from '../rates/billed-days.ts';
import { dayAt, monthOf, monthsAfter } from '../rates/rates.module.ts';
import type { AiSpentAsked } from './billing-analytics.ports.ts';
import { analyticsCacheRepo } from './billing-analytics.repo.ts';

export interface BillingAnalyticsDeps extends Pick<Environment, 'clock'> {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'facilitiesById'>;
  readonly ledger: Pick<LedgerService, 'currency'>;
  readonly billedDays: Pick<BilledDays, 'billedOf'>;
  readonly monthlyRecords: Pick<MonthlyRecords, 'paidByRecords'>;
  readonly aiSpent: (tx: Tx, asked: AiSpentAsked) => Promise<ReadonlyMap<string, number>>;
  readonly archivedOwners: (tx: Tx) => Promise<readonly OwnerKey[]>;
}

/** What is looked at: everything, an organisation with its facilities, or one of those. */
export type Scope =
  | { readonly kind: 'platform' }
  | { readonly kind: 'org'; readonly orgId: OrgId }
  | { readonly kind: 'facility'; readonly orgId: OrgId; readonly facilityId: FacilityId };
export interface AnalyticsAsked {
  readonly scope: Scope;
  readonly months: number;
  readonly includeArchived: boolean;
  /** Whether what is kept is not good enough. */
  readonly refresh?: boolean;
}

interface Figures {
  readonly billedCents: number;
  readonly paidCents: number;
  readonly usageByCharge: { readonly charge: string; readonly quantity: number; readonly cents: number }[];
  readonly aiMicros: number;
}
export interface Analytics {
  readonly series: (Figures & { readonly month: string })[];
  readonly totals: Figures;
  readonly outstandingCents: number;
}

const KEPT = Minutes(5);
const keyOf = (scope: Scope): OwnerKey | 'platform' => {
  if (scope.kind === 'platform') return 'platform';
  return scope.kind === 'org'
    ? ownerKeyOf({ kind: 'org', id: scope.orgId })
    : ownerKeyOf({ kind: 'facility', id: scope.facilityId });
};

const usageOf = (sums: readonly Signed[], centsOf: (micros: number) => number): Figures['usageByCharge'] =>
  [...Map.groupBy(sums, ({ charge }) => charge)]
    .map(([charge, of]) => ({
      charge,
      quantity: of.reduce((sum, one) => sum + one.sign * one.quantity, 0) / 1_000,
      cents: centsOf(of.reduce((sum, one) => sum + one.sign * one.micros, 0)),
    }))
    .sort((a, b) => (a.charge < b.charge ? -1 : 1));

/** A sum that counts, or that is taken off again: of an owner that is archived. */
interface Signed extends BilledSum {
  readonly sign: 1 | -1;
}

/** What is billed and paid, by month: of sums that are kept with the days, so that nobody counts those. */
export const createBillingAnalytics = (deps: BillingAnalyticsDeps) => {
  const { db, clock, ledger } = deps;
  const centsOf = (micros: number): number => minorOfMicros(micros, ledger.currency);

  /**
   * The owners whose sums are taken off, if archived ones do not count: none twice, and of an organisation its own facilities alone.
   * What is asked for by its name counts, archived or not.
   */
  const leftOut = async (tx: Tx, scope: Scope, includeArchived: boolean): Promise<readonly OwnerKey[]> => {
    if (includeArchived || scope.kind === 'facility') return [];
    const archived = (await deps.archivedOwners(tx)).flatMap((key) => parseOwnerKey(key) ?? []);
    const orgs = archived.flatMap((owner) => (owner.kind === 'org' ? [owner.id] : []));
    const facilityIds = archived.flatMap((owner) => (owner.kind === 'facility' ? [owner.id] : []));
    const facilities = [...(await deps.organisations.facilitiesById(tx, facilityIds)).values()];
    const own = facilities.filter(({ org_id }) =>
      scope.kind === 'org' ? org_id === scope.orgId : !orgs.includes(org_id),
    );
    return [
      ...(scope.kind === 'org' ? [] : orgs.map((id) => ownerKeyOf({ kind: 'org', id }))),
      ...own.map(({ id }) => ownerKeyOf({ kind: 'facility', id })),
    ];
  };

  const reckon = async (tx: Tx, { scope, months, includeArchived }: AnalyticsAsked): Promise<Analytics> => {
    const last = monthOf(dayAt(clock.wallMs()));
    const first = monthsAfter(last, 1 - months);
    const archived = await leftOut(tx, scope, includeArchived);
    const sums: Signed[] = [
      ...(await deps.billedDays.billedOf(tx, [keyOf(scope)], first, last)).map((sum) => ({ ...sum, sign: 1 as const })),
      ...(await deps.billedDays.billedOf(tx, archived, first, last)).map((sum) => ({ ...sum, sign: -1 as const })),
    ];
    const ai = await deps.aiSpent(tx, { of: keyOf(scope), from: first, to: last, without: archived });
    const without = new Set<string>(archived);
    const paid = await deps.monthlyRecords.paidByRecords(tx, {
      scope: scope.kind === 'platform' ? {} : scope,
      from: first,
      counts: ({ payerKey, orgId }) => !without.has(payerKey) && !without.has(ownerKeyOf({ kind: 'org', id: orgId })),
    });
    const figures = (of: readonly Signed[], byRecords: number, aiMicros: number): Figures => ({
      billedCents: centsOf(of.reduce((sum, one) => sum + one.sign * one.micros, 0)),
      paidCents: byRecords + centsOf(of.reduce((sum, one) => sum + one.sign * one.walletMicros, 0)),
      usageByCharge: usageOf(of, centsOf),
      aiMicros,
    });
    const names = Array.from({ length: months }, (_, at) => monthsAfter(first, at));
    return {
      series: names.map((month) => ({
        month,
        ...figures(
          sums.filter((sum) => sum.month === month),
          paid.byMonth.get(month) ?? 0,
          ai.get(month) ?? 0,
        ),
      })),
      totals: figures(
        sums,
        [...paid.byMonth.values()].reduce((sum, cents) => sum + cents, 0),
        [...ai.values()].reduce((sum, micros) => sum + micros, 0),
      ),
      outstandingCents: paid.outstandingCents,
    };
  };

  const isFresh = (row: { readonly body: string | null; readonly made_at: number } | undefined): boolean => {
    const age = clock.wallMs() - Number(row?.made_at ?? 0);
    return row?.body != null && age >= 0 && age < KEPT;
  };
  const answer = (body: string, madeAt: number, cached: boolean) => ({
    ...(JSON.parse(body) as Analytics),
    asOf: isoOf(madeAt),
    cached,
  });

  /** Has the row of the query while it reckons: whoever waits for that finds what is in it then. */
  const reckonOnce = (query: string, asked: AnalyticsAsked) => {
    const askedAt = clock.wallMs();
    return db.write(async (tx) => {
      const held = await analyticsCacheRepo(tx).hold(query);
      // Somebody else was first, and was asked no earlier.
      const isGood = isFresh(held) && (!asked.refresh || Number(held.made_at) > askedAt);
      if (isGood && held.body !== null) return answer(held.body, Number(held.made_at), true);
      const body = JSON.stringify(await reckon(tx, asked));
      const madeAt = clock.wallMs();
      await analyticsCacheRepo(tx).keep(query, body, madeAt);
      return answer(body, madeAt, false);
    });
  };

  return {
    /** An organisation, or one facility of it. Throws the 404 of a place for a facility of somebody else. */
    scopeWithin: async (tx: Tx, orgId: OrgId, facilityId: FacilityId | undefined): Promise<Scope> => {
      if (facilityId === undefined) return { kind: 'org', orgId };
      const facility = await deps.organisations.findFacility(tx, facilityId);
      if (facility?.org_id !== orgId) throw noSuchPlace('facility');
      return { kind: 'facility', orgId, facilityId: facility.id };
    },

    /** As it was at most five minutes ago. However many ask at once, one of them reckons it. */
    read: async (asked: AnalyticsAsked) => {
      const { scope, months, includeArchived, refresh = false } = asked;
      const query = `${keyOf(scope)} ${months} ${includeArchived}`;
      const kept = await db.read((tx) => analyticsCacheRepo(tx).find(query));
      if (!refresh && kept?.body != null && isFresh(kept)) return answer(kept.body, Number(kept.made_at), true);
      return besidesReading(() => reckonOnce(query, asked));
    },

    forgetOld: () => db.write((tx) => analyticsCacheRepo(tx).forgetBefore(clock.wallMs() - KEPT)),
  };
};
export type BillingAnalytics = ReturnType<typeof createBillingAnalytics>;
