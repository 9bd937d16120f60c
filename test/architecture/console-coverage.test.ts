import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sourceFiles } from './source/source-file.ts';

/**
 * Groups of the platform API, by the first word of their operation ids, that no page of the operations console asks, each with
 * its reason. The list only gets shorter: what has a page is taken off it, and what is new comes with a page.
 */
const WITHOUT_A_PAGE: Readonly<Record<string, string>> = {
  environment: 'Weather is for screens of the gym, and decides nothing here.',
  hardware: 'Devices beside boxes have an area of their own to come.',
  live: 'The socket behind what pages watch: no page asks it by name.',
  restores: 'After a restore an operator works through the runbook, at the machine.',
  'smart-club': 'It serves the screens of a gym.',
};

/** How long the list may be: less with every group that gets a page. */
const AT_MOST = 5;

interface Operation {
  readonly operationId?: string;
}
const document = JSON.parse(readFileSync(join(ROOT, 'cloud/openapi/platform.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Every operation as pages name it, with its group. */
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId }]) =>
    operationId === undefined
      ? []
      : [{ name: `${method.toUpperCase()} ${path}`, group: operationId.split('.')[0] ?? operationId }],
  ),
);

const groupsAskedBy = (texts: readonly string[]): ReadonlySet<string> => {
  const all = texts.join('\n');
  return new Set(operations.filter(({ name }) => all.includes(`'${name}'`)).map(({ group }) => group));
};
const pages = sourceFiles().filter(({ path }) => /^cloud\/web\/(?:ops|kit)\/.*(?<!\.test)\.tsx?$/.test(path));
const asked = groupsAskedBy(pages.map(({ statements }) => statements));
const groups = new Set(operations.map(({ group }) => group));

describe('every group of the platform API', () => {
  it('has a page of the console that asks it, or stands here with a reason', () => {
    const missing = [...groups].filter((group) => !asked.has(group) && !Object.hasOwn(WITHOUT_A_PAGE, group));
    expect(missing, 'Nobody can do this but with a key and curl.').toEqual([]);
  });
  it('leaves the list once it has a page, or is gone', () => {
    const listed = Object.keys(WITHOUT_A_PAGE);
    expect(listed.filter((group) => asked.has(group) || !groups.has(group))).toEqual([]);
    expect(listed.length, 'The list only gets shorter: lower what it may be with it.').toBe(AT_MOST);
  });
  it('is looked for where pages are, and found where it is asked', () => {
    expect(pages.length).toBeGreaterThan(60);
    expect(asked.size).toBeGreaterThan(15);
    expect([...groupsAskedBy(["ask('GET /api/webhooks', {})"])]).toEqual(['webhooks']);
  });
});
