import { describe, expect, it } from 'vitest';
import { type Among, filesTagged, isTagged, LONG, POSTGRES } from './tags.ts';

describe('a tag', () => {
  it.each<[what: string, text: string, all: boolean, some: boolean]>([
    ['in the first line is of all tests', `// @module-tag ${LONG}\nit('x', run);`, true, true],
    [
      'in a line of several is of all tests',
      `// @module-tag ${POSTGRES}\n// @module-tag ${LONG}\nit('x', run);`,
      true,
      true,
    ],
    ['of one test is not of all', `it('x', { tags: '${LONG}' }, run);`, false, true],
    ['of another name is none', `// @module-tag ${POSTGRES}\nit('x', { tags: 'longer' }, run);`, false, false],
    ['begins a line of its own', `// @module-tag ${LONG}er\n`, false, false],
  ])('%s', (_what, text, all, some) =>
    expect((['all', 'some'] as const satisfies Among[]).map((among) => isTagged(text, LONG, among))).toEqual([
      all,
      some,
    ]),
  );

  it('is found in the files of the project', () => {
    expect(filesTagged(POSTGRES, 'all')).toContain('cloud/src/kit/db/postgres-database.test.ts');
    expect(filesTagged(LONG, 'some').length).toBeGreaterThan(filesTagged(LONG, 'all').length);
  });
});
