import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { createListeners, type Listeners } from '../../world/listeners.ts';

/** One frame on the bus, decoded into one line. */
export interface BusFrame {
  /** Counts from 1 since the bus began. */
  readonly number: number;
  readonly bus: string;
  readonly at: string;
  /** Seen from the board: `request` came from the master, `reply` went to it, `noise` is nobody's. */
  readonly direction: 'request' | 'reply' | 'noise';
  readonly hex: string;
  readonly text: string;
  /** Faults that were put into it. */
  readonly faults: readonly string[];
}

/** The last frames of a bus, oldest first. */
export interface Trace {
  readonly frames: readonly BusFrame[];
  readonly onFrame: Pick<Listeners<BusFrame>, 'add'>;
  record(direction: BusFrame['direction'], bytes: Uint8Array, text: string, faults?: readonly string[]): void;
}

const KEPT = 500;

export const createTrace = (clock: Clock, bus: string): Trace => {
  const frames: BusFrame[] = [];
  const onFrame = createListeners<BusFrame>();
  let number = 0;
  return {
    get frames() {
      return [...frames];
    },
    onFrame,
    record: (direction, bytes, text, faults = []) => {
      number += 1;
      const at = new Date(clock.wallMs()).toISOString();
      const hex = Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
      const frame = { number, bus, at, direction, hex, text, faults };
      frames.push(frame);
      if (frames.length > KEPT) frames.shift();
      onFrame.emit(frame);
    },
  };
};
