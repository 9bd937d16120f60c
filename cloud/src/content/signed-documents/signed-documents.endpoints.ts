import { z } from 'zod';
import { bytesAnswer } from '../../kit/http/media.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import { PathId } from '../../platform/users/facility-surface.ts';
import { type Placed, type PlatformCaller, platformEndpoint } from '../../platform/users/platform-surface.ts';
import { agreementsFault, agreementsFaults } from '../agreements/agreements.module.ts';
import { signedDocumentsFault, signedDocumentsFaults } from './signed-documents.faults.ts';
import type { AnySignature, SignedDocumentsService } from './signed-documents.service.ts';

interface Deps {
  readonly signedDocuments: SignedDocumentsService;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}
const { signature_unknown } = agreementsFaults;
const { document_not_made, document_not_there, evidence_gone } = signedDocumentsFaults;
const params = z.object({ signatureId: PathId.describe('The signature, of a club or of a person.') });
const examples = { params: { signatureId: 'sig_0123456789abcdef' } };
const gone = () => signedDocumentsFault('evidence_gone', 'Who signed was erased.');

/** Sent as it was kept: its hash is over these bytes. */
const EVIDENCE = 'application/vnd.gatehouse.evidence+json';

/** A signature, where the club is by now. */
const aSignature = {
  find: async (
    { signedDocuments, organisations }: Deps,
    { params: { signatureId } }: { readonly params: { readonly signatureId: string } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<(Placed & { signature: AnySignature }) | undefined> => {
    const signature = await signedDocuments.find(tx, signatureId);
    const facility = signature && (await organisations.findFacility(tx, signature.facility_id));
    return facility && { at: { facilityId: facility.id, organisationId: facility.org_id }, signature };
  },
  missing: () => agreementsFault('signature_unknown', 'There is no such signature.'),
};

export const readEvidence = platformEndpoint<Deps>()({
  id: 'agreements.read-evidence',
  method: 'GET',
  path: '/api/agreements/signatures/:signatureId/evidence.json',
  summary: 'Read the evidence of a signature',
  description:
    'Canonical JSON (RFC 8785), byte for byte as it was kept: the document’s hash, the statement, who signed and how, when, and from where. SHA-256 over these bytes is the hash that the signature and the audit have.',
  gate: { needs: 'facility-manager', in: 'resource' },
  graph: { omit: 'The hash is over its bytes, which a field of the graph would not be.' },
  tool: { omit: 'It holds a drawn signature and where somebody was: for who has to prove it.' },
  resource: aSignature,
  params,
  success: { status: 200, description: 'The evidence.', bytes: [EVIDENCE] },
  examples,
  faults: { signature_unknown, evidence_gone },
  handle: async (_deps, _input, { resource: { signature } }) => {
    if (signature.evidence === undefined) throw gone();
    const bytes = Buffer.from(signature.evidence);
    return bytesAnswer({ type: EVIDENCE, bytes, tag: signature.evidence_sha256, download: `${signature.id}.json` });
  },
});

const PDF = 'application/pdf';

export const readSignedPdf = platformEndpoint<Deps>()({
  id: 'agreements.read-pdf',
  method: 'GET',
  path: '/api/agreements/signatures/:signatureId/document.pdf',
  summary: 'Read what was signed, as a file',
  description:
    'The document, what differed at that club, and the evidence on a page of its own, sealed: any change of a byte shows. It is made a moment after the signature (`document_not_made` until then), once, and stays as it is.',
  gate: { needs: 'facility-manager', in: 'resource' },
  graph: { omit: 'It is a file.' },
  tool: { omit: 'It is a file, with a drawn signature and where somebody was.' },
  resource: aSignature,
  params,
  success: { status: 200, description: 'The file.', bytes: [PDF] },
  examples,
  faults: { signature_unknown, document_not_made, document_not_there, evidence_gone },
  handle: async ({ signedDocuments }, _input, { read, resource: { signature } }) => {
    if (signature.evidence === undefined) throw gone();
    const row = await read((tx) => signedDocuments.of(tx, signature.id));
    const bytes = row && (await signedDocuments.bytes(row));
    if (row === undefined || bytes === undefined)
      throw signedDocumentsFault('document_not_made', 'The file is being made: ask again in a minute.');
    return bytesAnswer({ type: PDF, bytes: Buffer.from(bytes), tag: row.pdf_sha256, download: `${signature.id}.pdf` });
  },
});
