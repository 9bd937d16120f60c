import { defineModule } from '../../kit/modules/module.ts';
import { documentsModule } from '../../platform/documents/documents.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { consoleSecrets, sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { attachmentsModule } from '../attachments/attachments.module.ts';
import { clubUserAgreementsModule } from '../club-user-agreements/club-user-agreements.module.ts';
import { publicPagesModule } from '../public-pages/public-pages.module.ts';
import { signedDocumentsModule } from '../signed-documents/signed-documents.module.ts';
import { signPages } from './sign-pages.ts';
import { verifyPage } from './verify-page.ts';

export const signPagesModule = defineModule('sign-pages', {
  needs: [
    organisationsModule,
    sessionsModule,
    publicPagesModule,
    clubUserAgreementsModule,
    signedDocumentsModule,
    documentsModule,
    attachmentsModule,
  ],
})({
  pages: ({ consoleSecret, random, ...deps }) => [
    { on: 'partner', ...signPages({ ...deps, secrets: consoleSecrets(consoleSecret, random) }) },
    { on: 'partner', ...verifyPage(deps) },
  ],
});
