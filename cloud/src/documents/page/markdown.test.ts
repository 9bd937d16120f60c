import { describe, expect, it } from 'vitest';
import { html, prose } from '../../kit/http/html.ts';
import { markdownToHtml } from './markdown.ts';

const rendered = (text: string) =>
  markdownToHtml(text, (target) => (target === 'gone.md' ? undefined : `/to/${target}`)).text;
const flat = (text: string) => rendered(text).replace(/\s+/g, ' ').replaceAll('> <', '><').trim();

describe('Markdown as HTML', () => {
  it.each([
    ['# A `b` c', '<h1 id="a-b-c">A <code>b</code> c</h1>'],
    ['One\nline.\n\nTwo.', '<p>One line.</p><p>Two.</p>'],
    ['- a\n- b\n  more', '<ul><li>a</li><li>b more</li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['```sh\na < b\n\n# c\n```', '<pre><code>a &#60; b # c</code></pre>'],
    [
      '**bold `x`** and [a `b`](c.md)',
      '<p><strong>bold <code>x</code></strong> and <a href="/to/c.md">a <code>b</code></a></p>',
    ],
    ['[nowhere](gone.md)', '<p>nowhere</p>'],
    [
      '| a | b |\n| --- | --- |\n| `x` | y \\| z |',
      '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td><code>x</code></td><td data-label="b:">y | z</td></tr></tbody></table>',
    ],
    [
      '| | |\n| --- | --- |\n| Status | `409` |',
      '<table class="facts"><tbody><tr><th scope="row">Status</th><td><code>409</code></td></tr></tbody></table>',
    ],
    ['<!-- for us -->\nA', '<p>A</p>'],
    [
      '```\n<!-- a comment of the example -->\n```',
      '<pre><code>&#60;!-- a comment of the example --&#62;</code></pre>',
    ],
    ['*so* it is', '<p><em>so</em> it is</p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a <code>b <img onerror="c()"', '<p>a &lt;code&gt;b &lt;img onerror=&quot;c()&quot;</p>'],
    ['<!-- a --> <b onclick="c()">', '<p>&lt;!-- a --&gt; &lt;b onclick=&quot;c()&quot;&gt;</p>'],
    ['[a](<b"c.md>)', '<p><a href="/to/b&#34;c.md">a</a></p>'],
    ['![a "b"](https://example.org/c.png)', '<p>a &#34;b&#34;</p>'],
    [
      'See https://example.org/gone.md',
      '<p>See <a href="/to/https://example.org/gone.md">https://example.org/gone.md</a></p>',
    ],
  ])('%j', (text, wanted) => expect(flat(text)).toBe(wanted));
});

describe('HTML', () => {
  it('escapes every value that is put into it, in text and in attributes', () =>
    expect(html`<a title="${`"'&<>`}">${['<b>', undefined, 7]}</a>`.text).toBe(
      '<a title="&#34;&#39;&#38;&#60;&#62;">&#60;b&#62;7</a>',
    ));
  it('shows code in prose as such', () =>
    expect(prose('Send `<x>` now').text).toBe('Send <code>&#60;x&#62;</code> now'));
});
