/** Boards have up to this many relays; the number goes in one byte, counted from 1. */
export const RELAYS_MAX = 16;

const START = 0xa0;

/** What switches one relay: `A0`, its number from 1, 1 or 0, and the sum of the three, low byte. Pure. */
export const switchFrame = (channel: number, energised: boolean): Uint8Array => {
  const body = [START, channel + 1, Number(energised)];
  return Uint8Array.from([...body, body.reduce((sum, byte) => sum + byte, 0) & 0xff]);
};
