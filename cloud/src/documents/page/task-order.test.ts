import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type OpenApiDocument, operationsOf } from '../document.ts';
import { inTaskOrder, PARTNER_CHAPTERS, PLATFORM_CHAPTERS } from './task-order.ts';

const documentOf = (surface: string): OpenApiDocument =>
  JSON.parse(readFileSync(new URL(`../../../openapi/${surface}.json`, import.meta.url), 'utf8'));

describe.each([
  ['partner', PARTNER_CHAPTERS],
  ['platform', PLATFORM_CHAPTERS],
] as const)('the order of tasks of the %s API', (surface, chapters) => {
  const document = documentOf(surface);
  const ordered = inTaskOrder(document, chapters).flatMap(({ groups }) => groups);

  it('has every endpoint once', () => {
    const ids = ordered.flatMap(({ operations }) => operations.map(({ operationId }) => operationId));
    expect(ids.toSorted()).toEqual(
      operationsOf(document)
        .map(({ operationId }) => operationId)
        .sort(),
    );
  });

  it('names groups that there are, each once', () => {
    const named = chapters.flatMap(({ groups }) => groups);
    expect(new Set(named).size).toBe(named.length);
    expect(named.filter((key) => !ordered.some((group) => group.key === key))).toEqual([]);
  });
});

describe('a group that no chapter names', () => {
  it('comes last', () => {
    const [first, ...others] = PARTNER_CHAPTERS;
    const chapters = inTaskOrder(documentOf('partner'), others);
    expect(chapters.at(-1)?.title).toBe('More');
    expect(chapters.at(-1)?.groups.map(({ key }) => key)).toEqual([...(first?.groups ?? [])].sort());
  });
});
