import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { PlatformCaller } from './platform-surface.ts';

/** What the endpoints have in common that administer access at one facility: `/api/access-control/:club/…`. */
export const clubParams = { club: FacilityId };
export const clubReads = { needs: 'facility-staff', in: 'facility' } as const;
export const clubWrites = { needs: 'facility-manager', in: 'facility' } as const;

/** Who is said to have done it: whom the caller acts as, if anybody. */
export const actorOf = ({ actor, actingAs }: Pick<PlatformCaller, 'actor' | 'actingAs'>): string => actingAs ?? actor;

/** An id in a path: whatever it is, it is looked for, and not found. */
export const PathId = z.string().min(1).max(120);

/** The answer of what has nothing to tell but that it is so now. */
export const Done = z.object({ done: z.literal(true) });
export const DONE = { done: true as const };
