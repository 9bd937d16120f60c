/** One pulse: which of the two lines, when on the machine's clock, and its number among all pulses of both. */
export interface Pulse {
  readonly atMs: number;
  readonly bit: '0' | '1';
  readonly seqno: number;
}

export type Captured =
  | { readonly is: 'bits'; readonly bits: string; readonly atMs: number }
  /** Something came that nobody can vouch for; none of it is used. */
  | { readonly is: 'dropped'; readonly why: string };

export interface Capture {
  /** Takes pulses in, nearly in order; gives out what they have ended. */
  pulses(pulses: readonly Pulse[]): readonly Captured[];
  /** No pulse has come for `FRAME_ENDS_MS`, and none is on its way. */
  silence(): readonly Captured[];
  /** When the last pulse of an unfinished frame came; undefined while there is none. */
  lastMs(): number | undefined;
}

/**
 * A frame is over after this silence. Readers leave 0.2 to 20 ms between the pulses of a frame (SIA AC-01, and makers'
 * manuals since).
 */
export const FRAME_ENDS_MS = 25;
/** Pulses closer than this were seen in one look of the kernel's: nobody knows which was first, or there is noise. */
export const PULSES_APART_MS = 0.05;
/** A key of a keypad is the shortest thing a reader sends. */
export const BITS_MIN = 4;
const BITS_MAX = 128;
/** Room for cards that follow each other closely. */
const KEPT_MAX = 4 * BITS_MAX;

/** Sequence numbers are 32 bits wide and wrap. */
const follows = (seqno: number | undefined, before: number | undefined): boolean =>
  seqno === undefined || before === undefined || (seqno - before) >>> 0 === 1;

/** Why a frame cannot be vouched for. `before` and `after` are the numbers of the pulses around it. */
const flaw = (frame: readonly Pulse[], before: number, after: number | undefined): string | undefined => {
  let previous: Pulse | undefined;
  for (const pulse of frame) {
    if (!follows(pulse.seqno, previous?.seqno ?? before)) return 'pulses were lost';
    if (previous !== undefined && pulse.atMs - previous.atMs < PULSES_APART_MS)
      return 'pulses came closer together than a reader sends them';
    previous = pulse;
  }
  if (!follows(after, previous?.seqno)) return 'pulses were lost';
  if (frame.length < BITS_MIN) return 'stray pulses came';
  return frame.length > BITS_MAX ? 'more pulses came than any card has' : undefined;
};

const judged = (frame: readonly Pulse[], before: number, after: number | undefined): Captured => {
  const why = flaw(frame, before, after);
  if (why !== undefined) return { is: 'dropped', why };
  return { is: 'bits', bits: frame.map(({ bit }) => bit).join(''), atMs: frame.at(-1)?.atMs ?? 0 };
};

/** Parts pulses, in the order of their numbers, where the lines were silent. */
const framesOf = (pulses: readonly Pulse[]): readonly (readonly Pulse[])[] => {
  const frames: Pulse[][] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const pulse of pulses) {
    if (pulse.atMs - lastMs >= FRAME_ENDS_MS) frames.push([]);
    frames.at(-1)?.push(pulse);
    lastMs = pulse.atMs;
  }
  return frames;
};

/**
 * Pulses of a Wiegand line to frames. Only what certainly is all of a frame, in its order, comes out; the length is
 * judged by whoever knows the formats, since a pulse that the machine never saw leaves no trace but that.
 */
export const createCapture = (): Capture => {
  let kept: Pulse[] = [];
  /** Pulses beyond what is kept: they belong to no card, but are counted. */
  let beyond = 0;
  let latestMs = Number.NEGATIVE_INFINITY;
  /** The highest number of those kept, and the last before them. The kernel counts from 1. */
  let highest = 0;
  let before = 0;

  const isWhole = (): boolean => (highest - before) >>> 0 === kept.length + beyond;

  const finish = (): readonly Captured[] => {
    if (kept.length === 0) return [];
    const frames = framesOf(kept.toSorted((a, b) => (a.seqno - b.seqno) | 0));
    const out = frames.map((frame, i) =>
      judged(frame, frames[i - 1]?.at(-1)?.seqno ?? before, frames[i + 1]?.[0]?.seqno),
    );
    const tooMany = beyond > 0;
    kept = [];
    beyond = 0;
    before = highest;
    return tooMany ? [{ is: 'dropped', why: 'more pulses came than any card has' }] : out;
  };

  const take = (pulse: Pulse): readonly Captured[] => {
    // While a number is missing, its pulse may be on its way behind this one.
    const ends = pulse.atMs - latestMs >= FRAME_ENDS_MS && isWhole() && follows(pulse.seqno, highest);
    const ended = ends ? finish() : [];
    if (kept.length === 0 || ((pulse.seqno - highest) | 0) > 0) highest = pulse.seqno;
    if (kept.length < KEPT_MAX) kept.push(pulse);
    else beyond++;
    latestMs = Math.max(latestMs, pulse.atMs);
    return ended;
  };

  return {
    pulses: (pulses) => pulses.flatMap(take),
    silence: finish,
    lastMs: () => (kept.length === 0 ? undefined : latestMs),
  };
};
