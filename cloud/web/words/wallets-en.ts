import type {
  Approval,
  CardTopupState,
  DirectoryLine,
  Movement,
  OwnWallet,
  TopupInvoice,
} from '../ops/money/wallet-types.ts';
import { moneyWords } from './money-en.ts';

/** The words of who stands how, of wallets, and of payments that come in. */
export const walletLabels = {
  title: 'Wallets and payments',
  more: 'How every organisation and facility stands, and what moved its balance.',
  match: 'Match a payment',
  matchMore: 'What came in, by the reference that the payer wrote. It counts once, however often you do it.',
  reference: 'Reference',
  referenceMore: 'Four letters, a hyphen, four letters.',
  amount: 'Amount',
  amountMore: 'Such as 250 or 250.00. Left empty: what was expected.',
  force: 'Count it although the amount differs, or it was cancelled',
  matchNow: 'Match it',
  approvals: 'Waits for a second person',
  lookingAtApprovals: 'what waits',
  noApprovals: 'Nothing waits',
  noApprovalsMore: 'What moves much money is posted once somebody else has approved it.',
  approve: 'Approve it',
  approveMore: 'It is posted at once, and cannot be taken back.',
  approved: 'It is posted.',
  refuse: 'Refuse it',
  refuseMore: 'Nothing is posted, and it cannot be approved any more.',
  refused: 'It is refused.',
  directory: 'Owners',
  looking: 'the owners',
  none: 'Nobody yet',
  noneMore: 'Organisations and facilities stand here once there are any.',
  archived: 'Show archived ones',
  back: 'All owners',
  lookingAtWallet: 'the wallet',
  adjust: 'Adjust the balance',
  adjustMore: 'Such as 25.00, or -25.00 to take it away.',
  amountWrong: 'An amount such as 25 or -25.00, and not 0.',
  note: 'Why',
  noteMissing: 'This is needed.',
  allowNegative: 'The balance may go below zero',
  adjustNow: 'Adjust it',
  adjusted: 'The balance is adjusted.',
  waits: 'It waits for a second person.',
  topup: 'Top-up invoices',
  makeTopup: 'Make an invoice',
  made: 'The invoice is made.',
  noInvoices: 'No invoices yet.',
  cancel: 'Cancel it',
  cancelMore: 'A cancelled invoice stays cancelled.',
  cancelled: 'It is cancelled.',
  byCard: 'Top up by card',
  byCardMore:
    'The card is typed in at the page of the card provider. Whoever pays there agrees that it is kept for automatic top-ups.',
  byCardNow: 'Pay by card',
  cardAmountWrong: 'An amount such as 25 or 25.00: from 5 to 10,000.',
  pageOver: 'The page of the card provider is over. Begin once more.',
  lookingAtTopup: 'Asking the card provider what came of it.',
  lookAgain: 'Ask again',
  archive: 'Archive',
  isArchived: 'It is archived: kept for its books, and left out of the list and of the figures.',
  isNotArchived: 'It is in the list of owners and in the figures.',
  archiveNow: 'Archive it',
  archiveMore: 'It is left out of the list and of the figures. No door, no day and no balance changes.',
  archivedNow: 'It is archived.',
  unarchiveNow: 'Take it back from the archive',
  unarchiveMore: 'It stands in the list and in the figures again.',
  unarchivedNow: 'It is back.',
  moved: 'What moved',
  when: 'When',
  what: 'What',
  by: 'By',
  notMoved: 'Nothing moved yet',
  notMovedMore: 'Top-ups, adjustments and days stand here.',
} as const;

const HEALTH: Readonly<Record<DirectoryLine['health'], string>> = {
  ok: 'all is well',
  low: 'is low',
  depleted: 'is used up',
  overdue: 'is overdue',
  restricted: 'is restricted',
  disabled: 'is not billed',
};
const LOCKOUT: Readonly<Record<OwnWallet['lockout']['state'], string>> = {
  clear: 'Nothing is owed.',
  grace: 'Something is owed, and nothing is refused for it yet.',
  restricted: 'AI models, texts and new agents in the cloud are refused. Doors are not.',
};
const INVOICE: Readonly<Record<TopupInvoice['state'], string>> = {
  pending: 'to be paid',
  paid: 'paid',
  cancelled: 'cancelled',
};
const CARD_TOPUPS: Readonly<Record<CardTopupState, string>> = {
  open: 'Nobody knows yet whether it was paid. It is credited by itself once it is.',
  paid: 'It is paid, and in the wallet.',
  failed: 'It was not paid: the card was refused.',
  cancelled: 'It was not paid: nobody finished it.',
};
const KINDS: Readonly<Record<string, string>> = {
  adjustment: 'Adjustment',
  topup: 'Top-up',
  day: 'A day',
  record: 'A month',
  'bank-payment': 'A payment by transfer',
  'credit-note': 'Credit note',
  'topup-returned': 'A top-up that was given back',
  'topup-restored': 'A top-up that came back',
};
const APPROVALS: Readonly<Record<Approval['kind'], string>> = {
  adjust: 'Adjustment',
  match: 'Forced match',
  entry: 'A payment of a statement',
  'credit-note': 'Credit note',
};

export const walletWords = {
  line: ({ health, balanceCents }: DirectoryLine): string => `${moneyWords.cents(balanceCents)}, ${HEALTH[health]}`,
  balance: (cents: number, currency: string): string => `${moneyWords.cents(cents)} ${currency}`,
  lockout: (state: OwnWallet['lockout']['state']): string => LOCKOUT[state],
  invoice: ({ reference, amountCents, state, dueAt }: TopupInvoice): string =>
    `${reference}: ${moneyWords.cents(amountCents)}, ${INVOICE[state]}, due ${dueAt.slice(0, 10)}`,
  cardTopup: (state: CardTopupState): string => CARD_TOPUPS[state],
  moved: ({ kind, note }: Movement): string =>
    note === null ? (KINDS[kind] ?? kind) : `${KINDS[kind] ?? kind}: ${note}`,
  approval: ({ kind, amountCents, ownerKey }: Approval): string =>
    `${APPROVALS[kind]} of ${moneyWords.cents(amountCents)}, ${ownerKey}`,
  askedBy: (name: string | null, at: string): string => `Asked by ${name ?? 'somebody'} on ${at.slice(0, 10)}.`,
  matched: (status: string, cents: number): string => {
    if (status === 'awaiting-approval') return 'It waits for a second person.';
    const amount = moneyWords.cents(cents);
    return status === 'settled' ? `${amount} is taken in.` : `It was settled before, with ${amount}.`;
  },
} as const;
