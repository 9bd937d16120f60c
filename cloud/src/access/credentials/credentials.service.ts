import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AccessService } from '../access/access.service.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import { createCards } from './cards.ts';
import { credentialsRepo } from './credentials.repo.ts';
import { createDeviceFeed } from './device-feed.ts';
import { createPanelStaff } from './panel-staff.ts';

export interface CredentialsDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly scopes: Pick<ScopesService, 'recordChanges' | 'lock'>;
  readonly access: Pick<AccessService, 'requirePerson'>;
}
export type CredentialsService = ReturnType<typeof createCredentialsService>;

/** What people make themselves known by at a door or a panel. Numbers and PINs come in, and only hashes stay. */
export const createCredentialsService = (deps: CredentialsDeps) => ({
  ...createCards(deps),
  ...createPanelStaff(deps),
  ...createDeviceFeed(deps),

  /** What a person presents at doors, to be exported, without a number, and erased. */
  personStore: {
    read: async (tx: Tx, facilityId: FacilityId, personId: string): Promise<readonly object[]> =>
      (await credentialsRepo(tx).listOf(facilityId, [personId])).map(({ hash: _hash, ...row }) => row),
    erase: (tx: Tx, facilityId: FacilityId, personId: string): Promise<number> =>
      credentialsRepo(tx).removeOfPerson(facilityId, personId),
  },

  /** Up to `limit` cards and short ids that end so: the last four characters, or two of a short one. */
  endingWith: (tx: Tx, facilityId: FacilityId, hint: string, limit: number) =>
    credentialsRepo(tx).endingWith(facilityId, hint, limit),
});
