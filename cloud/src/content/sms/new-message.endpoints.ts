import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { billingFaults } from '../../commerce/billing/billing.faults.ts';
import type { BillingService } from '../../commerce/billing/billing.module.ts';
import { ownerKeyOf } from '../../commerce/ledger/ledger.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import {
  noSuchPlace,
  type Placed,
  type PlatformCaller,
  platformEndpoint,
} from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { SKIPPED } from './recipients.ts';
import { localSecondsOf } from './send-times.ts';
import type { SmsService } from './sms.service.ts';
import { KINDS, messageId, namesOne, ONE_WAY, PLACE, Recipients } from './sms-shapes.ts';
import { isVariableValue, VARIABLE_MAX } from './sms-templates.ts';
import { TEXT_MAX } from './sms-text.ts';

export interface SmsEndpointDeps {
  readonly smsMessages: SmsService;
  readonly organisations: Pick<OrganisationsService, 'findOrganisation' | 'findFacility'>;
  readonly billing: { readonly wallets: Pick<BillingService['wallets'], 'refuseRestricted'> };
}
const endpoint = platformEndpoint<SmsEndpointDeps>();
const { not_configured } = providerFaults;
const RECIPIENTS_MAX = 1_000;

const content = {
  ...PLACE,
  kind: z
    .enum(KINDS)
    .describe(
      '`marketing` is free text: it goes only to those who agreed to it, and never in quiet hours. `transactional` is of a declared kind, and goes to all who have not opted out.',
    ),
  text: z
    .string()
    .trim()
    .min(1)
    .max(TEXT_MAX)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a text must not have.
    .regex(/^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]*$/, 'must have no control characters but line breaks')
    .optional()
    .describe('Of marketing: what it says. Who it is from and how to end it are added.'),
  templateKind: z.string().max(64).optional().describe('Of transactional: the kind, as a module declares it.'),
  variables: z
    .record(
      z.string().max(40),
      z
        .string()
        .trim()
        .min(1)
        .max(VARIABLE_MAX)
        .refine(isVariableValue, 'must be a few words on one line, without an address of a page'),
    )
    .optional()
    .describe('Of transactional: a value for each variable of the kind.'),
  recipients: z
    .array(Recipients.refine(namesOne, ONE_WAY))
    .min(1)
    .max(RECIPIENTS_MAX)
    .describe('Whom it goes to: members, users, or numbers. Each number gets it once.'),
};
interface Wording {
  readonly kind: (typeof KINDS)[number];
  readonly text?: string | undefined;
  readonly templateKind?: string | undefined;
  readonly variables?: object | undefined;
}
/** Free text is marketing, whatever somebody calls it. */
const isWorded = ({ kind, text, templateKind, variables }: Wording): boolean =>
  kind === 'marketing'
    ? text !== undefined && templateKind === undefined && variables === undefined
    : text === undefined && templateKind !== undefined;
const WORDED = 'must have text and nothing else for marketing, templateKind and variables for transactional';

const Accepted = z.object({
  messageId,
  accepted: z.int().describe('How many recipients it goes to.'),
  skipped: z
    .array(
      z.object({
        index: z.int().describe('The place in `recipients`, from 0.'),
        reason: z
          .enum(SKIPPED)
          .describe(
            '`unknown`: nobody there is known so. `no_number`: we have none of theirs. `not_a_number`: it can be nobody’s. `named_twice`: the number comes earlier already.',
          ),
      }),
    )
    .describe('Recipients whom it does not go to.'),
  encoding: z.enum(['GSM-7', 'UCS-2']).describe('What it is sent in: GSM-7 unless something in it forces UCS-2.'),
  segments: z.int().describe('Into how many parts it is divided for each recipient, sender and way out included.'),
  forcing: z.array(z.string()).describe('The characters that force UCS-2, each once.'),
});
const BODY = {
  organisationId: 'org_0123456789abcdef',
  facilityId: 'fac_0123456789abcdef',
  kind: 'marketing',
  text: 'The pool is open until ten tonight.',
  recipients: [{ phoneNumber: '+61400000000' }],
} as const;
const ACCEPTED: z.input<typeof Accepted> = {
  messageId: 'sms_0123456789abcdef',
  accepted: 1,
  skipped: [],
  encoding: 'GSM-7',
  segments: 1,
  forcing: [],
};

