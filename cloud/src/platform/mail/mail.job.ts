import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JobKind } from '../jobs/job-kind.ts';
import { type MailService, SEND_MAIL } from './mail.service.ts';

interface Payload {
  readonly mailId: string;
}

/** Hands one e-mail to the mail server. */
export const sendMailJob = (mail: Pick<MailService, 'carryOut'>): JobKind<Payload> => ({
  name: SEND_MAIL,
  payload: z.strictObject({ mailId: z.string().max(40) }),
  // Longer than a mail server may think, so that nobody else asks it meanwhile.
  lease: Minutes(3),
  // All to the same server, which may be gone.
  atOnce: 4,
  run: ({ mailId }) => mail.carryOut(mailId),
});
