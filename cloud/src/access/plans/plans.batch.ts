import type { BatchKind, FieldFault, Judged } from '../../kit/ingest/batch-kind.ts';
import { type PlanAccessZone, PlanItem } from './plan-item.ts';
import { mendZones, soundZones } from './plan-zones.ts';

/** What is stored of a plan, field by field; one that is not here was not sent. */
export interface PlanRow {
  readonly planId: string;
  readonly fields: Partial<PlanFields>;
  /** Something is wrong in the zones: the plan keeps only what the stored ones and those that could be read both open. */
  readonly guarded?: true;
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

interface Draft {
  readonly item: PlanItem;
  readonly guarded: boolean;
}

/** Membership plans as partners push them. */
export const batchKind: BatchKind<PlanItem, Draft, PlanRow> = {
  url: import.meta.url,
  arrayKey: 'membership_plans',
  idKeys: ['membership_plan_id'],
  item: PlanItem,
  identity: ['membership_plan_id'],
  mends: { access_zones: mendZones },
  judge: (item, _found, faults) => judgePlan(item, faults),
  build: ({ item, guarded }) => ({
    planId: item.membership_plan_id,
    fields: fieldsOf(item),
    ...(guarded && { guarded }),
  }),
};

const judgePlan = (sent: PlanItem, faults: readonly FieldFault[]): Judged<Draft> => {
  const ignored: FieldFault[] = [];
  const { access_zones: zones, ...item } = { ...sent };
  if (typeof item.currency === 'string' && !CURRENCIES.has(item.currency)) {
    ignored.push({ path: 'currency', reason: 'currency: must be an ISO 4217 code' });
    delete item.currency;
  }
  const sound = zones && soundZones(zones);
  if (sound) ignored.push(...sound.faults);
  const guarded = [...faults, ...ignored].some(({ path }) => path.startsWith('access_zones'));
  const kept = sound?.zones ?? zones;
  return {
    ready: { item: kept === undefined ? item : { ...item, access_zones: kept as PlanAccessZone[] | null }, guarded },
    ignored,
  };
};

const fieldsOf = (item: PlanItem): Partial<PlanFields> => ({
  ...sent('name', item.name),
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
