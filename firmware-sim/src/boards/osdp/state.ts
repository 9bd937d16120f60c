import type { BuzzerState } from './buzzer.ts';
import type { ChannelState } from './channel.ts';
import type { LampState } from './lamp.ts';
import type { Unwilling } from './link.ts';

/** The reader at one instant, as plain data. */
export interface OsdpReaderState {
  readonly address: number;
  readonly baud: number;
  readonly powered: boolean;
  /** Whether a panel talks to it. */
  readonly online: boolean;
  readonly channel: ChannelState;
  /** Whether it has a key of its own. */
  readonly paired: boolean;
  readonly installMode: boolean;
  readonly tampered: boolean;
  readonly lamp: LampState;
  readonly buzzer: BuzzerState;
  readonly text: string;
  readonly outputs: readonly boolean[];
  readonly timed: readonly boolean[];
  readonly inputs: readonly boolean[];
  /** What it has taken in and not told yet. */
  readonly waiting: number;
  /** Commands that it will put off, and refuse. */
  readonly unwilling: Unwilling;
}
