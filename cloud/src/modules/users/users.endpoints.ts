import { z } from 'zod';
import { platformEndpoint } from './platform-surface.ts';

const UserName = z.object({ userId: z.string(), email: z.string() });

export const readSimulation = platformEndpoint<undefined>()({
  id: 'users.simulation',
  method: 'GET',
  path: '/api/admin/users/is-simulated-user',
  summary: 'Tell whether the caller acts as somebody else',
  description:
    'Super admins act as another user with the header `x-simulated-user`, which holds that user’s e-mail. Answers who counts for this request, and who sends it.',
  gate: { needs: ['facility-staff', 'iam', 'admin', 'agent'], in: 'anywhere' },
  success: {
    status: 200,
    description: 'Who counts, and who sends.',
    schema: z.object({ simulated: z.boolean(), user: UserName, sender: UserName }),
  },
  faults: {},
  handle: async (_deps, _input, { caller }) => {
    const named = ({ id, email }: typeof caller.user) => ({ userId: id, email });
    const { user, simulatedBy } = caller;
    return { simulated: simulatedBy !== undefined, user: named(user), sender: named(simulatedBy ?? user) };
  },
});
