import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Doubt, KeptState } from './kept-state.ts';

/** What stands over the doors, kept besides the box's store. */
export interface DoorsKept {
  /** Resolves once what stands is in both copies, or could not be written now: it is tried again until it can. */
  kept(): Promise<void>;
  bansAre(bans: KeptState['bans']): void;
  /** Why nobody knows what stood over the doors, while that is so of any. */
  doubt(): Doubt | undefined;
  /** Whether nobody knows what stood over this door: nobody gets in but by breaking the glass. */
  inDoubt(doorId: DoorId): boolean;
  /** It is known of this door what stands over it. */
  settle(doorId: DoorId): void;
  /** It is known of all doors, also of those that come. */
  settleAll(): void;
}

/** Keeps nothing besides: a store that was opened on its own. */
export const NO_COPIES: DoorsKept = {
  kept: () => Promise.resolve(),
  bansAre: () => undefined,
  doubt: () => undefined,
  inDoubt: () => false,
  settle: () => undefined,
  settleAll: () => undefined,
};
