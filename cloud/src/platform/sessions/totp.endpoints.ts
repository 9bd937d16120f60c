import { isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { refused } from '../../kit/http/endpoint.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { ownGate as gate, ownUser, signedInUser } from './own.ts';
import { sessionsFault, sessionsFaults } from './sessions.faults.ts';
import type { SessionsService } from './sessions.service.ts';

interface TotpDeps {
  readonly sessions: Pick<SessionsService, 'authenticators'>;
}
const { session_needed, totp_exists, totp_missing, proof_wrong, too_many_tries } = sessionsFaults;

const enrolled = z.boolean().describe('Whether an authenticator of yours proves who you are.');

export const readTotp = platformEndpoint<TotpDeps>()({
  id: 'totp.read',
  method: 'GET',
  path: '/api/totp',
  tool: { omit: 'It is about signing in with a browser.' },
  summary: 'Read whether you have an authenticator',
  description: 'An authenticator shows a new code of six digits every 30 seconds (TOTP). Nobody has more than one.',
  gate,
  success: {
    status: 200,
    description: 'Whether you have one.',
    schema: z.object({
      enrolled,
      enrolledAt: z.iso.datetime().nullable().describe('Since when (UTC); null where you have none.'),
    }),
  },
  examples: { success: { enrolled: true, enrolledAt: '2026-01-01T09:30:00.000Z' } },
  faults: {},
  handle: ({ sessions }, _input, { caller, read }) =>
    read(async (tx) => {
      const since = await sessions.authenticators.since(tx, ownUser(caller).id);
      return { enrolled: since !== null, enrolledAt: isoOrNull(since) };
    }),
});

export const enrolTotp = platformEndpoint<TotpDeps>()({
  id: 'totp.enrol',
  method: 'POST',
  path: '/api/totp',
  graph: { omit: 'Answers a secret that is shown once.' },
  summary: 'Add an authenticator',
  description:
    'In two steps. Without a code it answers a secret, which the authenticator reads; with the code that this shows then, the authenticator counts from now on. Until then a new secret takes the place of the last.',
  gate,
  act: 'grave:sign-in',
  stepUp: true,
  body: z.strictObject({
    code: z
      .string()
      .length(6)
      .regex(/^\d{6}$/, 'must be six digits')
      .optional()
      .describe('What the authenticator shows. Left out to begin.'),
  }),
  success: {
    status: 200,
    description: 'The secret, or that it counts now.',
    schema: z.object({
      enrolled,
      secret: z.string().nullable().describe('To be typed (base32). Shown once; null with a code.'),
      uri: z.string().nullable().describe('The same for a QR code: `otpauth://…`; null with a code.'),
    }),
  },
  examples: {
    body: {},
    success: {
      enrolled: false,
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Gatehouse:sam%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Gatehouse',
    },
  },
  faults: { session_needed, totp_exists, totp_missing, proof_wrong, too_many_tries },
  audit: { event: 'totp.enrolled', target: () => undefined },
  answersSecret: true,
  handle: async ({ sessions }, { body: { code } }, { tx, caller, about }) => {
    const { user } = signedInUser(caller);
    about(user.id);
    if (code === undefined) return { enrolled: false, ...(await sessions.authenticators.begin(tx, user)) };
    if (await sessions.authenticators.confirm(tx, user.id, code)) return { enrolled: true, secret: null, uri: null };
    return refused(sessionsFault('proof_wrong', 'code: is not what the authenticator shows.'));
  },
});

export const deleteTotp = platformEndpoint<TotpDeps>()({
  id: 'totp.delete',
  method: 'DELETE',
  path: '/api/totp',
  summary: 'Delete your authenticator',
  description: 'Its codes prove nothing any more.',
  gate,
  act: 'grave:sign-in',
  stepUp: true,
  success: {
    status: 200,
    description: 'It is gone.',
    schema: z.object({ enrolled }),
  },
  examples: { success: { enrolled: false } },
  faults: { session_needed, totp_missing },
  audit: { event: 'totp.deleted', target: () => undefined },
  handle: async ({ sessions }, _input, { tx, caller, about }) => {
    const { user } = signedInUser(caller);
    await sessions.authenticators.remove(tx, user.id);
    about(user.id);
    return { enrolled: false };
  },
});
