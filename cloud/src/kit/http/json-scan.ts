import { KeyFrames } from './json-keys.ts';

export type JsonRule =
  | 'nested_too_deep'
  | 'too_many_keys'
  | 'too_many_values'
  | 'duplicate_key'
  | 'reserved_key'
  | 'nul_character'
  | 'lone_surrogate';

/** What spoils one value, or one object, and not what stands beside it. */
const SPOTS: ReadonlySet<JsonRule> = new Set(['duplicate_key', 'reserved_key', 'nul_character', 'lone_surrogate']);

export interface JsonLimits {
  readonly depth: number;
  readonly keys: number;
  /** Whoever asks judges for itself what spoils single values: that is `spotted`, and breaks nothing. */
  readonly lenient?: boolean;
}

/** What the bytes are, beside JSON or not. */
export interface JsonScan {
  /** The first rule that they break. Nothing else is known then. */
  readonly broken?: JsonRule;
  /** Some number is not written as a plain integer within ±(2^53 − 1): it has a fraction or an exponent, or is `-0`. */
  readonly oddNumbers: boolean;
  /** Some number is beyond ±(2^53 − 1). */
  readonly hugeNumbers: boolean;
  /** Only where it is lenient: a key twice or reserved, a NUL, half of a surrogate pair. */
  readonly spotted: boolean;
}

const QUOTE = 0x22;
const SLASH = 0x5c;
const LETTER_U = 0x75;
const MINUS = 0x2d;
const ZERO = 0x30;
/** Shorter tokens without fraction and exponent are always within ±(2^53 − 1). */
const SURELY_SAFE_LENGTH = 15;
/** From here on the search for the end of a string is left to the engine: a call costs as much as so many bytes. */
const LONG_STRING = 48;

const NOTHING = 0;
const STRING = 1;
const OBJECT = 2;
const ARRAY = 3;
const CLOSE = 4;
const COMMA = 5;
const NUMBER = 6;
/** What each byte begins, outside of strings. */
const BEGINS = new Uint8Array(256);
for (const [kind, bytes] of [
  [STRING, '"'],
  [OBJECT, '{'],
  [ARRAY, '['],
  [CLOSE, '}]'],
  [COMMA, ','],
  [NUMBER, '-0123456789'],
] as const)
  for (const byte of Buffer.from(bytes)) BEGINS[byte] = kind;

const DIGIT = 1;
const POINT = 2;
const EXPONENT = 4;
/** What each byte is in a number. */
const IN_NUMBER = new Uint8Array(256);
for (const [part, bytes] of [
  [DIGIT, '0123456789-+'],
  [POINT, '.'],
  [EXPONENT, 'eE'],
] as const)
  for (const byte of Buffer.from(bytes)) IN_NUMBER[byte] = part;

const NOT_HEX = 0x10000;
const HEX = new Uint32Array(256).fill(NOT_HEX);
for (let digit = 0; digit < 16; digit++)
  for (const text of [digit.toString(16), digit.toString(16).toUpperCase()]) HEX[text.charCodeAt(0)] = digit;

/**
 * Looks the bytes of a JSON text over before `JSON.parse` is let loose on it, which would build whatever it says (RFC 8259
 * sections 4, 6, 8.2 and 9 leave these to us). Linear in the text, and it judges only texts that are JSON in UTF-8: what
 * is not, `JSON.parse` refuses anyway.
 */
export const scanJson = (bytes: Buffer, limits: JsonLimits): JsonScan => {
  const scanner = new Scanner(bytes, limits);
  const broken = scanner.run();
  const { oddNumbers, hugeNumbers, spotted } = scanner;
  const seen = { oddNumbers, hugeNumbers, spotted };
  return broken === undefined ? seen : { broken, ...seen };
};

class Scanner {
  oddNumbers = false;
  hugeNumbers = false;
  spotted = false;
  private readonly lenient: boolean;
  private readonly bytes: Buffer;
  private readonly frames: KeyFrames;
  private broken: JsonRule | undefined;
  /** Where the last escape was. */
  private escapeAt = -1;
  /** Where a backslash comes next, at or after the last search; looked for only in long strings. */
  private slash = -1;

  constructor(bytes: Buffer, limits: JsonLimits) {
    this.bytes = bytes;
    this.lenient = limits.lenient === true;
    this.frames = new KeyFrames(bytes, limits);
  }

