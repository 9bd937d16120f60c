import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';

/** What the AI credit of an owner is to be topped up by now, by the card that they have left; undefined where it is not. */
export const dueAiTopup = question<
  (tx: Tx, ownerKey: OwnerKey) => Promise<{ readonly amountCents: number; readonly currency: string } | undefined>
>('payproc.dueAiTopup', async () => undefined);
