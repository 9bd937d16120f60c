import { z } from 'zod';

/**
 * How a service can fail. `refuse`: it says no in its own words, and does nothing. `too-many`: no, and when to come again.
 * `late`: it does what was asked and takes its time to say so. `no-answer`: it does nothing and says nothing. `cut`: it does
 * nothing, and the connection ends in the middle. `lost-answer`: it does what was asked, and the connection ends before it
 * said so. `page`: somebody else's page, as of a network that wants a sign-in. `endless`: more than anybody asked for.
 * `answer`: this very answer, whatever was asked.
 */
const Kind = z.enum(['refuse', 'too-many', 'late', 'no-answer', 'cut', 'lost-answer', 'page', 'endless', 'answer']);
export type FaultKind = z.infer<typeof Kind>;

export const Fault = z.strictObject({
  kind: Kind,
  /** Where: how the path begins, or the step of a protocol that has steps. Wherever it can be, unless said. */
  at: z.string().optional(),
  /** How often. Until it is cleared, unless said. */
  times: z.int().min(1).optional(),
  /** Of `refuse` and `answer`. */
  status: z.int().min(200).max(599).optional(),
  /** Of `too-many`. */
  retryAfterSeconds: z.int().min(0).optional(),
  /** Of `late`. */
  ms: z.int().min(0).optional(),
  /** Of `cut`: what was asked is done, and so many bytes of the answer are sent. */
  bytes: z.int().min(0).optional(),
  /** Of `answer`. */
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
});
export type Fault = z.infer<typeof Fault>;

/** The faults that somebody wants of one service. Those that were wanted first come first. */
export const createFaults = (kinds: readonly FaultKind[]) => {
  const wanted: { readonly fault: Fault; left: number }[] = [];
  return {
    kinds,
    want: (...faults: readonly Fault[]): void => {
      for (const fault of faults) {
        if (!kinds.includes(fault.kind)) throw new RangeError(`this service knows no fault ${fault.kind}`);
        wanted.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
      }
    },
    clear: (): void => void wanted.splice(0),
    wanted: (): readonly Fault[] =>
      wanted.map(({ fault, left }) => ({ ...fault, ...(left < Infinity && { times: left }) })),
    /** The fault for what happens here, one time less from now on. `possible`: what can go wrong at this step at all. */
    take: (at: string, possible: readonly FaultKind[] = kinds): Fault | undefined => {
      const found = wanted.find(({ fault }) => at.startsWith(fault.at ?? '') && possible.includes(fault.kind));
      if (found === undefined) return undefined;
      found.left -= 1;
      if (found.left === 0) wanted.splice(wanted.indexOf(found), 1);
      return found.fault;
    },
  };
};
export type Faults = ReturnType<typeof createFaults>;
