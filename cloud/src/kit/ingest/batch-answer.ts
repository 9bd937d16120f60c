import { z } from 'zod';
import { withheld } from '../http/shown-fields.ts';
import type { Guess } from './batch-kind.ts';

/** An item that was not applied, and why. Also has the kind's own identifiers, and what its rules add. */
export interface SkippedItem {
  readonly index: number;
  readonly facility_id: string | null;
  readonly reason: string;
  readonly [more: string]: unknown;
}

/** A field of an applied item that was not taken, and why. Also has the kind's own identifiers. */
export interface IgnoredField {
  readonly index: number;
  readonly facility_id: string | null;
  readonly path: string;
  readonly reason: string;
  readonly [more: string]: unknown;
}

export interface BatchResult {
  readonly success: number;
  readonly skipped: number;
  /** At most 10,000 of them. */
  readonly skippedItems: readonly SkippedItem[];
  /** How many of the skipped conflict with what is stored. */
  readonly conflicting: number;
  /** At most 10,000 of those, each with `index`, the kind's identifiers and `facility_id`. */
  readonly conflicts: readonly Readonly<Record<string, unknown>>[];
  /** At most 10,000 of them. */
  readonly ignoredFields: readonly IgnoredField[];
  readonly guesses: readonly Guess[];
  readonly dryRun: boolean;
}

/** The flag of every answer to a dryrun key. */
export const DryRun = z.literal(true).optional().describe('Only for a dryrun key: nothing was written.');

/** The members that an answer's names of an item are declared by. */
const namesOf = <const Ids extends readonly string[]>(ids: Ids) => ({
  index: z.int().describe('Where the item stood in the batch, from 0.'),
  ...(Object.fromEntries(ids.map((id) => [id, withheld(z.string()).nullable()])) as {
    [K in Ids[number]]: z.ZodNullable<z.ZodString>;
  }),
  facility_id: z.string().nullable(),
  linking_identifier: z.string().optional(),
});

const metadataWith = <const Ids extends readonly string[]>(ids: Ids) =>
  z.object({
    success: z.int().describe('How many items were applied.'),
    skipped: z.int().describe('How many were not.'),
    skipped_items: z
      .array(
        z
          .object({
            ...namesOf(ids),
            reason: z.string().describe('Names the field and the rule that it broke.'),
          })
          .catchall(z.unknown()),
      )
      .describe('The items that were not applied: all of them, or the first 10,000.'),
    ignored_fields: z
      .array(
        z.object({
          ...namesOf(ids),
          path: z.string().describe('Where in the item, such as `membership_plans[0].end_date`.'),
          reason: z.string().describe('Names the field and the rule that it broke.'),
        }),
      )
      .optional()
      .describe(
        'Fields of applied items that were not taken: their stored values stay. All of them, or the first 10,000; absent where there are none.',
      ),
    guesses: z
      .array(
        z.object({
          path: z.string().describe('The field, such as `membership_plans[].end_date`.'),
          guess: z.string().describe('What was taken for what it did not say.'),
        }),
      )
      .optional()
      .describe(
        'What times without an offset, or without a time of day, were taken for: each once; absent where there were none.',
      ),
    'dry-run': DryRun,
  });

/** The answers to batches of a kind: declared and given in one place. `what` is plural; `ids` are what names a skipped item. */
export const batchAnswers = <const Ids extends readonly string[]>(what: string, ids: Ids) => {
  const Metadata = metadataWith(ids);
  return {
    /** The schema of `metadata`. */
    Metadata,

    /** Of a batch that was gone through. `id` names the schema in the document. */
    success: (id: string) => ({
      status: 200,
      description: 'The batch was gone through. What was skipped is listed with the reason.',
      schema: z.object({ message: z.string(), metadata: Metadata }).meta({ id }),
    }),

    /** `3 of 4 members applied.`, and `metadata` as the contract has it. */
    answer: ({ success, skipped, skippedItems, ignoredFields, guesses, dryRun }: BatchResult) => {
      const metadata = {
        success,
        skipped,
        skipped_items: [...skippedItems],
        ...(ignoredFields.length > 0 ? { ignored_fields: [...ignoredFields] } : {}),
        ...(guesses.length > 0 ? { guesses: [...guesses] } : {}),
        ...(dryRun ? { 'dry-run': true as const } : {}),
      };
      return {
        message: `${success} of ${success + skipped} ${what} ${dryRun ? 'would be applied' : 'applied'}.`,
        // A skipped item has the identifiers of its kind: the frame sees to that, and their names are lost on the way.
        metadata: metadata as unknown as z.output<typeof Metadata>,
      };
    },
  };
};
