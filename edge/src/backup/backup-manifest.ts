import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';

/** What may be in a backup, by its name there. The access rules are not: the cloud gives them anew, and they name members. */
export const BACKUP_FILES = ['box.db', 'journal.db', 'identity.json'] as const;
export type BackupFile = (typeof BACKUP_FILES)[number];
export const MANIFEST = 'manifest.json';

const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

export const BackupManifest = z.strictObject({
  v: z.literal(1),
  boxId: BoxId,
  madeAtMs: z.int().nonnegative(),
  journal: z.strictObject({ epoch: z.uuid(), firstSeq: z.int().min(1), lastSeq: z.int().nonnegative() }),
  files: z.partialRecord(z.enum(BACKUP_FILES), Sha256Hex),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
};

/** A backup cannot be made or used, for a reason that the message tells. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
