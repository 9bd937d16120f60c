import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';
import type { OwnWording } from './mail-kind.ts';

export interface WordingAsked {
  readonly kind: string;
  readonly facilityId: FacilityId | undefined;
  readonly locale: string;
}

/** How somebody has worded e-mails of a kind, for the facility, its organisation or all; nothing, where it is as it was made. */
export const ownWording = question<(tx: Tx, asked: WordingAsked) => Promise<OwnWording | undefined>>(
  'mail.ownWording',
  async () => undefined,
);
