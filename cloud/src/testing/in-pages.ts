import { randomInt } from 'node:crypto';
import { expect } from 'vitest';

/** Reads a list of the platform API to its end, in pages of random sizes, and does something between every two. */
export const inPages = async <Item>(
  read: (query: Record<string, string>) => Promise<{ readonly data: readonly Item[]; readonly next: string | null }>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Item[]> => {
  const found: Item[] = [];
  let after: string | null = null;
  do {
    const limit = randomInt(1, 5);
    const { data, next } = await read({ limit: String(limit), ...(after !== null && { after }) });
    expect(data.length, `a page of ${limit}`).toBe(next === null ? Math.min(data.length, limit) : limit);
    found.push(...data);
    after = next;
    if (after !== null) await between();
  } while (after !== null);
  return found;
};
