import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** What is locked down. */
export type LockdownTarget =
  | { readonly to: 'door'; readonly doorId: string }
  | { readonly to: 'scope'; readonly scopeId: string }
  | { readonly to: 'facility' };

/** Its id. */
export const targetOf = (facilityId: FacilityId, target: LockdownTarget): string =>
  target.to === 'door' ? target.doorId : target.to === 'scope' ? target.scopeId : facilityId;
