import { createDocuments } from '../../kit/documents/documents.ts';
import type { StoredSealKey } from '../../kit/documents/seal/seal-key.ts';
import { defineModule } from '../../kit/modules/module.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** What documents are sealed with: read, and made where there is none yet, for the first that is. */
    readonly sealKey: () => Promise<StoredSealKey>;
  }
}

export const documentsModule = defineModule('documents', {
  create: ({ clock, sealKey }) => ({ documents: createDocuments({ clock, sealKey }) }),
})({
  close: ({ documents }) => documents.close(),
});
