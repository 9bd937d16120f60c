import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { MAKE_DOCUMENT, REMOVE_DOCUMENT, SEAL_AWAY, type SignedDocumentsService } from './signed-documents.service.ts';

interface Payload {
  readonly signatureId: string;
}

const ATTEMPTS = 36;
const payload = z.strictObject({ signatureId: z.string().max(64) });

/** Makes the file of a signature. */
export const makeDocumentJob = (signedDocuments: Pick<SignedDocumentsService, 'make'>): JobKind<Payload> => ({
  name: MAKE_DOCUMENT,
  payload,
  // A long document in a thread that others use as well.
  lease: Minutes(5),
  atOnce: 1,
  // More than a day: nobody asks a second time for a file because an authority for time stamps was away.
  attempts: ATTEMPTS,
  run: ({ signatureId }) => signedDocuments.make(signatureId),
});

/** Puts the file of a signature out of reach. */
export const sealAwayJob = (signedDocuments: Pick<SignedDocumentsService, 'sealAway'>): JobKind<Payload> => ({
  name: SEAL_AWAY,
  payload,
  run: ({ signatureId }) => signedDocuments.sealAway(signatureId),
});

/** Removes the file of a signature for good. */
export const removeDocumentJob = (signedDocuments: Pick<SignedDocumentsService, 'remove'>): JobKind<Payload> => ({
  name: REMOVE_DOCUMENT,
  payload,
  run: ({ signatureId }) => signedDocuments.remove(signatureId),
});
