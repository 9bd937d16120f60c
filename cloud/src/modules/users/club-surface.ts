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

/** The query of a list that is read page by page. */
export const pageQuery = {
  after: z.string().max(400).optional().describe('What the last page gave as `next`.'),
  limit: z.coerce.number<string>().int().min(1).max(200).default(50).describe('How many at most: 1 to 200.'),
};
export const nextPage = z.string().nullable().describe('Begins the next page; null on the last one.');

/** A page out of up to `limit + 1` rows. */
export const pageOf = <Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => string,
): { readonly page: readonly Row[]; readonly next: string | null } => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? positionOf(last) : null };
};

/** The answer of what has nothing to tell but that it is so now. */
export const Done = z.object({ done: z.literal(true) });
export const DONE = { done: true as const };
