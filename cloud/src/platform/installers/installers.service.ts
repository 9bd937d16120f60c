import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { MailService } from '../mail/mail.module.ts';
import type { OrganisationsService } from '../organisations/organisations.module.ts';
import { consoleSecrets, hashOf, newToken, takeTurn } from '../sessions/sessions.module.ts';
import type { UsersService } from '../users/users.module.ts';
import { installersFault } from './installers.faults.ts';
import { installersRepo } from './installers.repo.ts';
import type { InstallerInviteTable } from './installers.tables.ts';
import { inviteMail } from './invite-mail.ts';

/** How long somebody installs doors by one invite. */
export const LASTS = Hours(48);
/** At a time, at one facility. */
const OPEN_MAX = 10;
const OF_A_FACILITY = { turns: 20, within: Days(1) };
const TO_AN_ADDRESS = { turns: 3, within: Hours(1) };
const LISTED_MAX = 200;

export interface InstallersDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly users: Pick<UsersService, 'addPassingGrant' | 'addUser' | 'findByEmail' | 'heldBy' | 'takeGrant'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly sendMail: MailService['send'];
  readonly consoleSecret: Uint8Array;
  readonly consoleUrl: () => string;
}
export type InstallersService = ReturnType<typeof createInstallers>;

/** An invite, and how it stands by now. */
export type Invite = Selectable<InstallerInviteTable> & { readonly state: 'open' | 'ended' | 'revoked' };

export interface NewInvite {
  readonly facilityId: FacilityId;
  readonly email: string;
  readonly name: string;
  /** An actor. */
  readonly by: string;
  /** What people call who invites. */
  readonly byName: string;
}

/** Who installs doors at a facility for two days, by invite of whoever manages it. */
export const createInstallers = (deps: InstallersDeps) => {
  const { clock, random, users } = deps;
  const secrets = consoleSecrets(deps.consoleSecret, random);

  const requireTurn = async (tx: Tx, rule: typeof OF_A_FACILITY, ...of: readonly string[]): Promise<void> => {
    const none = await takeTurn(tx, clock, secrets.mac('installer-invites', ...of), rule);
    if (none !== undefined)
      throw installersFault('too_many_invites', 'Too many invites were sent from here: wait.', {
        headers: { 'Retry-After': String(Math.ceil(none.waitMs / 1_000)) },
      });
  };

  /** The right that an invite gives, as long as it is held. */
  const grantOf = async (tx: Tx, { user_id, facility_id }: Pick<InstallerInviteTable, 'user_id' | 'facility_id'>) =>
    ((await users.heldBy(tx, [user_id])).get(user_id) ?? []).find(
      ({ right, scopeId }) => right === 'installer' && scopeId === facility_id,
    );
  /** By what is held: whoever administers roles may have taken it, and a clock that went back has ended it. */
  const standing = async (tx: Tx, row: Selectable<InstallerInviteTable>): Promise<Invite> => {
    if (row.revoked_at !== null) return { ...row, state: 'revoked' };
    return { ...row, state: (await grantOf(tx, row)) === undefined ? 'ended' : 'open' };
  };

  return {
    /**
     * Invites somebody, or sends their invite anew: two days from now on, by another link. It is the same for whoever has the
     * address, and for an address that nobody here has.
     */
    invite: async (tx: Tx, { facilityId, email, name, by, byName }: NewInvite): Promise<Invite> => {
      const address = email.toLowerCase();
      // Taken first, one after the other: of several who invite at once, each counts what those before have done.
      await requireTurn(tx, OF_A_FACILITY, facilityId);
      await requireTurn(tx, TO_AN_ADDRESS, facilityId, address);
      const known = await users.findByEmail(tx, address);
      const user = known ?? (await users.addUser(tx, { email: address, firstName: name, lastName: '' }, by));
      const now = clock.wallMs();
      if ((await installersRepo(tx).countOpen(facilityId, user.id, now)) >= OPEN_MAX)
        throw installersFault('installers_full', `A facility has at most ${OPEN_MAX} installers at a time.`);
      const endsAt = now + LASTS;
      await users.addPassingGrant(tx, user.id, { right: 'installer', facilityId, endsAt }, by);
      const token = newToken(random);
      const row = await installersRepo(tx).put({
        id: randomId('ins', random),
        facility_id: facilityId,
        user_id: user.id,
        email: address,
        name,
        link_hash: hashOf(token),
        invited_by: by,
        invited_at: now,
        ends_at: endsAt,
        revoked_at: null,
      });
      const gym = (await deps.organisations.findFacility(tx, facilityId))?.name ?? '';
      const link = `${deps.consoleUrl()}/ops/sign-in/invite#${token}`;
      await deps.sendMail(tx, inviteMail({ to: address, facilityId, name, gym, by: byName, link }));
      return { ...row, state: 'open' };
    },

    /** The newest first, those that have ended too. */
    list: async (tx: Tx, facilityId: FacilityId): Promise<readonly Invite[]> => {
      const invites: Invite[] = [];
      for (const row of await installersRepo(tx).list(facilityId, LISTED_MAX)) invites.push(await standing(tx, row));
      return invites;
    },

    /** They are out at once. One that has ended stays as it is. */
    revoke: async (tx: Tx, facilityId: FacilityId, id: string): Promise<Invite> => {
      const row = await installersRepo(tx).find(facilityId, id);
      if (row === undefined) throw installersFault('installer_unknown', 'There is no such invite at this facility.');
      const grant = await grantOf(tx, row);
      if (grant === undefined) return standing(tx, row);
      await users.takeGrant(tx, row.user_id, grant);
      const revoked_at = clock.wallMs();
      await installersRepo(tx).setRevoked(id, revoked_at);
      return { ...row, revoked_at, state: 'revoked' };
    },

    /** What a link is about; undefined where it is of no invite, or of one that was sent anew since. */
    ofLink: async (tx: Tx, token: string): Promise<Invite | undefined> => {
      const row = await installersRepo(tx).byLink(hashOf(token));
      return row && standing(tx, row);
    },

    forgetUser: (tx: Tx, userId: string): Promise<unknown> => installersRepo(tx).removeOf(userId),
    forgetEndedBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      installersRepo(tx).removeEndedBefore(at, limit),
  };
};
