import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';
import type { LocalPort } from '../broker/local-port.ts';

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
  readonly values: readonly boolean[];
  /** When the request for it was written, on the monotonic clock: the values are no older than this. */
  readonly askedMs: number;
}

/** One line to several boards, opened once. It reconnects by itself for as long as it is not closed. */
export interface Bus {
  /** Touches no hardware: boards are found out to be there by talking to them. */
  board(unit: number): RelayBoard;
  /** Lets the line go. Moves no coil; every call still waiting, and every later one, rejects with `closed`. */
  close(): Promise<void>;
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
}

export interface RelayDriver<Config> {
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
