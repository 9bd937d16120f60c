import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePicture, judgePicture, PICTURE_BYTES_MAX } from './member-picture.ts';

const BEGINNINGS = {
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/gif': [...Buffer.from('GIF89a')],
  'image/webp': [...Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1')],
} as const;
const picture = (type: keyof typeof BEGINNINGS, more: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8]) =>
  Buffer.from([...BEGINNINGS[type], ...more]);

describe('a profile picture', () => {
  it.each(Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[])('is told by its bytes: %s', (type) => {
    const bytes = picture(type);
    const sound = judgePicture(bytes.toString('base64'));
    expect(sound).toMatchObject({ type });
    const decoded = decodePicture(sound as Exclude<typeof sound, string>);
    expect(Buffer.from(decoded.bytes)).toEqual(bytes);
    expect(decoded.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('may come as a data URL, whatever that calls it, with line breaks, and without padding', () => {
    const base64 = picture('image/png').toString('base64');
    const forms = [
      `data:image/png;base64,${base64}`,
      `data:application/octet-stream;base64,${base64}`,
      `data:image/png;charset=utf-8;base64,${base64}`,
      `data:;base64,${base64}`,
      base64.replace(/(.{4})/g, '$1\r\n'),
      base64.replace(/=+$/, ''),
    ];
    for (const form of forms) expect(judgePicture(form)).toMatchObject({ type: 'image/png' });
  });

  it.each([
    ['a page', Buffer.from('<html><script>').toString('base64'), /JPEG, PNG, GIF or WebP/],
    ['a vector drawing', Buffer.from('<svg xmlns=').toString('base64'), /JPEG, PNG, GIF or WebP/],
    ['a sound in the same container as WebP', Buffer.from('RIFF\0\0\0\0WAVEfmt ').toString('base64'), /JPEG/],
    ['nothing', '', /JPEG, PNG, GIF or WebP/],
    ['an address', 'https://example.test/me.png', /Base64/],
    ['a picture with something behind it', `${picture('image/png').toString('base64')}!`, /Base64/],
    ['half a group of Base64', 'iVBORw0KGgoAA'.slice(0, 13), /Base64/],
    ['URL-safe Base64', '_9j_4AAQSkZJRg', /Base64/],
  ])('is refused when it is %s', (_what, sent, why) => {
    expect(judgePicture(sent)).toMatch(why);
  });

  it('of 5 MiB is taken, and of one byte more is not', () => {
    const ofLength = (length: number) => {
      const bytes = Buffer.alloc(length);
      bytes.set(BEGINNINGS['image/jpeg']);
      return judgePicture(bytes.toString('base64'));
    };
    expect(ofLength(PICTURE_BYTES_MAX)).toMatchObject({ type: 'image/jpeg' });
    expect(ofLength(PICTURE_BYTES_MAX + 1)).toMatch(/at most 5242880 bytes/);
  });

  it('is judged without fail, whatever text it is', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => void judgePicture(text)));
  });
});
