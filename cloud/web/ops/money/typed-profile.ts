import type { OwnProfile, ProfileField, ResolvedProfile } from './billing-profile-types.ts';
import { centsIn } from './typed-amount.ts';

/** What stands in the form, as text: empty where a field is left to inheritance. */
export interface TypedProfile {
  readonly billingMethod: '' | 'wallet' | 'invoice';
  readonly paymentMethod: '' | 'card' | 'bank-transfer' | 'none';
  readonly payerScope: '' | 'organisation' | 'facility';
  readonly billingDisabled: '' | 'true' | 'false';
  readonly netDays: string;
  readonly lockoutMode: '' | 'never' | 'warn' | 'restrict';
  readonly graceDays: string;
  readonly autoTopup: '' | 'true' | 'false';
  readonly threshold: string;
  readonly amount: string;
  readonly monthlyMax: string;
}
/** The fields that are typed, and may be typed wrongly. */
export type Mistyped = 'netDays' | 'graceDays' | 'threshold' | 'amount' | 'monthlyMax';

const CENTS_MAX = 10_000_000;
const moneyOf = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));
const flagOf = (flag: boolean | null) => (flag === null ? '' : (`${flag}` as const));

/** What an owner has said itself: what holds, where the owner is who said it. */
export const ownOf = ({ profile, sources }: ResolvedProfile, kind: 'facility' | 'organisation'): OwnProfile =>
  Object.fromEntries(
    Object.entries(profile).map(([field, value]) => [field, sources[field as ProfileField] === kind ? value : null]),
  ) as unknown as OwnProfile;

export const typedOf = (own: OwnProfile): TypedProfile => ({
  billingMethod: own.billingMethod ?? '',
  paymentMethod: own.paymentMethod ?? '',
  payerScope: own.payerScope ?? '',
  billingDisabled: flagOf(own.billingDisabled),
  netDays: own.netDays === null ? '' : String(own.netDays),
  lockoutMode: own.lockoutPolicy?.mode ?? '',
  graceDays: String(own.lockoutPolicy?.graceDays ?? 14),
  autoTopup: flagOf(own.autoTopup?.enabled ?? null),
  threshold: moneyOf(own.autoTopup?.thresholdCents ?? null),
  amount: moneyOf(own.autoTopup?.amountCents ?? null),
  monthlyMax: moneyOf(own.autoTopup?.monthlyMaxCents ?? null),
});

const daysIn = (text: string, most: number): number | undefined =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) <= most ? Number(text) : undefined;
const sumIn = (text: string): number | undefined => {
  const cents = centsIn(text);
  return cents !== undefined && cents > 0 && cents <= CENTS_MAX ? cents : undefined;
};
const isEmpty = (text: string): boolean => text.trim() === '';

/** What is typed wrongly. What is not shown is not looked at. */
export const mistypedIn = (typed: TypedProfile): ReadonlySet<Mistyped> => {
  const isOn = typed.autoTopup === 'true';
  const wrong: Readonly<Record<Mistyped, boolean>> = {
    netDays: !isEmpty(typed.netDays) && daysIn(typed.netDays, 120) === undefined,
    graceDays: typed.lockoutMode === 'restrict' && daysIn(typed.graceDays, 90) === undefined,
    threshold: isOn && sumIn(typed.threshold) === undefined,
    amount: isOn && sumIn(typed.amount) === undefined,
    monthlyMax: isOn && !isEmpty(typed.monthlyMax) && sumIn(typed.monthlyMax) === undefined,
  };
  return new Set((Object.keys(wrong) as Mistyped[]).filter((field) => wrong[field]));
};

const saidBy = (typed: TypedProfile): OwnProfile => ({
  billingMethod: typed.billingMethod || null,
  paymentMethod: typed.paymentMethod || null,
  payerScope: typed.payerScope || null,
  billingDisabled: typed.billingDisabled === '' ? null : typed.billingDisabled === 'true',
  netDays: daysIn(typed.netDays, 120) ?? null,
  lockoutPolicy:
    typed.lockoutMode === '' ? null : { mode: typed.lockoutMode, graceDays: daysIn(typed.graceDays, 90) ?? 14 },
  autoTopup:
    typed.autoTopup === ''
      ? null
      : {
          enabled: typed.autoTopup === 'true',
          thresholdCents: sumIn(typed.threshold) ?? null,
          amountCents: sumIn(typed.amount) ?? null,
          monthlyMaxCents: sumIn(typed.monthlyMax) ?? null,
        },
});

/** What differs from what the form began with, and nothing else: what others change meanwhile stays. */
export const changeIn = (typed: TypedProfile, from: TypedProfile): Partial<OwnProfile> => {
  const before = saidBy(from);
  const changed = Object.entries(saidBy(typed)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as ProfileField]),
  );
  return Object.fromEntries(changed) as Partial<OwnProfile>;
};
