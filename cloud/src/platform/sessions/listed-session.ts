import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { SessionStore } from './session-store.ts';
import { signedInBy } from './signed-in-by.ts';

/** A session as whoever it belongs to sees it. */
export const ListedSession = z
  .object({
    sessionId: z.string(),
    current: z.boolean().describe('Whether this request came in it.'),
    live: z.boolean().describe('Whether requests in it are still answered.'),
    signedInBy: z
      .enum(['code', 'passkey', 'link', 'pin', 'organisation'])
      .describe(
        '`code`: by e-mail. `link`: made at the machine of the cloud. `pin`: at a desk. `organisation`: by the OpenID provider of an organisation.',
      ),
    createdAt: z.iso.datetime().describe('When it began (UTC).'),
    seenAt: z.iso.datetime().describe('When something was last asked in it (UTC); up to a minute old.'),
    endsAt: z.iso.datetime().describe('When it ends unless something is asked, or has ended (UTC).'),
    ip: z.string().describe('From where it began.'),
    userAgent: z.string().describe('What the browser calls itself.'),
  })
  .meta({ id: 'ListedSession' });

export const A_LISTED_SESSION: z.input<typeof ListedSession> = {
  sessionId: 'ses_0123456789abcdef',
  current: true,
  live: true,
  signedInBy: 'passkey',
  createdAt: '2026-01-01T09:30:00.000Z',
  seenAt: '2026-01-01T09:41:00.000Z',
  endsAt: '2026-01-01T10:11:00.000Z',
  ip: '192.0.2.1',
  userAgent: 'Mozilla/5.0',
};

type Row = Awaited<ReturnType<SessionStore<unknown>['list']>>[number];

export const listedSession = (row: Row, currentId: string | undefined): z.output<typeof ListedSession> => ({
  sessionId: row.id,
  current: row.id === currentId,
  live: row.isLive,
  signedInBy: signedInBy(row),
  createdAt: isoOf(row.created_at),
  seenAt: isoOf(row.seen_at),
  endsAt: isoOf(row.endsAt),
  ip: row.ip,
  userAgent: row.user_agent,
});
