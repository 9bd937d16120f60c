import { randomUUID } from 'node:crypto';
import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { plainAddress } from '@gatehouse/shared/net/network-of.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Hours } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { RefusedKey } from '../../kit/http/strangers.ts';
import { hashKeyText, keyMatches, newKeyText } from '../../kit/secrets/key-text.ts';
import { lastUsed } from '../../kit/secrets/last-used.ts';
import { giveReach, passOnReach, reachedBy } from './key-reach.ts';
import { type KeyType, kindOf, parseKeyText } from './key-text.ts';
import { partnerAccountsRepo } from './partner-accounts.repo.ts';
import type { AccountReach } from './partner-accounts.ts';
import { partnerFault } from './partners.faults.ts';
import { partnersRepo } from './partners.repo.ts';

export interface PartnerKeysDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Whether a session of the console goes on. */
  readonly sessionLives: (tx: Tx, sessionId: string) => Promise<boolean>;
}

/** A key as people see it. Its text was shown once, when it was made. */
export interface KeyView {
  /** UUID. */
  readonly key_id: string;
  readonly label: string;
  /** `sk_live_AbCdEfGh…`: enough to tell keys apart, and not enough to use one. */
  readonly redacted: string;
  readonly type: KeyType;
  readonly status: 'active' | 'revoked';
  readonly created_at: string;
  /** Up to ten seconds old. */
  readonly last_used_at: string | null;
  readonly last_used_from: string | null;
  /** When a rotated key ends, or ended. */
  readonly expires_at: string | null;
}

/** Who makes a key, and what they may give it. */
export interface Maker {
  /** Nobody on record: an operator at the machine. */
  readonly userId: string | null;
  readonly reach: AccountReach;
}
const OPERATOR: Maker = { userId: null, reach: 'everywhere' };

interface NewKey {
  readonly partnerId: PartnerId;
  readonly type: KeyType;
  readonly label: string;
  readonly madeBy: string | null;
  readonly trying?: Trying | undefined;
}

/** Of a key that is for trying: the session that it ends with, and when it ends at the latest (ms since 1970). */
export interface Trying {
  readonly sessionId: string;
  readonly endsAt: number;
}

/** A rotated key goes on working this long unless told otherwise. */
const ROTATION_OVERLAP = Hours(24);

