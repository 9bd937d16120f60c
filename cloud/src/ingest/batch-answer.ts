import { z } from 'zod';

/** An item that was not applied, and why. Also has the kind's own identifiers, and what its rules add. */
export interface SkippedItem {
  readonly index: number;
  readonly facility_id: string | null;
  readonly reason: string;
  readonly [more: string]: unknown;
}

export interface BatchResult {
  readonly success: number;
  readonly skipped: number;
  /** At most 10,000 of them. */
  readonly skippedItems: readonly SkippedItem[];
  /** Skipped items that conflict with what is stored, each with `index`, the kind's identifiers and `facility_id`. */
  readonly conflicts: readonly Readonly<Record<string, unknown>>[];
  readonly dryRun: boolean;
}

/** The flag of every answer to a dryrun key. */
export const DryRun = z.literal(true).optional().describe('Only for a dryrun key: nothing was written.');

/** The schema of a batch's `metadata`; `ids` are the members that name a skipped item. */
export const batchMetadata = <const Ids extends readonly string[]>(ids: Ids) =>
  z.object({
    success: z.int().describe('How many items were applied.'),
    skipped: z.int().describe('How many were not.'),
    skipped_items: z
      .array(
        z
          .object({
            index: z.int().describe('Where the item stood in the batch, from 0.'),
            ...(Object.fromEntries(ids.map((id) => [id, z.string().nullable()])) as {
              [K in Ids[number]]: z.ZodNullable<z.ZodString>;
            }),
            facility_id: z.string().nullable(),
            linking_identifier: z.string().optional(),
            reason: z.string().describe('Names the field and the rule that it broke.'),
          })
          .catchall(z.unknown()),
      )
      .describe('The items that were not applied: all of them, or the first 10,000.'),
    'dry-run': DryRun,
  });

/** A batch's `metadata` as the contract has it. */
export const metadataOf = ({ success, skipped, skippedItems, dryRun }: BatchResult) => ({
  success,
  skipped,
  skipped_items: [...skippedItems],
  ...(dryRun ? { 'dry-run': true as const } : {}),
});

/** `3 of 4 members applied`: the message of an answer. `what` is plural. */
export const messageOf = ({ success, skipped, dryRun }: BatchResult, what: string): string =>
  `${success} of ${success + skipped} ${what} ${dryRun ? 'would be applied' : 'applied'}.`;
