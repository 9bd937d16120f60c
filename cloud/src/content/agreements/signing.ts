import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { canonicalJson, type Json } from '@gatehouse/shared/json/canonical.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { Zones } from '../../kit/zones.ts';
import type { WebhooksService } from '../../operation/webhooks/webhooks.module.ts';
import { agreementsFault } from './agreements.faults.ts';
import type { ClubAgreements } from './club-agreements.ts';
import { sha256Of } from './document.ts';
import type { Drawing } from './drawing.ts';
import { browserOf, signedFacts } from './evidence.ts';
import { type SignatureRow, signaturesRepo } from './signatures.repo.ts';

export interface SigningDeps extends Pick<Environment, 'clock' | 'random'> {
  readonly zones: Zones;
  readonly clubs: Pick<ClubAgreements, 'document'>;
  readonly webhooks: Pick<WebhooksService, 'add'>;
  /** Says that a club has signed. */
  readonly signed: (tx: Tx, signatureId: string) => Promise<void>;
}

/** What whoever signs sends. */
export interface Signing {
  readonly documentSha256: string;
  readonly name?: string | undefined;
  readonly typed?: boolean | undefined;
  readonly drawing?: Drawing | undefined;
  /** Of the person, such as their office. */
  readonly title?: string | undefined;
}

/** Who signs, and what they came with. */
export interface Signer {
  readonly userId: string;
  readonly email: string;
  readonly accountName: string;
  readonly sessionId: string | null;
  readonly keyId: string | null;
  readonly requestId: string;
  readonly remoteAddress: string;
  readonly userAgent: string | null;
  /** Where somebody else acts as this user. */
  readonly isSimulated: boolean;
}

const viewOf = (row: SignatureRow) => ({
  signatureId: row.id,
  agreementId: row.agreement_id,
  facilityId: row.facility_id,
  version: Number(row.version_number),
  method: row.method,
  documentSha256: row.document_sha256,
  evidenceSha256: row.evidence_sha256,
  signedBy: row.signer_id,
  signedAt: isoOf(Number(row.signed_at)),
});
export type Signature = ReturnType<typeof viewOf>;

/** Throws for a signature without a name, or that is neither drawn nor typed. */
const requireSignature = ({ name, typed, drawing }: Signing): void => {
  if (name === undefined) throw wrongField('body.name', 'required', 'is needed for a signature');
  if (drawing === undefined && typed !== true)
    throw wrongField('body.drawing', 'required', 'is needed for a signature, or typed: true');
};

/** Acknowledging documents for clubs, and the evidence of it. */
export const createSigning = ({ clock, random, zones, clubs, webhooks, signed }: SigningDeps) => {
  type Document = Awaited<ReturnType<typeof clubs.document>>;

  const evidenceOf = (document: Document, signing: Signing, signer: Signer, at: number): Json => ({
    ...signedFacts(document, signing, at, zones),
    signer: {
      userId: signer.userId,
      email: signer.email,
      accountName: signer.accountName,
      name: signing.name ?? null,
      title: signing.title ?? null,
    },
    cameBy: {
      remoteAddress: signer.remoteAddress,
      userAgent: browserOf(signer.userAgent),
      sessionId: signer.sessionId,
      keyId: signer.keyId,
      requestId: signer.requestId,
    },
  });

  return {
    /**
     * Acknowledges the document that the hash is of, for a club. The same person again gets the same answer. Throws
     * `agreement_unknown`, `agreement_state`, `nothing_to_sign`, `document_changed`, `already_signed`, `forbidden`, or a 400.
     */
    sign: async (
      tx: Tx,
      { facilityId, agreementId }: { readonly facilityId: FacilityId; readonly agreementId: string },
      signing: Signing,
      signer: Signer,
    ): Promise<Signature> => {
      if (signer.isSimulated) throw kitFault('forbidden', 'Nobody signs as somebody else: sign in as yourself.');
      const document = await clubs.document(tx, facilityId, agreementId);
      const { standing, versionId } = document;
      if (standing.state !== 'active')
        throw agreementsFault('agreement_state', 'It is archived: nobody is asked any more.');
      if (standing.requirement === 'none') throw agreementsFault('nothing_to_sign', 'It is there to be read.');
      if (standing.documentSha256 !== signing.documentSha256)
        throw agreementsFault('document_changed', 'documentSha256: is not of the document as it is now.');
      if (standing.requirement === 'signature') requireSignature(signing);
      const of = {
        version_id: versionId,
        variation_revision: standing.variation?.revision ?? 0,
        facility_id: facilityId,
      };
      const at = clock.wallMs();
      const evidence = canonicalJson(evidenceOf(document, signing, signer, at));
      const row: SignatureRow = {
        id: randomId('sig', random),
        ...of,
        agreement_id: standing.agreementId,
        version_number: standing.version,
        signer_id: signer.userId,
        method: standing.requirement,
        document_sha256: standing.documentSha256,
        evidence,
        evidence_sha256: sha256Of(evidence),
        signed_at: at,
      };
      const repo = signaturesRepo(tx);
      if (await repo.insert(row)) {
        const { agreementId: of, version } = viewOf(row);
        await webhooks.add(tx, {
          facilityId,
          type: 'agreement.signed',
          occurredAt: at,
          data: { agreementId: of, version, signatureId: row.id, signedBy: row.signer_id },
        });
        await signed(tx, row.id);
        return viewOf(row);
      }
      const first = await repo.of(of);
      if (first?.signer_id !== signer.userId)
        throw agreementsFault('already_signed', 'Somebody else has signed this document for this club.');
      return viewOf(first);
    },

    find: (tx: Tx, signatureId: string): Promise<SignatureRow | undefined> => signaturesRepo(tx).find(signatureId),
  };
};
