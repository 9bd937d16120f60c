import type { ProvidedAccount } from './card-provider.ts';

export type AccountState = 'none' | 'onboarding' | 'active' | 'restricted' | 'rejected';

/** What the provider’s words for what it wants to know mean, by how they begin or end; the first that fits. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^external_account/, 'a bank account for payouts'],
  [/^tos_acceptance/, 'acceptance of the card provider’s terms'],
  [/^business_profile\.url/, 'the web address of the business'],
  [/^business_profile\.mcc/, 'what kind of business it is'],
  [/^business_profile/, 'what the business does'],
  [/^business_type/, 'whether it is a company or a person'],
  [/verification\.additional_document/, 'a second document that proves an address'],
  [/^company\.verification/, 'a document of the company'],
  [/verification\.document/, 'a photo of an identity document'],
  [/verification\.proof_of_liveness/, 'a photo of the person themselves'],
  [/\.dob/, 'a date of birth'],
  [/\.id_number$|\.ssn_last_4$/, 'an identity number'],
  [/\.address/, 'an address'],
  [/\.phone$/, 'a phone number'],
  [/\.email$/, 'an e-mail address'],
  [/\.(?:first|last)_name$|^company\.name$/, 'a name'],
  [/\.relationship|^(?:owners|directors|executives)\./, 'who owns and runs the company'],
  [/^company\.(?:tax|vat|registration)/, 'the tax and register numbers of the company'],
];
const DISABLED: readonly (readonly [RegExp, string])[] = [
  [/^rejected/, 'The card provider has rejected this account.'],
  [/past_due$/, 'The card provider waits for what is past due.'],
  [/pending_verification$/, 'The card provider checks what it was told.'],
  [/^under_review$/, 'The card provider looks at this account.'],
  [/^(?:platform_paused|listed|action_required)/, 'The card provider has paused this account.'],
];

const wordOf = (requirement: string): string =>
  WORDS.find(([pattern]) => pattern.test(requirement))?.[1] ?? requirement.replaceAll(/[._]/g, ' ');
const listOf = (requirements: readonly string[]): string => [...new Set(requirements.map(wordOf))].join(', ');

export const stateOf = (account: ProvidedAccount | undefined): AccountState => {
  if (account === undefined) return 'none';
  const { chargesEnabled, payoutsEnabled, isSubmitted, requirements } = account;
  if (requirements.disabledReason?.startsWith('rejected') === true) return 'rejected';
  if (!isSubmitted) return 'onboarding';
  return chargesEnabled && payoutsEnabled && requirements.pastDue.length === 0 ? 'active' : 'restricted';
};

/** How an account stands, for people: one sentence a thing. */
export const describeAccount = (account: ProvidedAccount | undefined): readonly string[] => {
  const state = stateOf(account);
  if (account === undefined) return ['There is no account at the card provider yet.'];
  const { chargesEnabled, payoutsEnabled, requirements } = account;
  const { currentlyDue, pastDue, deadline, disabledReason } = requirements;
  const soon = currentlyDue.filter((one) => !pastDue.includes(one));
  const day = deadline === null ? '' : ` by ${new Date(deadline).toISOString().slice(0, 10)}`;
  const why = DISABLED.find(([pattern]) => disabledReason !== null && pattern.test(disabledReason))?.[1];
  return [
    ...(state === 'active' ? ['Cards are taken, and money is paid out.'] : []),
    ...(state === 'onboarding' ? ['Its owner has still to say who they are, by the link for that.'] : []),
    ...(state !== 'active' && state !== 'onboarding' && !chargesEnabled ? ['No card is taken.'] : []),
    ...(state !== 'active' && state !== 'onboarding' && !payoutsEnabled ? ['No money is paid out.'] : []),
    ...(state !== 'onboarding' && why !== undefined ? [why] : []),
    ...(pastDue.length > 0 ? [`Past due: ${listOf(pastDue)}.`] : []),
    ...(soon.length > 0 ? [`Still to tell${day}: ${listOf(soon)}.`] : []),
  ];
};
