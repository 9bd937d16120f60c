import { createSecretKey } from 'node:crypto';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type PersonEntry, PinVerifier, StaffEntry } from '@gatehouse/shared/snapshot/entries.ts';
import { sealName } from '@gatehouse/shared/snapshot/names.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { credentialsRepo } from './credentials.repo.ts';
import type { CredentialsDeps } from './credentials.service.ts';
import { facilityKeys } from './facility-secrets.ts';

export type PersonKeys = Pick<PersonEntry, 'keys' | 'pin'>;
const AT_ONCE = 500;

/** What the boxes of a facility are given of cards, PINs, names and staff. */
export const createDeviceFeed = ({ random }: Pick<CredentialsDeps, 'random'>) => ({
  /** The keys of the facility. Makes them if it has none: for units that may write. */
  keysOf: (tx: Tx, facilityId: FacilityId) => facilityKeys(tx, random, facilityId),

  /** What persons present, but for the ids that partners know them by. Nobody with neither card, short id nor PIN is in it. */
  credentialsOf: async (
    tx: Tx,
    facilityId: FacilityId,
    personIds: readonly string[],
  ): Promise<ReadonlyMap<string, PersonKeys>> => {
    const found = new Map<string, PersonKeys>();
    for (let from = 0; from < personIds.length; from += AT_ONCE) {
      const some = personIds.slice(from, from + AT_ONCE);
      for (const { person_id, verifier } of await credentialsRepo(tx).pinsOf(facilityId, some))
        found.set(person_id, { keys: [], pin: PinVerifier.parse(JSON.parse(verifier)) });
      for (const { person_id, kind, hash, asks_pin, disabled } of await credentialsRepo(tx).listOf(facilityId, some)) {
        if (disabled === 1) continue;
        const own = found.get(person_id) ?? { keys: [] };
        const key = {
          kind: kind as 'card' | 'short_id',
          hash,
          ...(kind === 'card' && asks_pin === 1 && { pin: true }),
        };
        found.set(person_id, { ...own, keys: [...own.keys, key] });
      }
    }
    return found;
  },

  /** What a panel recognises somebody of the staff by; undefined for who is gone. */
  staffOf: async (tx: Tx, facilityId: FacilityId, staffId: string): Promise<StaffEntry | undefined> => {
    const row = await credentialsRepo(tx).findStaff(facilityId, staffId);
    return row && StaffEntry.parse(JSON.parse(row.entry));
  },

  staffIds: async (tx: Tx, facilityId: FacilityId): Promise<string[]> =>
    (await credentialsRepo(tx).listStaff(facilityId)).map(({ id }) => id),

  /** Seals names of persons for `PersonEntry.name`. `subject` says whose it is, so that two of one name look different. */
  sealerFor: async (tx: Tx, facilityId: FacilityId): Promise<(subject: string, name: string) => string> => {
    const { nameKey } = await facilityKeys(tx, random, facilityId);
    const key = createSecretKey(nameKey);
    return (subject, name) => sealName(key, subject, name);
  },
});
