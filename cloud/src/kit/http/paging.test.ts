import { describe, expect, it } from 'vitest';
import { type ListPart, pageOfParts, partSize } from './paging.ts';

/** A list of the numbers below a bound, in parts, of which those fit that `fits` says. */
const listOf = (bound: number, size: number, fits: (n: number) => boolean) => {
  const reads: string[] = [];
  const readPart = async (after: string): Promise<ListPart<number>> => {
    reads.push(after);
    const from = after === '' ? 0 : Number(after) + 1;
    const rows = Array.from({ length: Math.max(0, Math.min(size, bound - from)) }, (_, i) => from + i);
    return { items: rows.filter(fits), end: rows.length === size ? String(rows.at(-1)) : null };
  };
  return { reads, page: (after: string | undefined, limit: number) => pageOfParts({ after, limit }, readPart, String) };
};

describe('a page of a list of which not everything fits', () => {
  it('is as long as asked for where enough fits, and begins the next one after its last', async () => {
    const { page, reads } = listOf(100, 10, (n) => n % 3 === 0);
    expect(await page(undefined, 5)).toEqual({ page: [0, 3, 6, 9, 12], next: '12' });
    expect(reads).toEqual(['', '9']);
    expect(await page('12', 2)).toEqual({ page: [15, 18], next: '18' });
  });

  it('is the last one where nothing is left, also where it is just full', async () => {
    expect(await listOf(4, 10, () => true).page(undefined, 4)).toEqual({ page: [0, 1, 2, 3], next: null });
    expect(await listOf(0, 10, () => true).page(undefined, 4)).toEqual({ page: [], next: null });
    expect(await listOf(10, 10, (n) => n < 2).page(undefined, 2)).toEqual({ page: [0, 1], next: null });
    expect(await listOf(5, partSize(4, false), () => true).page(undefined, 4)).toEqual({
      page: [0, 1, 2, 3],
      next: '3',
    });
    expect(await listOf(4, partSize(4, false), () => true).page(undefined, 4)).toEqual({
      page: [0, 1, 2, 3],
      next: null,
    });
  });

  it('ends early where little fits, and goes on where it stopped looking', async () => {
    const { page, reads } = listOf(1_000, 10, (n) => n === 7 || n === 999);
    const first = await page(undefined, 5);
    expect(first).toEqual({ page: [7], next: '49' });
    expect(reads).toHaveLength(5);
    const seen = [...first.page];
    for (let next = first.next; next !== null; ) {
      const more = await page(next, 5);
      seen.push(...more.page);
      next = more.next;
    }
    expect(seen).toEqual([7, 999]);
  });

  it('neither repeats nor leaves out anything, whatever fits and however long pages are', async () => {
    for (const every of [1, 2, 7, 60])
      for (const limit of [1, 3, 10, 25]) {
        const { page } = listOf(400, 10, (n) => n % every === 0);
        const seen: number[] = [];
        let next: string | null = '';
        do {
          const found: Awaited<ReturnType<typeof page>> = await page(next, limit);
          expect(found.page.length).toBeLessThanOrEqual(limit);
          seen.push(...found.page);
          next = found.next;
        } while (next !== null);
        expect(seen).toEqual(Array.from({ length: Math.ceil(400 / every) }, (_, n) => n * every));
      }
  });
});
