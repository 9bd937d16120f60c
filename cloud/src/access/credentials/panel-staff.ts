import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { StaffEntry } from '@gatehouse/shared/snapshot/entries.ts';
import { nameKeyWrapper } from '@gatehouse/shared/snapshot/names.ts';
import { verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { credentialsFault } from './credentials.faults.ts';
import { credentialsRepo } from './credentials.repo.ts';
import type { CredentialsDeps } from './credentials.service.ts';
import { facilityKeys } from './facility-secrets.ts';
import { requireGoodPin } from './good-pin.ts';

export type StaffRole = StaffEntry['role'];
export interface ListedStaff {
  readonly id: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly changedBy: string;
  readonly changedAt: number;
}

/** What a PIN of somebody of the staff becomes, made before the unit that keeps it. */
export interface StaffPin {
  readonly verifier: StaffEntry['pin'];
  readonly wrap: Awaited<ReturnType<typeof nameKeyWrapper>>;
}

/** Panels show them all to choose from. */
const STAFF_MAX = 200;

/** Who may sign in at the panels of a facility, each with a PIN of their own that reads the names. */
export const createPanelStaff = ({ clock, random, scopes }: CredentialsDeps) => {
  /** What the PIN opens. */
  const locksOf = async (
    tx: Tx,
    facilityId: FacilityId,
    { verifier, wrap }: StaffPin,
  ): Promise<Pick<StaffEntry, 'pin' | 'nameKey'>> => ({
    pin: verifier,
    nameKey: wrap((await facilityKeys(tx, random, facilityId)).nameKey),
  });

  const existing = async (tx: Tx, facilityId: FacilityId, id: string): Promise<StaffEntry> => {
    const row = await credentialsRepo(tx).findStaff(facilityId, id);
    if (row === undefined) throw credentialsFault('staff_unknown', `There is nobody ${id} at this facility.`);
    return StaffEntry.parse(JSON.parse(row.entry));
  };

  return {
    /** After a restore: nobody signs in as they could then. Resolves with whether they could. */
    removeStaffAgain: async (tx: Tx, facilityId: FacilityId, id: string): Promise<boolean> => {
      await scopes.recordChanges(tx, facilityId, [`staff:${id}`]);
      return (await credentialsRepo(tx).removeStaff(facilityId, id)) !== undefined;
    },

    /** For `addStaff` and `changeStaff`. Slow on purpose, so outside of the unit. Throws 400 for a PIN that anybody would try. */
    staffPin: async (pin: string): Promise<StaffPin> => {
      requireGoodPin(pin);
      return { verifier: await verifierOf(pin, random), wrap: await nameKeyWrapper(pin, random) };
    },

    /** Throws 404 for who is not among the staff. */
    requireStaff: async (tx: Tx, facilityId: FacilityId, id: string): Promise<void> => {
      await existing(tx, facilityId, id);
    },

    /** Resolves with the id. */
    addStaff: async (
      tx: Tx,
      facilityId: FacilityId,
      { name, role, pin }: { readonly name: string; readonly role: StaffRole; readonly pin: StaffPin },
      by: string,
    ): Promise<string> => {
      const id = randomId('stf', random);
      await scopes.recordChanges(tx, facilityId, [`staff:${id}`]);
      if ((await credentialsRepo(tx).listStaff(facilityId)).length >= STAFF_MAX)
        throw credentialsFault('staff_too_many', `At most ${STAFF_MAX} people sign in at the panels of a facility.`);
      const entry: StaffEntry = { name, role, ...(await locksOf(tx, facilityId, pin)) };
      await credentialsRepo(tx).insertStaff({
        id,
        facility_id: facilityId,
        name,
        entry: JSON.stringify(entry),
        changed_by: by,
        changed_at: clock.wallMs(),
      });
      return id;
    },

    /** What is left out stays. */
    changeStaff: async (
      tx: Tx,
      { facilityId, id, by }: { readonly facilityId: FacilityId; readonly id: string; readonly by: string },
      { pin, ...to }: { readonly name?: string; readonly role?: StaffRole; readonly pin?: StaffPin },
    ): Promise<void> => {
      await scopes.lock(tx, facilityId);
      const before = await existing(tx, facilityId, id);
      const entry = { ...before, ...to, ...(pin && (await locksOf(tx, facilityId, pin))) };
      if (pin === undefined && entry.name === before.name && entry.role === before.role) return;
      await scopes.recordChanges(tx, facilityId, [`staff:${id}`]);
      await credentialsRepo(tx).updateStaff(facilityId, id, {
        name: entry.name,
        entry: JSON.stringify(entry),
        changed_by: by,
        changed_at: clock.wallMs(),
      });
      // With the old PIN or the old role nobody signs in any more.
      if (pin !== undefined || entry.role !== before.role) revoked(tx, { kind: 'staff', facilityId, subject: id });
    },

    removeStaff: async (tx: Tx, facilityId: FacilityId, id: string): Promise<void> => {
      await scopes.recordChanges(tx, facilityId, [`staff:${id}`]);
      if ((await credentialsRepo(tx).removeStaff(facilityId, id)) === undefined)
        throw credentialsFault('staff_unknown', `There is nobody ${id} at this facility.`);
      revoked(tx, { kind: 'staff', facilityId, subject: id });
    },

    listStaff: async (tx: Tx, facilityId: FacilityId): Promise<ListedStaff[]> =>
      (await credentialsRepo(tx).listStaff(facilityId)).map((row) => ({
        id: row.id,
        name: row.name,
        role: StaffEntry.parse(JSON.parse(row.entry)).role,
        changedBy: row.changed_by,
        changedAt: row.changed_at,
      })),
  };
};
