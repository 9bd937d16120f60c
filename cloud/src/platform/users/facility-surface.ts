import { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { PlatformCaller } from './platform-surface.ts';
import { holds, type Right } from './roles.ts';

/** What the endpoints have in common that administer access at one facility: `/api/access-control/:facilityId/…`. */
export const facilityParams = { facilityId: FacilityId.describe('The facility.') };
/** The facility of all their examples. */
export const AT_FACILITY = { facilityId: 'fac_0123456789abcdef' };
/** The same for paths whose parameter is called `club`, such as `/api/devices/move/:club`. */
export const contractClubParams = { club: facilityParams.facilityId };
export const facilityReads = { needs: 'facility-staff', in: 'facility' } as const;
/** What whoever signed in with a PIN at a desk of the facility does as well. */
export const facilityReadsAtDesk = { ...facilityReads, atDesk: true } as const;
export const facilityWrites = { needs: 'facility-manager', in: 'facility' } as const;
/** What whoever is invited to install doors there does as well: nothing of it tells who is a member. */
export const installerReads = { needs: ['facility-staff', 'installer'], in: 'facility' } as const;
export const installerReadsAtDesk = { ...installerReads, atDesk: true } as const;
export const installerWrites = { needs: ['facility-manager', 'installer'], in: 'facility' } as const;

/** Whether the caller has this right where the path names a place. */
export const holdsHere = ({ grants, where = {} }: Pick<PlatformCaller, 'grants' | 'where'>, right: Right): boolean =>
  holds(grants, right, where);

/** Who is said to have done it: whom the caller acts as, if anybody. */
export const actorOf = ({ actor, actingAs }: Pick<PlatformCaller, 'actor' | 'actingAs'>): string => actingAs ?? actor;

/** An id in a path: whatever it is, it is looked for, and not found. Where it is not plain whose, say so: `PathId.describe('…')`. */
export const PathId = z.string().min(1).max(120).describe('Its id, as the answers here give it.');
/** A person and a member, wherever a path, a query or a body names one. */
export const personParams = {
  personId: PathId.describe('The person: somebody as the staff of this facility know them.'),
};
export const memberParams = {
  partnerId: PartnerId.describe('The partner whose member it is.'),
  memberId: PathId.describe('The member, by the partner’s own id.'),
};

/** The answer of what has nothing to tell but that it is so now. */
export const Done = z.object({ done: z.literal(true) });
export const DONE = { done: true as const };
