import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { BY_SAM, By, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { AT_FACILITY, contractClubParams, facilityWrites, PathId } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { A_HASH, AN_AGREEMENT, agreementId, requirement, Sha256 } from './agreement-fields.ts';
import { agreementsFaults } from './agreements.faults.ts';
import type { AgreementsService } from './agreements.service.ts';
import { A_DRAWING, Drawing } from './drawing.ts';

interface Deps {
  readonly agreements: AgreementsService;
}
const { agreement_unknown, agreement_state, nothing_to_sign, document_changed, already_signed } = agreementsFaults;

const Signature = z
  .object({
    signatureId: z.string().describe('What holds the evidence.'),
    agreementId,
    facilityId: FacilityId.describe('The club that it was signed for.'),
    version: z.int().describe('The version that was signed.'),
    method: requirement,
    documentSha256: z.string().describe('Of the document as it was read.'),
    evidenceSha256: z.string().describe('Of the evidence, which the audit has as well.'),
    signedBy: By.describe('Who signed.'),
    signedAt: z.iso.datetime().describe('When that was (UTC).'),
  })
  .meta({ id: 'AgreementSignature' });
const A_SIGNATURE: z.input<typeof Signature> = {
  signatureId: 'sig_0123456789abcdef',
  agreementId: AN_AGREEMENT,
  facilityId: AT_FACILITY.facilityId,
  version: 2,
  method: 'signature',
  documentSha256: A_HASH,
  evidenceSha256: A_HASH,
  signedBy: BY_SAM,
  signedAt: '2026-01-20T09:30:00.000Z',
};

export const signAgreement = platformEndpoint<Deps>()({
  id: 'agreements.sign',
  method: 'POST',
  path: '/api/agreements/sign/:club/:agreementid',
  summary: 'Acknowledge a document for a club',
  description:
    'In your own name, for the club: you say by its hash which document you have read, and it is refused where that is no longer the one that counts. A signature has your name, and is drawn or typed. Sent again by you, the answer is the same; somebody else gets `already_signed`. What is kept as evidence never changes, and the audit has its hash.',
  gate: facilityWrites,
  act: 'grave:sign',
  bodyLimit: { bytes: 262_144, keys: 1_000 },
  params: z.object({ ...contractClubParams, agreementid: PathId.describe('The agreement.') }),
  body: z.strictObject({
    documentSha256: Sha256.describe('The hash that came with the document that you have read.'),
    accepted: z.literal(true).describe('That you mean what the statement says.'),
    name: z.string().trim().min(2).max(120).optional().describe('Your name as you sign. Needed for a signature.'),
    typed: z.boolean().optional().describe('That the name, as it is typed, is your signature.'),
    drawing: Drawing.optional().describe('Your signature as you drew it.'),
    title: z.string().trim().min(1).max(120).optional().describe('What you are at the club.'),
  }),
  success: { status: 200, description: 'It is acknowledged.', schema: Signature },
  examples: {
    params: { club: AT_FACILITY.facilityId, agreementid: AN_AGREEMENT },
    body: { documentSha256: A_HASH, accepted: true, name: 'Sam Example', drawing: A_DRAWING, title: 'Manager' },
    success: A_SIGNATURE,
  },
  faults: { agreement_unknown, agreement_state, nothing_to_sign, document_changed, already_signed },
  audit: { event: 'agreement.signed', target: ({ params }) => params.agreementid },
  handle: async ({ agreements }, { params, body }, { tx, caller, about, requestId, remoteAddress, header }) => {
    const { user, simulatedBy, sessionId = null, keyId = null } = caller;
    const signature = await agreements.sign(tx, { facilityId: params.club, agreementId: params.agreementid }, body, {
      userId: user.id,
      email: user.email,
      accountName: `${user.firstName} ${user.lastName}`.trim(),
      sessionId,
      keyId,
      requestId,
      remoteAddress,
      userAgent: header('user-agent') ?? null,
      isSimulated: simulatedBy !== undefined,
    });
    about(`${signature.signatureId} of ${signature.agreementId}, evidence ${signature.evidenceSha256}`);
    return oneNamedBy(tx, signature, 'signedBy');
  },
});
