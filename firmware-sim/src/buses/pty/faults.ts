import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { SerialProtocol } from './protocol.ts';

/** What can be done to a reply on its way. */
export const REPLY_FAULTS = ['drop', 'garble', 'half', 'duplicate', 'wrong-address', 'delay'] as const;
export type ReplyFault = (typeof REPLY_FAULTS)[number];

/** What can be done on a bus: to replies, or to requests, which then nobody hears. */
export type BusFault = ReplyFault | 'deaf';

/** A frame as it really goes out. */
export interface Sending {
  readonly bytes: Uint8Array;
  readonly delayMs: number;
}

/** Faults waiting for the next frames, one counter each; each reply uses up one of every kind that waits for replies. */
export interface ReplyFaults {
  /** How many frames each fault still waits for. */
  readonly pending: Readonly<Record<BusFault, number>>;
  /** False where it means nothing: where nobody has an address none can be wrong, and who never answers can lose no reply. */
  arm(fault: BusFault, count: number, delayMs?: number): boolean;
  clear(): void;
  /** Whether this request is lost. */
  loseRequest(): boolean;
  /** What becomes of this reply, and which faults did it. */
  apply(frame: Uint8Array): { readonly sendings: readonly Sending[]; readonly faults: readonly ReplyFault[] };
}

const none = (): Record<BusFault, number> => ({
  drop: 0,
  garble: 0,
  half: 0,
  duplicate: 0,
  'wrong-address': 0,
  delay: 0,
  deaf: 0,
});

/** Flips one bit somewhere from `first` on. */
const garbled = (frame: Uint8Array, random: RandomBytes, first: number): Uint8Array => {
  const [at = 0, bit = 0] = random(2);
  const broken = Uint8Array.from(frame);
  const place = first + (at % Math.max(1, frame.length - first));
  broken[place] = (broken[place] ?? 0) ^ (1 << (bit & 7));
  return broken;
};

export const createReplyFaults = (
  random: RandomBytes,
  { garbleFrom, misaddress, speaks }: Pick<SerialProtocol, 'garbleFrom' | 'misaddress' | 'speaks'>,
): ReplyFaults => {
  let pending = none();
  let delayMs = 0;
  const take = (fault: BusFault): boolean => {
    if (pending[fault] === 0) return false;
    pending[fault] -= 1;
    return true;
  };
  return {
    get pending() {
      return { ...pending };
    },
    arm: (fault, count, ms = 0) => {
      if (fault === 'wrong-address' && misaddress === undefined) return false;
      if (speaks === (fault === 'deaf' ? 'device' : 'master')) return false;
      pending[fault] = count;
      if (fault === 'delay') delayMs = ms;
      return true;
    },
    clear: () => {
      pending = none();
    },
    loseRequest: () => take('deaf'),
    apply: (frame) => {
      const faults = REPLY_FAULTS.filter(take);
      const has = (fault: ReplyFault) => faults.includes(fault);
      if (has('drop')) return { sendings: [], faults };
      let bytes = frame;
      if (has('wrong-address')) bytes = misaddress?.(bytes) ?? bytes;
      if (has('garble')) bytes = garbled(bytes, random, garbleFrom);
      if (has('half')) bytes = bytes.subarray(0, Math.floor(bytes.length / 2));
      const sending = { bytes, delayMs: has('delay') ? delayMs : 0 };
      return { sendings: has('duplicate') ? [sending, { bytes, delayMs: 0 }] : [sending], faults };
    },
  };
};
