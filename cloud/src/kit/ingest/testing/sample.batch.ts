import { z } from 'zod';
import type { BatchKind } from '../batch-kind.ts';
import { boundedText } from '../bounded-text.ts';

const Thing = z.object({
  thing_id: boundedText(1, 20),
  size: z.int().min(0).nullish(),
  colour: z.enum(['red', 'green']).optional(),
  parts: z
    .array(z.strictObject({ name: z.string() }))
    .max(3)
    .optional(),
  code: z.unknown().optional(),
});
export type Thing = Partial<z.infer<typeof Thing>> & Pick<z.infer<typeof Thing>, 'thing_id'>;
export interface ThingRow {
  readonly id: string;
  readonly size: number;
}

/** A kind with everything a kind may have, for the frame's own tests. */
export const batchKind: BatchKind<
  Thing,
  Thing & { readonly codeFound: unknown },
  ThingRow,
  { readonly code: unknown }
> = {
  url: import.meta.url,
  arrayKey: 'things',
  idKeys: ['thing_id', 'colour'],
  item: Thing,
  identity: ['thing_id'],
  shapes: { code: z.int() },
  strict: (item, { notIntegers }) => {
    if (item.code === undefined || (Number.isInteger(item.code) && !notIntegers.has('code')))
      return { found: { code: item.code } };
    return { problems: [{ path: 'code', code: 'not_an_integer', message: 'must be an integer' }] };
  },
  judge: (item, { code }) =>
    item.size === 13 ? { skip: 'size: brings bad luck' } : { ready: { ...item, codeFound: code } },
  build: ({ thing_id: id, size }) => {
    if (size === 666) throw new Error('a mistake of ours');
    return { id, size: size ?? 0 };
  },
};
