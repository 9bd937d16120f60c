import { z } from 'zod';
import { parseOwnerKey } from '../ledger/ledger.module.ts';

/** The most that one adjustment, top-up or threshold is. */
export const CENTS_MAX = 10_000_000;

export const ownerKey = z
  .string()
  .max(80)
  .refine((text) => parseOwnerKey(text) !== undefined, 'must be `org#<id>` or `facility#<id>`')
  .meta({ examples: ['org#org_0123456789abcdef'] });

const cents = z.int().min(1).max(CENTS_MAX);
export const LockoutPolicy = z
  .strictObject({
    mode: z
      .enum(['never', 'warn', 'restrict'])
      .describe('What comes of a debt: nothing, warnings alone, or in the end a lockout of what costs us money.'),
    graceDays: z.int().min(0).max(90).describe('Days of warning before `restrict` restricts.'),
  })
  .meta({ id: 'LockoutPolicy' });
export type LockoutPolicy = z.output<typeof LockoutPolicy>;

export const AutoTopup = z
  .strictObject({
    enabled: z.boolean().describe('Whether the wallet is topped up by itself.'),
    thresholdCents: cents.nullable().default(null).describe('A balance at or below it is topped up.'),
    amountCents: cents.nullable().default(null).describe('By how much.'),
    monthlyMaxCents: cents.nullable().default(null).describe('How much within a month at most (UTC).'),
  })
  .refine((one) => !one.enabled || (one.thresholdCents !== null && one.amountCents !== null), {
    path: ['thresholdCents'],
    error: 'is needed beside amountCents where it is enabled',
  })
  .meta({ id: 'AutoTopup' });

/** The fields of a profile, each of which is inherited where nobody says it. */
export const profileFields = {
  billingMethod: z.enum(['wallet', 'invoice']).describe('Paid ahead and debited daily, or billed once a month.'),
  paymentMethod: z.enum(['card', 'bank-transfer', 'none']).describe('How money comes in.'),
  payerScope: z.enum(['organisation', 'facility']).describe('Who pays for a facility: it itself, or its organisation.'),
  billingDisabled: z.boolean().describe('Metered, and never billed.'),
  netDays: z.int().min(0).max(120).describe('Days until an invoice is due.'),
  lockoutPolicy: LockoutPolicy.describe('What comes of a debt.'),
  autoTopup: AutoTopup.describe('Whether the wallet is topped up by itself.'),
};
export const Profile = z.object(profileFields).meta({ id: 'BillingProfile' });
export type Profile = z.output<typeof Profile>;
export type ProfileField = keyof Profile;
export const PROFILE_FIELDS = Object.keys(profileFields) as ProfileField[];

/** What holds where nobody has said anything. */
export const DEFAULT_PROFILE: Profile = {
  billingMethod: 'wallet',
  paymentMethod: 'none',
  payerScope: 'facility',
  billingDisabled: false,
  netDays: 14,
  lockoutPolicy: { mode: 'warn', graceDays: 14 },
  autoTopup: { enabled: false, thresholdCents: null, amountCents: null, monthlyMaxCents: null },
};

const nullable = <Field extends z.ZodType>(field: Field, about: string) =>
  field.nullable().optional().describe(`${about} Null: as it is inherited. Left out: stays.`);
/** What a PUT gives: null inherits, what is left out stays. */
export const ProfileChange = z.strictObject({
  ownerKey: ownerKey.describe('Whose profile it is.'),
  billingMethod: nullable(profileFields.billingMethod, 'Paid ahead and debited daily, or billed once a month.'),
  paymentMethod: nullable(profileFields.paymentMethod, 'How money comes in.'),
  payerScope: nullable(profileFields.payerScope, 'Who pays for a facility: it itself, or its organisation.'),
  billingDisabled: nullable(
    profileFields.billingDisabled,
    'Metered, and never billed: of an organisation its facilities as well, but those that say false.',
  ),
  netDays: nullable(profileFields.netDays, 'Days until an invoice is due.'),
  lockoutPolicy: nullable(profileFields.lockoutPolicy, 'What comes of a debt.'),
  autoTopup: nullable(profileFields.autoTopup, 'Whether the wallet is topped up by itself.'),
});
export type ProfileChange = z.output<typeof ProfileChange>;

/** What an owner has said by themselves: null where a field is inherited. */
export type OwnProfile = { readonly [Field in ProfileField]: Profile[Field] | null };
