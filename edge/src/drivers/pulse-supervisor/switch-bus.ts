import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Log, Reading, Written } from '../driver.ts';

/**
 * Boards that only switch: they hold what they were told and time nothing. They live in a pulse supervisor, a process of
 * its own that times pulses for them and brings relays back when the agent dies. Every call settles within half a second
 * and may reject with a `BoardError`; the pulse supervisor makes one call at a time, and whoever asked repeats what came
 * to nothing.
 */
export interface SwitchBus {
  /** `mayWrite` as in `WriteLimits`. */
  set(unit: number, channel: number, energised: boolean, mayWrite: () => boolean): Promise<Written>;
  readCoils(unit: number, count: number): Promise<Reading>;
  readInputs(unit: number, count: number): Promise<Reading>;
  /** The one who listens; replaces the one before. */
  listen(listener: SwitchListener): void;
  /** Lets the hardware go. What falls to rest by being let go does so. */
  close(): Promise<void>;
}

export interface SwitchListener {
  /** An input of this unit may have moved. */
  readonly hint: (unit: number) => void;
  /** A reader on lines of this bus took in a card: its bits, and when the last of them came on the monotonic clock. */
  readonly bits: (unit: number, bits: string, atMs: number) => void;
  /** What is the matter with the reader at this unit; null when all is well, as it is until something was said. */
  readonly trouble: (unit: number, trouble: LineTrouble | null) => void;
}

/** What is the matter with a reader, in words, and whether that means that nothing is heard of it. */
export interface LineTrouble {
  readonly why: string;
  readonly lost: boolean;
}

export interface SwitchFamily<Config> {
  readonly kind: string;
  readonly config: { parse(raw: unknown): Config };
  /** Returns at once, whether the hardware is there or not, and moves nothing. */
  open(config: Config, context: { readonly clock: Clock; readonly log: Log }): SwitchBus;
}
