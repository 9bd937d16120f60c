import { z } from 'zod';
import type { KeyView } from './partner-keys.ts';

export const KeyType = z
  .enum(['live', 'dryrun', 'read-only'])
  .describe('`live` reads and writes; `dryrun` rehearses everything and carries out nothing; `read-only` only reads.');

export const KeyLabel = z.string().trim().min(1).max(120).describe('Tells it from the other keys: where it is used.');

export const MadeKey = z.object({
  keyId: z.string(),
  key: z.string().describe('Its text, this once: only a hash is kept.'),
});

/** A key as its account sees it. */
export const Key = z.object({
  keyId: z.string(),
  label: z.string(),
  redacted: z.string().describe('How its text begins.'),
  type: KeyType,
  status: z.enum(['active', 'revoked']).describe('`revoked` also where it was rotated and has ended.'),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().describe('Up to ten seconds old.'),
  lastUsedFrom: z.string().nullable().describe('The address that it was last used from; null where that is not known.'),
  expiresAt: z.string().nullable().describe('When it ends or ended, where it was rotated.'),
});

export const listedKey = (key: KeyView): z.output<typeof Key> => ({
  keyId: key.key_id,
  label: key.label,
  redacted: key.redacted,
  type: key.type,
  status: key.status,
  createdAt: key.created_at,
  lastUsedAt: key.last_used_at,
  lastUsedFrom: key.last_used_from,
  expiresAt: key.expires_at,
});
