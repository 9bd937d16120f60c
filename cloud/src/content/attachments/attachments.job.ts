import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { type AttachmentsService, REMOVE_UNUSED } from './attachments.service.ts';

interface Payload {
  readonly attachmentId: string;
}

/** Removes one file a day after it was sent, unless an agreement uses it. */
export const removeUnusedJob = (attachments: Pick<AttachmentsService, 'removeUnused'>): JobKind<Payload> => ({
  name: REMOVE_UNUSED,
  payload: z.strictObject({ attachmentId: z.string().regex(/^att_[0-9a-z]{16}$/) }),
  run: ({ attachmentId }) => attachments.removeUnused(attachmentId),
});
