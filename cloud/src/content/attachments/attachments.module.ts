import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { createAttachmentJudge } from './attachment-judge.ts';
import { uploadAttachment } from './attachments.endpoints.ts';
import { attachmentsFaults } from './attachments.faults.ts';
import { removeUnusedJob } from './attachments.job.ts';
import { createAttachmentsService } from './attachments.service.ts';

export type { AttachmentsService } from './attachments.service.ts';
export { ATTACHMENT_TYPES } from './content/verdict.ts';

export const attachmentsModule = defineModule('attachments', {
  needs: [jobsModule],
  owns: { agreement_attachment: 'never' },
  faults: attachmentsFaults,
  create: ({ db, clock, random, jobs, objects, log }) => {
    const attachmentJudge = createAttachmentJudge({ clock, log });
    return {
      attachments: createAttachmentsService({ db, clock, random, jobs, objects, log, attachmentJudge }),
      attachmentJudge,
    };
  },
})({
  endpoints: [uploadAttachment],
  jobs: ({ attachments }) => [removeUnusedJob(attachments)],
  close: ({ attachmentJudge }) => attachmentJudge.close(),
});
