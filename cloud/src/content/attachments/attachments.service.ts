import { createHash } from 'node:crypto';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { shownText } from '../../kit/markdown/shown-text.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { ObjectStoreError } from '../../kit/objects/object-store.ts';
import type { JobsService } from '../../platform/jobs/jobs.service.ts';
import type { AttachmentJudge } from './attachment-judge.ts';
import { attachmentsFault } from './attachments.faults.ts';
import { attachmentsRepo } from './attachments.repo.ts';
import type { AgreementAttachmentTable } from './attachments.tables.ts';
import { type AttachmentType, DOC, DOCX, PDF } from './content/verdict.ts';

export interface AttachmentsDeps extends Pick<Environment, 'db' | 'clock' | 'random' | 'objects' | 'log'> {
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly attachmentJudge: Pick<AttachmentJudge, 'judge'>;
}
interface Arriving {
  readonly fileName: string | undefined;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}
export interface SentFile {
  readonly fileName: string | undefined;
  readonly bytes: Uint8Array;
  /** Hex. */
  readonly sha256: string;
}
export type AttachmentsService = ReturnType<typeof createAttachmentsService>;

/** A file as it arrives. It is hashed part by part: 20 MB at once would keep everybody else waiting. */
export const gathered = async ({ fileName, bytes }: Arriving): Promise<SentFile> => {
  const hash = createHash('sha256');
  const parts: Uint8Array[] = [];
  for await (const part of bytes) {
    hash.update(part);
    parts.push(part);
  }
  return { fileName, bytes: Buffer.concat(parts), sha256: hash.digest('hex') };
};

export const ATTACHMENT_BYTES_MAX = 20 * 1024 * 1024;
export const REMOVE_UNUSED = 'attachments.remove-unused';
const UNUSED_KEPT = Days(1);
/** Each of them is in memory while it arrives and is looked at. */
const AT_ONCE = 3;
const NAME_LENGTH_MAX = 120;
const ENDINGS: Readonly<Record<AttachmentType, string>> = { [PDF]: '.pdf', [DOC]: '.doc', [DOCX]: '.docx' };

const objectOf = (id: string): string => `attachments/${id.slice(4)}`;

/**
 * Files that agreements show: judged by their content before anything is kept of them. INVARIANT: the job that removes an unused
 * object is enqueued before the object is put, so that none outlives its day, whatever dies in between.
 */
