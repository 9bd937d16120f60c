import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { documentsModule } from '../../platform/documents/documents.module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { mailModule } from '../../platform/mail/mail.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { consoleSecrets, sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { agreementSigned, agreementsModule } from '../agreements/agreements.module.ts';
import {
  clubUserAgreementsModule,
  cuaEvidenceGone,
  cuaRestricted,
  cuaSigned,
} from '../club-user-agreements/club-user-agreements.module.ts';
import { signedDocumentsCommands } from './signed-documents.control.ts';
import { readEvidence, readSignedPdf } from './signed-documents.endpoints.ts';
import { signedDocumentsFaults } from './signed-documents.faults.ts';
import { makeDocumentJob, removeDocumentJob, sealAwayJob } from './signed-documents.job.ts';
import { SIGNED_COPY } from './signed-documents.mail.ts';
import { createSignedDocuments } from './signed-documents.service.ts';

export { type SignedDocumentsService, VERIFY_PATH } from './signed-documents.service.ts';

export const signedDocumentsModule = defineModule('signed-documents', {
  needs: [
    sessionsModule,
    jobsModule,
    documentsModule,
    mailModule,
    organisationsModule,
    agreementsModule,
    clubUserAgreementsModule,
  ],
  owns: { signed_document: 'never', seal_stamp: 'never' },
  faults: signedDocumentsFaults,
  create: ({ mail, ...deps }) => ({
    signedDocuments: createSignedDocuments({
      ...deps,
      sendMail: mail.send,
      secrets: consoleSecrets(deps.consoleSecret, deps.random),
    }),
  }),
})({
  endpoints: [readEvidence, readSignedPdf],
  mails: () => [SIGNED_COPY],
  jobs: ({ signedDocuments }) => [
    makeDocumentJob(signedDocuments),
    sealAwayJob(signedDocuments),
    removeDocumentJob(signedDocuments),
  ],
  operator: signedDocumentsCommands,
  on: ({ signedDocuments }) => [
    hear(agreementSigned, signedDocuments.order),
    hear(cuaSigned, signedDocuments.order),
    hear(cuaRestricted, signedDocuments.orderSealing),
    hear(cuaEvidenceGone, signedDocuments.orderRemoval),
  ],
});
