import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { facilityParams } from '../../platform/users/facility-surface.ts';
import type { PlatformCaller } from '../../platform/users/platform-surface.ts';
import { LockdownView, viewOfLockdown } from './lockdown-view.ts';
import { lockdownsFault } from './lockdowns.faults.ts';
import type { LockdownsService } from './lockdowns.service.ts';

export interface LockdownEndpointDeps {
  readonly lockdowns: LockdownsService;
}

export const FACILITY = { facilityId: 'fac_0123456789abcdef' };
export const params = z.object({ ...facilityParams, lockdownId: z.string().max(64).describe('The lockdown.') });
export const reason = z.string().trim().min(1).max(200).describe('Why, for whoever stands before the door.');
export const success = (description: string) => ({ status: 200, description, schema: LockdownView });

export const whoOf = ({ user }: PlatformCaller) => ({
  userId: user.id,
  name: `${user.firstName} ${user.lastName}`.slice(0, 120),
});
export const orderOf = (caller: PlatformCaller, why: string) => ({ ...whoOf(caller), reason: why });

export const found = async ({ lockdowns }: LockdownEndpointDeps, tx: Tx, facilityId: FacilityId, id: string) => {
  const row = await lockdowns.find(tx, facilityId, id);
  if (row === undefined) throw lockdownsFault('lockdown_unknown', 'There is no such lockdown at this facility.');
  return viewOfLockdown(row);
};
