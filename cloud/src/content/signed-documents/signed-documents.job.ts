import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { MAKE_DOCUMENT, type SignedDocumentsService } from './signed-documents.service.ts';

interface Payload {
  readonly signatureId: string;
}

/** Makes the file of a signature. */
export const makeDocumentJob = (signedDocuments: Pick<SignedDocumentsService, 'make'>): JobKind<Payload> => ({
  name: MAKE_DOCUMENT,
  payload: z.strictObject({ signatureId: z.string().max(64) }),
  // A long document in a thread that others use as well.
  lease: Minutes(5),
  atOnce: 1,
  run: ({ signatureId }) => signedDocuments.make(signatureId),
});
