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
  silence(): Captured | undefined;
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

/** Sequence numbers are 32 bits wide and wrap. */
const comesAfter = (later: number, earlier: number): boolean => ((later - earlier) | 0) > 0;
const follows = (later: number, earlier: number): boolean => ((later - earlier) | 0) === 1;

/** Why a frame cannot be vouched for. `before` is the number of the last pulse before it. */
const flaw = (frame: readonly Pulse[], before: number): string | undefined => {
  let previous: Pulse | undefined;
  for (const pulse of frame) {
    if (!follows(pulse.seqno, previous?.seqno ?? before)) return 'pulses were lost';
    if (previous !== undefined && pulse.atMs - previous.atMs < PULSES_APART_MS)
      return 'pulses came closer together than a reader sends them';
    previous = pulse;
  }
  if (frame.length < BITS_MIN) return 'stray pulses came';
  return undefined;
};

/**
 * Pulses of a Wiegand line to frames. Only what certainly is all of a frame, in its order, comes out; the length is
 * judged by whoever knows the formats, since a pulse that the machine never saw leaves no trace but that.
 */
export const createCapture = (): Capture => {
  let frame: Pulse[] = [];
  let tooLong = false;
  /** The latest pulse of the frame, and the number of the last before it. The kernel counts from 1. */
  let latestMs = Number.NEGATIVE_INFINITY;
  let before = 0;

  const finish = (): Captured | undefined => {
    if (frame.length === 0) return undefined;
    const sorted = frame.toSorted((a, b) => (a.seqno === b.seqno ? 0 : comesAfter(a.seqno, b.seqno) ? 1 : -1));
    const why = tooLong ? 'more pulses came than any card has' : flaw(sorted, before);
    before = sorted.at(-1)?.seqno ?? before;
    frame = [];
    tooLong = false;
    if (why !== undefined) return { is: 'dropped', why };
    return { is: 'bits', bits: sorted.map(({ bit }) => bit).join(''), atMs: latestMs };
  };

  return {
    pulses: (pulses) => {
      const out: Captured[] = [];
      for (const pulse of pulses) {
        const ended = pulse.atMs - latestMs >= FRAME_ENDS_MS ? finish() : undefined;
        if (ended !== undefined) out.push(ended);
        if (frame.length === BITS_MAX) {
          tooLong = true;
          frame.pop(); // The newest stays, for its number.
        }
        frame.push(pulse);
        latestMs = Math.max(latestMs, pulse.atMs);
      }
      return out;
    },
    silence: finish,
    lastMs: () => (frame.length === 0 ? undefined : latestMs),
  };
};
