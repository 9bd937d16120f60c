import type { BatchKind, Judged } from '../../ingest/batch-kind.ts';
import { type PlanAccessZone, PlanItem } from './plan-item.ts';

/** What is stored of a plan, field by field; one that is not here was not sent. */
export interface PlanRow {
  readonly planId: string;
  readonly fields: Partial<PlanFields>;
}

/** The columns of a plan that a partner sets. Flags are 0 or 1, zones JSON. */
export interface PlanFields {
  readonly name: string;
  readonly description: string | null;
  readonly billing_cycle: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly class_limit: number | null;
  readonly duration_days: number | null;
  readonly is_recurring: number | null;
  readonly is_trial: number | null;
  readonly visible_to_public: number | null;
  readonly active_members: number | null;
  readonly access_zones: string | null;
}

/** Codes that ISO 4217 has and the runtime's list may not yet know. */
const NEWER_CURRENCIES = ['XCG', 'ZWG'];
const CURRENCIES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...NEWER_CURRENCIES]);

/** Membership plans as partners push them. */
export const batchKind: BatchKind<PlanItem, PlanItem, PlanRow> = {
  url: import.meta.url,
  arrayKey: 'membership_plans',
  idKeys: ['membership_plan_id'],
  item: PlanItem,
  judge: (item) => judgePlan(item),
  build: (item) => ({ planId: item.membership_plan_id, fields: fieldsOf(item) }),
};

const judgePlan = (item: PlanItem): Judged<PlanItem> => {
  const { currency, access_zones: zones } = item;
  if (typeof currency === 'string' && !CURRENCIES.has(currency)) return { skip: 'currency: must be an ISO 4217 code' };
  const reason = zonesFault(zones ?? []);
  return reason === undefined ? { ready: item } : { skip: reason };
};

const zonesFault = (zones: readonly PlanAccessZone[]): string | undefined => {
  const names = new Set<string>();
  for (const [index, { name, access_hours: hours }] of zones.entries()) {
    const at = `access_zones[${index}]`;
    if (names.has(name)) return `${at}.name: another zone of the plan has the same name`;
    names.add(name);
    for (const [day, blocks] of Object.entries(hours ?? {}))
      for (const [place, [start, end]] of (blocks ?? []).entries())
        if (start >= end)
          return `${at}.access_hours.${day}[${place}]: must start before it ends; split hours past midnight over two days`;
  }
  return undefined;
};

const fieldsOf = (item: PlanItem): Partial<PlanFields> => ({
  name: item.name,
  ...sent('description', item.description),
  ...sent('billing_cycle', item.billing_cycle),
  ...sent('price', item.price),
  ...sent('currency', item.currency),
  ...sent('class_limit', item.class_limit),
  ...sent('duration_days', item.duration_days),
  ...sent('is_recurring', bit(item.is_recurring)),
  ...sent('is_trial', bit(item.is_trial)),
  ...sent('visible_to_public', bit(item.visible_to_public)),
  ...sent('active_members', item.active_members),
  ...sent('access_zones', item.access_zones && JSON.stringify(item.access_zones.map(zoneOf))),
});

const sent = <K extends keyof PlanFields>(name: K, value: PlanFields[K] | undefined): Partial<PlanFields> =>
  value === undefined ? {} : { [name]: value };

const bit = (value: boolean | null | undefined): number | null | undefined =>
  typeof value === 'boolean' ? Number(value) : value;

/** Only what is known of a zone; nulls are what is not there. */
const zoneOf = ({ name, description, access_hours: hours }: PlanAccessZone) => ({
  name,
  ...(typeof description === 'string' ? { description } : {}),
  ...(hours ? { access_hours: hours } : {}),
});
