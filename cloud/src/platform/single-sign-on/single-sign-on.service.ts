import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Selectable } from 'kysely';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import {
  consoleSecrets,
  hashOf,
  hasTurn,
  newToken,
  type SessionsService,
  takeTurn,
} from '../sessions/sessions.module.ts';
import { grantsInSession } from '../users/platform-surface.ts';
import type { User, UsersService } from '../users/users.module.ts';
import { type OpenId, type Provider, ProviderProblem, type Trip, type Vouched } from './openid.ts';
import { singleSignOnFault } from './single-sign-on.faults.ts';
import { type OpenIdSignInTable, singleSignOnRepo } from './single-sign-on.repo.ts';

/** Where providers send browsers back to: a page of the console, for a cookie of its own site is sent from there alone. */
const RETURN_PATH = '/ops/sign-in/return';
export const SIGN_IN_LASTS = Minutes(10);
/** Of one network. */
const BEGUN = { turns: 60, within: Hours(1) } as const;

export interface SingleSignOnDeps {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly openId: OpenId;
  readonly consoleSecret: Uint8Array;
  readonly consoleUrl: () => string;
  readonly users: Pick<UsersService, 'findByEmail' | 'findById' | 'grantsOf'>;
  readonly sessions: Pick<SessionsService, 'endAllOfProvider'>;
}
export type SingleSignOnService = ReturnType<typeof createSingleSignOn>;

/** A sign-in that one request finishes, and no other. */
export interface Claimed {
  readonly row: Selectable<OpenIdSignInTable>;
  readonly provider: Provider;
}