export const createAttachmentsService = (deps: AttachmentsDeps) => {
  const { db, objects, log, attachmentJudge } = deps;
  let taking = 0;

  const take = async (receive: () => Promise<SentFile>, by: string) => {
    const { fileName, bytes, sha256 } = await receive();
    const verdict = await attachmentJudge.judge(bytes);
    if (verdict.is === 'unknown')
      throw attachmentsFault('attachment_unknown_type', 'file: is neither a PDF nor a document of Word.');
    if (verdict.is === 'refused') {
      const { reason } = verdict;
      const message = `file: ${reason}.`;
      throw attachmentsFault('attachment_refused', message, { body: { error: 'attachment_refused', message, reason } });
    }
    return store(deps, bytes, {
      name: nameOf(fileName, verdict.type),
      media_type: verdict.type,
      bytes: bytes.length,
      sha256,
      pages: verdict.pages,
      sent_by: by,
    });
  };

  return {
    /**
     * Takes a file once `receive` has all of it: of what is refused, nothing is kept. Resolves with its id; nobody finds it until
     * it is `settled`.
     */
    keep: async (receive: () => Promise<SentFile>, by: string): Promise<string> => {
      if (taking === AT_ONCE)
        throw attachmentsFault('attachments_busy', `${AT_ONCE} files are being taken already.`, {
          headers: { 'Retry-After': '5' },
        });
      taking++;
      try {
        return await take(receive, by);
      } finally {
        taking--;
      }
    },

    /** From now on agreements may use it. */
    settle: async (tx: Tx, id: string) => viewOf(await attachmentsRepo(tx).setStored(id)),

    /**
     * Keeps files from now on, for agreements of an organisation (null: the platform). Resolves with those that are kept, in the
     * order asked: nobody uses what another organisation uses.
     */
    use: async (tx: Tx, organisationId: OrgId | null, ids: readonly string[]) => {
      if (ids.length === 0) return [];
      const user = organisationId ?? 'platform';
      await attachmentsRepo(tx).use(ids, user);
      return usedBy(tx, user, ids);
    },

    /** Those of these that it uses, in the order asked. */
    used: (tx: Tx, organisationId: OrgId | null, ids: readonly string[]) =>
      usedBy(tx, organisationId ?? 'platform', ids),

    find: (tx: Tx, id: string) => attachmentsRepo(tx).find(id),

    /** The bytes of one that an agreement shows. Throws `attachment_not_there` where the store has not got them now. */
    read: async (id: string): Promise<Uint8Array> => {
      const bytes = await objects.get(objectOf(id)).catch((error: unknown) => {
        if (!(error instanceof ObjectStoreError)) throw error;
        log.error({ err: error, id }, 'an attachment could not be read');
      });
      if (bytes === undefined)
        throw attachmentsFault('attachment_not_there', 'The file cannot be read now: try again.', {
          headers: { 'Retry-After': '5' },
        });
      return bytes;
    },

    /** Removes one that nothing uses, for good. */
    removeUnused: async (id: string): Promise<void> => {
      if (!(await db.write((tx) => attachmentsRepo(tx).giveUp(id)))) return;
      await objects.remove(objectOf(id));
      await db.write((tx) => attachmentsRepo(tx).remove(id));
    },
  };
};

const usedBy = async (tx: Tx, user: string, ids: readonly string[]) => {
  const rows = ids.length === 0 ? [] : await attachmentsRepo(tx).usedBy(user, ids);
  const views = new Map(rows.map((row) => [row.id, viewOf(row)]));
  return ids.flatMap((id) => views.get(id) ?? []);
};

type New = Omit<Selectable<AgreementAttachmentTable>, 'id' | 'state' | 'used_by' | 'sent_at'>;

const store = async ({ db, clock, random, jobs, objects, log }: AttachmentsDeps, bytes: Uint8Array, what: New) => {
  const id = randomId('att', random);
  const now = clock.wallMs();
  await db.write(async (tx) => {
    await attachmentsRepo(tx).insert({ id, ...what, state: 'putting', used_by: null, sent_at: now });
    await jobs.enqueue(tx, REMOVE_UNUSED, { attachmentId: id }, { dueAt: now + UNUSED_KEPT, key: id });
  });
  try {
    await objects.put(objectOf(id), { bytes, type: what.media_type });
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    // It may have been stored all the same: its job removes it.
    log.error({ err: error, id }, 'an attachment could not be stored');
    throw attachmentsFault('attachment_not_stored', 'The file could not be stored: send it again.', {
      headers: { 'Retry-After': '5' },
    });
  }
  return id;
};

/** A name to show and to save it by: nothing of a path, and the ending of what it is. */
export const nameOf = (fileName: string | undefined, type: AttachmentType): string => {
  const ending = ENDINGS[type];
  const last =
    shownText(fileName ?? '')
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\s+/g, ' ')
      .trim() ?? '';
  const stem = last.toLowerCase().endsWith(ending) ? last.slice(0, -ending.length) : last;
  const short = [...(stem.replace(/^\.+/, '') || 'document')].slice(0, NAME_LENGTH_MAX - ending.length).join('');
  return `${short}${ending}`;
};

const viewOf = (row: Selectable<AgreementAttachmentTable>) => ({
  attachmentId: row.id,
  name: row.name,
  mediaType: row.media_type,
  bytes: Number(row.bytes),
  sha256: row.sha256,
  pages: row.pages === null ? null : Number(row.pages),
});
