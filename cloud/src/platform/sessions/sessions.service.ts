import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { JobsService } from '../jobs/jobs.module.ts';
import type { MailService } from '../mail/mail.module.ts';
import type { OrganisationsService } from '../organisations/organisations.module.ts';
import { sessionTokenIn } from '../users/platform-surface.ts';
import type { UsersService } from '../users/users.module.ts';
import { createAuthenticators } from './authenticators.ts';
import { consoleSecrets } from './console-secrets.ts';
import { createDesks } from './desks.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import { createPasskeyThread } from './passkey-thread.ts';
import { createPasskeys } from './passkeys.ts';
import { secondFactorsRepo } from './second-factors.repo.ts';
import { createSessionStore, type SessionRealm } from './session-store.ts';
import { type Installation, sessionView } from './session-view.ts';
import { sessionsRepo } from './sessions.repo.ts';
import type { Realm } from './sessions.tables.ts';
import { signInRepo } from './sign-in.repo.ts';
import { type CodeRealm, createSignInCodes } from './sign-in-codes.ts';
import { createSignInLinks } from './sign-in-links.ts';
import { staffCodes, staffLinks, staffSessions } from './staff-realm.ts';

export interface SessionsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly users: Pick<UsersService, 'findByEmail' | 'findById' | 'grantsOf'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly sendMail: MailService['send'];
  readonly consoleSecret: Uint8Array;
  readonly consoleUrl: () => string;
  readonly installation: Installation;
}
export type SessionsService = ReturnType<typeof createSessionsService>;

/** How people sign in at the consoles, prove who they are, and stay signed in. */
export const createSessionsService = (deps: SessionsDeps) => {
  const { db, clock, random, users } = deps;
  const secrets = consoleSecrets(deps.consoleSecret, random);
  const desks = createDesks({ ...deps, secrets });
  const store = createSessionStore({ db, clock, random }, staffSessions(users, desks.find));
  const thread = createPasskeyThread(clock);
  const challenges = createPasskeyChallenges({ clock, random, secrets });
  const passkeys = createPasskeys({ ...deps, thread, challenges });
  const authenticators = createAuthenticators({ clock, random, secrets });

  return {
    ...store,
    codes: createSignInCodes({ ...deps, secrets }, staffCodes(deps)),
    links: createSignInLinks({ clock, random }, staffLinks(users)),
    passkeys,
    authenticators,
    desks,

    /** The same for those of another console: its module says who they are, and closes what it was given. */
    realm: <Asked, Subject extends { readonly id: string }, Holder>(of: {
      readonly codes: CodeRealm<Asked, Subject> & { readonly realm: Realm };
      readonly sessions: Omit<SessionRealm<Holder>, 'holderOf'> & {
        /** Who has this id; nobody where they may not come in any more. */
        readonly holderOf: (tx: Tx, subjectId: string) => Promise<Holder | undefined>;
      };
    }) => ({
      ...createSessionStore(
        { db, clock, random },
        {
          ...of.sessions,
          holderOf: async (tx, hash) => {
            const row = await sessionsRepo(tx).openOf(of.sessions.realm, hash);
            const holder = row && (await of.sessions.holderOf(tx, row.subject_id));
            return row && holder && { row, holder };
          },
        },
      ),
      codes: createSignInCodes({ ...deps, secrets }, of.codes),
      links: createSignInLinks({ clock, random }, { realm: of.codes.realm, find: of.codes.findById }),
    }),

    /** Codes for something else than to sign in. */
    codesFor: <Asked, Subject extends { readonly id: string }>(of: CodeRealm<Asked, Subject>) =>
      createSignInCodes({ ...deps, secrets }, of),

    /** Whether this `cookie` header is of somebody who is signed in at the operations console. To ask does not keep them so. */
    isSignedIn: async (cookies: string | undefined): Promise<boolean> => {
      const token = sessionTokenIn({ header: () => cookies });
      return token !== undefined && (await store.authenticate(token, { unattended: true })) !== undefined;
    },

    viewOf: (tx: Tx, who: Parameters<typeof sessionView>[2]) => sessionView(tx, deps, who),

    /** Whatever lets somebody in who is a user no longer. */
    forgetUser: async (tx: Tx, userId: string): Promise<void> => {
      await store.endAllOf(tx, userId);
      await passkeys.removeAllOf(tx, userId);
      await authenticators.removeAllOf(tx, userId);
      await desks.forgetPin(tx, userId);
      await signInRepo(tx).endLinksOf({ realm: 'staff', subjectId: userId }, clock.wallMs());
    },

    endSessionAgain: store.endAgain,
    deletePasskeyAgain: passkeys.removeAgain,
    deleteTotpAgain: authenticators.removeAgain,
    removeDeskAgain: desks.removeAgain,
    forgetDeskPinAgain: desks.forgetPinAgain,

    /** Codes, links, turns and challenges: `limit` of them at most. */
    forgetCodesBefore: async (tx: Tx, at: number, limit: number): Promise<number> => {
      let gone = 0;
      for (const remove of [
        signInRepo(tx).removeCodesBefore,
        signInRepo(tx).removeLinksBefore,
        signInRepo(tx).removeTurnsBefore,
        secondFactorsRepo(tx).removeChallengesBefore,
      ])
        if (gone < limit) gone += await remove(at, limit - gone);
      return gone;
    },

    close: async (): Promise<void> => {
      await store.close();
      await thread.close();
    },
  };
};
