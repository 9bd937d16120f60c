import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { platformEndpoint } from '../users/platform-surface.ts';
import { mailFault, mailFaults } from './mail.faults.ts';
import type { MailService } from './mail.service.ts';

export interface MailEndpointDeps {
  readonly mail: Pick<MailService, 'list' | 'find'>;
}

const MailId = z.string().regex(/^eml_[0-9a-z]{16}$/, 'must look like eml_ and 16 characters');
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
  createdAt: time,
  triedAt: time.nullable(),
  sentAt: time.nullable(),
});
const Message = Summary.extend({ text: z.string(), html: z.string().nullable() });

type Row = Awaited<ReturnType<MailService['list']>>[number];

export const listMailbox = platformEndpoint<MailEndpointDeps>()({
  id: 'mail.list',
  method: 'GET',
  path: '/api/admin/mailbox',
  summary: 'List the e-mails of the platform',
  description:
    'What the platform has written to anybody in the last 30 days, the newest first, and what became of it. Where no mail server is configured, this is where e-mails are read.',
  gate: { needs: 'global-admin', in: 'platform' },
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    after: MailId.optional().describe('The `next` of the page before.'),
  }),
  success: {
    status: 200,
    description: 'A page of e-mails.',
    schema: z.object({ mails: z.array(Summary), next: z.string().nullable() }),
  },
  faults: {},
  handle: async ({ mail }, { query: { limit, after } }) => {
    const rows = await mail.list(limit + 1, after);
    const page = rows.slice(0, limit);
    return { mails: page.map(view), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  },
});

export const readMail = platformEndpoint<MailEndpointDeps>()({
  id: 'mail.read',
  method: 'GET',
  path: '/api/admin/mailbox/:mailId',
  summary: 'Read an e-mail of the platform',
  description: 'One e-mail with its text. `html` is as it was written: show it, if at all, where it can run nothing.',
  gate: { needs: 'global-admin', in: 'platform' },
  params: z.object({ mailId: z.string().max(40) }),
  success: { status: 200, description: 'The e-mail.', schema: Message },
  faults: { mail_unknown: mailFaults.mail_unknown },
  handle: async ({ mail }, { params: { mailId } }) => {
    const row = await mail.find(mailId);
    if (row === undefined) throw mailFault('mail_unknown', 'There is no such e-mail.');
    return { ...view(row), text: row.text_body, html: row.html_body };
  },
});

const view = (row: Row) => ({
  mailId: row.id,
  to: row.recipient,
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: isoOf(row.created_at),
  triedAt: row.tried_at === null ? null : isoOf(row.tried_at),
  sentAt: row.sent_at === null ? null : isoOf(row.sent_at),
});
