import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { User } from '../users/users.module.ts';
import { CHALLENGE_LASTS, type PasskeyChallenges } from './passkey-challenges.ts';
import type { CheckedPasskey, PasskeyThread, RelyingParty } from './passkey-thread.ts';
import { secondFactorsRepo } from './second-factors.repo.ts';
import { sessionsFault } from './sessions.faults.ts';

const PASSKEYS_MAX = 10;
/** ES256, Ed25519, RS256: what authenticators have (COSE). */
const ALGORITHMS = [-7, -8, -257] as const;
const USABLE_ONCE = 'was answered before, came too late, or belongs elsewhere';

export interface PasskeyDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly thread: Pick<PasskeyThread, 'check'>;
  readonly challenges: PasskeyChallenges;
  readonly consoleUrl: () => string;
}

/** What a browser says of a new passkey, as far as it is looked at. */
export interface SaidOfNew {
  readonly id: string;
  readonly rawId: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
}
/** What it says of one that it has used. */
export interface Said {
  readonly id: string;
  readonly rawId: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null | undefined;
  };
}

/** What an authenticator has proven, outside of any unit. */
export interface Proof {
  readonly challenge: string;
  readonly passkey: CheckedPasskey;
}
/** The same by a passkey that somebody has here. */
export interface OwnedProof extends Proof {
  readonly passkeyId: string;
  readonly userId: string;
}

/** Passkeys of users (WebAuthn Level 3): found by the authenticator, and always with its PIN or the like. */
export const createPasskeys = ({ db, clock, random, thread, challenges, consoleUrl }: PasskeyDeps) => {
  const partyNow = (): RelyingParty => {
    const { origin, hostname } = new URL(consoleUrl());
    return { id: hostname, origin };
  };
  const common = () => ({ timeout: CHALLENGE_LASTS, userVerification: 'required' as const });

  return {
    /** What a browser needs to ask for any passkey of this place. */
    requestOptions: (boundTo: string) => ({
      challenge: challenges.issue(boundTo),
      rpId: partyNow().id,
      ...common(),
    }),

    /** What a browser needs to make one, on an authenticator that has none of this user yet. */
    creationOptions: async (tx: Tx, user: User, boundTo: string) => {
      const own = await secondFactorsRepo(tx).passkeysOf(user.id);
      const { timeout, userVerification } = common();
      return {
        challenge: challenges.issue(boundTo),
        rp: { id: partyNow().id, name: 'Gatehouse' },
        user: {
          id: Buffer.from(user.id).toString('base64url'),
          name: user.email,
          displayName: `${user.firstName} ${user.lastName}`,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
        excludeCredentials: own.map(({ credential_id }) => ({ type: 'public-key' as const, id: credential_id })),
        authenticatorSelection: { residentKey: 'required' as const, requireResidentKey: true, userVerification },
        attestation: 'none' as const,
        timeout,
      };
    },

    /** Checks what a new passkey says of itself. Not in a unit: it waits. */
    checkNew: async (
      { id, rawId, response: { clientDataJSON, attestationObject } }: SaidOfNew,
      boundTo: string,
    ): Promise<Proof | undefined> => {
      const challenge = challengeIn(clientDataJSON);
      if (challenge === undefined || !challenges.isGood(challenge, boundTo)) return undefined;
      const response = { ...said(id, rawId), response: { clientDataJSON, attestationObject } };
      const passkey = await thread.check({ kind: 'registration', party: partyNow(), challenge, response });
      return passkey && { challenge, passkey };
    },

    /** Checks the answer of a passkey that is known here. Not in a unit: it waits. */
    check: async (
      { id, rawId, response: { userHandle, ...signed } }: Said,
      boundTo: string,
    ): Promise<OwnedProof | undefined> => {
      const challenge = challengeIn(signed.clientDataJSON);
      if (challenge === undefined || !challenges.isGood(challenge, boundTo)) return undefined;
      const row = await db.read((tx) => secondFactorsRepo(tx).findByCredential(id));
      if (row === undefined || !isOf(userHandle, row.user_id)) return undefined;
      const known = { credentialId: row.credential_id, publicKey: row.public_key, counter: row.counter };
      const response = { ...said(id, rawId), response: signed };
      const passkey = await thread.check({ kind: 'assertion', party: partyNow(), challenge, response, passkey: known });
      return passkey && { challenge, passkey, passkeyId: row.id, userId: row.user_id };
    },

    /** Uses a proof up: of several that come with the same one, one does. */
    use: async (tx: Tx, { challenge, passkey, passkeyId }: OwnedProof): Promise<boolean> =>
      (await challenges.claim(tx, challenge)) &&
      secondFactorsRepo(tx).setPasskeyUsed(passkeyId, passkey.counter, clock.wallMs()),

    add: async (tx: Tx, userId: string, { proof, label }: { readonly proof: Proof; readonly label: string }) => {
      const repo = secondFactorsRepo(tx);
      if (!(await challenges.claim(tx, proof.challenge)))
        throw sessionsFault('passkey_refused', `response: ${USABLE_ONCE}.`);
      await repo.lockPasskeysOf(userId);
      if ((await repo.passkeysOf(userId)).length >= PASSKEYS_MAX)
        throw sessionsFault('passkey_refused', `A user has at most ${PASSKEYS_MAX} passkeys.`);
      const { credentialId, publicKey, counter } = proof.passkey;
      const row = {
        id: randomId('pky', random),
        user_id: userId,
        credential_id: credentialId,
        public_key: publicKey,
        counter,
        label,
        created_at: clock.wallMs(),
        last_used_at: null,
      };
      if (!(await repo.insertPasskey(row))) throw sessionsFault('passkey_refused', 'This passkey is known already.');
      return row;
    },

    list: (tx: Tx, userId: string) => secondFactorsRepo(tx).passkeysOf(userId),

    remove: async (tx: Tx, userId: string, id: string): Promise<void> => {
      if (!(await secondFactorsRepo(tx).deletePasskey(userId, id)))
        throw sessionsFault('passkey_unknown', 'You have no such passkey.');
      revoked(tx, { kind: 'passkey', subject: id, value: [userId] });
    },

    /** After a restore. Resolves with whether there was such a passkey. */
    removeAgain: (tx: Tx, userId: string, id: string): Promise<boolean> =>
      secondFactorsRepo(tx).deletePasskey(userId, id),

    removeAllOf: (tx: Tx, userId: string): Promise<unknown> => secondFactorsRepo(tx).deletePasskeysOf(userId),
  };
};
export type Passkeys = ReturnType<typeof createPasskeys>;

/** As the library wants it, with nothing beside that could be believed. */
const said = (id: string, rawId: string) => ({ id, rawId, type: 'public-key' as const, clientExtensionResults: {} });

/** Which user an authenticator says its passkey is of: where it says so, that has to be the one. */
const isOf = (userHandle: string | null | undefined, userId: string): boolean =>
  userHandle == null || Buffer.from(userHandle, 'base64url').toString() === userId;

/** The challenge that a browser says it answers. */
const challengeIn = (clientDataJSON: string): string | undefined => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
};
