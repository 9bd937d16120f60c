import { z } from 'zod';
import { partnerEndpoint } from './partner-surface.ts';

export const ping = partnerEndpoint()({
  id: 'auth.ping',
  method: 'GET',
  path: '/partner/v1/auth/ping',
  summary: 'Check a key',
  description: 'Answers with the name of the account that the key belongs to.',
  gate: { key: 'read' },
  hot: true,
  success: {
    status: 200,
    description: 'The key is valid.',
    schema: z.object({ message: z.string(), partner: z.string(), key_type: z.enum(['live', 'dryrun', 'read-only']) }),
  },
  examples: { success: { message: 'Authorised as Acme Members.', partner: 'Acme Members', key_type: 'live' } },
  faults: {},
  handle: async (_deps, _input, { caller }) => ({
    message: `Authorised as ${caller.partnerName}.`,
    partner: caller.partnerName,
    key_type: caller.keyType,
  }),
});
