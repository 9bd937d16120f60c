import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { aSignature } from '../../agreements/testing/agreements.cases.ts';

/** A signature whose file is there, as if its job had run. */
const withFile = async (
  api: PlatformApi,
  ...of: Parameters<typeof aSignature> extends [unknown, ...infer More] ? More : never
) => {
  const { signatureId } = await aSignature(api, ...of);
  const key = `signed-documents/${signatureId.slice(4)}.pdf`;
  await api.world.objects.store.put(key, { bytes: Buffer.from('%PDF-1.7'), type: 'application/pdf' });
  const row = {
    signature_id: signatureId,
    pdf_key: key,
    pdf_sha256: '0'.repeat(64),
    bytes: 8,
    signed_at: 0,
    made_at: 0,
  };
  await api.world.db.write((tx) => tx.insertInto('signed_document').values(row).execute());
  return { signatureId };
};
const one = async (api: PlatformApi) => ({
  params: await withFile(api),
  foreign: await withFile(api, api.otherOrgId, api.otherFacilityId),
  missing: { signatureId: 'sig_zzzzzzzzzzzzzzzz' },
});

export const signedDocumentsCases: PlatformCases = {
  'agreements.read-evidence': one,
  'agreements.read-pdf': one,
};
