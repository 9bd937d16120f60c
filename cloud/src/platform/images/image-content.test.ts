import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageTypeOf } from './image-content.ts';
import { ALL_KINDS, aGif, aJpeg, aPng, aWebp } from './testing/an-image.ts';

describe('what an image is', () => {
  it.each(ALL_KINDS)('a whole $type is one', ({ type, bytes }) => expect(imageTypeOf(bytes)).toBe(type));

  it.each(ALL_KINDS)('$type is none if a byte is missing at its end, or one follows', ({ bytes }) => {
    for (let length = 0; length < bytes.length; length++)
      expect(imageTypeOf(bytes.subarray(0, length))).toBeUndefined();
    for (const more of [[0], [0x3b], [0xff, 0xd9], [...Buffer.from('<script>alert(1)</script>')]])
      expect(imageTypeOf(Buffer.concat([bytes, Buffer.from(more)]))).toBeUndefined();
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('hello')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF')],
    ['a ZIP', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')],
    ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['an AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1')],
    ['a WAV, a RIFF file of another kind', Buffer.from('RIFF\x24\0\0\0WAVEfmt '.padEnd(44, '\0'), 'latin1')],
    ['a magic number and a page', Buffer.from('GIF89a/*<script>*/=alert(1)//')],
    ['a JPEG magic and text', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('x'.repeat(100))])],
    ['a PNG signature alone', aPng().subarray(0, 8)],
    ['a PNG without pixels', Buffer.concat([aPng().subarray(0, 33), aPng().subarray(-12)])],
    ['a PNG of no width', aPng({ side: 0 })],
    ['a PNG that is wider than anything', aPng({ side: 16_385 })],
    ['a JPEG without a scan', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a GIF without an image', Buffer.concat([aGif().subarray(0, 19), Buffer.from([0x3b])])],
    [
      'a WebP that says another length',
      Buffer.concat([aWebp().subarray(0, 4), Buffer.from([255, 0, 0, 0]), aWebp().subarray(8)]),
    ],
  ])('%s is none', (_what, bytes) => expect(imageTypeOf(bytes)).toBeUndefined());

  it('takes the largest sides, and an image with a comment of megabytes', () => {
    expect(imageTypeOf(aPng({ side: 16_384 }))).toBe('image/png');
    expect(imageTypeOf(aPng({ padding: 4_000_000 }))).toBe('image/png');
  });

  it('answers whatever bytes it gets, and reads none twice too often', () => {
    const beginnings = ALL_KINDS.map(({ bytes }) => bytes);
    const broken = fc
      .tuple(fc.constantFrom(...beginnings), fc.nat(200), fc.uint8Array({ maxLength: 40 }))
      .map(([bytes, at, noise]) => Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + noise.length)]));
    fc.assert(
      fc.property(broken, (bytes) => {
        const type = imageTypeOf(bytes);
        return type === undefined || ALL_KINDS.some((kind) => kind.type === type);
      }),
      { numRuns: 3_000 },
    );
    const endless = Buffer.alloc(5 * 1024 * 1024, 0xff);
    aJpeg().copy(endless, 0, 0, 2);
    expect(imageTypeOf(endless)).toBeUndefined();
  });
});
