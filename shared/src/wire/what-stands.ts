import { z } from 'zod';
import { Lockdown } from '../door/lockdown.ts';
import { Maintenance } from '../door/maintenance.ts';
import { BoxId, DoorId } from '../ids/ids.ts';

/**
 * POST /edge/v1/what-stands: a box that has lost its record of lockdowns and force-closed asks what the cloud last heard of
 * its doors. The cloud answers once it has stored what the box's journal said when it asked.
 */
export const WhatStandsAsk = z.object({
  v: z.literal(1),
  /** New with each question: an answer counts for no other. */
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  journal: z.object({ epoch: z.uuid(), lastSeq: z.int().nonnegative() }),
});
export type WhatStandsAsk = z.infer<typeof WhatStandsAsk>;

export const WhatStandsAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('waiting') }),
  /** Compact JWS of a `WhatStands`, signed by the key that signs commands. */
  z.object({ status: z.literal('known'), jws: z.string().max(200_000) }),
]);
export type WhatStandsAnswer = z.infer<typeof WhatStandsAnswer>;

/** What was last heard of each door that the box drives, by whichever box it came; null for nothing. */
export const WhatStands = z.object({
  v: z.literal(1),
  boxId: BoxId,
  nonce: z.string(),
  doors: z
    .array(z.object({ doorId: DoorId, lockdown: Lockdown.nullable(), maintenance: Maintenance.nullable() }))
    .max(64),
});
export type WhatStands = z.infer<typeof WhatStands>;
