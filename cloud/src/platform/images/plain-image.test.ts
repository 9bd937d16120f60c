import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageContentOf } from './image-content.ts';
import { plainImageOf } from './plain-image.ts';
import { ALL_KINDS, aGif, aJpeg, aPng, aWebp } from './testing/an-image.ts';

const SECRET = 'Latitude 51.5';

/** A segment of JPEG behind its beginning. */
const withSegment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]);
  return Buffer.concat([aJpeg().subarray(0, 2), head, content, aJpeg().subarray(2)]);
};
const exif = (orientation: number, little: boolean): Buffer => {
  const tiff = Buffer.alloc(60);
  tiff.write(little ? 'II*\0' : 'MM\0*', 0, 'latin1');
  const short = (value: number, at: number) => (little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at));
  if (little) tiff.writeUInt32LE(8, 4);
  else tiff.writeUInt32BE(8, 4);
  short(2, 8);
  short(0x010f, 10);
  short(0x0112, 22);
  short(3, 24);
  short(orientation, 30);
  tiff.write(SECRET, 40);
  return Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
};
const riff = (...chunks: readonly (readonly [string, Buffer])[]): Buffer => {
  const parts = chunks.map(([name, content]) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  });
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
};

describe('a plain image', () => {
  it.each(ALL_KINDS)('a $type with nothing to leave out is as it was', ({ type, bytes }) => {
    expect(plainImageOf(bytes)).toEqual({ type, width: 1, height: 1, bytes });
  });

  it.each<[string, Buffer, Buffer]>([
    [
      'PNG with a text',
      Buffer.from(aPng({ padding: 40 }).toString('latin1').replace('teSt', 'tEXt'), 'latin1'),
      aPng(),
    ],
    ['JPEG with a comment', withSegment(0xfe, Buffer.from(SECRET)), aJpeg()],
    ['JPEG with EXIF', withSegment(0xe1, exif(1, true)), aJpeg()],
    ['JPEG with XMP', withSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${SECRET}`)), aJpeg()],
    ['JPEG with something behind it', Buffer.concat([aJpeg(), aJpeg(), Buffer.from(`<script>${SECRET}`)]), aJpeg()],
    ['JPEG with further pictures', withSegment(0xe2, Buffer.from(`MPF\0${SECRET}`)), aJpeg()],
    [
      'GIF with a comment',
      Buffer.concat([aGif().subarray(0, 19), Buffer.from([0x21, 0xfe, 3, 65, 66, 67, 0]), aGif().subarray(19)]),
      aGif(),
    ],
  ])('%s loses it', (_what, bytes, bare) => expect(plainImageOf(bytes)?.bytes).toEqual(bare));

  it('keeps which way up a camera was held, and nothing else of what it told', () => {
    for (const little of [true, false]) {
      const plain = plainImageOf(withSegment(0xe1, exif(6, little)));
      const bytes = Buffer.from(plain?.bytes ?? []);
      expect(bytes.toString('latin1')).not.toContain(SECRET);
      expect(bytes.length).toBe(aJpeg().length + 36);
      expect(imageContentOf(bytes)?.type).toBe('image/jpeg');
      expect(plainImageOf(bytes)?.bytes).toEqual(bytes);
    }
  });

  it('keeps the colours of a WebP, and says no more that there is more', () => {
    const head = Buffer.alloc(10);
    head[0] = 0x20 | 0x08 | 0x04;
    const pixels = aWebp().subarray(20);
    const bytes = riff(
      ['VP8X', head],
      ['ICCP', Buffer.from('colours')],
      ['VP8 ', pixels],
      ['EXIF', Buffer.from(SECRET)],
      ['XMP ', Buffer.from(SECRET)],
    );
    const plainHead = Buffer.alloc(10);
    plainHead[0] = 0x20;
    expect(plainImageOf(bytes)?.bytes).toEqual(
      riff(['VP8X', plainHead], ['ICCP', Buffer.from('colours')], ['VP8 ', pixels]),
    );
  });

  it('is a whole image of the same size again, or nothing, whatever the bytes', () => {
    const broken = fc
      .tuple(fc.constantFrom(...ALL_KINDS), fc.nat(200), fc.uint8Array({ maxLength: 6 }))
      .map(([{ bytes }, at, noise]) =>
        Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + noise.length)]),
      );
    fc.assert(
      fc.property(broken, (bytes) => {
        const [before, plain] = [imageContentOf(bytes), plainImageOf(bytes)];
        // What is none as it is may be one up to its end.
        if (plain === undefined) return before === undefined;
        const { bytes: anew, type, width } = plain;
        return imageContentOf(anew)?.type === type && (before === undefined || before.type === type) && width > 0;
      }),
      { numRuns: 3_000 },
    );
  });
});
