import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { type PlatformCaller, platformEndpoint, rightsAt } from '../users/platform-surface.ts';
import { mailFault, mailFaults } from './mail.faults.ts';
import type { MailService } from './mail.service.ts';

export interface MailEndpointDeps {
  readonly mail: Pick<MailService, 'list' | 'find'>;
}

const time = z.string().describe('ISO 8601.');
const Summary = z.object({
  mailId: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z
    .enum(['kept', 'queued', 'sent', 'refused'])
    .describe(
      '`kept`: no mail server is configured, so it lies here to be read. `queued`: it is sent, or tried again. `sent`: the server has taken it. `refused`: the server never will.',
    ),
  attempts: z.int().describe('How often a server was asked to take it.'),
  lastError: z.string().nullable().describe('Why the last attempt failed.'),
  sensitive: z
    .boolean()
    .describe('Whether what it says lets its reader in: only its addressee and super admins may read that here.'),
  createdAt: time,
  triedAt: time.nullable(),
  sentAt: time.nullable(),
});
const Message = Summary.extend({
  text: z.string().nullable().describe('Null where it is sensitive and not yours to read.'),
  html: z.string().nullable(),
});

const A_MAIL: z.input<typeof Summary> = {
  mailId: 'eml_0123456789abcdef',
  to: 'sam@example.com',
  subject: 'Your Gatehouse account',
  state: 'sent',
  attempts: 1,
  lastError: null,
  sensitive: false,
  createdAt: '2026-01-01T09:30:00.000Z',
  triedAt: '2026-01-01T09:30:00.400Z',
  sentAt: '2026-01-01T09:30:01.100Z',
};

type Row = Awaited<ReturnType<MailService['list']>>[number];

export const listMailbox = platformEndpoint<MailEndpointDeps>()({
  id: 'mail.list',
  method: 'GET',
  path: '/api/admin/mailbox',
  graph: { of: 'Mail' },
  summary: 'List the e-mails of the platform',
  description:
    'What the platform has written to anybody in the last 30 days, the newest first, and what became of it. Where no mail server is configured, this is where e-mails are read.',
  gate: { needs: 'global-admin', in: 'platform' },
  query: z.strictObject(pagesOf({ most: 100, of: 'eml' })),
  success: {
    status: 200,
    description: 'A page of e-mails.',
    schema: pageSchema(Summary),
  },
  examples: { success: { data: [A_MAIL], next: null } },
  faults: {},
  handle: async ({ mail }, { query: { limit, after } }) => {
    const { page, next } = pageOf(await mail.list(limit + 1, after), limit, ({ id }) => id);
    return { data: page.map(view), next };
  },
});

export const readMail = platformEndpoint<MailEndpointDeps>()({
  id: 'mail.read',
  method: 'GET',
  path: '/api/admin/mailbox/:mailId',
  graph: { node: 'Mail', key: 'mailId', prefix: 'eml_' },
  tool: { omit: 'E-mails hold codes and links that sign somebody in.' },
  summary: 'Read an e-mail of the platform',
  description:
    'One e-mail with its text. `html` is as it was written: show it, if at all, where it can run nothing. Of one that is sensitive, such as a code to sign in with, only its addressee and super admins get the text.',
  gate: { needs: 'global-admin', in: 'platform' },
  params: z.object({ mailId: z.string().max(40).describe('The `mailId` of the list.') }),
  success: { status: 200, description: 'The e-mail.', schema: Message },
  examples: {
    params: { mailId: A_MAIL.mailId },
    success: { ...A_MAIL, text: 'Hello Sam,\n\nthere is an account for you at Gatehouse.', html: null },
  },
  faults: { mail_unknown: mailFaults.mail_unknown },
  handle: async ({ mail }, { params: { mailId } }, { caller }) => {
    const row = await mail.find(mailId);
    if (row === undefined) throw mailFault('mail_unknown', 'There is no such e-mail.');
    if (!mayRead(caller, row)) return { ...view(row), text: null, html: null };
    return { ...view(row), text: row.text_body, html: row.html_body };
  },
});

/** A code must not make a super admin of whoever may only read the mailbox. */
const mayRead = (
  caller: Pick<PlatformCaller, 'grants' | 'user'>,
  { sensitive, recipient }: Pick<Row, 'sensitive' | 'recipient'>,
): boolean =>
  sensitive === 0 || rightsAt(caller, {}).includes('super-admin') || recipient.toLowerCase() === caller.user.email;

const view = (row: Row) => ({
  mailId: row.id,
  to: row.recipient,
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  lastError: row.last_error,
  sensitive: row.sensitive !== 0,
  createdAt: isoOf(row.created_at),
  triedAt: row.tried_at === null ? null : isoOf(row.tried_at),
  sentAt: row.sent_at === null ? null : isoOf(row.sent_at),
});
