import type { Key } from '@gatehouse/shared/card/key-burst.ts';
import type { ReaderSignal } from '@gatehouse/shared/local/reader.ts';

export type ReaderKey = Key;

/** What a reader took in, as it came: what it means is not the reader's to say. */
export type ReaderInput =
  /** The bits of a card as on a Wiegand line, the first of them first, parity included: '0' and '1'. */
  | { readonly kind: 'bits'; readonly bits: string }
  /** One line of text without its end, from a scanner or a keyboard. */
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'key'; readonly key: ReaderKey };

export interface ReaderStanding {
  /** `unknown` until it has answered, or failed to, for the first time. One-way readers are `online` while their line is. */
  readonly state: 'unknown' | 'online' | 'lost';
  /** Its housing was opened, as far as it can say. */
  readonly tampered: boolean;
  /** Whether nobody on the line can read or say what it reads or says. */
  readonly secure: boolean;
  /** What is the matter, in words; null when all is well. */
  readonly trouble: string | null;
}

export interface ReaderListener {
  /** `atMs` is when it was taken in, on the monotonic clock, as well as the reader can say. */
  readonly took: (input: ReaderInput, atMs: number) => void;
  /** Its standing changed. */
  readonly changed: () => void;
}

/** A reader beside a door. It presents what it takes in and shows what it is told; it never decides, and moves no lock. */
export interface Reader {
  /** The one who listens; replaces the one before. */
  listen(listener: ReaderListener): void;
  /** Lamp and buzzer, on readers that have them: best effort, and never waited for. */
  show(signal: ReaderSignal): void;
  standing(): ReaderStanding;
}
