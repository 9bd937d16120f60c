import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { StaffEntry } from '@gatehouse/shared/snapshot/entries.ts';
import { wrapNameKey } from '@gatehouse/shared/snapshot/names.ts';
import { pinProblem, verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import { revoked } from '../../db/revoked.ts';
import type { Also, Tx } from '../../db/unit-of-work.ts';
import { credentialsFault } from './credentials.faults.ts';
import { credentialsRepo } from './credentials.repo.ts';
import type { CredentialsDeps } from './credentials.service.ts';
import { facilityKeys } from './facility-secrets.ts';

export type StaffRole = StaffEntry['role'];
export interface ListedStaff {
  readonly id: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly changedBy: string;
  readonly changedAt: number;
}

/** Panels show them all to choose from. */
const STAFF_MAX = 200;

/** Who may sign in at the panels of a facility, each with a PIN of their own that reads the names. */
export const createPanelStaff = ({ db, clock, random, scopes }: CredentialsDeps) => {
  /** What the PIN opens. Slow on purpose, so not within a unit that writes more. */
  const locksOf = async (facilityId: FacilityId, pin: string): Promise<Pick<StaffEntry, 'pin' | 'nameKey'>> => {
    const problem = pinProblem(pin);
    if (problem !== undefined) throw credentialsFault('credential_refused', `pin: ${problem}`);
    const { nameKey } = await db.write((tx) => facilityKeys(tx, random, facilityId));
    return { pin: await verifierOf(pin, random), nameKey: await wrapNameKey(pin, nameKey, random) };
  };

  const existing = async (tx: Tx, facilityId: FacilityId, id: string): Promise<StaffEntry> => {
    const row = await credentialsRepo(tx).findStaff(facilityId, id);
    if (row === undefined) throw credentialsFault('staff_unknown', `There is nobody ${id} at this facility.`);
    return StaffEntry.parse(JSON.parse(row.entry));
  };

  const change = async (tx: Tx, facilityId: FacilityId, id: string, by: string, to: Partial<StaffEntry>) => {
    await scopes.lock(tx, facilityId);
    const before = await existing(tx, facilityId, id);
    const entry = { ...before, ...to };
    if (to.pin === undefined && entry.name === before.name && entry.role === before.role) return;
    await scopes.changed(tx, facilityId, [`staff:${id}`]);
    await credentialsRepo(tx).updateStaff(facilityId, id, {
      name: entry.name,
      entry: JSON.stringify(entry),
      changed_by: by,
      changed_at: clock.wallMs(),
    });
    // With the old PIN or the old role nobody signs in any more.
    if (to.pin !== undefined || entry.role !== before.role) revoked(tx, { kind: 'staff', facilityId, subject: id });
  };

  return {
    /** After a restore: nobody signs in as they could then. Resolves with whether they could. */
    removeStaffAgain: async (tx: Tx, facilityId: FacilityId, id: string): Promise<boolean> => {
      await scopes.changed(tx, facilityId, [`staff:${id}`]);
      return (await credentialsRepo(tx).removeStaff(facilityId, id)) !== undefined;
    },

    /** Resolves with the id, which `also` gets, too. Throws 400 for a PIN that anybody would try. */
    addStaff: async (
      facilityId: FacilityId,
      { name, role, pin }: { name: string; role: StaffRole; pin: string },
      by: string,
      also?: (tx: Tx, staffId: string) => Promise<unknown>,
    ): Promise<string> => {
      const id = randomId('stf', random);
      const entry: StaffEntry = { name, role, ...(await locksOf(facilityId, pin)) };
      await db.write(async (tx) => {
        await scopes.changed(tx, facilityId, [`staff:${id}`]);
        if ((await credentialsRepo(tx).listStaff(facilityId)).length >= STAFF_MAX)
          throw credentialsFault('staff_too_many', `At most ${STAFF_MAX} people sign in at the panels of a facility.`);
        await credentialsRepo(tx).insertStaff({
          id,
          facility_id: facilityId,
          name,
          entry: JSON.stringify(entry),
          changed_by: by,
          changed_at: clock.wallMs(),
        });
        await also?.(tx, id);
      });
      return id;
    },

    /** What is left out stays. Throws 400 for a PIN that anybody would try. */
    changeStaff: async (
      facilityId: FacilityId,
      id: string,
      { pin, ...to }: { readonly name?: string; readonly role?: StaffRole; readonly pin?: string },
      by: string,
      also?: Also,
    ): Promise<void> => {
      // Before the PIN's slow work, so that nobody has it done for somebody who is not there.
      await db.read((tx) => existing(tx, facilityId, id));
      const locks = pin !== undefined && (await locksOf(facilityId, pin));
      await db.write(async (tx) => {
        await change(tx, facilityId, id, by, { ...to, ...locks });
        await also?.(tx);
      });
    },

    removeStaff: (facilityId: FacilityId, id: string, also?: Also): Promise<void> =>
      db.write(async (tx) => {
        await scopes.changed(tx, facilityId, [`staff:${id}`]);
        if ((await credentialsRepo(tx).removeStaff(facilityId, id)) === undefined)
          throw credentialsFault('staff_unknown', `There is nobody ${id} at this facility.`);
        revoked(tx, { kind: 'staff', facilityId, subject: id });
        await also?.(tx);
      }),

    listStaff: (facilityId: FacilityId): Promise<ListedStaff[]> =>
      db.read(async (tx) =>
        (await credentialsRepo(tx).listStaff(facilityId)).map((row) => ({
          id: row.id,
          name: row.name,
          role: StaffEntry.parse(JSON.parse(row.entry)).role,
          changedBy: row.changed_by,
          changedAt: row.changed_at,
        })),
      ),
  };
};
