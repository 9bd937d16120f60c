import { mergeTransitions, parseFooter, type Transition } from '@gatehouse/shared/zones/footer.ts';
import type { ZoneRules } from '@gatehouse/shared/zones/zone-rules.ts';

interface Header {
  readonly version: number;
  readonly utIndicators: number;
  readonly standardIndicators: number;
  readonly leapSeconds: number;
  readonly times: number;
  readonly types: number;
  readonly characters: number;
}

const HEADER_BYTES = 44;

export const isTzif = (file: Buffer): boolean => file.subarray(0, 4).toString('latin1') === 'TZif';

/** A TZif header (RFC 9636, 3.1). */
const readHeader = (file: Buffer, at: number): Header => {
  if (!isTzif(file.subarray(at))) throw new Error(`no TZif header at byte ${at}`);
  const [utIndicators = 0, standardIndicators = 0, leapSeconds = 0, times = 0, types = 0, characters = 0] = Array.from(
    { length: 6 },
    (_, i) => file.readUInt32BE(at + 20 + 4 * i),
  );
  const version = Number(file.subarray(at + 4, at + 5).toString('latin1'));
  return { version, utIndicators, standardIndicators, leapSeconds, times, types, characters };
};

const blockBytes = (header: Header, timeBytes: number): number =>
  header.times * (timeBytes + 1) +
  header.types * 6 +
  header.characters +
  header.leapSeconds * (timeBytes + 4) +
  header.standardIndicators +
  header.utIndicators;

/**
 * The rules of a compiled zone file (RFC 9636): its 64-bit block and its footer. What does not move the clocks (names,
 * daylight flags, transitions to the same offset) is left out. Throws for version 1, leap seconds, and files without a footer.
 */
export const readTzif = (file: Buffer): ZoneRules => {
  const legacy = readHeader(file, 0);
  if (!(legacy.version >= 2)) throw new Error('version 1: it has no footer');
  const at = HEADER_BYTES + blockBytes(legacy, 4);
  const header = readHeader(file, at);
  if (header.leapSeconds > 0) throw new Error('it counts leap seconds');
  const data = at + HEADER_BYTES;
  const typeOf = data + header.times * 8;
  const types = typeOf + header.times;
  const offsetOf = (type: number): number => {
    if (type >= header.types) throw new Error(`it has no type ${type}`);
    return file.readInt32BE(types + type * 6);
  };
  const all: Transition[] = Array.from({ length: header.times }, (_, i) => ({
    at: Number(file.readBigInt64BE(data + i * 8)),
    offset: offsetOf(file.readUInt8(typeOf + i)),
  }));
  const footerText = /^\n([^\n]*)\n$/.exec(file.subarray(data + blockBytes(header, 8)).toString('latin1'))?.[1] ?? '';
  const footer = parseFooter(footerText);
  if (footer === undefined) throw new Error(`${JSON.stringify(footerText)} is not a footer`);
  const first = offsetOf(0); // Type 0 holds before the first transition (3.2).
  return { first, transitions: mergeTransitions(all, first), footer, footerText };
};
