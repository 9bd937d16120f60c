import { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { By } from '../../platform/users/actor-surface.ts';
import { memberParams } from '../../platform/users/facility-surface.ts';
import { holds, type RoleGrant } from '../../platform/users/users.module.ts';
import type { Message, Recipient } from './sms.service.ts';
import { RECIPIENT_STATES, type RecipientState } from './sms.tables.ts';

export const KINDS = ['transactional', 'marketing'] as const;
export const messageId = z
  .string()
  .max(64)
  .meta({ examples: ['sms_0123456789abcdef'] })
  .describe('The text message: `sms_` and 16 characters.');

/** In whose name something is said, or heard. */
export const PLACE = {
  organisationId: OrgId.describe('The organisation in whose name it is.'),
  facilityId: FacilityId.optional().describe(
    'The facility in whose name it is: members are looked for there alone. Needed for users and bare numbers, since its time zone says when it is night.',
  ),
};

/** Somebody whom a request names in one of three ways. */
export const Recipients = z.strictObject({
  partnerId: PartnerId.optional().describe('With `memberId`: the partner whose member it is.'),
  memberId: memberParams.memberId.optional(),
  userId: z.string().min(1).max(64).optional().describe('A user who works in the organisation.'),
  phoneNumber: z.string().min(1).max(20).optional().describe('E.164, such as +61400000000.'),
});
export type OneRecipient = z.infer<typeof Recipients>;

/** Of `Recipients`: exactly one way. */
export const namesOne = ({ partnerId, memberId, userId, phoneNumber }: OneRecipient): boolean =>
  (partnerId === undefined) === (memberId === undefined) &&
  [memberId, userId, phoneNumber].filter((way) => way !== undefined).length === 1;
export const ONE_WAY = 'must have partnerId and memberId, or userId, or phoneNumber';

const at = z.iso.datetime();
const count = (what: string) => z.int().min(0).describe(`Recipients ${what}.`);
export const Counts = z
  .object({
    waiting: count('whose time has not come'),
    quiet: count('who get it after quiet hours'),
    handing: count('for whom the provider was asked'),
    sent: count('for whom the provider has taken it'),
    delivered: count('who have it'),
    undelivered: count('whom it did not reach'),
    failed: count('for whom it was refused'),
    opted_out: count('who want none'),
    skipped: count('for whom it was never handed over'),
  } satisfies Record<RecipientState, z.ZodType>)
  .describe('How many recipients are in each state.');
export const RecipientView = z
  .object({
    number: z
      .string()
      .nullable()
      .describe('E.164 for facility managers; for others `…` and the last three digits. Null once they are erased.'),
    facilityId: FacilityId.describe('Whose time zone counts.'),
    partnerId: PartnerId.nullable().describe('Of a member: whose. Null for everybody else.'),
    memberId: z.string().nullable().describe('Of a member. Null for everybody else.'),
    userId: z.string().nullable().describe('Of a user. Null for everybody else.'),
    state: z
      .enum(RECIPIENT_STATES)
      .describe(
        '`waiting`: for its time. `quiet`: for the end of quiet hours. `handing`: the provider was asked. `sent`: it has taken it. `delivered`, `undelivered`, `failed`: what became of it. `opted_out`: they want none. `skipped`: never handed over.',
      ),
    error: z
      .string()
      .nullable()
      .describe(
        'Why: `no_consent`, `late`, `cancelled`, `erased`, `unknown`, or the number of the provider’s error. Null: nothing is wrong.',
      ),
    plannedAt: at.describe('When it is, or was, to be handed over (UTC).'),
    changedAt: at.describe('Since when it is in this state (UTC).'),
  })
  .meta({ id: 'SmsRecipient' });
export const MessageView = z
  .object({
    messageId,
    organisationId: OrgId,
    facilityId: FacilityId.nullable().describe('The facility in whose name it is. Null: the organisation’s.'),
    kind: z.enum(KINDS).describe('`marketing` goes only to those who agreed to it, and never in quiet hours.'),
    templateKind: z.string().nullable().describe('The declared kind of a transactional text. Null for marketing.'),
    text: z
      .string()
      .describe('As it is sent: with who it is from, and how to end it. A link for its reader alone is shown as `…`.'),
    encoding: z.enum(['GSM-7', 'UCS-2']).describe('What it is sent in.'),
    segments: z.int().describe('Into how many parts it is divided for each recipient.'),
    sendAt: at.nullable().describe('The moment that was asked for (UTC). Null: none was.'),
    sendLocal: z
      .string()
      .nullable()
      .describe('The minute that was asked for, where each recipient is. Null: none was.'),
    state: z
      .enum(['scheduled', 'sending', 'done', 'cancelled'])
      .describe('`done`: nothing of it is open. `cancelled`: what was not handed over never is.'),
    counts: Counts,
    createdBy: By.describe('Who wrote it.'),
    createdAt: at.describe('When it was written (UTC).'),
    recipients: z.array(RecipientView).describe('Whom it goes to; in a list the first three.'),
  })
  .meta({ id: 'SmsMessage' });

type CountsOf = Readonly<Record<string, number>>;
const countsView = (counts: CountsOf = {}) =>
  Object.fromEntries(RECIPIENT_STATES.map((state) => [state, counts[state] ?? 0])) as z.infer<typeof Counts>;

/** The whole number only for whoever manages the facility. */
const recipientView = (grants: readonly RoleGrant[], organisationId: OrgId) => (row: Recipient) => {
  const isManager = holds(grants, 'facility-manager', { organisationId, facilityId: row.facility_id });
  return {
    number: row.phone === null || isManager ? row.phone : `…${row.phone.slice(-3)}`,
    facilityId: row.facility_id,
    partnerId: row.partner_id,
    memberId: row.member_id,
    userId: row.user_id,
    state: row.state,
    error: row.error,
    plannedAt: isoOf(Number(row.planned_at)),
    changedAt: isoOf(Number(row.changed_at)),
  };
};

export const messageView = (
  { message, counts, recipients }: { message: Message; counts: CountsOf | undefined; recipients: readonly Recipient[] },
  { grants }: { readonly grants: readonly RoleGrant[] },
) => ({
  messageId: message.id,
  organisationId: message.org_id,
  facilityId: message.facility_id,
  kind: message.kind,
  templateKind: message.template_kind,
  text: message.text,
  encoding: message.encoding,
  segments: Number(message.segments),
  sendAt: message.send_at === null ? null : isoOf(Number(message.send_at)),
  sendLocal: message.send_local,
  state: message.state,
  counts: countsView(counts),
  createdBy: message.created_by,
  createdAt: isoOf(Number(message.created_at)),
  recipients: recipients.map(recipientView(grants, message.org_id)),
});
