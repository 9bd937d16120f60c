import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { z } from 'zod';
import type { SignedDocumentsService } from './signed-documents.service.ts';

/** The order to read the file of what somebody has signed who was erased since. */
export const signedDocumentsCommands = ({
  signedDocuments,
  log,
}: {
  readonly signedDocuments: Pick<SignedDocumentsService, 'openSealed'>;
  readonly log: { info(detail: unknown, message: string): void };
}): Readonly<Record<string, ControlCommand>> => ({
  'read-restricted-document': controlCommand({
    body: z.strictObject({
      signatureId: z.string().regex(/^sig_[0-9a-z]{16}$/, 'must be a signature: sig_ and 16 characters'),
    }),
    run: async ({ signatureId }) => {
      const bytes = await signedDocuments.openSealed(signatureId);
      log.info({ signatureId, found: bytes !== undefined }, 'a restricted document was read by order');
      return { signatureId, pdf: bytes === undefined ? null : Buffer.from(bytes).toString('base64') };
    },
  }),
});
