/** Relays that go on and off and know no time. */
export interface SwitchedRelays {
  readonly states: readonly boolean[];
  set(channel: number, on: boolean, cause: string): void;
  /** All off: power-up. */
  drop(cause: string): void;
}

export const createRelays = (
  count: number,
  drive: (channel: number, energised: boolean, cause: string) => void,
): SwitchedRelays => {
  const states = Array.from({ length: count }, () => false);
  const set = (channel: number, on: boolean, cause: string) => {
    if (channel >= count) return;
    states[channel] = on;
    drive(channel, on, cause);
  };
  return {
    get states() {
      return [...states];
    },
    set,
    drop: (cause) => {
      for (let channel = 0; channel < count; channel++) set(channel, false, cause);
    },
  };
};
