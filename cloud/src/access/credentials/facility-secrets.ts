import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { credentialsRepo } from './credentials.repo.ts';

const KEY_BYTES = 32;

export interface FacilityKeys {
  /** What presented numbers are hashed with. */
  readonly credentialKey: Buffer;
  /** What names of persons are sealed with. */
  readonly nameKey: Buffer;
}

/** The keys of a facility. Makes them if it has none, so the unit must be one that may write. */
export const facilityKeys = async (tx: Tx, random: RandomBytes, facilityId: FacilityId): Promise<FacilityKeys> => {
  const repo = credentialsRepo(tx);
  const newKey = () => Buffer.from(random(KEY_BYTES)).toString('base64');
  const row =
    (await repo.findSecret(facilityId)) ??
    (await repo.ensureSecret({ facility_id: facilityId, credential_key: newKey(), name_key: newKey() }));
  return {
    credentialKey: Buffer.from(row.credential_key, 'base64'),
    nameKey: Buffer.from(row.name_key, 'base64'),
  };
};
