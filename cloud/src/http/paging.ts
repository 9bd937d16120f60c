import { z } from 'zod';

/** The query of a list that is read page by page. */
export const pagesOf = ({ most = 200, usual = 50 } = {}) => ({
  after: z.string().max(400).optional().describe('What the last page gave as `next`.'),
  limit: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(most)
    .default(usual)
    .describe(`How many at most: 1 to ${most.toLocaleString('en')}.`),
});
export const pageQuery = pagesOf();

export const nextPage = z.string().nullable().describe('Begins the next page; null on the last one.');

/** A page of a list. */
export const pageSchema = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), next: nextPage });

/** A list that is short enough to be answered whole. */
export const listSchema = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });

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