  /** One turn a token. What breaks a rule says so and ends the text. */
  run(): JsonRule | undefined {
    const bytes = this.bytes;
    const frames = this.frames;
    const end = bytes.length;
    let keyDue = false;
    for (let at = 0; at < end && this.broken === undefined; ) {
      const kind = BEGINS[bytes[at] as number] as number;
      if (kind === STRING) {
        const start = at + 1;
        at = this.endOfString(start);
        if (keyDue && at < end) this.take(frames.add(start, at, this.escapeAt >= start));
        keyDue = false;
        at++;
      } else if (kind === NUMBER) {
        at = this.endOfNumber(at);
      } else {
        at++;
        if (kind !== NOTHING) keyDue = this.structure(kind);
      }
    }
    return this.broken;
  }

  private take(rule: JsonRule | undefined): void {
    if (rule === undefined) return;
    if (this.lenient && SPOTS.has(rule)) this.spotted = true;
    else this.broken ??= rule;
  }

  /** Says whether the next string is a key. */
  private structure(kind: number): boolean {
    if (kind === COMMA) return this.frames.inObject();
    if (kind === CLOSE) this.frames.close();
    else this.broken = this.frames.open(kind === OBJECT);
    return kind === OBJECT;
  }

  private endOfNumber(start: number): number {
    const bytes = this.bytes;
    let at = start;
    let parts = DIGIT;
    for (let part = DIGIT; part !== NOTHING; part = IN_NUMBER[bytes[++at] as number] ?? NOTHING) parts |= part;
    const length = at - start;
    if (parts >= EXPONENT || length > SURELY_SAFE_LENGTH) this.judgeSize(start, at);
    if (parts !== DIGIT || (length === 2 && bytes[start] === MINUS && bytes[start + 1] === ZERO))
      this.oddNumbers = true;
    return at;
  }

  private judgeSize(start: number, end: number): void {
    const huge = Math.abs(Number(this.bytes.toString('latin1', start, end))) > Number.MAX_SAFE_INTEGER;
    if (huge) this.oddNumbers = this.hugeNumbers = true;
  }

  /** Where the quote is that ends the string. Nearly all are short and have no escape. */
  private endOfString(start: number): number {
    const bytes = this.bytes;
    const soon = Math.min(start + LONG_STRING, bytes.length);
    let at = start;
    while (at < soon && bytes[at] !== QUOTE && bytes[at] !== SLASH) at++;
    return at < soon && bytes[at] === QUOTE ? at : this.endOfLongString(at);
  }

  private endOfLongString(from: number): number {
    const bytes = this.bytes;
    let at = from;
    for (;;) {
      const soon = Math.min(at + LONG_STRING, bytes.length);
      while (at < soon && bytes[at] !== QUOTE && bytes[at] !== SLASH) at++;
      if (at === soon) at = this.leap(at);
      if (at >= bytes.length || bytes[at] === QUOTE) return at;
      this.escapeAt = at;
      at = this.endOfEscape(at);
    }
  }

  /** The next quote or backslash, by the engine's own search. Each backslash is searched for once, so it stays linear. */
  private leap(from: number): number {
    const bytes = this.bytes;
    if (this.slash < from) this.slash = found(bytes.indexOf(SLASH, from), bytes);
    return found(bytes.subarray(0, this.slash).indexOf(QUOTE, from), bytes, this.slash);
  }

  /** For half of a surrogate pair it takes the other half along. */
  private endOfEscape(slash: number): number {
    if (this.bytes[slash + 1] !== LETTER_U) return slash + 2;
    const unit = this.unit(slash);
    if (unit === 0) this.take('nul_character');
    if (unit < 0xd800 || unit > 0xdfff) return slash + 6;
    const low = unit <= 0xdbff ? this.unit(slash + 6) : 0;
    if (low >= 0xdc00 && low <= 0xdfff) return slash + 12;
    this.take('lone_surrogate');
    return slash + 6;
  }

  /** The code unit that the escape at `slash` stands for. Where there is none, something that is no surrogate. */
  private unit(slash: number): number {
    const bytes = this.bytes;
    if (bytes[slash] !== SLASH || bytes[slash + 1] !== LETTER_U) return -1;
    let unit = 0;
    for (let at = slash + 2; at < slash + 6; at++) unit = unit * 16 + (HEX[bytes[at] as number] ?? NOT_HEX);
    return unit < 0x10000 ? unit : -1;
  }
}

const found = (index: number, bytes: Buffer, otherwise = bytes.length): number => (index === -1 ? otherwise : index);