/** The place that a body names: a facility of its organisation, or that. */
export const thePlace = {
  find: async (
    { organisations }: Pick<SmsEndpointDeps, 'organisations'>,
    { body }: { readonly body: { readonly organisationId: OrgId; readonly facilityId?: FacilityId | undefined } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<Placed | undefined> => placeOf(tx, organisations, body),
  missing: () => noSuchPlace('organisation'),
};
const placeOf = async (
  tx: Tx,
  organisations: SmsEndpointDeps['organisations'],
  { organisationId, facilityId }: { readonly organisationId: OrgId; readonly facilityId?: FacilityId | undefined },
): Promise<Placed | undefined> => {
  if (facilityId === undefined)
    return (await organisations.findOrganisation(tx, organisationId)) && { at: { organisationId } };
  const facility = await organisations.findFacility(tx, facilityId);
  return facility?.org_id === organisationId ? { at: { organisationId, facilityId } } : undefined;
};

const gate = { needs: 'admin', in: 'resource' } as const;
const success = { status: 202, description: 'It is written down, and on its way.', schema: Accepted } as const;
const faults = {
  not_configured,
  place_unknown: usersFaults.place_unknown,
  wallet_locked: billingFaults.wallet_locked,
};
/** What somebody here asks for costs money. Answers to STOP and HELP, codes and links are nobody's to ask for, and go out all the same. */
const refuseRestricted = (
  tx: Tx,
  { billing }: Pick<SmsEndpointDeps, 'billing'>,
  { organisationId, facilityId }: { readonly organisationId: OrgId; readonly facilityId?: FacilityId | undefined },
): Promise<void> =>
  billing.wallets.refuseRestricted(
    tx,
    facilityId === undefined
      ? ownerKeyOf({ kind: 'org', id: organisationId })
      : ownerKeyOf({ kind: 'facility', id: facilityId }),
  );
const AFTERWARDS =
  'Consent and quiet hours are judged for each recipient at the minute when it is handed over. Nobody gets it twice. Who it is from and how to end it stand in each text, and count.';

export const newMessage = endpoint({
  id: 'sms.new-message',
  method: 'POST',
  path: '/api/admin/sms/new-message',
  summary: 'Send a text message',
  description: `Goes out at once. ${AFTERWARDS}`,
  gate,
  act: 'grave:messages',
  resource: thePlace,
  body: z.strictObject(content).refine(isWorded, { error: WORDED, path: ['text'] }),
  success,
  examples: { body: { ...BODY, recipients: [...BODY.recipients] }, success: ACCEPTED },
  faults,
  audit: { event: 'sms.new', target: ({ body }) => body.organisationId },
  prepare: ({ smsMessages }, { body }, { read }) => smsMessages.ready(read, body),
  handle: async ({ smsMessages, billing }, { body }, { tx, caller, prepared, about }) => {
    await refuseRestricted(tx, { billing }, body);
    const of = { recipients: body.recipients, time: {}, by: `user:${caller.user.id}` };
    const made = await smsMessages.create(tx, body, prepared, of);
    about(made.messageId);
    const { encoding, segments, forcing } = prepared;
    return { ...made, skipped: [...made.skipped], encoding, segments, forcing: [...forcing] };
  },
});

export const scheduleMessage = endpoint({
  id: 'sms.schedule',
  method: 'POST',
  path: '/api/admin/sms/schedule',
  summary: 'Send a text message later',
  description: `At a moment, or when clocks show a minute where each recipient’s facility is: of a minute that is skipped there the next one that there is, of one that comes twice the first. One minute to 366 days ahead. ${AFTERWARDS}`,
  gate,
  act: 'grave:messages',
  resource: thePlace,
  body: z
    .strictObject({
      ...content,
      sendAt: z.iso.datetime({ offset: true }).optional().describe('The moment, ISO 8601.'),
      sendLocal: z
        .string()
        .max(16)
        .refine((text) => localSecondsOf(text) !== undefined, 'must be a minute such as 2026-03-01T09:00')
        .optional()
        .describe('`YYYY-MM-DDTHH:mm`, where each recipient is.'),
    })
    .refine(isWorded, { error: WORDED, path: ['text'] })
    .refine(({ sendAt, sendLocal }) => (sendAt === undefined) !== (sendLocal === undefined), {
      error: 'one of sendAt and sendLocal, and not both',
      path: ['sendAt'],
    }),
  success,
  examples: {
    body: { ...BODY, recipients: [...BODY.recipients], sendLocal: '2026-03-01T09:00' },
    success: ACCEPTED,
  },
  faults,
  audit: { event: 'sms.scheduled', target: ({ body }) => body.organisationId },
  prepare: ({ smsMessages }, { body }, { read }) => smsMessages.ready(read, body),
  handle: async ({ smsMessages, billing }, { body }, { tx, caller, prepared, about }) => {
    await refuseRestricted(tx, { billing }, body);
    const { sendAt, sendLocal } = body;
    const time = { sendLocal, sendAt: sendAt === undefined ? undefined : Date.parse(sendAt) };
    const of = { recipients: body.recipients, time, by: `user:${caller.user.id}` };
    const made = await smsMessages.create(tx, body, prepared, of);
    about(made.messageId);
    const { encoding, segments, forcing } = prepared;
    return { ...made, skipped: [...made.skipped], encoding, segments, forcing: [...forcing] };
  },
});
