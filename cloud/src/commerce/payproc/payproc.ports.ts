import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';

/** Money that has come in for somebody's wallet. */
export interface ToppedUp {
  /** `org#<id>` or `facility#<id>`. */
  readonly owner: string;
  readonly amountCents: number;
  readonly currency: string;
  /** `topup:<id>`: whoever credits by it twice has credited once. */
  readonly key: string;
}

/**
 * Credits a wallet, in the unit that marks an attempt as paid: either both are so, or neither. Without somebody who keeps wallets a
 * payment stays open, and is credited once there is.
 */
export const creditTopup = question<(tx: Tx, toppedUp: ToppedUp) => Promise<unknown>>(
  'payproc.creditTopup',
  async () => {
    throw new Bug('nobody keeps wallets here');
  },
);
