import { createDocuments } from '../../kit/documents/documents.ts';
import type { StoredSealKey } from '../../kit/documents/seal/seal-key.ts';
import type { TimeAuthority } from '../../kit/documents/time-stamp/time-authority.ts';
import { defineModule } from '../../kit/modules/module.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** What documents are sealed with: read, and made where there is none yet, for the first that is. */
    readonly sealKey: () => Promise<StoredSealKey>;
    /** Who says when seals were made, if anybody. */
    readonly timeAuthority?: TimeAuthority | undefined;
  }
}

export const documentsModule = defineModule('documents', {
  create: ({ clock, sealKey }) => ({ documents: createDocuments({ clock, sealKey }) }),
})({
  close: ({ documents }) => documents.close(),
});
