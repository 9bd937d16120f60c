import type { FieldFault } from '../../kit/ingest/batch-kind.ts';
import { keepAddress } from './member-address.ts';
import type { MemberItem } from './member-item.ts';
import type { Picture } from './member-picture.ts';

/** A member's windows from one partner source, compiled. */
export interface WindowsRow {
  readonly revision: number;
  /** Of the windows as they were sent: what tells a repetition from a conflict. */
  readonly hash: string;
  /** The normal form as canonical JSON. */
  readonly canonical: string;
  readonly scopeKeys: readonly string[];
  readonly program: Uint8Array;
  /** Less is stored than was sent under this revision: the same again heals it, once nothing is wrong beside it. */
  readonly held?: boolean;
}

/** A picture on its way from the request into the object store. */
export interface SentPicture {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** Gone once the object is put. */
  readonly picture?: Picture;
  /** Where it was put. Absent: it was not, because the stored one is the same. */
  readonly key?: string;
}

/** One sent member, ready to be held against what is stored. */
export interface MemberRow {
  readonly memberId: string;
  /** The fields that were sent with a value: JSON of a `MemberRecord`, its members in the one order. */
  readonly record: string;
  /** The fields that were sent as null. */
  readonly cleared: readonly string[];
  /** Unix milliseconds of `updated`, where it was sent. */
  readonly updatedMs: number | undefined;
  /** The words for statuses in what was sent, of the member and of its plans. */
  readonly statuses: readonly string[];
  /** `null`: the picture is taken away. Absent: it stays. */
  readonly picture?: SentPicture | null;
  /** Absent: they stay. */
  readonly windows?: WindowsRow;
  /**
   * What is wrong in fields that access hangs on, the first of it; those are not in the record, or only in part. Absent where
   * nothing is. With it the member keeps only what the stored state and this one both allow.
   */
  readonly guarded?: readonly FieldFault[];
}

/** What is kept of a member, windows and picture apart: names as the partner API has them. */
export interface MemberRecord {
  readonly first_name: string;
  readonly last_name: string;
  readonly email?: string;
  /** As sent. */
  readonly mobile_phone?: string;
  readonly mobile_phone_e164?: string;
  readonly address?: Readonly<Record<string, string>>;
  readonly date_of_birth?: string;
  readonly gender?: NonNullable<MemberItem['gender']>;
  readonly type?: string;
  readonly tags?: readonly string[];
  readonly membership_status?: string;
  readonly membership_plans?: readonly MemberPlanRecord[];
  readonly created?: string;
  readonly updated?: string;
}
export interface MemberPlanRecord {
  readonly membership_plan_id: string;
  readonly name?: string;
  readonly start_date?: string;
  /** Absent: ongoing. */
  readonly end_date?: string;
  readonly status?: string;
  readonly is_current: boolean;
}

/** The order of the members in stored JSON, so that the same record is the same text. */
const FIELDS = [
  'first_name',
  'last_name',
  'email',
  'mobile_phone',
  'mobile_phone_e164',
  'address',
  'date_of_birth',
  'gender',
  'type',
  'tags',
  'membership_status',
  'membership_plans',
  'created',
  'updated',
] as const satisfies readonly (keyof MemberRecord)[];

/** The fields that were sent, as they are kept, and those that were sent as null. */
export const recordOf = (
  item: MemberItem,
  e164: string | undefined,
): { readonly record: string; readonly cleared: readonly string[] } => {
  const record: Record<string, unknown> = {};
  const cleared: string[] = [];
  const sent: Readonly<Record<string, unknown>> = { ...item, mobile_phone_e164: e164 };
  for (const field of FIELDS) {
    const value = sent[field];
    if (value === null) cleared.push(field);
    else if (value !== undefined) record[field] = value;
  }
  if (item.mobile_phone === null) cleared.push('mobile_phone_e164');
  if (record.address !== undefined) record.address = keepAddress(record.address);
  if (item.membership_plans) record.membership_plans = item.membership_plans.map(planOf);
  return { record: JSON.stringify(record), cleared };
};

const planOf = (plan: NonNullable<MemberItem['membership_plans']>[number]): MemberPlanRecord => ({
  membership_plan_id: plan.membership_plan_id,
  ...(plan.name && { name: plan.name }),
  ...(plan.start_date && { start_date: plan.start_date }),
  ...(plan.end_date && { end_date: plan.end_date }),
  ...(plan.status && { status: plan.status }),
  is_current: plan.is_current ?? false,
});

/** A record as it is stored, and its fields once somebody has taken it apart: a member may come often in a batch. */
interface KeptRecord {
  readonly record: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export const fieldsOf = ({ record, fields }: KeptRecord): Readonly<Record<string, unknown>> =>
  fields ?? (JSON.parse(record) as Record<string, unknown>);

/** Of an item only what of its fields access hangs on. */
export const accessOnly = ({ windows: _windows, picture: _picture, ...sent }: MemberRow): MemberRow => {
  const { membership_status, membership_plans } = JSON.parse(sent.record) as Partial<MemberRecord>;
  const access = ['membership_status', 'membership_plans'];
  return {
    ...sent,
    record: JSON.stringify({ membership_status, membership_plans }),
    cleared: sent.cleared.filter((field) => access.includes(field)),
  };
};

/** The stored record after a push: what was sent replaces, what was left out stays, what was sent as null goes. */
export const mergeRecord = (stored: KeptRecord, sent: Pick<MemberRow, 'record' | 'cleared'>): KeptRecord => {
  if (stored.record === sent.record) return stored;
  const merged: Record<string, unknown> = {
    ...fieldsOf(stored),
    ...(JSON.parse(sent.record) as Record<string, unknown>),
  };
  for (const field of sent.cleared) delete merged[field];
  const fields = Object.fromEntries(FIELDS.flatMap((field) => (field in merged ? [[field, merged[field]]] : [])));
  return { record: JSON.stringify(fields), fields };
};
