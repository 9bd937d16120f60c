import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import { retentionPolicy, YEAR } from '../retention/retention.ports.ts';
import { listMailbox, readMail } from './mail.endpoints.ts';
import { mailFaults } from './mail.faults.ts';
import { sendMailJob } from './mail.job.ts';
import { ownWording } from './mail.ports.ts';
import { createMailService } from './mail.service.ts';
import type { MailKind } from './mail-kind.ts';
import { meterMail } from './mail-meter.repo.ts';
import type { MailServer } from './mail-server.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Without one, e-mail stays in the mailbox. */
    readonly mailServer?: MailServer | undefined;
  }
  interface ModuleParts<Deps> {
    /** The e-mails that it sends. */
    readonly mails?: (deps: Deps) => readonly MailKind[];
  }
}

export { ownWording } from './mail.ports.ts';
export type { MailService } from './mail.service.ts';
export { MailAddress } from './mail-address.ts';
export {
  isSecret,
  type MailKind,
  type MailOrder,
  type MailValue,
  mailKind,
  type OwnWording,
  type Wording,
} from './mail-kind.ts';
export type { MailServer } from './mail-server.ts';
export { oneLine } from './one-line.ts';
export { type SmtpSettings, smtpServer } from './smtp.ts';
export { readSmtp } from './smtp-config.ts';
export { problemsOf, worded } from './wording.ts';

export const mailModule = defineModule('mail', {
  needs: [jobsModule],
  owns: {
    mail: 'never',
  },
  faults: mailFaults,
  asks: { ownWording },
  create: ({ db, clock, random, jobs, objects, mailServer, ownWording }) => ({
    mail: createMailService({ db, clock, random, jobs, objects, server: mailServer, ownWording }),
  }),
})({
  endpoints: [listMailbox, readMail],
  jobs: ({ mail }) => [sendMailJob(mail)],
  meters: () => ({ pricePerEmail: meterMail }),
  retention: ({ mail }) => [retentionPolicy('mail', 'messages that were sent', [7, 30, YEAR], mail.forgetBefore)],
});