/** The secret keys of partners: made, shown redacted, rotated, revoked, recognised. */
export const createPartnerKeys = ({ db, clock, random, sessionLives }: PartnerKeysDeps) => {
  const used = lastUsed({ db, clock }, (tx, keyId, at, from) => partnersRepo(tx).touchKey(keyId, at, from));

  const addKey = async (tx: Tx, { partnerId, type, label, madeBy, trying }: NewKey) => {
    const text = newKeyText(kindOf(type), random);
    const id = randomUUID();
    await partnersRepo(tx).insertKey({
      id,
      partner_id: partnerId,
      label,
      type,
      prefix: parseKeyText(text)?.prefix ?? '',
      hash: hashKeyText(text),
      created_at: clock.wallMs(),
      last_used_at: null,
      expires_at: trying?.endsAt ?? null,
      revoked_at: null,
      last_used_from: null,
      made_by: madeBy,
      session_id: trying?.sessionId ?? null,
    });
    return { id, text };
  };

  return {
    /**
     * A key that the partner makes for itself. It reaches what its keys have reached so far, those that have ended too, so that
     * nobody widens what organisations have let them see; the first one reaches what the account was opened to.
     */
    createOwnKey: async (tx: Tx, partnerId: PartnerId, type: KeyType, label: string, trying?: Trying) => {
      await partnerAccountsRepo(tx).lockPartner(partnerId);
      const before = (await partnersRepo(tx).listKeys(partnerId)).map(({ id }) => id);
      const made = await addKey(tx, { partnerId, type, label, madeBy: null, trying });
      const reach: AccountReach = before.length === 0 ? 'everywhere' : { organisations: await reachedBy(tx, before) };
      await giveReach(tx, { id: made.id, partnerId }, reach);
      return made;
    },

    /**
     * Makes a key for the organisations that its partner has by now and its maker may give. Its text is in the answer and
     * nowhere else: only a hash is kept.
     */
    createKey: async (tx: Tx, partnerId: PartnerId, type: KeyType, label: string, by: Maker = OPERATOR) => {
      const made = await addKey(tx, { partnerId, type, label, madeBy: by.userId });
      await giveReach(tx, { id: made.id, partnerId }, by.reach);
      return made;
    },

    /**
     * A new key of the same kind, maker and reach; the old one ends after `overlap`, or when it would have ended anyway if that is
     * sooner. Throws `unknown_key` for one that has ended, and for one that is for trying: a rotation revives nothing.
     */
    rotateKey: async (tx: Tx, keyId: string, overlap: Duration = ROTATION_OVERLAP) => {
      const now = clock.wallMs();
      const old = await partnersRepo(tx).expireKey(keyId, { now, at: now + overlap });
      if (old === undefined) throw noSuchKey();
      revoked(tx, { kind: 'partner_key', subject: keyId, value: [String(now + overlap)] });
      const { type, label, made_by: madeBy } = old;
      const made = await addKey(tx, { partnerId: old.partner_id, type, label, madeBy });
      await passOnReach(tx, keyId, made.id);
      return made;
    },

    /** Throws 404 for a key of another partner, exactly as for none. */
    requireKey: async (tx: Tx, partnerId: PartnerId, keyId: string): Promise<void> => {
      const keys = await partnersRepo(tx).listKeys(partnerId);
      if (!keys.some(({ id }) => id === keyId)) throw noSuchKey();
    },

    /** The very next request with the key is refused, on every replica. */
    revokeKey: async (tx: Tx, keyId: string): Promise<void> => {
      if (!(await partnersRepo(tx).revokeKey(keyId, clock.wallMs()))) throw noSuchKey();
      revoked(tx, { kind: 'partner_key', subject: keyId });
    },

    /** After a restore: it ends at that moment, or at once. Resolves with whether that is news. */
    endKey: async (tx: Tx, keyId: string, at: number | undefined): Promise<boolean> => {
      const now = clock.wallMs();
      if (at === undefined || at <= now) return partnersRepo(tx).revokeKey(keyId, now);
      return (await partnersRepo(tx).expireKey(keyId, { now, at })) !== undefined;
    },

    /** All but those for trying, which are their page's alone. */
    listKeys: async (partnerId: PartnerId): Promise<KeyView[]> => {
      const now = clock.wallMs();
      const rows = await db.read((tx) => partnersRepo(tx).listKeys(partnerId));
      return rows
        .filter(({ session_id }) => session_id === null)
        .map((row) => ({
          key_id: row.id,
          label: row.label,
          redacted: `sk_${row.type}_${row.prefix}…`,
          type: row.type,
          status: row.revoked_at === null && (row.expires_at === null || row.expires_at > now) ? 'active' : 'revoked',
          created_at: isoOf(row.created_at),
          last_used_at: row.last_used_at === null ? null : isoOf(row.last_used_at),
          last_used_from: row.last_used_from,
          expires_at: row.expires_at === null ? null : isoOf(row.expires_at),
        }));
    },

    /** The row of the key with this text, with its account. Read from the database each time: a revocation counts at once. */
    findByText: async (keyText: string, remoteAddress?: string) => {
      const parsed = parseKeyText(keyText);
      if (parsed === undefined) return undefined;
      const now = clock.wallMs();
      const key = await db.read(async (tx) => {
        const candidates = await partnersRepo(tx).usableKeys(parsed.prefix, now);
        const found = candidates.find((candidate) => keyMatches(keyText, candidate.hash));
        const session = found?.session_id ?? null;
        return session === null || (await sessionLives(tx, session)) ? found : undefined;
      });
      if (key !== undefined) used.note(key.key_id, now, remoteAddress && plainAddress(remoteAddress));
      return key;
    },

    /** Whose key this is or was, for the audit of a refusal: it may have ended, and opens nothing here. */
    recognise: async (keyText: string): Promise<RefusedKey | undefined> => {
      const parsed = parseKeyText(keyText);
      const rows = parsed === undefined ? [] : await db.read((tx) => partnersRepo(tx).everyKey(parsed.prefix));
      const key = rows.find(({ hash }) => keyMatches(keyText, hash));
      return key && { actor: `partner:${key.partner_id}/${key.id}`, tenant: key.partner_id, keyId: key.id };
    },

    close: async (): Promise<void> => {
      await used.close();
    },
  };
};

const noSuchKey = () => partnerFault('unknown_key', 'There is no usable key with this id.');
