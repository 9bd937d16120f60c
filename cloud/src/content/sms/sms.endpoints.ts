import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import { BY_SAM, namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import {
  type Placed,
  type PlatformCaller,
  platformEndpoint,
  visibleScopes,
} from '../../platform/users/platform-surface.ts';
import { smsFault, smsFaults } from './sms.faults.ts';
import type { Message, SmsService } from './sms.service.ts';
import { MessageView, messageId, messageView } from './sms-shapes.ts';

interface Deps {
  readonly smsMessages: SmsService;
}
const endpoint = platformEndpoint<Deps>();
const { sms_unknown, sms_over } = smsFaults;
const READS = ['facility-staff', 'admin'] as const;
const params = z.object({ messageId });
const OF_A_MESSAGE = { messageId: 'sms_0123456789abcdef' };
const NO_COUNTS = {
  waiting: 0,
  quiet: 0,
  handing: 0,
  sent: 0,
  delivered: 1,
  undelivered: 0,
  failed: 0,
  opted_out: 0,
  skipped: 0,
};
const A_MESSAGE: z.input<typeof MessageView> = {
  ...OF_A_MESSAGE,
  organisationId: 'org_0123456789abcdef',
  facilityId: 'fac_0123456789abcdef',
  kind: 'marketing',
  templateKind: null,
  text: 'Riverside Strength: The pool is open until ten tonight.\nReply STOP to opt out.',
  encoding: 'GSM-7',
  segments: 1,
  sendAt: null,
  sendLocal: null,
  state: 'done',
  counts: NO_COUNTS,
  createdBy: BY_SAM,
  createdAt: '2026-01-01T09:30:00.000Z',
  recipients: [
    {
      number: '…000',
      facilityId: 'fac_0123456789abcdef',
      partnerId: null,
      memberId: null,
      userId: null,
      state: 'delivered',
      error: null,
      plannedAt: '2026-01-01T09:30:00.000Z',
      changedAt: '2026-01-01T09:30:04.000Z',
    },
  ],
};

/** The message that a path names. */
const resource = {
  find: async (
    { smsMessages }: Deps,
    { params: { messageId: id } }: { readonly params: { readonly messageId: string } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<(Placed & { readonly message: Message }) | undefined> => {
    const message = await smsMessages.find(tx, id);
    if (message === undefined) return undefined;
    const { org_id: organisationId, facility_id: facilityId } = message;
    return { message, at: { organisationId, ...(facilityId !== null && { facilityId }) } };
  },
  missing: () => smsFault('sms_unknown', 'There is no such text message.'),
};

export const listMessages = endpoint({
  id: 'sms.message-history',
  method: 'GET',
  path: '/api/admin/sms/message-history',
  graph: { on: 'Organisation', as: 'smsMessages', with: { organisationId: 'organisationId' }, of: 'SmsMessage' },
  tool: { omit: 'It tells what was written to whom.' },
  summary: 'List the text messages of an organisation',
  description:
    'The newest first, each with how many recipients are in which state and the first three of them. Whoever works at one facility sees those in its name. Numbers are shown whole to facility managers, and as their last three digits to everybody else.',
  gate: {
    anyOf: [
      { needs: READS, in: 'organisation' },
      { needs: READS, in: 'facility of organisation' },
    ],
  },
  query: z.strictObject({
    organisationId: OrgId.describe('The organisation whose messages they are.'),
    ...pagesOf({ most: 50, usual: 20, of: 'sms' }),
  }),
  success: { status: 200, description: 'A page of messages.', schema: pageSchema(MessageView) },
  examples: {
    query: { organisationId: 'org_0123456789abcdef' },
    success: { data: [A_MESSAGE], next: null },
  },
  faults: {},
  handle: ({ smsMessages }, { query: { organisationId: orgId, after, limit } }, { read, caller }) =>
    read(async (tx) => {
      const reach = visibleScopes(caller, READS);
      const found = await smsMessages.history(tx, { orgId, reach, after, limit: limit + 1 });
      const { page, next } = pageOf(found, limit, ({ message }) => message.id);
      const counts = await smsMessages.countsOf(
        tx,
        page.map(({ message }) => message.id),
      );
      const views = page.map(({ message, first }) =>
        messageView({ message, counts: counts.get(message.id), recipients: first }, caller),
      );
      return { data: await namedBy(tx, views, 'createdBy'), next };
    }),
});

export const readMessage = endpoint({
  id: 'sms.read',
  method: 'GET',
  path: '/api/admin/sms/:messageId',
  graph: { node: 'SmsMessage', key: 'messageId', prefix: 'sms_' },
  tool: { omit: 'It tells what was written to whom.' },
  summary: 'Read a text message',
  description:
    'With all recipients, and what became of each. Numbers are shown whole to facility managers, and as their last three digits to everybody else.',
  gate: { needs: READS, in: 'resource' },
  resource,
  params,
  success: { status: 200, description: 'The message.', schema: MessageView },
  examples: { params: OF_A_MESSAGE, success: A_MESSAGE },
  faults: { sms_unknown },
  handle: ({ smsMessages }, _input, { read, caller, resource: { message } }) =>
    read(async (tx) => {
      const recipients = await smsMessages.recipients(tx, message.id);
      const counts = (await smsMessages.countsOf(tx, [message.id])).get(message.id);
      return oneNamedBy(tx, messageView({ message, counts, recipients }, caller), 'createdBy');
    }),
});

export const cancelMessage = endpoint({
  id: 'sms.cancel',
  method: 'POST',
  path: '/api/admin/sms/:messageId/cancel',
  summary: 'Cancel a text message',
  description: 'What was not handed over yet never is. What was handed over cannot be taken back.',
  gate: { needs: 'admin', in: 'resource' },
  resource,
  params,
  success: {
    status: 200,
    description: 'It is cancelled.',
    schema: z.object({ messageId, cancelled: z.int().describe('How many recipients do not get it.') }),
  },
  examples: { params: OF_A_MESSAGE, success: { ...OF_A_MESSAGE, cancelled: 120 } },
  faults: { sms_unknown, sms_over },
  audit: { event: 'sms.cancelled', target: ({ params: of }) => of.messageId },
  handle: async ({ smsMessages }, _input, { tx, resource: { message } }) => ({
    messageId: message.id,
    cancelled: await smsMessages.cancel(tx, message.id),
  }),
});
