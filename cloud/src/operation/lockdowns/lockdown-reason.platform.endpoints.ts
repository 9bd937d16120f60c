import { z } from 'zod';
import { facilityReads } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { FACILITY, found, type LockdownEndpointDeps, orderOf, params, reason, success } from './lockdown-requests.ts';
import { A_LOCKDOWN } from './lockdown-view.ts';
import { lockdownsFaults } from './lockdowns.faults.ts';

export const explainLockdown = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.explain',
  method: 'PUT',
  path: '/api/access-control/:facilityId/lockdowns/:lockdownId/reason',
  summary: 'Say why a lockdown was begun',
  description:
    'In place of what was said before, also after its end. It stands wherever the lockdown is listed. Doors and panels go on to say what they were told as it began: they are not ordered anything anew.',
  gate: facilityReads,
  params,
  body: z.strictObject({ reason }).meta({ id: 'LockdownReason' }),
  examples: {
    params: { ...FACILITY, lockdownId: A_LOCKDOWN.lockdownId },
    body: { reason: A_LOCKDOWN.reason },
    success: {
      ...A_LOCKDOWN,
      reasonBy: { kind: 'user', id: 'usr_fedcba9876543210', name: 'Kim Example' },
      reasonAt: '2026-01-01T09:45:00.000Z',
    },
  },
  success: success('The lockdown, as it stands.'),
  faults: { lockdown_unknown: lockdownsFaults.lockdown_unknown },
  audit: { event: 'lockdown.explain', target: ({ params }) => params.lockdownId },
  handle: async (deps, { params: { facilityId, lockdownId }, body }, { tx, caller }) => {
    await deps.lockdowns.explain(tx, facilityId, lockdownId, orderOf(caller, body.reason));
    return found(deps, tx, facilityId, lockdownId);
  },
});
