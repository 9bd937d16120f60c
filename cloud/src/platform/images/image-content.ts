/** What an image really is, by its own bytes from the first to the last. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** Wider or higher than this is no picture for a notification, but work for whoever shows it. */
const SIDE_MAX = 16_384;

interface Size {
  readonly width: number;
  readonly height: number;
}
export interface ImageContent extends Size {
  readonly type: ImageType;
}

/**
 * The type and the size of an image that is whole: it begins as its format does, its parts follow each other as the format
 * says, and it ends where the bytes end. `undefined` for anything else, also for an image with something behind it. The pixels
 * are not decoded.
 */
export const imageContentOf = (bytes: Uint8Array): ImageContent | undefined => {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = FORMATS.find(({ begins }) => begins(data));
  const size = found?.sizeOf(data);
  const fits = ({ width, height }: Size) => width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX;
  return found !== undefined && size !== undefined && fits(size) ? { type: found.type, ...size } : undefined;
};
export const imageTypeOf = (bytes: Uint8Array): ImageType | undefined => imageContentOf(bytes)?.type;

const textAt = (data: Buffer, at: number, text: string): boolean =>
  data.toString('latin1', at, at + text.length) === text;

/** PNG (ISO 15948): chunks of a length, a name, data and a checksum, from IHDR over IDAT to IEND. */
const pngSize = (data: Buffer): Size | undefined => {
  if (!textAt(data, 12, 'IHDR') || data.length < 33 || data.readUInt32BE(8) !== 13) return undefined;
  let pixels = false;
  for (let at = 8; at + 12 <= data.length; ) {
    const length = data.readUInt32BE(at);
    const next = at + 12 + length;
    if (next > data.length) return undefined;
    if (textAt(data, at + 4, 'IDAT')) pixels = true;
    if (textAt(data, at + 4, 'IEND'))
      return pixels && length === 0 && next === data.length
        ? { width: data.readUInt32BE(16), height: data.readUInt32BE(20) }
        : undefined;
    at = next;
  }
  return undefined;
};

/** GIF (89a specification): a screen, then blocks of sub-blocks, then a trailer. */
const gifSize = (data: Buffer): Size | undefined => {
  if (data.length < 14) return undefined;
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  /** Where the sub-blocks that begin here end. */
  const afterSubBlocks = (from: number): number => {
    let at = from;
    while (at < data.length && data[at] !== 0) at += 1 + (data[at] ?? 0);
    return at + 1;
  };
  let images = 0;
  for (let at = 13 + tableBytes(data[10] ?? 0); at < data.length; ) {
    const kind = data[at];
    if (kind === 0x3b)
      return images > 0 && at === data.length - 1
        ? { width: data.readUInt16LE(6), height: data.readUInt16LE(8) }
        : undefined;
    if (kind === 0x21) at = afterSubBlocks(at + 2);
    else if (kind === 0x2c) {
      images++;
      at = afterSubBlocks(at + 11 + tableBytes(data[at + 9] ?? 0));
    } else return undefined;
  }
  return undefined;
};

/** JPEG (ITU T.81 annex B): segments behind markers, a frame, scans of coded data, and the end of the image. */
const jpegSize = (data: Buffer): Size | undefined => {
  let size: Size | undefined;
  let scans = 0;
  for (let at = 2; ; ) {
    const segment = segmentAt(data, at);
    if (segment === undefined) return undefined;
    const { marker, begin, next } = segment;
    if (marker === END_OF_IMAGE) return scans > 0 && next === data.length ? size : undefined;
    if (isFrame(marker) && next >= begin + 9)
      size = { height: data.readUInt16BE(begin + 5), width: data.readUInt16BE(begin + 7) };
    if (marker === SCAN && size === undefined) return undefined;
    if (marker === SCAN) scans++;
    at = marker === SCAN ? afterScan(data, next) : next;
  }
};
export const END_OF_IMAGE = 0xd9;
export const SCAN = 0xda;
/** The marker here, where its segment begins, and where the next one does. Fill bytes may stand before it. */
export const segmentAt = (data: Buffer, from: number): { marker: number; begin: number; next: number } | undefined => {
  if (data[from] !== 0xff) return undefined;
  let begin = from;
  while (data[begin + 1] === 0xff) begin++;
  const marker = data[begin + 1] ?? 0;
  if (marker === END_OF_IMAGE) return { marker, begin, next: begin + 2 };
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || begin + 4 > data.length) return undefined;
  const length = data.readUInt16BE(begin + 2);
  const next = begin + 2 + length;
  return length < 2 || next > data.length ? undefined : { marker, begin, next };
};
/** Of C0 to CF, three are tables and a reserved one. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Coded data has no marker but restarts, and stuffs a zero behind each FF of its own. */
export const afterScan = (data: Buffer, from: number): number => {
  for (let at = data.indexOf(0xff, from); at !== -1; at = data.indexOf(0xff, at + 1)) {
    const next = data[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return data.length;
};

/** WebP (RFC 9649): a RIFF file of its exact length, of chunks padded to an even one, with pixels in it. */
const webpSize = (data: Buffer): Size | undefined => {
  if (data.length < 30 || data.readUInt32LE(4) + 8 !== data.length) return undefined;
  let size: Size | undefined;
  let pixels = false;
  let at = 12;
  while (at + 8 <= data.length) {
    const name = data.toString('latin1', at, at + 4);
    const length = data.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (next > data.length) return undefined;
    if (name === 'VP8 ' || name === 'VP8L' || name === 'ANMF') pixels = true;
    if (at === 12) size = webpFirst(data, name, length);
    at = next;
  }
  return pixels && at === data.length ? size : undefined;
};
const webpFirst = (data: Buffer, name: string, length: number): Size | undefined => {
  if (name === 'VP8X' && length >= 10) return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
  if (name === 'VP8 ' && length >= 10 && data.readUIntBE(23, 3) === 0x9d012a)
    return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
  if (name !== 'VP8L' || length < 5 || data[20] !== 0x2f) return undefined;
  const bits = data.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
};

const FORMATS: readonly {
  readonly type: ImageType;
  readonly begins: (data: Buffer) => boolean;
  readonly sizeOf: (data: Buffer) => Size | undefined;
}[] = [
  { type: 'image/png', begins: (data) => textAt(data, 0, '\x89PNG\r\n\x1a\n'), sizeOf: pngSize },
  { type: 'image/jpeg', begins: (data) => textAt(data, 0, '\xff\xd8\xff'), sizeOf: jpegSize },
  { type: 'image/gif', begins: (data) => /^GIF8[79]a/.test(data.toString('latin1', 0, 6)), sizeOf: gifSize },
  { type: 'image/webp', begins: (data) => textAt(data, 0, 'RIFF') && textAt(data, 8, 'WEBP'), sizeOf: webpSize },
];
