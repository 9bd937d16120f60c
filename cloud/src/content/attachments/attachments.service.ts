import { createHash } from 'node:crypto';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { shownText } from '../../kit/markdown/shown-text.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { keptWhileUsed } from '../../kit/objects/kept-while-used.ts';
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
/** Each of them is in memory while it arrives and is looked at. */
const AT_ONCE = 3;
const NAME_LENGTH_MAX = 120;
const ENDINGS: Readonly<Record<AttachmentType, string>> = { [PDF]: '.pdf', [DOC]: '.doc', [DOCX]: '.docx' };

const AFTER_A_WHILE = { headers: { 'Retry-After': '5' } };

/** Files that agreements show: judged by their content before anything is kept of them. */
export const createAttachmentsService = ({ random, jobs, attachmentJudge, ...deps }: AttachmentsDeps) => {
  const kept = keptWhileUsed(deps, {
    ...{ table: 'agreement_attachment', folder: 'attachments', name: 'an attachment' },
    removeLater: (tx, id, dueAt) => jobs.enqueue(tx, REMOVE_UNUSED, { attachmentId: id }, { dueAt, key: id }),
    notStored: () =>
      attachmentsFault('attachment_not_stored', 'The file could not be stored: send it again.', AFTER_A_WHILE),
    notThere: () => attachmentsFault('attachment_not_there', 'The file cannot be read now: try again.', AFTER_A_WHILE),
  });
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
    const id = randomId('att', random);
    const name = nameOf(fileName, verdict.type);
    const row = { name, media_type: verdict.type, bytes: bytes.length, sha256, pages: verdict.pages, sent_by: by };
    await kept.keep(id, { bytes, type: verdict.type }, row);
    return id;
  };

  return {
    /**
     * Takes a file once `receive` has all of it: of what is refused, nothing is kept. Resolves with its id; nobody finds it until
     * it is `settled`.
     */
    keep: async (receive: () => Promise<SentFile>, by: string): Promise<string> => {
      if (taking === AT_ONCE)
        throw attachmentsFault('attachments_busy', `${AT_ONCE} files are being taken already.`, AFTER_A_WHILE);
      taking++;
      try {
        return await take(receive, by);
      } finally {
        taking--;
      }
    },

    /** From now on agreements may use it. */
    settle: async (tx: Tx, id: string) => viewOf(await kept.settle(tx, id)),

    /**
     * Keeps files from now on, for agreements of an organisation (null: the platform). Resolves with those that are kept, in the
     * order asked: nobody uses what another organisation uses.
     */
    use: async (tx: Tx, organisationId: OrgId | null, ids: readonly string[]) =>
      inOrder(ids, await kept.use(tx, organisationId, ids)),

    /** Those of these that it uses, in the order asked. */
    used: async (tx: Tx, organisationId: OrgId | null, ids: readonly string[]) =>
      inOrder(ids, await kept.used(tx, organisationId, ids)),

    find: (tx: Tx, id: string) => attachmentsRepo(tx).find(id),

    /** The bytes of one that an agreement shows. Throws `attachment_not_there` where the store has not got them now. */
    read: kept.read,
    /** Removes one that nothing uses, for good. */
    removeUnused: kept.removeUnused,
  };
};

const inOrder = (ids: readonly string[], rows: readonly Selectable<AgreementAttachmentTable>[]) => {
  const views = new Map(rows.map((row) => [row.id, viewOf(row)]));
  return ids.flatMap((id) => views.get(id) ?? []);
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
