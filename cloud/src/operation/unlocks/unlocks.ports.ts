import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';

/** A failure that a dryrun key rehearses at a door, until a wall-clock time in ms. */
export interface DryRunFailure {
  readonly scenario: 'offline' | 'jam' | 'slow_confirmation' | 'maintenance' | 'integration_not_enabled';
  readonly untilMs: number;
}

/** What fails on purpose for a dryrun key at a door: nothing reaches a box for it, so nobody but the cloud can say. */
export const dryRunFailure = question<(tx: Tx, keyId: string, doorId: DoorId) => Promise<DryRunFailure | undefined>>(
  'unlocks.dryRunFailure',
  async () => undefined,
);
