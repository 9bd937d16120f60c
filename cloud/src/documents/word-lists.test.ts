import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SKIP_REASONS } from './skip-reasons.ts';
import { listPage, partnerLists } from './word-lists.ts';

const source = fileURLToPath(new URL('../', import.meta.url));
const saidIn = (globs: readonly string[], pattern: RegExp): string[] =>
  globSync(globs as string[], { cwd: source })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(`${source}${path}`, 'utf8').matchAll(pattern)])
    .map((found) => found.slice(1).find((word) => word !== undefined) ?? '');
/** Every reason that the code words itself: `skip: '…'`, what places an item, and of a field `reason: '…'`. */
const worded = [
  ...saidIn(
    ['kit/ingest/*.ts', 'partner/batches/*.ts', '*/*/*.ts'],
    /skip: '([^']+)'|return '(Unknown facility)'|'(Integration not enabled)'/g,
  ),
  ...saidIn(['*/*/*.batch.ts', '*/*/*.store.ts'], /reason: '([^']+)'/g),
];

describe('the lists of words', () => {
  it('have every reason to skip an item, or to ignore a field, that the code words itself, and no other', () => {
    expect(worded.length).toBeGreaterThanOrEqual(7);
    const listed = SKIP_REASONS.map(({ word }) => word).filter((word) => !word.startsWith('Missing '));
    expect([...new Set(worded)].sort()).toEqual([...listed].sort());
  });
  it('have a meaning for each word, and each word once', () => {
    for (const { words, title } of partnerLists()) {
      expect(new Set(words.map(({ word }) => word)).size, title).toBe(words.length);
      for (const { meaning } of words) expect(meaning).toMatch(/^.{9,}[.]$/);
    }
  });
  it('are pages with a row for each word', () => {
    for (const list of partnerLists())
      for (const { word } of list.words) expect(listPage(list)).toContain(`| \`${word}\` | `);
  });
});
