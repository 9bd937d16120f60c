import { z } from 'zod';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import { aUser, mayReadKeys, OF_SAM, UserName, type UsersService } from '../users/users.module.ts';
import { sessionsFaults } from './sessions.faults.ts';
import type { SessionsService } from './sessions.service.ts';

interface Deps {
  readonly users: Pick<UsersService, 'find' | 'heldBy'>;
  readonly sessions: Pick<SessionsService, 'end'>;
}

export const endSessionOf = platformEndpoint<Deps>()({
  id: 'sessions.end-of-user',
  method: 'DELETE',
  path: '/api/users/:userId/sessions/:sessionId',
  summary: 'End a session of a user',
  description:
    'The very next request in it is refused, and what it watches live ends within a second. One that has ended already stays so. Whoever may see the sessions of a user ends them: users their own, whoever administers them, and global admins everybody’s, also of somebody who may do more than they: a browser that was stolen has to be locked out at once.',
  gate: { needs: 'iam', in: 'anywhere', orOwn: true },
  act: 'grave:sign-in',
  resource: aUser,
  params: z.strictObject({
    userId: UserName,
    sessionId: z.string().max(40).describe('The `sessionId`, as the user is read with it.'),
  }),
  success: { status: 200, description: 'It has ended.', schema: z.object({ sessionId: z.string() }) },
  examples: {
    params: { ...OF_SAM, sessionId: 'ses_0123456789abcdef' },
    success: { sessionId: 'ses_0123456789abcdef' },
  },
  faults: { user_unknown: usersFaults.user_unknown, session_unknown: sessionsFaults.session_unknown },
  audit: { event: 'session.ended-by-other', target: ({ params }) => params.sessionId },
  handle: async ({ sessions }, { params: { sessionId } }, { tx, caller, resource: found, about }) => {
    if (!mayReadKeys(caller, found)) throw kitFault('forbidden', 'This user holds more than you may give.');
    await sessions.end(tx, found.user.id, sessionId);
    about(`${found.user.id} ${sessionId}`);
    return { sessionId };
  },
});
