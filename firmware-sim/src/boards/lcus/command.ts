/** What begins a command; channel, what to do, and the sum of the three follow. */
const START = 0xa0;
const COMMAND_BYTES = 4;
const [OFF, ON] = [0, 1];

export interface LcusCommand {
  readonly channel: number;
  readonly on: boolean;
}

const wellSummed = ([start = 0, channel = 0, what = 0, sum = 0]: readonly number[]): boolean =>
  ((start + channel + what) & 0xff) === sum;

const meaningOf = ([, channel = 0, what = 0]: readonly number[]): LcusCommand | undefined =>
  what === ON || what === OFF ? { channel: channel - 1, on: what === ON } : undefined;

/** Finds commands in a stream: bytes that begin none, or one whose sum is wrong, are left out one at a time. */
export const createCommandFinder = (onCommand: (bytes: Uint8Array, command: LcusCommand | undefined) => void) => {
  let held: number[] = [];
  /** What is left of four bytes that are looked at. */
  const look = (): number[] => {
    if (wellSummed(held)) {
      onCommand(Uint8Array.from(held), meaningOf(held));
      return [];
    }
    const next = held.indexOf(START, 1);
    return next < 0 ? [] : held.slice(next);
  };
  return {
    receive: (bytes: Uint8Array): void => {
      for (const byte of bytes) {
        if (held.length > 0 || byte === START) held.push(byte);
        if (held.length >= COMMAND_BYTES) held = look();
      }
    },
    reset: (): void => {
      held = [];
    },
  };
};
