import { afterScan, END_OF_IMAGE, type ImageContent, imageContentOf, SCAN, segmentAt } from './image-content.ts';

export interface PlainImage extends ImageContent {
  readonly bytes: Uint8Array;
}

/**
 * A whole image, written anew of nothing but what makes the picture: where and when it was taken, by whom and with what, and
 * whatever else stands in it, stay behind. The pixels are as they were. `undefined` for what is no whole image.
 */
export const plainImageOf = (bytes: Uint8Array): PlainImage | undefined => {
  const data = upToItsEnd(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const content = imageContentOf(data);
  if (content === undefined) return undefined;
  switch (content.type) {
    case 'image/png':
      return { ...content, bytes: plainPng(data) };
    case 'image/gif':
      return { ...content, bytes: plainGif(data) };
    case 'image/webp':
      return { ...content, bytes: plainWebp(data) };
    case 'image/jpeg':
      return plainJpeg(content, data);
  }
};

/** Telephones put more behind a JPEG: further pictures, a film, what they made of the light. It stays behind like all else. */
const upToItsEnd = (data: Buffer): Buffer => {
  for (let at = 2; data[0] === 0xff && data[1] === 0xd8; ) {
    const segment = segmentAt(data, at);
    if (segment === undefined) break;
    if (segment.marker === END_OF_IMAGE) return data.subarray(0, segment.next);
    at = segment.marker === SCAN ? afterScan(data, segment.next) : segment.next;
  }
  return data;
};

/** Pixels, colours, how wide a pixel is, and the pictures of one that moves. */
const PNG_KEPT = /^(?:IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|pHYs|acTL|fcTL|fdAT)$/;

const plainPng = (data: Buffer): Buffer => {
  const kept = [data.subarray(0, 8)];
  for (let at = 8; at < data.length; ) {
    const next = at + 12 + data.readUInt32BE(at);
    if (PNG_KEPT.test(data.toString('latin1', at + 4, at + 8))) kept.push(data.subarray(at, next));
    at = next;
  }
  return Buffer.concat(kept);
};

const plainGif = (data: Buffer): Buffer => {
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const afterSubBlocks = (from: number): number => {
    let at = from;
    while (data[at] !== 0) at += 1 + (data[at] ?? 0);
    return at + 1;
  };
  let at = 13 + tableBytes(data[10] ?? 0);
  const kept = [data.subarray(0, at)];
  while (at < data.length) {
    const isExtension = data[at] === 0x21;
    const next =
      data[at] === 0x3b ? at + 1 : afterSubBlocks(isExtension ? at + 2 : at + 11 + tableBytes(data[at + 9] ?? 0));
    // Of extensions, how a picture is shown (F9) and how often all of them are.
    const isKept =
      !isExtension || data[at + 1] === 0xf9 || data.toString('latin1', at + 2, at + 14) === '\x0bNETSCAPE2.0';
    if (isKept) kept.push(data.subarray(at, next));
    at = next;
  }
  return Buffer.concat(kept);
};

const WEBP_KEPT = /^(?:VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/;
/** In the flags of VP8X: that there is EXIF, and XMP. */
const WEBP_TOLD = 0x08 | 0x04;

const plainWebp = (data: Buffer): Buffer => {
  const kept = [Buffer.from(data.subarray(0, 12))];
  for (let at = 12; at < data.length; ) {
    const length = data.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    const name = data.toString('latin1', at, at + 4);
    const part = Buffer.from(data.subarray(at, next));
    if (name === 'VP8X') part[8] = (part[8] ?? 0) & ~WEBP_TOLD;
    if (WEBP_KEPT.test(name)) kept.push(part);
    at = next;
  }
  kept[0]?.writeUInt32LE(
    kept.reduce((sum, { length }) => sum + length, -8),
    4,
  );
  return Buffer.concat(kept);
};

const APP0 = 0xe0;
const APP1 = 0xe1;
const APP15 = 0xef;
const COMMENT = 0xfe;

/** Of what is told beside the pixels: that it is a JFIF, its colours, and how Adobe's are meant. */
const isOfPicture = (marker: number, told: string): boolean => {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  return KEPT_APPS.some(([app, name]) => marker === app && told.startsWith(name));
};
const KEPT_APPS = [
  [APP0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
] as const;

const plainJpeg = (content: ImageContent, data: Buffer): PlainImage | undefined => {
  const kept = [data.subarray(0, 2)];
  let turned = 1;
  for (let at = 2; ; ) {
    const segment = segmentAt(data, at);
    if (segment === undefined) return undefined;
    const { marker, begin, next } = segment;
    const end = marker === SCAN ? afterScan(data, next) : next;
    const told = data.toString('latin1', begin + 4, begin + 16);
    if (isOfPicture(marker, told)) kept.push(data.subarray(begin, end));
    if (marker === APP1 && told.startsWith('Exif\0\0')) turned = orientationIn(data.subarray(begin + 10, end));
    if (marker === END_OF_IMAGE) break;
    at = end;
  }
  if (turned === 1) return { ...content, bytes: Buffer.concat(kept) };
  const [width, height] = turned > 4 ? [content.height, content.width] : [content.width, content.height];
  return { ...content, width, height, bytes: Buffer.concat([data.subarray(0, 2), exifOf(turned), ...kept.slice(1)]) };
};

const ORIENTATION = 0x0112;

/** Which way up a camera was held, by its EXIF (TIFF 6.0): 1 as it is, up to 8. */
const orientationIn = (tiff: Buffer): number => {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  if (tiff.length < 10) return 1;
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Math.min(short(directory), 200);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    const value = short(at + 8);
    if (short(at) === ORIENTATION) return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
};

/** EXIF that says which way up, and nothing else. */
const exifOf = (orientation: number): Buffer => {
  const segment = Buffer.alloc(36);
  segment.set([0xff, 0xe1, 0, 34]);
  segment.write('Exif\0\0MM\0*', 4, 'latin1');
  segment.writeUInt32BE(8, 14);
  segment.writeUInt16BE(1, 18);
  segment.writeUInt16BE(ORIENTATION, 20);
  segment.writeUInt16BE(3, 22);
  segment.writeUInt32BE(1, 24);
  segment.writeUInt16BE(orientation, 28);
  return segment;
};
