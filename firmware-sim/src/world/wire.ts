/** `cut`: the pair is open. `short`: its two conductors touch. */
export type WireFault = 'cut' | 'short';

/** A pair of conductors between two parts of the building. */
export interface Wire {
  /** `front.sense`: whose it is and what runs through it. */
  readonly name: string;
  readonly fault: WireFault | undefined;
  /** Whether current passes, if what stands at its far end closes the circuit or not. */
  carries(closed: boolean): boolean;
  /** False if it was so already. */
  set(fault: WireFault | undefined): boolean;
}

export const createWire = (name: string, onChange: (fault: WireFault | undefined) => void): Wire => {
  let fault: WireFault | undefined;
  return {
    name,
    get fault() {
      return fault;
    },
    carries: (closed) => (fault === undefined ? closed : fault === 'short'),
    set: (next) => {
      if (fault === next) return false;
      fault = next;
      onChange(next);
      return true;
    },
  };
};
