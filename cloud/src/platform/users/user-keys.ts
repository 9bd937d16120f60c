import { randomUUID } from 'node:crypto';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import type { RefusedKey } from '../../kit/http/strangers.ts';
import { hashKeyText, keyMatches, keyPrefix, newKeyText } from '../../kit/secrets/key-text.ts';
import { lastUsed } from '../../kit/secrets/last-used.ts';
import { userKeysRepo } from './user-keys.repo.ts';
import { usersFault } from './users.faults.ts';

/** A key as people see it. Its text was shown once, when it was made. */
export interface UserKeyView {
  /** UUID. */
  readonly id: string;
  readonly label: string;
  /** `ghk_AbCdEfGh…`: enough to tell keys apart, and not enough to use one. */
  readonly redacted: string;
  readonly expired: boolean;
  readonly createdAt: number;
  /** `user:…` or who gave the order at the machine. */
  readonly createdBy: string;
  /** Up to ten seconds old. */
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
}

export interface NewUserKey {
  readonly label: string;
  readonly expiresAt?: number;
}

const KEY_KIND = 'ghk';
/** Those that have expired make room. */
const KEYS_MAX = 50;

/** The keys that users are recognised by: made, shown redacted, ended. */
export const createUserKeys = ({
  db,
  clock,
  random,
}: {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'after'>;
  readonly random: RandomBytes;
}) => {
  const used = lastUsed({ db, clock }, (tx, keyId, at) => userKeysRepo(tx).touch(keyId, at));

  return {
    /** Its text is in the answer and nowhere else: only a hash is kept. */
    add: async (
      tx: Tx,
      userId: string,
      { label, expiresAt }: NewUserKey,
      by: string,
    ): Promise<{ id: string; text: string; createdAt: number }> => {
      if (expiresAt !== undefined && expiresAt <= clock.wallMs())
        throw kitFault('invalid_request', 'expiresAt: must be in the future.');
      const isFull = async () => (await userKeysRepo(tx).count(userId)) >= KEYS_MAX;
      if (await isFull()) await userKeysRepo(tx).revokeExpired(userId, clock.wallMs());
      if (await isFull())
        throw usersFault('user_full', `A user has at most ${KEYS_MAX} keys: delete one that is not used any more.`);
      const text = newKeyText(KEY_KIND, random);
      const id = randomUUID();
      const createdAt = clock.wallMs();
      await userKeysRepo(tx).insert({
        id,
        user_id: userId,
        label,
        prefix: keyPrefix(KEY_KIND, text) ?? '',
        hash: hashKeyText(text),
        created_at: createdAt,
        created_by: by,
        last_used_at: null,
        expires_at: expiresAt ?? null,
        revoked_at: null,
      });
      return { id, text, createdAt };
    },

    list: async (tx: Tx, userId: string): Promise<UserKeyView[]> => {
      const now = clock.wallMs();
      const rows = await userKeysRepo(tx).list(userId);
      return rows.map(({ id, label, prefix, created_at, created_by, last_used_at, expires_at }) => ({
        id,
        label,
        redacted: `${KEY_KIND}_${prefix}…`,
        expired: expires_at !== null && expires_at <= now,
        createdAt: created_at,
        createdBy: created_by,
        lastUsedAt: last_used_at,
        expiresAt: expires_at,
      }));
    },

    /** When the user was last here with one of their keys; null where they never were. */
    lastSeen: (tx: Tx, userId: string): Promise<number | null> => userKeysRepo(tx).lastUsed(userId),

    /** The very next request with the key is refused, on every replica. */
    remove: async (tx: Tx, userId: string, keyId: string): Promise<void> => {
      if (!(await userKeysRepo(tx).revoke(userId, keyId, clock.wallMs())))
        throw usersFault('user_key_unknown', 'This user has no such key.');
      revoked(tx, { kind: 'user_key', subject: keyId, value: [userId] });
    },

    /** After a restore. Resolves with whether there was such a key. */
    end: (tx: Tx, userId: string, keyId: string): Promise<boolean> =>
      userKeysRepo(tx).revoke(userId, keyId, clock.wallMs()),

    /** The row of the key with this text, with its user. Read from the database each time: what is deleted counts no more at once. */
    findByText: async (text: string) => {
      const prefix = keyPrefix(KEY_KIND, text);
      if (prefix === undefined) return undefined;
      const now = clock.wallMs();
      const candidates = await db.read((tx) => userKeysRepo(tx).usable(prefix, now));
      const key = candidates.find(({ hash }) => keyMatches(text, hash));
      if (key !== undefined) used.note(key.key_id, now);
      return key;
    },

    /** Whose key this is or was, for the audit of a refusal: it may have ended, and opens nothing here. */
    recognise: async (text: string): Promise<RefusedKey | undefined> => {
      const prefix = keyPrefix(KEY_KIND, text);
      const rows = prefix === undefined ? [] : await db.read((tx) => userKeysRepo(tx).every(prefix));
      const key = rows.find(({ hash }) => keyMatches(text, hash));
      return key && { actor: `user:${key.user_id}`, tenant: `user:${key.user_id}`, keyId: key.id };
    },

    close: async (): Promise<void> => {
      await used.close();
    },
  };
};
