import type { JsonLimits, JsonRule } from './json-scan.ts';

/** Different for different keys, almost always. */
const markOf = (bytes: Buffer, start: number, end: number): number => {
  let mark = 0;
  for (let at = start; at < end; at++) mark = (Math.imul(mark, 31) + (bytes[at] as number)) | 0;
  return mark;
};

/** Keys that reach an object's prototype in careless code further on. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const SHORTEST_RESERVED = 9;
const LONGEST_RESERVED = 11;
/** The marks of those. */
const RESERVED_MARKS: readonly number[] = [...RESERVED].map((key) => markOf(Buffer.from(key), 0, key.length));
const isMarked = (mark: number, length: number): boolean =>
  length >= SHORTEST_RESERVED && length <= LONGEST_RESERVED && RESERVED_MARKS.includes(mark);
/** More objects and arrays than this are refused: each costs memory that its two bytes do not show. */
const CONTAINERS_MAX = 1_000_000;
/** One object with more keys than this is refused: all of them are gone through again and again further on. */
const KEYS_OF_ONE_MAX = 10_000;
/**
 * More different keys than this, all objects together, are refused: the engine gives each a place of its own in its tables,
 * at ten times the cost of one it knows. Counted by mark, so a few pass for one.
 */
const DIFFERENT_KEYS_MAX = 20_000;
const MARK_BUCKETS = 65_536;
/** The quotes of a key and what stands before it. A text that is too short for so many keys needs no table of their marks. */
const KEY_BYTES_MIN = 3;
/** Knuth's multiplier: neighbouring marks land in buckets far apart. */
const SPREAD = 0x9e3779b1;
/** Up to so many keys of one object are compared with each other; then a set is cheaper. */
const FEW = 24;

const tablesFor = (depth: number) => ({
  counts: new Int32Array(depth + 1),
  sets: new Array<Set<string> | undefined>(depth + 1).fill(undefined),
  marks: new Int32Array((depth + 1) * FEW),
  starts: new Int32Array((depth + 1) * FEW),
  ends: new Int32Array((depth + 1) * FEW),
});
let tables = tablesFor(0);

/**
 * The containers that are open, and the keys that each object of them has had: two equal ones are found whatever way they
 * are written. Almost every object has few keys, so that comparing them with each other beats a set for each. (Its members
 * are not `#private`: the engine would check that on each access, an eighth of the whole scan.)
 */
export class KeyFrames {
  private readonly bytes: Buffer;
  private readonly depthMax: number;
  private readonly keysMax: number;
  private readonly lenient: boolean;
  private depth = 0;
  private keys = 0;
  private containers = 0;
  private different = 0;
  /** Whether a key with such a mark was there before; not where so few keys are let through, or have room, that they cannot be too many. */
  private readonly seen: Uint8Array | undefined;
  /** By depth: how many keys the object has had, −1 for an array. */
  private readonly counts: Int32Array;
  /** By depth: its keys, once there are more than few, or one that is written with escapes. */
  private readonly sets: (Set<string> | undefined)[];
  /** By depth, `FEW` entries each: mark, start and end of its first keys. */
  private readonly marks: Int32Array;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;

  /** INVARIANT: one at a time. All share their tables, for a text is gone through in one turn. */
  constructor(bytes: Buffer, { depth, keys, lenient = false }: JsonLimits) {
    this.bytes = bytes;
    this.lenient = lenient;
    this.depthMax = depth;
    this.keysMax = keys;
    const most = Math.min(keys, bytes.length / KEY_BYTES_MIN);
    this.seen = most > DIFFERENT_KEYS_MAX ? new Uint8Array(MARK_BUCKETS) : undefined;
    if (tables.sets.length <= depth) tables = tablesFor(depth);
    this.counts = tables.counts;
    this.sets = tables.sets;
    this.marks = tables.marks;
    this.starts = tables.starts;
    this.ends = tables.ends;
    this.counts[0] = -1;
  }

  open(object: boolean): JsonRule | undefined {
    if (this.depth === this.depthMax) return 'nested_too_deep';
    if (++this.containers > CONTAINERS_MAX) return 'too_many_values';
    this.depth++;
    this.counts[this.depth] = object ? 0 : -1;
    this.sets[this.depth] = undefined;
    return undefined;
  }

  close(): void {
    if (this.depth > 0) this.depth--;
  }

  inObject(): boolean {
    return (this.counts[this.depth] as number) >= 0;
  }

  /** Takes the key that stands there, without its quotes. It is counted also where a rule is broken. */
  add(start: number, end: number, escaped: boolean): JsonRule | undefined {
    if (++this.keys > this.keysMax) return 'too_many_keys';
    const mark = escaped ? 0 : markOf(this.bytes, start, end);
    const reserved = (escaped || isMarked(mark, end - start)) && RESERVED.has(this.text(start, end, escaped));
    if (reserved && !this.lenient) return 'reserved_key';
    const depth = this.depth;
    const count = this.counts[depth] as number;
    this.counts[depth] = count + 1;
    if (count === KEYS_OF_ONE_MAX || this.differentKeys(mark) > DIFFERENT_KEYS_MAX) return 'too_many_keys';
    const set = this.sets[depth];
    const few = set === undefined && count < FEW && !escaped;
    const broken = few
      ? this.compare(mark, start, end)
      : this.lookUp(set ?? this.toSet(depth, count), this.text(start, end, escaped));
    return broken ?? (reserved ? 'reserved_key' : undefined);
  }

  private differentKeys(mark: number): number {
    const bucket = Math.imul(mark, SPREAD) >>> 16;
    if (this.seen?.[bucket] === 0) {
      this.seen[bucket] = 1;
      this.different++;
    }
    return this.different;
  }

  private compare(mark: number, start: number, end: number): JsonRule | undefined {
    const marks = this.marks;
    const base = this.depth * FEW;
    const next = base + (this.counts[this.depth] as number) - 1;
    marks[next] = mark;
    this.starts[next] = start;
    this.ends[next] = end;
    for (let at = base; at < next; at++) if (marks[at] === mark && this.same(at, start, end)) return 'duplicate_key';
    return undefined;
  }

  private same(at: number, start: number, end: number): boolean {
    const other = this.starts[at] as number;
    const otherEnd = this.ends[at] as number;
    return end - start === otherEnd - other && this.bytes.compare(this.bytes, other, otherEnd, start, end) === 0;
  }

  private toSet(depth: number, count: number): Set<string> {
    const set = new Set<string>();
    for (let at = depth * FEW; at < depth * FEW + count; at++)
      set.add(this.bytes.toString('utf8', this.starts[at], this.ends[at]));
    this.sets[depth] = set;
    return set;
  }

  private lookUp(set: Set<string>, key: string): JsonRule | undefined {
    const before = set.size;
    set.add(key);
    return set.size === before ? 'duplicate_key' : undefined;
  }

  private text(start: number, end: number, escaped: boolean): string {
    const raw = this.bytes.toString('utf8', start, end);
    if (!escaped) return raw;
    try {
      return JSON.parse(`"${raw}"`) as string;
    } catch {
      return raw; // No JSON string, so `JSON.parse` of the whole text refuses it too.
    }
  }
}
