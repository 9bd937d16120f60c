import { z } from 'zod';
import { FacilityId } from '../ids/ids.ts';
import { SnapshotEntry } from './entries.ts';

/** What a whole snapshot comes to, so that both ends can tell that they hold the same. */
export const SnapshotHead = z.strictObject({
  revision: z.int().nonnegative(),
  /** `SetHash` over every entry that is there, in hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  entries: z.int().nonnegative(),
});
export type SnapshotHead = z.infer<typeof SnapshotHead>;

/**
 * GET /edge/v1/snapshot?epoch=E&after=N: the entries that changed after revision N, oldest change first, whole revisions
 * only. An entry that changes again moves to the end, so whoever reads on from `through` until a page is `complete` has
 * exactly what `head` says, whatever happened meanwhile and however often the reading was cut off.
 */
export const SnapshotPage = z.strictObject({
  v: z.literal(1),
  /** Whose it is: a box takes no other facility's, whatever mixed them up. */
  facilityId: FacilityId,
  /** Another one than the box has: the numbers began anew (a restored database), and so must the box, from 0. */
  epoch: z.uuid(),
  /** 0, or the `after` that was asked for. */
  after: z.int().nonnegative(),
  through: z.int().nonnegative(),
  complete: z.boolean(),
  head: SnapshotHead,
  entries: z.array(SnapshotEntry),
});
export type SnapshotPage = z.infer<typeof SnapshotPage>;
