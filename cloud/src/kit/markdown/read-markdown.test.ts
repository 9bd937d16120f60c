import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { threadCpuMs } from '../thread-cpu.ts';
import { readMarkdown } from './read-markdown.ts';

const text = (of: string) => ({ is: 'text', text: of });
const paragraph = (...parts: readonly unknown[]) => ({ is: 'paragraph', parts });

describe('Markdown as blocks', () => {
  it.each<[string, readonly unknown[]]>([
    ['# A *b*', [{ is: 'heading', level: 1, parts: [text('A '), { is: 'emphasis', parts: [text('b')] }] }]],
    ['a\\*b &amp; &#321;ukasz &lt;b&gt;', [paragraph(text('a'), text('*'), text('b & Łukasz <b>'))]],
    [
      '3. a\n4. b',
      [
        {
          is: 'list',
          from: 3,
          items: [
            { done: undefined, blocks: [{ is: 'line', parts: [text('a')] }] },
            { done: undefined, blocks: [{ is: 'line', parts: [text('b')] }] },
          ],
        },
      ],
    ],
    [
      '- [x] a',
      [{ is: 'list', from: undefined, items: [{ done: true, blocks: [{ is: 'line', parts: [text('a')] }] }] }],
    ],
    [
      '| a | b |\n| --- | --: |\n| 1 | `2` |',
      [
        {
          is: 'table',
          columns: ['start', 'end'],
          head: [[text('a')], [text('b')]],
          rows: [[[text('1')], [{ is: 'code', text: '2' }]]],
        },
      ],
    ],
    ['```for members\na\n```', [{ is: 'code', text: 'for members\na' }]],
    ['> a\n\n---', [{ is: 'quote', blocks: [paragraph(text('a'))] }, { is: 'rule' }]],
    ['[a](https://b.example)', [paragraph({ is: 'link', to: 'https://b.example/', parts: [text('a')] })]],
    ['![a](image:one)', [paragraph({ is: 'image', source: 'image:one', instead: 'a' })]],
    ['a  \nb ~~c~~', [paragraph(text('a'), { is: 'break' }, text('b '), { is: 'struck', parts: [text('c')] })]],
    ['pay \u202e001\u0000 &#8238;', [paragraph(text('pay [U+202E]001[U+0000] [U+202E]'))]],
  ])('%j', (source, blocks) => expect(readMarkdown(source)).toEqual(blocks));

  it('loses no letter or digit of any text, and refuses none', () => {
    const words = fc.constantFrom(
      'a1',
      '*',
      '_',
      '[',
      ']',
      '(b2)',
      '`',
      '>',
      '- ',
      '\n',
      '|',
      '<c3>',
      '\\',
      '&',
      '# ',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        const source = parts.join('');
        // The target of a link is no text, and neither is that of a reference.
        fc.pre(!/\]\(|\]:/.test(source));
        expect(lettersOf(said(readMarkdown(source)))).toBe(lettersOf(source));
      }),
    );
  });
});

const lettersOf = (of: string) => of.replace(/[^a-z0-9]/g, '');
/** Every text in what was read, in its order. */
const said = (of: unknown): string => {
  if (Array.isArray(of)) return of.map(said).join('');
  if (typeof of !== 'object' || of === null) return '';
  const {
    is: _kind,
    columns: _columns,
    to: _to,
    text: own = '',
    source = '',
    instead = '',
    ...inner
  } = of as Record<string, unknown>;
  return `${own}${source}${instead}${Object.values(inner).map(said).join('')}`;
};

describe('no text of 20,000 characters takes long to read', () => {
  it.each(
    [
      ...['>', '> ', '- ', '1. ', '[', '![', '[a](', '*', '**a *', '_a __', '`', '``a `', '\\', '<', '&#1;', '|a\n|-'],
      ...['[a]: b\n', '[a][', 'a@', 'http://', 'a\n=\n', `${'*a_'.repeat(600)}\n\n`, `${'[a]['.repeat(400)}\n\n`],
    ].map((of) => [of.slice(0, 12), of]),
  )('%j', (_begins, of) => {
    const from = threadCpuMs();
    readMarkdown(of.repeat(20_000 / of.length));
    expect(threadCpuMs() - from).toBeLessThan(250);
  });
});
