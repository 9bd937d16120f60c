export type JsonRule =
  | 'nested_too_deep'
  | 'too_many_keys'
  | 'duplicate_key'
  | 'reserved_key'
  | 'number_out_of_range'
  | 'nul_character'
  | 'lone_surrogate';

export interface JsonLimits {
  readonly depth: number;
  readonly keys: number;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const MINUS = 0x2d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
/** Keys that reach an object's prototype in careless code further on. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor']);
/** Shorter numbers without an exponent are always within ±(2^53 − 1). */
const SURELY_SAFE_LENGTH = 15;
const NUMBER = /[-+.0-9eE]*/y;

/**
 * Looks a JSON text over before `JSON.parse` is let loose on it, which would build whatever it says (RFC 8259 sections
 * 4, 6, 8.2 and 9 leave these to us). Returns the first rule it breaks. Linear in the text, and it judges only texts
 * that are JSON: what is not, `JSON.parse` refuses anyway.
 */
export const scanJson = (text: string, limits: JsonLimits): JsonRule | undefined => new Scanner(text, limits).run();

class Scanner {
  readonly #text: string;
  readonly #limits: JsonLimits;
  /** One entry for each container that is open: the keys seen in an object, nothing for an array. */
  readonly #open: (Set<string> | undefined)[] = [];
  #keys = 0;
  #at = 0;
  /** The next backslash at or after `#at`, found once: searching for each string anew would be quadratic. */
  #slash: number;

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
    this.#slash = this.#find('\\', 0);
  }

  run(): JsonRule | undefined {
    while (this.#at < this.#text.length) {
      const broken = this.#token(this.#text.charCodeAt(this.#at));
      if (broken !== undefined) return broken;
    }
    return undefined;
  }

  #token(code: number): JsonRule | undefined {
    if (code === QUOTE) return this.#string();
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      this.#open.push(code === OPEN_OBJECT ? new Set() : undefined);
      if (this.#open.length > this.#limits.depth) return 'nested_too_deep';
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      this.#open.pop();
    } else if (code === MINUS || (code >= 0x30 && code <= 0x39)) {
      return this.#number();
    }
    this.#at++;
    return undefined;
  }

  #number(): JsonRule | undefined {
    NUMBER.lastIndex = this.#at;
    const token = NUMBER.exec(this.#text)?.[0] ?? '';
    this.#at += token.length;
    if (token.length <= SURELY_SAFE_LENGTH && !/[eE]/.test(token)) return undefined;
    return Math.abs(Number(token)) <= Number.MAX_SAFE_INTEGER ? undefined : 'number_out_of_range';
  }

  #string(): JsonRule | undefined {
    const start = this.#at;
    let close = this.#find('"', start + 1);
    while (this.#slash < close) {
      const broken = this.#escape();
      if (broken !== undefined) return broken;
      if (close < this.#at) close = this.#find('"', this.#at);
    }
    this.#at = close + 1;
    return this.#followedByColon() ? this.#key(this.#text.slice(start, close + 1)) : undefined;
  }

  /** Steps over the escape at `#slash`; for half of a surrogate pair it takes the other half along. */
  #escape(): JsonRule | undefined {
    let length = 2;
    if (this.#text[this.#slash + 1] === 'u') {
      const unit = this.#unit(this.#slash);
      if (unit === 0) return 'nul_character';
      if (unit >= 0xdc00 && unit <= 0xdfff) return 'lone_surrogate';
      length = 6;
      if (unit >= 0xd800 && unit <= 0xdbff) {
        const low = this.#text.startsWith('\\u', this.#slash + 6) ? this.#unit(this.#slash + 6) : 0;
        if (low < 0xdc00 || low > 0xdfff) return 'lone_surrogate';
        length = 12;
      }
    }
    this.#at = this.#slash + length;
    this.#slash = this.#find('\\', this.#at);
    return undefined;
  }

  #unit(slash: number): number {
    return Number.parseInt(this.#text.slice(slash + 2, slash + 6), 16);
  }

  #key(raw: string): JsonRule | undefined {
    const seen = this.#open.at(-1);
    if (seen === undefined) return undefined;
    if (++this.#keys > this.#limits.keys) return 'too_many_keys';
    const key = unescaped(raw);
    if (RESERVED.has(key)) return 'reserved_key';
    if (seen.has(key)) return 'duplicate_key';
    seen.add(key);
    return undefined;
  }

  #followedByColon(): boolean {
    let at = this.#at;
    while (isSpace(this.#text.charCodeAt(at))) at++;
    return this.#text.charCodeAt(at) === COLON;
  }

  #find(what: string, from: number): number {
    const found = this.#text.indexOf(what, from);
    return found === -1 ? this.#text.length : found;
  }
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

const unescaped = (raw: string): string => {
  if (!raw.includes('\\')) return raw.slice(1, -1);
  try {
    return JSON.parse(raw) as string;
  } catch {
    return raw; // No JSON string, so `JSON.parse` of the whole text refuses it too.
  }
};
