import type { ReaderSignal } from '@gatehouse/shared/local/reader.ts';
import type { EntryResult } from '../../access/access.ts';

/** What lamp and buzzer do. One short tone means yes, and nothing else does: people who cannot see the lamp hear it. */
export const SIGNALS = {
  granted: { led: 'green', ledMs: 3_000, beeps: 1 },
  denied: { led: 'red', ledMs: 2_000, beeps: 3 },
  pin: { led: 'amber', ledMs: 5_000, beeps: 2 },
  again: { led: 'amber', ledMs: 1_000, beeps: 4 },
} as const satisfies Record<string, ReaderSignal>;

export const signalOf = ({ granted, pinNeeded }: Pick<EntryResult, 'granted' | 'pinNeeded'>): ReaderSignal => {
  if (granted) return SIGNALS.granted;
  return pinNeeded === true ? SIGNALS.pin : SIGNALS.denied;
};
