import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownToHtml } from './markdown-html.ts';

const imageAddress = (source: string) => (source === 'image:ours' ? '/media/ours' : undefined);

describe('Markdown of strangers as HTML', () => {
  it.each([
    ['# A\n\nb **c** `d`', '<h2>A</h2>\n<p>b <strong>c</strong> <code>d</code></p>'],
    ['1. a\n2. b', '<ol><li>a</li>\n<li>b</li></ol>'],
    ['- [ ] a\n- [x] b', '<ul><li>☐ a</li>\n<li>☑ b</li></ul>'],
    [
      '| a |\n| --- |\n| b |',
      '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    ['[a](tel:+61255501234)', '<p><a href="tel:+61255501234" rel="nofollow noopener noreferrer">a</a></p>'],
    ['![us](image:ours)', '<p><img src="/media/ours" alt="us" loading="lazy" /></p>'],
    // What would harm is text.
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a <img src=x onerror=b()>', '<p>a &lt;img src=x onerror=b()&gt;</p>'],
    ['&lt;script&gt;a&#60;/script&#62;', '<p>&lt;script&gt;a&lt;/script&gt;</p>'],
    ['`<b onclick="c()">`', '<p><code>&lt;b onclick="c()"&gt;</code></p>'],
    ['[a](javascript:alert(1))', '<p>a</p>'],
    ['[a](java&#10;script:alert)', '<p>a</p>'],
    ['[a](data:text/html;base64,AAAA)', '<p>a</p>'],
    ['[a](http://b.example)', '<p>a</p>'],
    ['[a](//b.example)', '<p>a</p>'],
    ['[a](https://bank.example@b.example)', '<p>a</p>'],
    [
      '[a](https://b.example/"onclick="c)',
      '<p><a href="https://b.example/%22onclick=%22c" rel="nofollow noopener noreferrer">a</a></p>',
    ],
    ['![a](https://b.example/pixel.png)', '<p>a</p>'],
    ['![a" onload="b](image:ours)', '<p><img src="/media/ours" alt="a&quot; onload=&quot;b" loading="lazy" /></p>'],
    ['# <h1 id="login">', '<h2>&lt;h1 id="login"&gt;</h2>'],
    ['```"><script>\na\n```', '<pre><code>"&gt;&lt;script&gt;\na</code></pre>'],
  ])('%j', async (text, wanted) => expect(await markdownToHtml(text, { imageAddress })).toBe(wanted));

  it('lets nothing through but its own elements and attributes, whatever is written', () => {
    const pieces = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '&',
        '&#60;',
        '&#x22;',
        '[a](',
        ')',
        '![',
        '](image:ours)',
        'javascript:',
        'https://b.example/',
      ],
      ...[
        '<script',
        ' onerror=',
        '=',
        '/',
        '`',
        '```\n',
        '|',
        '\n',
        '- ',
        '> ',
        '*',
        '~~',
        '\\',
        '\u0000',
        '<!--',
        'style',
      ],
    );
    return fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), async (parts) => {
        const html = await markdownToHtml(parts.join(''), { imageAddress });
        for (const [tag] of html.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(TAG);
      }),
    );
  });
});

const TAG =
  /^<(?:\/?(?:h[2-6]|p|br|hr|blockquote|pre|code|em|strong|del|ul|ol|li|table|thead|tbody|tr|th|td|a)(?: \/)?|th scope="col"|ol start="\d+"|a href="(?:https:|mailto:|tel:)[^"<>]*" rel="nofollow noopener noreferrer"|img src="\/media\/ours" alt="[^"<>]*" loading="lazy" \/)>$/;
