import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { type Act, actsOf } from '../../kit/http/narrowing.ts';
import type { RefusedKey } from '../../kit/http/strangers.ts';
import { hashKeyText, newKeyText } from '../../kit/secrets/key-text.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import { grantsWithin, type KnownUser, readScope, scopeText } from '../../platform/users/platform-surface.ts';
import { lastingOf, type UsersService, userOf } from '../../platform/users/users.module.ts';
import { tokensFault } from './tokens.faults.ts';
import { tokensRepo } from './tokens.repo.ts';

export interface TokensDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly users: Pick<UsersService, 'grantsOf'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
  /** Every endpoint there is: what they do is what scopes can name. */
  readonly declared: readonly AnyEndpoint[];
}
export type TokensService = ReturnType<typeof createTokensService>;

/** How long a token counts. */
export const TOKEN_LASTS = Minutes(15);
const TOKEN_KIND = 'ght';
const BY_DEFAULT = 'read';
const ALWAYS: readonly Act[] = ['read', 'write', 'unlock', 'money'];

/** Who calls with a token, until when (ms since 1970). */
export type KnownByToken = KnownUser & { readonly endsAt: number };

/** A token that was issued: its text is in the answer and nowhere else. */
export interface IssuedToken {
  readonly text: string;
  readonly scope: string;
}

/** Bearer tokens, traded for keys of users: nothing in them proves anything, all of it is looked up with each request. */
export const createTokensService = ({ db, clock, random, users, organisations, declared }: TokensDeps) => {
  const acts = new Set([...ALWAYS, ...declared.flatMap((endpoint) => actsOf(endpoint))]);

  /** Throws where a word is none of ours, or names a place that the user holds nothing at, or that there is not. */
  const checkedScope = async (tx: Tx, userId: string, asked: string) => {
    const scope = readScope(asked) ?? wrongScope('A word of it is not known.');
    if ([...scope.acts].some((act) => !acts.has(act))) wrongScope('There is no such act.');
    if (scope.acts.size === 0) wrongScope('It names no act, such as read.');
    const grants = lastingOf(await users.grantsOf(tx, userId));
    for (const place of scope.places) {
      const held = await grantsWithin(tx, { organisations }, { grants, places: [place] });
      if (held.length === 0) wrongScope('There is no such place.');
    }
    return scope;
  };

  return {
    /** What scopes may name, beside places. */
    acts: [...acts].sort() as readonly Act[],

    /** A new token of this key. `scope` as it was asked for, empty for what there is by default. */
    issue: async (
      tx: Tx,
      { keyId, userId, scope }: { readonly keyId: string; readonly userId: string; readonly scope: string },
    ): Promise<IssuedToken> => {
      const granted = scopeText(await checkedScope(tx, userId, scope.trim() || BY_DEFAULT));
      const text = newKeyText(TOKEN_KIND, random);
      const now = clock.wallMs();
      const ends_at = now + TOKEN_LASTS;
      await tokensRepo(tx).insert({ hash: hashKeyText(text), key_id: keyId, scope: granted, created_at: now, ends_at });
      return { text, scope: granted };
    },

    /** Who calls with this token: nobody, once it has ended, or its key, or its user. Read from the database each time. */
    authenticate: (text: string): Promise<KnownByToken | undefined> =>
      db.read(async (tx) => {
        const row = await tokensRepo(tx).holder(hashKeyText(text), clock.wallMs());
        const token = row && readScope(row.scope);
        if (row === undefined || token === undefined) return undefined;
        const grants = lastingOf(await users.grantsOf(tx, row.id));
        return { user: userOf(row), grants, keyId: row.key_id, token, endsAt: Number(row.ends_at) };
      }),

    /** Those of these tokens that somebody could still call with. */
    standing: async (tx: Tx, texts: readonly string[]): Promise<ReadonlySet<string>> => {
      const hashes = texts.map(hashKeyText);
      const stand = texts.length === 0 ? new Set<string>() : await tokensRepo(tx).standing(hashes, clock.wallMs());
      return new Set(texts.filter((_text, at) => stand.has(hashes[at] ?? '')));
    },

    /** Whose it is or was, for the audit of a refusal. */
    recognise: (text: string): Promise<RefusedKey | undefined> =>
      db.read(async (tx) => {
        const owner = await tokensRepo(tx).ownerOf(hashKeyText(text));
        return owner && { actor: `user:${owner.user_id}`, tenant: `user:${owner.user_id}`, keyId: owner.key_id };
      }),

    /** The very next request with it is refused, on every replica. Of somebody else's, or of none, nothing happens. */
    revoke: (tx: Tx, userId: string, text: string): Promise<boolean> =>
      tokensRepo(tx).remove(userId, hashKeyText(text)),

    forgetEndedBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      tokensRepo(tx).removeEndedBefore(at, limit),
  };
};

const wrongScope = (why: string): never => {
  throw tokensFault('invalid_scope', `scope: ${why}`);
};