/** People who sign in by the OpenID provider of their organisation. */
export const createSingleSignOn = (deps: SingleSignOnDeps) => {
  const { clock, random, openId, users, sessions } = deps;
  const secrets = consoleSecrets(deps.consoleSecret, random);
  const redirectUri = (): string => deps.consoleUrl() + RETURN_PATH;
  const sealedFor = (orgId: OrgId): string => `openid:${orgId}`;

  const providerOf = async (tx: Tx, orgId: OrgId): Promise<Provider> => {
    const row = await singleSignOnRepo(tx).find(orgId);
    if (row === undefined) throw singleSignOnFault('no_single_sign_on', 'This organisation has no sign-in service.');
    const clientSecret = secrets.open(row.client_secret_sealed, sealedFor(orgId)).toString('utf8');
    return { issuer: row.issuer, clientId: row.client_id, clientSecret };
  };
  /** Whoever the provider let in is out, and it does not come back with an older database. */
  const end = async (tx: Tx, orgId: OrgId): Promise<void> => {
    const issuer = await singleSignOnRepo(tx).remove(orgId);
    if (issuer !== undefined) revoked(tx, { kind: 'openid_provider', subject: orgId, value: [issuer] });
    await sessions.endAllOfProvider(tx, orgId);
  };
  const tooMany = (waitMs: number) =>
    singleSignOnFault('too_many_sign_ins', 'Too many sign-ins began from this network: wait a while.', {
      headers: { 'Retry-After': String(Math.ceil(waitMs / 1_000)) },
    });
  const newTrip = (): Trip => ({
    redirectUri: redirectUri(),
    state: newToken(random),
    nonce: newToken(random),
    verifier: newToken(random),
  });
  const begin = async (provider: Provider): Promise<{ readonly trip: Trip; readonly url: URL }> => {
    const trip = newTrip();
    return { trip, url: await openId.begin(provider, trip).catch(asFault) };
  };

  /** Which user a provider vouches for: whom it has vouched for before, or at first whoever has that address. */
  const userOf = async (
    tx: Tx,
    orgId: OrgId,
    { subject, email, emailVerified }: Vouched,
  ): Promise<User | undefined> => {
    const isSaid = email !== undefined && emailVerified !== false;
    const byEmail = isSaid ? await users.findByEmail(tx, email) : undefined;
    const known = await singleSignOnRepo(tx).subjectsOf(orgId, { subject, userId: byEmail?.id });
    const bySubject = known.find((row) => row.subject === subject);
    const user = bySubject === undefined ? byEmail : await users.findById(tx, bySubject.user_id);
    if (user === undefined || known.some((row) => row.user_id === user.id && row.subject !== subject)) return undefined;
    const grants = grantsInSession(await users.grantsOf(tx, user.id), { organisationId: orgId });
    if (grants.length === 0) return undefined;
    if (bySubject === undefined)
      await singleSignOnRepo(tx).insertSubject({ org_id: orgId, subject, user_id: user.id, since: clock.wallMs() });
    return user;
  };

  return {
    redirectUri,
    find: (tx: Tx, orgId: OrgId) => singleSignOnRepo(tx).find(orgId),
    providerOf,

    /** Asks a provider for its configuration. Throws where it cannot be used. */
    check: async (provider: Provider): Promise<void> => void (await begin(provider)),

    /** What another provider has vouched for counts no longer. */
    put: async (tx: Tx, orgId: OrgId, { issuer, clientId, clientSecret }: Provider, by: string) => {
      const before = await singleSignOnRepo(tx).find(orgId);
      if (before !== undefined && before.issuer !== issuer) await end(tx, orgId);
      const row = {
        org_id: orgId,
        issuer,
        client_id: clientId,
        client_secret_sealed: secrets.seal(Buffer.from(clientSecret), sealedFor(orgId)),
        set_by: by,
        set_at: clock.wallMs(),
      };
      await singleSignOnRepo(tx).put(row);
      return row;
    },

    /** Whoever it let in is out. Throws where there is none. */
    remove: async (tx: Tx, orgId: OrgId): Promise<void> => {
      await providerOf(tx, orgId);
      await end(tx, orgId);
    },
    /** After a restore: the provider with this issuer, if it is there again. */
    removeAgain: async (tx: Tx, orgId: OrgId, issuer: string): Promise<boolean> =>
      (await singleSignOnRepo(tx).find(orgId))?.issuer === issuer &&
      (await singleSignOnRepo(tx).remove(orgId)) !== undefined,

    begin,
    /** The provider, if this network may ask it anything yet: whoever has no turn costs it nothing. */
    providerFor: async (tx: Tx, orgId: OrgId, remoteAddress: string): Promise<Provider> => {
      if (!(await hasTurn(tx, clock, secrets.mac('openid', remoteAddress), BEGUN))) throw tooMany(Minutes(1));
      return providerOf(tx, orgId);
    },
    /** Writes down that somebody goes there, and takes a turn of their network. Resolves with what their browser is to keep. */
    begun: async (tx: Tx, orgId: OrgId, { state, nonce, verifier }: Trip, remoteAddress: string): Promise<string> => {
      const none = await takeTurn(tx, clock, secrets.mac('openid', remoteAddress), BEGUN);
      if (none !== undefined) throw tooMany(none.waitMs);
      const browser = newToken(random);
      const now = clock.wallMs();
      await singleSignOnRepo(tx).insertSignIn({
        state_hash: hashOf(state),
        org_id: orgId,
        browser_hash: hashOf(browser),
        sealed: secrets.seal(Buffer.from(JSON.stringify({ nonce, verifier })), sealedFor(orgId)),
        created_at: now,
        ends_at: now + SIGN_IN_LASTS,
        used_at: null,
      });
      return browser;
    },

    /**
     * Claims the sign-in that this browser has begun: nobody finishes it a second time, whatever becomes of it. Resolves with
     * its provider, or with nothing where there is none, or not any more.
     */
    claim: async (tx: Tx, state: string, browser: string | undefined): Promise<Claimed | undefined> => {
      const of = { stateHash: hashOf(state), browserHash: hashOf(browser ?? '') };
      const row = await singleSignOnRepo(tx).claimSignIn(of, clock.wallMs());
      return row && { row, provider: await providerOf(tx, row.org_id) };
    },
    /** Exchanges the code of the answer of a claimed sign-in. Throws where the provider refuses it, or does not answer. */
    exchange: async (
      { row, provider }: Claimed,
      { state, code, iss }: { readonly state: string; readonly code: string; readonly iss?: string | undefined },
    ): Promise<Vouched> => {
      const { nonce, verifier } = JSON.parse(secrets.open(row.sealed, sealedFor(row.org_id)).toString('utf8')) as Trip;
      const trip = { redirectUri: redirectUri(), state, nonce, verifier };
      return openId.finish(provider, trip, { code, iss }).catch(asFault);
    },
    /**
     * Resolves with who is in. Throws where nobody here is whom the provider vouches for, and where it was removed while it
     * was asked, or another has taken its place.
     */
    redeem: async (tx: Tx, { state_hash, org_id }: Claimed['row'], came: Vouched) => {
      if (!(await singleSignOnRepo(tx).finishSignIn(state_hash)))
        throw singleSignOnFault('sign_in_ended', 'Begin anew in this browser.');
      const user = await userOf(tx, org_id, came);
      if (user !== undefined) return { user, organisationId: org_id };
      throw singleSignOnFault('nobody_here', 'Nobody who holds something in this organisation is you.');
    },

    forgetUser: async (tx: Tx, userId: string): Promise<void> => void (await singleSignOnRepo(tx).forgetUser(userId)),
    forgetBefore: (tx: Tx, at: number, limit: number) => singleSignOnRepo(tx).removeSignInsBefore(at, limit),
  };
};

const asFault = (error: unknown): never => {
  if (!(error instanceof ProviderProblem)) throw error;
  const { kind, message } = error;
  throw kind === 'unreachable'
    ? singleSignOnFault('provider_unreachable', `The OpenID provider does not answer: ${message}.`)
    : singleSignOnFault('provider_refused', `The OpenID provider: ${message}.`);
};
