import { z } from 'zod';

/** A board at a unit of a bus, as far as its box knows it without asking: null is "not known". */
const BoardSeen = z.object({
  unit: z.int().min(1).max(247),
  relays: z.int().min(0).max(32).nullable(),
  inputs: z.int().min(0).max(32).nullable(),
});

/** What a box has to drive doors with. Names and numbers only: paths, addresses on the network and keys stay on the box. */
export const Hardware = z.object({
  buses: z
    .array(
      z.object({
        name: z.string().min(1).max(40),
        kind: z.string().min(1).max(40),
        /** Null where any unit may have a board, as on a line of Modbus. Empty where no board can be. */
        boards: z.array(BoardSeen).max(247).nullable(),
        /** The units that have readers. */
        readers: z.array(z.int().min(1).max(247)).max(247),
      }),
    )
    .max(64),
  /** The readers that the box listens to, each beside a door. */
  readers: z
    .array(
      z.object({
        name: z.string().min(1).max(40),
        bus: z.string().min(1).max(40),
        unit: z.int().min(1).max(247),
        doorId: z.string().min(1).max(40),
      }),
    )
    .max(256),
});
export type Hardware = z.infer<typeof Hardware>;
export type BusSeen = Hardware['buses'][number];
