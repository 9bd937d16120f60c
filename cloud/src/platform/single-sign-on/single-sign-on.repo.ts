import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** The OpenID provider of an organisation. */
interface OpenIdProviderTable {
  org_id: OrgId;
  issuer: string;
  client_id: string;
  /** AES-256-GCM, base64url: nonce, text, tag. */
  client_secret_sealed: string;
  /** `user:<id>`. */
  set_by: string;
  set_at: number;
}

/** For whom a provider has vouched, as which user: nobody else is that user there from then on. */
interface OpenIdSubjectTable {
  org_id: OrgId;
  subject: string;
  user_id: string;
  since: number;
}

/** Somebody who went to the provider of an organisation to sign in. */
export interface OpenIdSignInTable {
  /** SHA-256 of what the provider gives back, hex. */
  state_hash: string;
  org_id: OrgId;
  /** SHA-256 of what the browser that began it has in its cookie, hex. */
  browser_hash: string;
  /** Nonce and verifier, as client secrets are. */
  sealed: string;
  created_at: number;
  ends_at: number;
  used_at: number | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    openid_provider: OpenIdProviderTable;
    openid_subject: OpenIdSubjectTable;
    openid_sign_in: OpenIdSignInTable;
  }
}

export const singleSignOnRepo = (tx: Tx) => ({
  find: (orgId: OrgId) => tx.selectFrom('openid_provider').where('org_id', '=', orgId).selectAll().executeTakeFirst(),

  put: (row: Insertable<OpenIdProviderTable>): Promise<unknown> => {
    const { org_id: _, ...changed } = row;
    return tx
      .insertInto('openid_provider')
      .values(row)
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet(changed))
      .execute();
  },

  /** Resolves with the issuer of the one that there was. */
  remove: async (orgId: OrgId): Promise<string | undefined> => {
    await tx.deleteFrom('openid_subject').where('org_id', '=', orgId).execute();
    await tx.deleteFrom('openid_sign_in').where('org_id', '=', orgId).execute();
    const gone = tx.deleteFrom('openid_provider').where('org_id', '=', orgId).returning('issuer');
    return (await gone.executeTakeFirst())?.issuer;
  },

  insertSignIn: (row: Insertable<OpenIdSignInTable>): Promise<unknown> =>
    tx.insertInto('openid_sign_in').values(row).execute(),

  /** Of several that finish the same at once, one does. */
  claimSignIn: (of: { readonly stateHash: string; readonly browserHash: string }, now: number) =>
    tx
      .updateTable('openid_sign_in')
      .set({ used_at: now })
      .where('state_hash', '=', of.stateHash)
      .where('browser_hash', '=', of.browserHash)
      .where('used_at', 'is', null)
      .where('ends_at', '>', now)
      .returningAll()
      .executeTakeFirst(),

  /** Resolves with whether it was still there: it goes with its provider. */
  finishSignIn: async (stateHash: string): Promise<boolean> =>
    (await tx.deleteFrom('openid_sign_in').where('state_hash', '=', stateHash).returning('state_hash').execute())
      .length > 0,

  removeSignInsBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('openid_sign_in')
        .where('state_hash', 'in', (db) =>
          db
            .selectFrom('openid_sign_in')
            .where('created_at', '<', at)
            .orderBy('created_at')
            .select('state_hash')
            .limit(limit),
        )
        .returning('state_hash')
        .execute()
    ).length,

  /** As which user a provider knows this subject, and as which subject this user. */
  subjectsOf: (orgId: OrgId, of: { readonly subject: string; readonly userId?: string | undefined }) =>
    tx
      .selectFrom('openid_subject')
      .where('org_id', '=', orgId)
      .where((eb) => eb.or([eb('subject', '=', of.subject), eb('user_id', '=', of.userId ?? '')]))
      .selectAll()
      .execute(),

  insertSubject: (row: Insertable<OpenIdSubjectTable>): Promise<unknown> =>
    tx.insertInto('openid_subject').values(row).execute(),

  forgetUser: (userId: string): Promise<unknown> =>
    tx.deleteFrom('openid_subject').where('user_id', '=', userId).execute(),
});
