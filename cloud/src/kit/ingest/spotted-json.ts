import { itemPath } from './item-path.ts';

/** What may be wrong with single values of a text that is JSON, in words that go on from the field's name. */
const SPOTS = {
  duplicate_key: 'comes twice in one object',
  nul_character: 'has a NUL character',
  lone_surrogate: 'has half of a surrogate pair',
} as const;
export type Spot = keyof typeof SPOTS;

/** By the path within the item. */
export type Spots = ReadonlyMap<string, Spot>;

export const describeSpot = (path: string, spot: Spot): string => `${path}: ${SPOTS[spot]}`;

export interface SpottedBatch {
  /** Objects without a prototype, so that every name is data. The last of repeated members counts. */
  readonly value: Readonly<Record<string, unknown>>;
  /** By the item's place. */
  readonly spots: ReadonlyMap<number, Spots>;
  /** The list itself comes twice: nobody knows which one is meant. */
  readonly listTwice: boolean;
}

/** More in one item are told of by the item's own member alone. */
const SPOTS_TOLD = 50;
const NAME_TOLD = 60;

/**
 * Reads a batch that has a key twice, a reserved one, a NUL or half of a surrogate pair somewhere, and says where. What is
 * in a verbatim member is data whatever it is: a repeated key's values are all kept, in a list, and so are numbers as they
 * were written (see `parseWithRawNumbers`). The text must be JSON, no deeper than what is let through.
 */
export const readSpotted = (text: string, arrayKey: string, verbatim: string | undefined): SpottedBatch => {
  const reader = new Reader(text, arrayKey, verbatim);
  const value = reader.value() as Readonly<Record<string, unknown>>;
  return { value, spots: reader.spots, listTwice: reader.listTwice };
};

const NUMBER = /[-+.0-9eE]+/y;
const LITERALS: Readonly<Record<string, readonly [value: unknown, length: number]>> = {
  t: [true, 4],
  f: [false, 5],
  n: [null, 4],
};

class Reader {
  readonly spots = new Map<number, Map<string, Spot>>();
  listTwice = false;
  readonly #text: string;
  readonly #arrayKey: string;
  readonly #verbatim: string | undefined;
  /** From the body down: the list, the item's place, the item's member. */
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string, arrayKey: string, verbatim: string | undefined) {
    this.#text = text;
    this.#arrayKey = arrayKey;
    this.#verbatim = verbatim;
  }

  value(): unknown {
    const next = this.#next();
    if (next === '{') return this.#object();
    if (next === '[') return this.#array();
    if (next === '"') {
      const text = this.#string();
      this.#spot(spotIn(text));
      return text;
    }
    const [value, length] = LITERALS[next] ?? [undefined, 0];
    this.#at += length;
    return length > 0 ? value : this.#number();
  }

  #object(): unknown {
    const object = Object.create(null) as Record<string, unknown>;
    /** Of a verbatim object: all values of its repeated keys. */
    const all = new Map<string, unknown[]>();
    this.#at++;
    while (this.#next() !== '}') {
      const key = this.#string();
      this.#path.push(key);
      // A member of the item whose name is odd is none that anybody knows.
      if (this.#path.length > ITEM_DEPTH + 1) this.#spot(spotIn(key));
      this.#next();
      this.#at++; // The colon.
      const twice = Object.hasOwn(object, key);
      if (twice) this.#repeated(key);
      const value = this.value();
      if (twice && this.#isVerbatim()) all.set(key, all.get(key) ?? [object[key]]);
      all.get(key)?.push(value);
      object[key] = value;
      this.#path.pop();
      if (this.#next() === ',') this.#at++;
    }
    this.#at++;
    for (const [key, values] of all) object[key] = values;
    return object;
  }

  #array(): unknown[] {
    const array: unknown[] = [];
    this.#at++;
    while (this.#next() !== ']') {
      this.#path.push(array.length);
      array.push(this.value());
      this.#path.pop();
      if (this.#next() === ',') this.#at++;
    }
    this.#at++;
    return array;
  }

  #string(): string {
    const from = this.#at;
    let slashes: number;
    do {
      this.#at = this.#text.indexOf('"', this.#at + 1);
      for (slashes = 0; this.#text[this.#at - 1 - slashes] === '\\'; slashes++);
    } while (slashes % 2 === 1);
    this.#at++;
    return JSON.parse(this.#text.slice(from, this.#at)) as string;
  }

  #number(): unknown {
    NUMBER.lastIndex = this.#at;
    const token = NUMBER.exec(this.#text)?.[0] ?? '';
    this.#at += Math.max(token.length, 1);
    const value = Number(token);
    return this.#isVerbatim() && String(value) !== token ? [token] : value;
  }

  #repeated(key: string): void {
    if (this.#path.length === 1 && key === this.#arrayKey) this.listTwice = true;
    this.#spot('duplicate_key');
  }

  #spot(spot: Spot | undefined): void {
    if (spot === undefined) return;
    const [list, index, ...path] = this.#path;
    if (list !== this.#arrayKey || typeof index !== 'number' || path.length === 0 || this.#isVerbatim()) return;
    const own = this.spots.get(index) ?? new Map<string, Spot>();
    this.spots.set(index, own);
    const told = own.size < SPOTS_TOLD ? path : path.slice(0, 1);
    const at = itemPath(told.map((part) => (typeof part === 'string' ? part.slice(0, NAME_TOLD) : part)));
    if (!own.has(at)) own.set(at, spot);
  }

  #isVerbatim(): boolean {
    return (
      this.#verbatim !== undefined && this.#path[ITEM_DEPTH] === this.#verbatim && this.#path[0] === this.#arrayKey
    );
  }

  #next(): string {
    while (' \n\r\t'.includes(this.#text[this.#at] ?? 'x')) this.#at++;
    return this.#text[this.#at] ?? ']';
  }
}

const spotIn = (text: string): Spot | undefined => {
  if (text.includes('\0')) return 'nul_character';
  return text.isWellFormed() ? undefined : 'lone_surrogate';
};

/** The list and the item's place stand before what is in an item. */
const ITEM_DEPTH = 2;

/** The first thing that is wrong in a field or below it. */
export const spotUnder = (spots: Spots, path: string): string | undefined => {
  for (const [at, spot] of spots) if (isUnder(at, path)) return describeSpot(at, spot);
  return undefined;
};

/** Whether a path is the other one, or leads into it. */
export const isUnder = (path: string, field: string): boolean =>
  path.startsWith(field) && (path.length === field.length || path[field.length] === '.' || path[field.length] === '[');

/** The paths of keys that come twice. */
export const repeatedIn = (spots: Spots): ReadonlySet<string> =>
  new Set([...spots].flatMap(([path, spot]) => (spot === 'duplicate_key' ? [path] : [])));

export const NO_SPOTS: Spots = new Map();
