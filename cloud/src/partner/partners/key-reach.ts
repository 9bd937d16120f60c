import type { OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { revoked } from '../../kit/db/revoked.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { keyReachRepo } from './key-reach.repo.ts';
import type { KeyType } from './key-text.ts';
import { partnerAccountsRepo } from './partner-accounts.repo.ts';
import { type AccountReach, isWithin } from './partner-accounts.ts';
import { partnerFault } from './partners.faults.ts';

/** A key of a partner as an organisation sees it that the partner may know of. */
export interface KeyAtOrganisation {
  readonly keyId: string;
  readonly partnerId: PartnerId;
  readonly partnerName: string;
  readonly label: string;
  readonly redacted: string;
  readonly type: KeyType;
  readonly createdAt: string;
  /** Up to ten seconds old. */
  readonly lastUsedAt: string | null;
  /** Nobody where an operator made it at the machine, or before makers were kept. */
  readonly madeBy: string | null;
  readonly reaches: boolean;
  /** Nobody where it was made for the organisation. */
  readonly consentedBy: string | null;
  readonly consentedAt: string | null;
}

/** Gives a new key the organisations that its partner has and its maker may give. */
export const giveReach = async (
  tx: Tx,
  key: { readonly id: string; readonly partnerId: PartnerId },
  reach: AccountReach,
): Promise<void> => {
  await partnerAccountsRepo(tx).lockPartner(key.partnerId);
  const organisations = await keyReachRepo(tx).organisationsOf(key.partnerId);
  const given = organisations.filter((orgId) => isWithin(reach, [orgId]));
  await keyReachRepo(tx).add(
    given.map((org_id) => ({ key_id: key.id, org_id, consented_by: null, consented_at: null })),
  );
  await keyReachRepo(tx).setWithdrawn(key.partnerId, given, null);
};

/** The organisations that one of these keys reaches. */
export const reachedBy = async (tx: Tx, keyIds: readonly string[]): Promise<OrgId[]> => [
  ...new Set((await keyReachRepo(tx).of(keyIds)).map(({ org_id }) => org_id)),
];

/** Gives a key what another one reaches, consents and all, and nothing beyond. */
export const passOnReach = async (tx: Tx, from: string, to: string): Promise<void> => {
  const reached = await keyReachRepo(tx).of([from]);
  await keyReachRepo(tx).add(reached.map((row) => ({ ...row, key_id: to })));
};

/**
 * How far keys reach. INVARIANT: a key reaches the organisations that it was made for, and those that have consented to it
 * by name; that its partner is opened to another one opens nothing to a key that is about.
 */
export const createKeyReach = ({ clock }: { readonly clock: Clock }) => {
  const keyAt = async (tx: Tx, orgId: OrgId, keyId: string) => {
    const key = (await keyReachRepo(tx).keysAt(orgId, clock.wallMs())).find(({ id }) => id === keyId);
    if (key === undefined)
      throw partnerFault(
        'unknown_key',
        'There is no usable key with this id of a partner that may know of the organisation.',
      );
    return key;
  };

  return {
    /** The usable keys of the partners that may know of an organisation, those that do not reach it too. */
    keysAt: async (tx: Tx, orgId: OrgId): Promise<KeyAtOrganisation[]> => {
      const rows = await keyReachRepo(tx).keysAt(orgId, clock.wallMs());
      return rows.map((row) => ({
        keyId: row.id,
        partnerId: row.partner_id,
        partnerName: row.partner_name,
        label: row.label,
        redacted: `sk_${row.type}_${row.prefix}…`,
        type: row.type,
        createdAt: isoOf(row.created_at),
        lastUsedAt: row.last_used_at === null ? null : isoOf(row.last_used_at),
        madeBy: row.made_by,
        reaches: row.reached !== null,
        consentedBy: row.consented_by,
        consentedAt: row.consented_at === null ? null : isoOf(row.consented_at),
      }));
    },

    /** The key reaches the organisation from the next request on. Throws `unknown_key`. */
    consent: async (tx: Tx, orgId: OrgId, keyId: string, by: string): Promise<void> => {
      const key = await keyAt(tx, orgId, keyId);
      await partnerAccountsRepo(tx).lockPartner(key.partner_id);
      await keyAt(tx, orgId, keyId);
      await keyReachRepo(tx).add([{ key_id: keyId, org_id: orgId, consented_by: by, consented_at: clock.wallMs() }]);
      await keyReachRepo(tx).setWithdrawn(key.partner_id, [orgId], null);
    },

    /** The key reaches the organisation no more, from the next request on. Throws `unknown_key`. */
    withdraw: async (tx: Tx, orgId: OrgId, keyId: string): Promise<void> => {
      const key = await keyAt(tx, orgId, keyId);
      await keyReachRepo(tx).remove(keyId, orgId);
      if (key.reached !== null) await keyReachRepo(tx).setWithdrawn(key.partner_id, [orgId], clock.wallMs());
      revoked(tx, { kind: 'key_reach', subject: keyId, value: [orgId] });
    },

    /** After a restore. Resolves with whether it reached the organisation. */
    withdrawAgain: async (tx: Tx, keyId: string, [orgId = '']: readonly string[]): Promise<boolean> => {
      const reached = (await keyReachRepo(tx).of([keyId])).some(({ org_id }) => org_id === orgId);
      await keyReachRepo(tx).remove(keyId, uncheckedId<OrgId>(orgId));
      return reached;
    },
  };
};
