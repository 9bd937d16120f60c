import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import type { AiSpentAsked } from '../../commerce/billing-analytics/billing-analytics.ports.ts';
import { parseOwnerKey } from '../../commerce/ledger/ledger.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** What closed days of requests came to, by month: of the platform, an organisation with its facilities, or one of those. */
export const aiSpentByMonth = async (
  tx: Tx,
  { of, from, to, without }: AiSpentAsked,
): Promise<ReadonlyMap<string, number>> => {
  const left = without.flatMap((key) => parseOwnerKey(key) ?? []);
  const orgs = left.flatMap((owner): OrgId[] => (owner.kind === 'org' ? [owner.id] : []));
  const facilities = left.flatMap((owner): FacilityId[] => (owner.kind === 'facility' ? [owner.id] : []));
  const month = sql<string>`substr(day, 1, 7)`;
  let rows = tx
    .selectFrom('ai_charge_day')
    .innerJoin('facility', 'facility.id', 'ai_charge_day.facility_id')
    .where('day', '>=', `${from}-01`)
    .where('day', '<=', `${to}-31`);
  const owner = of === 'platform' ? undefined : parseOwnerKey(of);
  if (owner?.kind === 'org') rows = rows.where('facility.org_id', '=', owner.id);
  if (owner?.kind === 'facility') rows = rows.where('facility.id', '=', owner.id);
  if (orgs.length > 0) rows = rows.where('facility.org_id', 'not in', orgs);
  if (facilities.length > 0) rows = rows.where('facility.id', 'not in', facilities);
  const sums = await rows
    .groupBy(month)
    .select(({ fn }) => [month.as('month'), fn.sum('micros').as('micros')])
    .execute();
  return new Map(sums.map((row) => [row.month, Number(row.micros)]));
};
