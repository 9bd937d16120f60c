import type { Reason } from './verdict.ts';

const END = 0x0605_4b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const CENTRAL = 0x0201_4b50;
const LOCAL = 0x0403_4b50;
const ENTRIES_MAX = 2_000;
const UNPACKED_MAX = 100 * 1024 * 1024;
const RATIO_MAX = 100;
/** A descriptor behind the data: with or without its signature, and with sizes of 4 or of 8 bytes. */
const DESCRIPTORS = [12, 16, 20, 24];
const STORED = 0;
const DEFLATED = 8;

export interface ZipPart {
  readonly name: string;
  readonly packed: number;
  readonly unpacked: number;
}

/** Where the end of a ZIP's directory is, if the bytes end with one (APPNOTE 4.3.16). */
export const zipEndOf = (bytes: Buffer): number | undefined => {
  const from = Math.max(0, bytes.length - END_BYTES - COMMENT_MAX);
  for (let at = bytes.length - END_BYTES; at >= from; at--) if (bytes.readUInt32LE(at) === END) return at;
  return undefined;
};

/**
 * The parts of a ZIP that is nothing else: it begins with its first part, its parts follow each other without a gap, its
 * directory follows them and ends the file. Nothing is unpacked. Otherwise why it is refused.
 */
export const zipPartsOf = (bytes: Buffer): readonly ZipPart[] | Reason => {
  const end = zipEndOf(bytes);
  if (end === undefined) return 'broken';
  const count = bytes.readUInt16LE(end + 10);
  const size = bytes.readUInt32LE(end + 12);
  const directory = bytes.readUInt32LE(end + 16);
  if (count > ENTRIES_MAX) return 'bomb';
  if (end + END_BYTES + bytes.readUInt16LE(end + 20) !== bytes.length || directory + size !== end) return 'polyglot';
  const parts = entriesOf(bytes, { count, directory, end });
  if (typeof parts === 'string') return parts;
  const unpacked = parts.reduce((sum, part) => sum + part.unpacked, 0);
  if (unpacked > UNPACKED_MAX || unpacked > RATIO_MAX * bytes.length) return 'bomb';
  const names = new Set(parts.map(({ name }) => name.toLowerCase()));
  if (names.size !== parts.length) return 'broken';
  return contiguous(bytes, parts, directory) ? parts : 'polyglot';
};

interface Entry extends ZipPart {
  readonly at: number;
  readonly hasDescriptor: boolean;
}

const entriesOf = (
  bytes: Buffer,
  { count, directory, end }: { readonly count: number; readonly directory: number; readonly end: number },
): readonly Entry[] | Reason => {
  const entries: Entry[] = [];
  let at = directory;
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== CENTRAL) return 'broken';
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if ((flags & 1) !== 0) return 'encrypted';
    if ((method !== STORED && method !== DEFLATED) || !SAFE_NAME.test(name)) return 'broken';
    const [packed, unpacked] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    entries.push({ name, packed, unpacked, at: bytes.readUInt32LE(at + 42), hasDescriptor: (flags & 8) !== 0 });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return at === end ? entries : 'polyglot';
};
/** Of Office Open XML: no folder above, no root, no drive, nothing unprintable. */
const SAFE_NAME = /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[\x20-\x39\x3b-\x5b\x5d-\x7e\u00a0-\uffff]{1,250}$/;

const contiguous = (bytes: Buffer, entries: readonly Entry[], directory: number): boolean => {
  /** Where the next part may begin. */
  let nexts: readonly number[] = [0];
  for (const { at, packed, hasDescriptor } of entries.toSorted((one, other) => one.at - other.at)) {
    if (!nexts.includes(at) || at + 30 > directory || bytes.readUInt32LE(at) !== LOCAL) return false;
    const end = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28) + packed;
    nexts = hasDescriptor ? DESCRIPTORS.map((size) => end + size) : [end];
  }
  return nexts.includes(directory);
};
