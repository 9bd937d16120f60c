/** Believes a contact only after it has said the same for a while: springs and magnets bounce for tens of ms. */
export interface Debounce {
  /** Takes a sample; answers the believed value when that has just changed, else `undefined`. */
  sample(value: boolean, nowMs: number): boolean | undefined;
  /** Whether a change is on trial, so that another sample is wanted soon. */
  unsure(): boolean;
  /** Forgets everything: the next steady value counts as a change. */
  forget(): void;
}

export const createDebounce = (steadyMs: number): Debounce => {
  let believed: boolean | undefined;
  let trial: { readonly value: boolean; readonly sinceMs: number } | undefined;
  return {
    sample: (value, nowMs) => {
      if (value === believed) {
        trial = undefined;
        return undefined;
      }
      if (trial?.value !== value) trial = { value, sinceMs: nowMs };
      if (nowMs - trial.sinceMs < steadyMs) return undefined;
      trial = undefined;
      believed = value;
      return value;
    },
    unsure: () => trial !== undefined,
    forget: () => {
      believed = undefined;
      trial = undefined;
    },
  };
};
