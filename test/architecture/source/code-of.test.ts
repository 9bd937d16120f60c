import { describe, expect, it } from 'vitest';
import { codeOf } from './code-of.ts';
import { importsOf } from './imports.ts';
import { sourceFile, sourceFiles } from './source-file.ts';

/** `§` stands for the dollar of a template, so that these texts are not mistaken for templates themselves. */
const dollars = (text: string): string => text.replaceAll('§', '$');

describe('the reading of source text', () => {
  it.each([
    ['a comment', 'a; // Date.now()\nb;', 'a;              \nb;'],
    ['a block comment over lines', 'a /* x\ny */ b', 'a     \n     b'],
    ['a text', "f('Date.now()', 1)", "f('          ', 1)"],
    ['an escaped quote', "f('a\\'b', c)", "f('    ', c)"],
    ['a template but what it computes', '`a §{b + `c §{d}`} e`; f', '`  §{b + `  §{d}`}  `; f'],
    ['a template with an object in it', '`§{f({ a: {} })} x` + y', '`§{f({ a: {} })}  ` + y'],
    ['a pattern', 'x = /a"b[/]/.test(y); z', 'x = /      /.test(y); z'],
    ['no division', 'a / b / c; d', 'a / b / c; d'],
    ['no division after a bracket', 'f(a) / b; g(1) / 2', 'f(a) / b; g(1) / 2'],
    ['a pattern after a keyword', "return /'/; a", 'return / /; a'],
  ])('blanks %s', (_, text, code) => expect(codeOf(dollars(text)).code).toBe(dollars(code)));

  it('keeps the length and the lines of every file of the project', () => {
    for (const { text, code, statements } of sourceFiles()) {
      expect(code).toHaveLength(text.length);
      expect(code.split('\n')).toHaveLength(text.split('\n').length);
      expect(statements).toHaveLength(text.length);
    }
  });

  it('finds imports of every form, and no imports in comments and texts', () => {
    const file = sourceFile(
      'cloud/src/a/b.ts',
      `import { z } from 'zod';
import type { A } from './a.ts';
import { type B, type C } from '../c.ts';
import { type D, d } from '@gatehouse/shared/d/d.ts';
export { e } from './e.ts';
import './f.ts';
const g = await import('./g.ts');
// import { h } from './h.ts';
const i = "import { i } from './i.ts'";
`,
    );
    const found = importsOf(file).map(({ specifier, typeOnly, target, line }) => [specifier, typeOnly, target, line]);
    expect(found).toEqual([
      ['zod', false, undefined, 1],
      ['./a.ts', true, 'cloud/src/a/a.ts', 2],
      ['../c.ts', true, 'cloud/src/c.ts', 3],
      ['@gatehouse/shared/d/d.ts', false, 'shared/src/d/d.ts', 4],
      ['./e.ts', false, 'cloud/src/a/e.ts', 5],
      ['./f.ts', false, 'cloud/src/a/f.ts', 6],
      ['./g.ts', false, 'cloud/src/a/g.ts', 7],
    ]);
  });
});
