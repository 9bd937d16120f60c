import { createHash } from 'node:crypto';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Documents } from '../../kit/documents/documents.ts';
import type { TimeAuthority } from '../../kit/documents/time-stamp/time-authority.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { ObjectStoreError } from '../../kit/objects/object-store.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import type { MailService } from '../../platform/mail/mail.module.ts';
import type { ConsoleSecrets } from '../../platform/sessions/sessions.module.ts';
import type { AgreementsService } from '../agreements/agreements.module.ts';
import type { CuaSigning } from '../club-user-agreements/club-user-agreements.module.ts';
import { addressOf, evidenceIn, signedAs } from './evidence-facts.ts';
import { pdfDocumentOf, type SignedSource } from './pdf-document.ts';
import { createSealStamps } from './seal-stamps.ts';
import { signedDocumentsFault } from './signed-documents.faults.ts';
import { SIGNED_COPY } from './signed-documents.mail.ts';
import { type SealStampTable, type SignedDocumentRow, signedDocumentsRepo } from './signed-documents.repo.ts';

export const MAKE_DOCUMENT = 'signed-documents.make';
export const SEAL_AWAY = 'signed-documents.seal-away';
export const REMOVE_DOCUMENT = 'signed-documents.remove';
export const VERIFY_PATH = '/verify';

export interface SignedDocumentsDeps extends Pick<Environment, 'clock' | 'objects'> {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly documents: Pick<Documents, 'sealedPdf'>;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly sendMail: MailService['send'];
  readonly agreements: Pick<AgreementsService, 'findSignature' | 'signedText'>;
  readonly cuaSigning: Pick<CuaSigning, 'findSignature' | 'evidenceOf'>;
  readonly partnerUrl: () => string;
  readonly secrets: Pick<ConsoleSecrets, 'seal' | 'open'>;
  readonly timeAuthority?: TimeAuthority | undefined;
}
export type SignedDocumentsService = ReturnType<typeof createSignedDocuments>;

/** A signature of a club or of a person, as far as both are alike. Without evidence that has gone. */
export interface AnySignature {
  readonly id: string;
  readonly facility_id: FacilityId;
  readonly agreement_id: string;
  readonly version_number: number;
  readonly variation_revision: number;
  readonly evidence_sha256: string;
  readonly signed_at: number;
  readonly evidence: string | undefined;
}

const sealedKeyOf = (signatureId: string): string => `signed-documents/${signatureId.slice('sig_'.length)}.sealed`;
const keyOf = (signatureId: string): string => `signed-documents/${signatureId.slice('sig_'.length)}.pdf`;

