import { z } from 'zod';
import { exampleOf } from './example-of.ts';

const nextOf = (name: string) => z.string().regex(new RegExp(`^${name}_[0-9a-z]{16}$`), 'must be the `next` of a page');

/** The query of a list that is read page by page. `of`: how ids begin, where a place in the list is the id of an item. */
export const pagesOf = ({ most = 200, usual = 50, of = '' } = {}) => ({
  after: (of === '' ? z.string().max(400) : nextOf(of)).optional().describe('What the last page gave as `next`.'),
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

/** An example of a page: one item, made of the examples of its schema. */
export const examplePage = <Item extends z.ZodType>(item: Item) => ({
  data: [exampleOf(item, 'output') as z.input<Item>],
  next: null,
});

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

/** Part of a list: what of it fits, and where the next part begins after; null where there is none. */
export interface ListPart<Item> {
  readonly items: readonly Item[];
  readonly end: string | null;
}
/** However little of a list fits, one request looks at no more of it. */
const PARTS_MAX = 5;
/** Of a list of which not everything fits, so much is looked at at once. */
const SIFTED_AT_ONCE = 200;

/** How many rows a part has: of a list that is not sifted one more than fit the page. */
export const partSize = (limit: number, isSifted: boolean): number => (isSifted ? SIFTED_AT_ONCE : limit + 1);

/** A page of what fits, read part by part. Where little does, it has fewer than `limit`, or none, and there is a next one still. */
export const pageOfParts = async <Item>(
  { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
  readPart: (after: string) => Promise<ListPart<Item>>,
  positionOf: (item: Item) => string,
): Promise<{ readonly page: readonly Item[]; readonly next: string | null }> => {
  const found: Item[] = [];
  let from = after;
  for (let parts = 0; parts < PARTS_MAX; parts += 1) {
    const { items, end } = await readPart(from);
    found.push(...items);
    if (found.length > limit || end === null) return pageOf(found, limit, positionOf);
    from = end;
  }
  return { page: found, next: from };
};
