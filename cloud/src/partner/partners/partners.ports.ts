import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event, question } from '../../kit/modules/ports.ts';

/** Whether a partner's integration counts as disabled at a facility for now, though the facility enabled it. */
export const integrationOff = question<(tx: Tx, partnerId: PartnerId, facilityId: FacilityId) => Promise<boolean>>(
  'partners.integrationOff',
  async () => false,
);

/** Whether a session of the partner console goes on: keys for trying end with theirs. */
export const sessionLives = question<(tx: Tx, sessionId: string) => Promise<boolean>>(
  'partners.sessionLives',
  async () => false,
);

/** A facility enabled a partner, or disabled it: who may pass which door may be different from now on. */
export const integrationChanged =
  event<[tx: Tx, facilityId: FacilityId, to: { readonly partnerId: PartnerId; readonly enabled: boolean }]>(
    'partners.integrationChanged',
  );
