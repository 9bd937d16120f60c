import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SKIP_REASONS } from './skip-reasons.ts';
import { listPage, partnerLists } from './word-lists.ts';

const source = fileURLToPath(new URL('../', import.meta.url));
/** Every reason that the code words itself: `skip: '…'`, and what places an item. */
const worded = globSync(['ingest/*.ts', 'modules/*/*.ts'], { cwd: source })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) => [
    ...readFileSync(`${source}${path}`, 'utf8').matchAll(
      /skip: '([^']+)'|return '(Unknown facility)'|'(Integration not enabled)'/g,
    ),
  ])
  .map(([, skipped, unknown, disabled]) => skipped ?? unknown ?? disabled ?? '');

describe('the lists of words', () => {
  it('have every reason to skip an item that the code words itself, and no other', () => {
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
