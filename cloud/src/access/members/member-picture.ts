import { createHash } from 'node:crypto';

/** A picture that came with a member: only its content says what it is. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly type: PictureType;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
}
type PictureType = keyof typeof EXTENSIONS;

/** 5 MiB, decoded. */
export const PICTURE_BYTES_MAX = 5 * 1024 * 1024;

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif', 'image/webp': 'webp' } as const;
export const extensionOf = (type: PictureType): string => EXTENSIONS[type];

/** RFC 2397, which allows parameters after the type. */
const DATA_URL = /^data:[a-z0-9.+/;="_-]{0,150};base64,/i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Base64 of the longest beginning that tells a picture. */
const BEGINNING = 24;

/** Base64 that was looked at and found to hold a picture; without prefix, line breaks and padding. */
export interface SoundPicture {
  readonly base64: string;
  readonly type: PictureType;
}

/** The picture, not yet decoded, or what is wrong with it. */
export const judgePicture = (sent: string): SoundPicture | string => {
  const prefix = DATA_URL.exec(sent.slice(0, 200))?.[0] ?? '';
  const text = sent.slice(prefix.length).replace(/\s+/g, '');
  if (!BASE64.test(text)) return 'must be Base64';
  const base64 = text.replace(/=+$/, '');
  if (base64.length % 4 === 1) return 'must be Base64';
  if (Math.floor((base64.length * 3) / 4) > PICTURE_BYTES_MAX) return `must be at most ${PICTURE_BYTES_MAX} bytes`;
  const type = typeOf(Buffer.from(base64.slice(0, BEGINNING), 'base64'));
  return type === undefined ? 'must be a JPEG, PNG, GIF or WebP picture' : { base64, type };
};

/** Decodes what `judgePicture` has accepted. */
export const decodePicture = ({ base64, type }: SoundPicture): Picture => {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  return { bytes, type, hash: createHash('sha256').update(bytes).digest('hex') };
};

/** By the bytes each format begins with; what the sender calls it does not count. */
const typeOf = (beginning: Buffer): PictureType | undefined => {
  const text = beginning.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  return undefined;
};
