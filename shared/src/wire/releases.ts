import { z } from 'zod';
import { ReleaseNote } from '../release/release-note.ts';

/** What box and cloud say about releases, under `/edge/v1/releases`. The box believes nothing of it but what is signed. */

/** Each answer of the download carries at most this many bytes, so that a cut costs little. */
export const RELEASE_PART_BYTES = 256 * 1024;

/** GET /edge/v1/releases: what is offered to the calling box, the newest version first. */
export const ReleaseList = z.strictObject({
  releases: z
    .array(
      z.strictObject({
        /** Rises when the same version is offered anew: a box that gave it up tries it once more. */
        offer: z.int().nonnegative(),
        note: ReleaseNote,
      }),
    )
    .max(8),
});
export type ReleaseList = z.infer<typeof ReleaseList>;

/** GET /edge/v1/releases/{version}/file?from=: the archive from this byte on, at most a part of it. */
export const ReleasePart = z.strictObject({
  from: z.int().nonnegative(),
  /** Of the whole archive, in bytes. */
  size: z.int().positive(),
  /** Base64. */
  bytes: z.base64().max(Math.ceil(RELEASE_PART_BYTES / 3) * 4),
});
export type ReleasePart = z.infer<typeof ReleasePart>;