/** The files of signatures: made by a job, once each, of what can no longer change. */
export const createSignedDocuments = (deps: SignedDocumentsDeps) => {
  const { db, clock, objects, documents, jobs, agreements, cuaSigning, secrets } = deps;
  const stamps = createSealStamps(deps);
  const verifyUrl = () => `${deps.partnerUrl()}${VERIFY_PATH}`;

  const find = async (tx: Tx, id: string): Promise<AnySignature | undefined> => {
    const ofClub = await agreements.findSignature(tx, id);
    if (ofClub !== undefined) return ofClub;
    const ofPerson = await cuaSigning.findSignature(tx, id);
    return ofPerson && { ...ofPerson, evidence: await cuaSigning.evidenceOf(tx, id) };
  };

  const sourceOf = async (tx: Tx, id: string): Promise<(SignedSource & { facilityId: FacilityId }) | undefined> => {
    const signature = await find(tx, id);
    if (signature?.evidence === undefined) return undefined;
    const { evidence, evidence_sha256: evidenceSha256, facility_id: facilityId } = signature;
    const text = await agreements.signedText(tx, signature);
    return { signatureId: id, facilityId, evidence, evidenceSha256, signedAt: Number(signature.signed_at), ...text };
  };

  /** Writes down that the file is there, and sends the copy, in one unit: neither is there without the other, nor twice. */
  const note = (
    source: SignedSource & { facilityId: FacilityId },
    { bytes, stamp }: { readonly bytes: Uint8Array; readonly stamp: SealStampTable | undefined },
  ): Promise<'noted' | 'gone'> =>
    db.write(async (tx) => {
      const { signatureId, signedAt, facilityId } = source;
      if ((await find(tx, signatureId))?.evidence === undefined) return 'gone';
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const row: SignedDocumentRow = {
        signature_id: signatureId,
        pdf_key: keyOf(signatureId),
        pdf_sha256: sha256,
        bytes: bytes.length,
        signed_at: signedAt,
        made_at: clock.wallMs(),
        stamped_by: stamp?.stamped_by ?? null,
        stamped_at: stamp?.stamped_at ?? null,
      };
      if (!(await signedDocumentsRepo(tx).insert(row))) return 'noted';
      const evidence = evidenceIn(source.evidence);
      const to = addressOf(evidence);
      const { title } = evidence.document;
      const values = { name: signedAs(evidence), club: evidence.club.name, title, sha256, verify: verifyUrl() };
      const attachment = { key: row.pdf_key, name: `${signatureId}.pdf` };
      if (to !== null) await deps.sendMail(tx, { kind: SIGNED_COPY, to, facilityId, values, attachment });
      return 'noted';
    });

  const remove = async (signatureId: string): Promise<void> => {
    await objects.remove(keyOf(signatureId));
    await objects.remove(sealedKeyOf(signatureId));
    await stamps.remove(signatureId);
  };

  return {
    find,
    of: (tx: Tx, signatureId: string) => signedDocumentsRepo(tx).of(signatureId),

    /** Whether a file with this SHA-256 (hex) was made here, and of which signature. */
    withSha256: (tx: Tx, sha256: string) => signedDocumentsRepo(tx).withSha256(sha256),

    /** Has the file made once this unit is committed. */
    order: (tx: Tx, signatureId: string): Promise<unknown> =>
      jobs.enqueue(tx, MAKE_DOCUMENT, { signatureId }, { key: signatureId }),

    /**
     * Makes the file of a signature. Called again, wherever it was broken off, it makes the same bytes, stores them in the same place,
     * and notes them once. Nothing is made of what was erased. An authority that does not stamp it lets it wait.
     */
    make: async (signatureId: string): Promise<void> => {
      const source = await db.read(async (tx) =>
        (await signedDocumentsRepo(tx).of(signatureId)) === undefined ? sourceOf(tx, signatureId) : undefined,
      );
      if (source === undefined) return;
      let stamp: SealStampTable | undefined;
      const bytes = await documents.sealedPdf(pdfDocumentOf(source, verifyUrl()), async (sha256) => {
        stamp = await stamps.of(signatureId, sha256);
        return stamp && Buffer.from(stamp.token, 'base64');
      });
      const key = keyOf(signatureId);
      await objects.put(key, { bytes, type: 'application/pdf' });
      if ((await note(source, { bytes, stamp })) === 'gone') await remove(signatureId);
    },

    /** Has the file sealed, or removed, once this unit is committed. */
    orderSealing: (tx: Tx, signatureId: string): Promise<unknown> => jobs.enqueue(tx, SEAL_AWAY, { signatureId }),
    orderRemoval: (tx: Tx, signatureId: string): Promise<unknown> => jobs.enqueue(tx, REMOVE_DOCUMENT, { signatureId }),

    /** Puts the file out of reach: sealed beside its place, then gone from it. Broken off anywhere it goes on where it was. */
    sealAway: async (signatureId: string): Promise<void> => {
      const plain = await objects.get(keyOf(signatureId));
      if (plain === undefined) return;
      const sealed = secrets.seal(plain, sealedKeyOf(signatureId));
      await objects.put(sealedKeyOf(signatureId), { bytes: Buffer.from(sealed), type: 'application/octet-stream' });
      await objects.remove(keyOf(signatureId));
    },

    /** What was sealed away; undefined where nothing is. */
    openSealed: async (signatureId: string): Promise<Uint8Array | undefined> => {
      const sealed = await objects.get(sealedKeyOf(signatureId));
      return sealed && secrets.open(Buffer.from(sealed).toString('utf8'), sealedKeyOf(signatureId));
    },

    remove,

    /** The bytes; undefined where there are none. Throws `document_not_there` where the store does not say. */
    bytes: ({ pdf_key }: SignedDocumentRow): Promise<Uint8Array | undefined> =>
      objects.get(pdf_key).catch((error: unknown) => {
        if (!(error instanceof ObjectStoreError)) throw error;
        throw signedDocumentsFault('document_not_there', 'The file cannot be read now: try again.', {
          headers: { 'Retry-After': '5' },
          internal: { why: error.message },
        });
      }),
  };
};
