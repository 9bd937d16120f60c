import { DOORS_MAX } from '@gatehouse/shared/door/check-doors.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { WiringHash } from '@gatehouse/shared/wire/wiring-hash.ts';
import { z } from 'zod';

const wiring = {
  doors: z.array(DoorConfig).max(DOORS_MAX),
  acknowledged: z.record(z.string(), z.array(z.string())).nullable(),
};
const by = z.string().max(120);

/** What somebody at the panel has decided, until the journal has it. */
const Decision = z.strictObject({
  decisionId: z.uuid(),
  outcome: z.enum(['confirmed', 'rejected']),
  wiring: WiringHash,
  revision: z.int().nonnegative(),
  by,
  staffId: z.string().max(64),
});
export type Decision = z.infer<typeof Decision>;

/** How the box is wired by what people have confirmed at its panel, and what waits for them. */
export const KeptWiring = z.strictObject({
  /** `hash`: what the cloud calls it; null where that is not known. */
  confirmed: z.strictObject({ ...wiring, hash: WiringHash.nullable() }),
  waiting: z
    .strictObject({
      ...wiring,
      hash: WiringHash,
      /** Of the desired state that first asked for it. */
      revision: z.int().nonnegative(),
      sinceMs: z.int().nonnegative(),
      rejected: z.strictObject({ by, atMs: z.int().nonnegative() }).nullable(),
    })
    .nullable(),
  /** Decisions that count and that the journal may not have yet. */
  unstated: z.array(Decision),
});
export type KeptWiring = z.infer<typeof KeptWiring>;
