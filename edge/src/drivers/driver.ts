import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';
import type { LocalPort } from '../broker/local-port.ts';
import type { Reader } from '../readers/reader.ts';

/** Drivers speak of coils and inputs; which of their states means locked is the door's business. */
export interface RelayBoard {
  /** Moves one coil and leaves it so. Resolves when the board has acknowledged; rejects with a `BoardError`. */
  set(channel: number, energised: boolean, limits?: WriteLimits): Promise<Written>;
  /**
   * Brings one coil to `energised` and has *the board* bring it back after `duration` (rounded up to what the board can
   * time). A pulse on a running pulse restarts it. Whatever happens to this process, the coil comes back.
   */
  pulse(channel: number, energised: boolean, duration: Duration, limits?: WriteLimits): Promise<Written>;
  /** The board's own register of its first `count` coils: what it was told, not what the lock did. */
  readCoils(count: number): Promise<Reading>;
  readInputs(count: number): Promise<Reading>;
  /**
   * Where boards tell by themselves that an input may have moved: a reason to look again at once, never a reading. May
   * come for nothing, and may stay away: who relies on inputs asks for them all the same. Returns how to stop listening.
   */
  onHint?(listener: () => void): () => void;
}

export interface WriteLimits {
  /**
   * Asked in the same turn as every physical write, the first and each retry. `false` ends the call with `expired`
   * and nothing more is written, so a command's deadline holds to the last byte.
   */
  readonly mayWrite?: () => boolean;
}

export interface Written {
  /** When the request that was acknowledged was written, on the monotonic clock. */
  readonly writtenMs: number;
}

export interface Reading {
  /** `undefined` for what the board cannot say, such as a relay whose board has no register to read. */
  readonly values: readonly (boolean | undefined)[];
  /** When the request for it was written, on the monotonic clock: the values are no older than this. */
  readonly askedMs: number;
}

/** One line to several boards and readers, opened once. It reconnects by itself for as long as it is not closed. */
export interface Bus {
  /** Touches no hardware: boards are found out to be there by talking to them. */
  board(unit: number): RelayBoard;
  /** The reader at a unit. Undefined where this bus can have none there. Touches no hardware either. */
  reader?(unit: number): Reader | undefined;
  /** For buses whose readers can be paired: an encrypted channel under a key that only the two of them have. */
  readonly pairing?: Pairing;
  /** Lets the line go. Moves no coil; every call still waiting, and every later one, rejects with `closed`. */
  close(): Promise<void>;
}

/** Each rejects with a `BoardError`, and nothing else ever changes the key of a reader. */
export interface Pairing {
  /** Makes a key and gives it to a reader that has none of its own. By explicit order, with the reader in install mode. */
  install(unit: number): Promise<void>;
  /** Makes a new key and gives it to a reader over the channel that stands. */
  rekey(unit: number): Promise<void>;
  /** Forgets the key of a reader that was replaced. Its successor has to be paired. */
  forget(unit: number): Promise<void>;
}

/** Where the keys of paired readers are kept. What `put` and `remove` did is on the disk when they return. */
export interface ReaderKeys {
  get(unit: number): Uint8Array | undefined;
  /** On the disk when this returns that it is `stored`; else nothing is changed. */
  put(unit: number, key: Uint8Array): 'stored' | 'refused';
  remove(unit: number): 'stored' | 'refused';
}

export interface Log {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

export interface DriverContext {
  readonly clock: Clock;
  readonly log: Log;
  /** The clients of the box's own broker, for boards that speak MQTT; absent where the box has none. */
  readonly local?: LocalPort | undefined;
  /** The keys of this bus's readers; absent in tools that pair nothing. */
  readonly keys?: ReaderKeys | undefined;
}

export interface BusDriver<Config> {
  readonly kind: string;
  readonly config: { parse(raw: unknown): Config };
  /** Returns at once, whether the hardware is there or not, and writes nothing to it. */
  open(config: Config, context: DriverContext): Bus;
}

export type BoardErrorReason =
  /** `mayWrite` said no. */
  | 'expired'
  /** Nothing usable came back, after every retry. */
  | 'no_reply'
  /** The board answered that it cannot do this. */
  | 'refused'
  /** The line itself is not there. */
  | 'gone'
  | 'closed';

/** Why a board did not do as asked. Expected: boards are unplugged, lines are noisy. */
export class BoardError extends Error {
  override readonly name = 'BoardError';
  readonly reason: BoardErrorReason;
  /** Whether a request left at all: then a write may have happened although nobody acknowledged it. */
  readonly sent: boolean;

  constructor(reason: BoardErrorReason, sent: boolean, text: string) {
    super(text);
    this.reason = reason;
    this.sent = sent;
  }
}
