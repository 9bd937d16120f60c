import type { OwnProfile, Preflight, ProfileField, ResolvedProfile } from '../ops/money/billing-profile-types.ts';
import { moneyWords } from './money-en.ts';

/** The words of how one owner is billed. */
export const profileLabels = {
  title: 'How it is billed',
  looking: 'how it is billed',
  what: 'What',
  holds: 'Holds now',
  from: 'From',
  change: 'Change it',
  changeMore: 'What is left to inheritance goes by the organisation, and then by the platform.',
  inherited: 'As it is inherited',
  netDays: 'Days until an invoice is due',
  netDaysMore: 'From 0 to 120. Left empty: as it is inherited.',
  netDaysWrong: 'A number from 0 to 120, or nothing.',
  graceDays: 'Days of warning before something is restricted',
  graceDaysWrong: 'A number from 0 to 90.',
  threshold: 'Top up at or below',
  amount: 'By how much',
  monthlyMax: 'In one month at most',
  monthlyMaxMore: 'Left empty: there is no such limit.',
  amountWrong: 'An amount such as 25 or 25.00: above 0, and 100,000 at most.',
  save: 'Save how it is billed',
  saved: 'How it is billed is saved.',
  nothing: 'Nothing is changed yet.',
  lookingAhead: 'whether the method can change',
  ahead: 'Before the method changes',
  canChange: 'Nothing stands against it.',
  blocked: 'It cannot change yet:',
  known: 'Good to know:',
  takeAway: 'Take its own profile away',
  takeAwayMore:
    'It inherits everything from now on. Where that changes the method, it is refused while something is owed under the one that ends.',
  takenAway: 'It inherits everything now.',
  noneOfItsOwn: 'It has said nothing itself: everything is inherited.',
} as const;

export const FIELD_NAMES: Readonly<Record<ProfileField, string>> = {
  billingMethod: 'Method',
  paymentMethod: 'How money comes in',
  payerScope: 'Who pays',
  billingDisabled: 'Whether it is billed',
  netDays: 'Days until an invoice is due',
  lockoutPolicy: 'What comes of a debt',
  autoTopup: 'Automatic top-up',
};
type Chosen<Field extends ProfileField> = NonNullable<OwnProfile[Field]>;
export const METHOD_NAMES: Readonly<Record<Chosen<'billingMethod'>, string>> = {
  wallet: 'Wallet: paid ahead, debited daily',
  invoice: 'Invoice: once a month',
};
export const PAYMENT_NAMES: Readonly<Record<Chosen<'paymentMethod'>, string>> = {
  card: 'By card',
  'bank-transfer': 'By bank transfer',
  none: 'Not agreed yet',
};
export const PAYER_NAMES: Readonly<Record<Chosen<'payerScope'>, string>> = {
  organisation: 'The organisation, for its facilities',
  facility: 'Each facility for itself',
};
export const BILLED_NAMES = { false: 'It is billed', true: 'It is counted, and never billed' } as const;
export const LOCKOUT_NAMES: Readonly<Record<Chosen<'lockoutPolicy'>['mode'], string>> = {
  never: 'Nothing',
  warn: 'Warnings alone',
  restrict: 'Warnings, then AI models, texts and new agents are refused',
};
export const TOPUP_NAMES = { false: 'Off', true: 'On' } as const;

const SOURCES: Readonly<Record<ResolvedProfile['sources'][ProfileField], string>> = {
  facility: 'the facility',
  organisation: 'the organisation',
  default: 'the platform',
};
const NOTES: Readonly<Record<string, string>> = {
  negative_balance: 'The wallet is below zero. It has to be topped up first.',
  pending_topups: 'Top-up invoices are still to be paid. Match or cancel them first.',
  overdue_records: 'A month is overdue. It has to be paid first.',
  unbilled_days: 'Days of this month stand on no invoice yet. Change it once the month is closed.',
  balance_left: 'The wallet keeps what is in it, and no day is paid from that.',
  auto_topup: 'The automatic top-up stays set, and does nothing.',
  open_records: 'Months that are invoiced already stay to be paid by their references.',
  empty_wallet: 'The wallet is empty: the next day takes it below zero.',
};
const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

export const profileWords = {
  source: (from: ResolvedProfile['sources'][ProfileField]): string => SOURCES[from],
  /** What a field says, in words. */
  value: (field: ProfileField, profile: ResolvedProfile['profile']): string => {
    const { lockoutPolicy, autoTopup } = profile;
    const said: Readonly<Record<ProfileField, string>> = {
      billingMethod: METHOD_NAMES[profile.billingMethod],
      paymentMethod: PAYMENT_NAMES[profile.paymentMethod],
      payerScope: PAYER_NAMES[profile.payerScope],
      billingDisabled: BILLED_NAMES[`${profile.billingDisabled}`],
      netDays: days(profile.netDays),
      lockoutPolicy:
        lockoutPolicy.mode === 'restrict'
          ? `${LOCKOUT_NAMES.restrict}, after ${days(lockoutPolicy.graceDays)}`
          : LOCKOUT_NAMES[lockoutPolicy.mode],
      autoTopup: profileWords.topup(autoTopup),
    };
    return said[field];
  },
  topup: ({ enabled, thresholdCents, amountCents, monthlyMaxCents }: Chosen<'autoTopup'>): string => {
    if (!enabled || thresholdCents === null || amountCents === null) return TOPUP_NAMES.false;
    const most = monthlyMaxCents === null ? '' : `, ${moneyWords.cents(monthlyMaxCents)} a month at most`;
    return `${moneyWords.cents(amountCents)} at or below ${moneyWords.cents(thresholdCents)}${most}`;
  },
  note: ({ code, message }: Preflight['blockers'][number]): string => NOTES[code] ?? message,
  ahead: (to: Preflight['to'], isCertain: boolean): string =>
    isCertain ? `To: ${METHOD_NAMES[to]}.` : `If what is inherited is “${METHOD_NAMES[to]}”:`,
} as const;
