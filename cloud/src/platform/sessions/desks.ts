import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../organisations/organisations.module.ts';
import { type Desk, grantsAtDesk } from '../users/platform-surface.ts';
import type { UsersService } from '../users/users.module.ts';
import type { ConsoleSecrets } from './console-secrets.ts';
import { type HashedPin, hashPin, isPin } from './desk-pin.ts';
import { desksRepo } from './desks.repo.ts';
import { hashOf, newToken } from './session-token.ts';
import { sessionsFault } from './sessions.faults.ts';
import { takeTurn } from './turns.ts';

/** Of a person, at whichever desk: a million values, and nobody tries more than a thousand of them a day. */
const PIN_TRIES = { turns: 10, within: Minutes(15) };

export interface DesksDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly users: Pick<UsersService, 'findById' | 'grantsOf'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly secrets: ConsoleSecrets;
}

/** A PIN that was compared, and what with: it counts if that still stands. */
export interface ComparedPin {
  readonly deskId: string | undefined;
  readonly setAt: number | undefined;
  readonly isRight: boolean;
}

/** Devices of receptions, each of one facility, and the PINs that staff have there. */
export const createDesks = ({ db, clock, random, users, organisations, secrets }: DesksDeps) => {
  const placed = async (tx: Tx, row: { id: string; facility_id: FacilityId; label: string }): Promise<Desk> => {
    const facility = await organisations.findFacility(tx, row.facility_id);
    return {
      deskId: row.id,
      label: row.label,
      facilityId: row.facility_id,
      facilityName: facility?.name ?? '',
      ...(facility && { organisationId: facility.org_id }),
    };
  };
  const ofToken = async (tx: Tx, token: string | undefined): Promise<Desk | undefined> => {
    const row = token === undefined ? undefined : await desksRepo(tx).byHash(hashOf(token));
    return row && placed(tx, row);
  };
  const end = async (tx: Tx, deskId: string): Promise<boolean> => {
    const now = clock.wallMs();
    if (!(await desksRepo(tx).revoke(deskId, now))) return false;
    const sessions = await desksRepo(tx).endSessionsAt(deskId, now);
    revoked(
      tx,
      { kind: 'desk', subject: deskId },
      ...sessions.map((subject) => ({ kind: 'session' as const, subject })),
    );
    return true;
  };
  /** A PIN that counts no longer does not come back with an older database. */
  const forgetPin = async (tx: Tx, userId: string): Promise<boolean> => {
    const row = await desksRepo(tx).pin(userId);
    if (row === undefined) return false;
    revoked(tx, { kind: 'desk_pin', subject: userId, value: [String(row.set_at)] });
    return desksRepo(tx).removePin(userId, Number(row.set_at));
  };

  return {
    ofToken,
    find: async (tx: Tx, deskId: string): Promise<Desk | undefined> => {
      const row = await desksRepo(tx).find(deskId);
      return row && placed(tx, row);
    },
    list: (tx: Tx, facilityId: FacilityId) => desksRepo(tx).list(facilityId),

    /** Its token is in the answer and nowhere else. */
    enrol: async (tx: Tx, desk: { readonly facilityId: FacilityId; readonly label: string; readonly by: string }) => {
      const token = newToken(random);
      const row = {
        id: randomId('dsk', random),
        facility_id: desk.facilityId,
        label: desk.label,
        hash: hashOf(token),
        enrolled_by: desk.by,
        enrolled_at: clock.wallMs(),
        revoked_at: null,
      };
      await desksRepo(tx).insert(row);
      return { token, row };
    },

    /** Nobody signs in there any more, and who is signed in there is out. */
    remove: async (tx: Tx, facilityId: FacilityId, deskId: string): Promise<void> => {
      const row = await desksRepo(tx).find(deskId);
      if (row?.facility_id !== facilityId) throw sessionsFault('desk_unknown', 'There is no such desk here.');
      await end(tx, deskId);
    },
    removeAgain: end,

    /** Who may sign in there: those who have a PIN, and work there. */
    peopleAt: async (tx: Tx, desk: Desk) => {
      if (desk.organisationId === undefined) return [];
      const found = await desksRepo(tx).peopleAt(desk.facilityId, desk.organisationId);
      const held = await Promise.all(found.map(async (one) => grantsAtDesk(await users.grantsOf(tx, one.id), desk)));
      return found.filter((_, place) => (held[place] ?? []).length > 0);
    },

    hashPin,
    pinSince: async (tx: Tx, userId: string): Promise<number | null> => {
      const row = await desksRepo(tx).pin(userId);
      return row === undefined ? null : Number(row.set_at);
    },
    setPin: async (tx: Tx, userId: string, hashed: HashedPin): Promise<number> => {
      await forgetPin(tx, userId);
      const set_at = clock.wallMs();
      await desksRepo(tx).putPin({ user_id: userId, ...hashed, set_at });
      return set_at;
    },
    forgetPin,
    forgetPinAgain: (tx: Tx, userId: string, setBy: number): Promise<boolean> => desksRepo(tx).removePin(userId, setBy),

    /** Compares a PIN, which takes a while, and says nothing to anybody yet. */
    comparePin: async (token: string | undefined, userId: string, pin: string): Promise<ComparedPin> => {
      const { desk, row } = await db.read(async (tx) => ({
        desk: await ofToken(tx, token),
        row: await desksRepo(tx).pin(userId),
      }));
      const isRight = await isPin(pin, desk === undefined ? undefined : row);
      return { deskId: desk?.deskId, setAt: row === undefined ? undefined : Number(row.set_at), isRight };
    },

    /**
     * Who signs in with it, and where; undefined where nobody does. Takes a turn in any case, so that nobody learns of many
     * tries which one was right. Throws where there is none left.
     */
    redeemPin: async (tx: Tx, token: string | undefined, userId: string, compared: ComparedPin) => {
      const desk = await ofToken(tx, token);
      if (desk === undefined || desk.deskId !== compared.deskId)
        throw sessionsFault('desk_unknown', 'This device is no desk: sign in as yourself.');
      const none = await takeTurn(tx, clock, secrets.mac('desk-pin', userId), PIN_TRIES);
      if (none !== undefined)
        throw sessionsFault('too_many_pins', 'Too many PINs were tried: wait, or sign in as yourself.', {
          headers: { 'Retry-After': String(Math.ceil(none.waitMs / 1_000)) },
        });
      const row = await desksRepo(tx).pin(userId);
      if (!compared.isRight || row === undefined || Number(row.set_at) !== compared.setAt) return undefined;
      const user = await users.findById(tx, userId);
      const grants = grantsAtDesk(await users.grantsOf(tx, userId), desk);
      return user === undefined || grants.length === 0 ? undefined : { desk, user, grants };
    },
  };
};
