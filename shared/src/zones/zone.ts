import type { Segments } from './segments.ts';

/**
 * One time zone of one release. Times are seconds since 1970-01-01T00:00:00Z, whole or not, of any size and sign; offsets are
 * seconds east of UTC. Every method is total: NaN counts as −Infinity, and before the first and after the last known change
 * the first and the last rule go on for ever. Nothing is allocated after the first call.
 */
export interface Zone {
  /** As the tables spell it; a link keeps its own name. */
  readonly name: string;
  /** The place of the name in the list of names: the same in every later release, so it may be stored. Fits 16 bits. */
  readonly index: number;
  offsetAt(epochS: number): number;
  /** The first instant after this one at which the offset changes. Infinity if there is none. */
  nextTransitionAfter(epochS: number): number;
}

/** Stands in until the first question. NaN is on no side of any number, so nothing is ever found in it. */
const UNREAD: Segments = {
  starts: Float64Array.of(Number.NaN, Number.NaN),
  offsets: Int32Array.of(0),
  cycleFrom: 0,
  cycleFirst: 0,
};

/** 400 years of the Gregorian calendar: whole weeks, so the rules of a zone fall on the same instants again. */
export const CYCLE_S = 146_097 * 86_400;

/**
 * Zones share one hidden class and plain typed arrays, and each remembers the segment of its last answer: a door asks about
 * now, and now is nearly always where it was.
 */
class TableZone implements Zone {
  readonly name: string;
  readonly index: number;
  private readonly read: () => Segments;
  private segments = UNREAD;
  private starts = UNREAD.starts;
  private offsets = UNREAD.offsets;
  private last = 0;

  constructor(name: string, index: number, read: () => Segments) {
    this.name = name;
    this.index = index;
    this.read = read;
  }

  offsetAt(epochS: number): number {
    const { starts, last } = this;
    if (epochS >= (starts[last] as number) && epochS < (starts[last + 1] as number))
      return this.offsets[last] as number;
    const found = this.find(epochS); // First of all: it may have to read the offsets.
    return this.offsets[found] as number;
  }

  nextTransitionAfter(epochS: number): number {
    const i = this.find(epochS);
    const { starts, segments } = this;
    const count = starts.length - 1;
    const end = starts[count] as number;
    if (end === Number.POSITIVE_INFINITY) return starts[i + 1] as number;
    const next = i + 1 < count ? (starts[i + 1] as number) : (starts[segments.cycleFirst] as number) + CYCLE_S;
    if (!(epochS >= end)) return next;
    const shifted = next + Math.floor((epochS - segments.cycleFrom) / CYCLE_S) * CYCLE_S;
    return shifted > epochS ? shifted : Number.POSITIVE_INFINITY; // Past 2^53 seconds no longer differ.
  }

  /** The segment that holds an instant; past the end of the table, the one that holds the same instant of an earlier cycle. */
  private find(epochS: number): number {
    if (this.segments === UNREAD) {
      this.segments = this.read();
      this.starts = this.segments.starts;
      this.offsets = this.segments.offsets;
    }
    const { starts, segments } = this;
    const count = starts.length - 1;
    let at = epochS;
    if (at >= (starts[count] as number)) {
      at = segments.cycleFrom + ((at - segments.cycleFrom) % CYCLE_S);
      if (!(at >= segments.cycleFrom)) return count - 1; // Infinity has no remainder.
    }
    let low = 0;
    let high = count;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (at >= (starts[middle] as number)) low = middle;
      else high = middle;
    }
    this.last = low;
    return low;
  }
}

/** A zone that reads its table at the first question: there are hundreds, and a facility lies in one. */
export const createZone = (name: string, index: number, read: () => Segments): Zone => new TableZone(name, index, read);
