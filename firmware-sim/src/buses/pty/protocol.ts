import type { Clock } from '@gatehouse/shared/time/clock.ts';

/** Cuts what a master sends into frames. */
export interface FrameCutter {
  /** Bytes that came without a pause, the first of them beginning at `startMs` on the monotonic clock. */
  receive(bytes: Uint8Array, startMs: number): void;
  /** Ends the frame now: somebody answers it, so it is over. */
  flush(): void;
  /** Forgets what has come so far. */
  reset(): void;
}

export interface FrameCutterDeps {
  readonly clock: Clock;
  readonly baud: () => number;
  /** A frame, or bytes of which none could be made. */
  readonly onFrame: (bytes: Uint8Array) => void;
}

/** How the parts on a bus talk. The bus itself knows bytes and their times only. */
export interface SerialProtocol {
  cut(deps: FrameCutterDeps): FrameCutter;
  /** A frame in one line for people, however broken. `words` is what the one who heard or sent it made of it. */
  describe(bytes: Uint8Array, direction: 'request' | 'reply', words: string | undefined): string;
  /** How long a byte takes, in ms. */
  byteMs(baud: number): number;
  /** The silence before a reply, in ms. */
  gapMs(baud: number): number;
  /** The first byte of a reply in which a flipped bit makes it another or none. */
  readonly garbleFrom: number;
  /** Where only one side ever speaks: `master`, and nobody answers; `device`, and nobody is asked. */
  readonly speaks?: 'master' | 'device';
  /** The same reply from somebody else, in good order; absent where nobody has an address. */
  readonly misaddress?: (reply: Uint8Array) => Uint8Array;
}
