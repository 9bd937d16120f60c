import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { listMailbox, type MailEndpointDeps, readMail } from './mail.endpoints.ts';
import { mailFaults } from './mail.faults.ts';

export { sendMailJob } from './mail.job.ts';
export type { MailService, NewMail } from './mail.service.ts';
export { createMailService } from './mail.service.ts';
export { MailAddress } from './mail-address.ts';
export type { MailServer } from './mail-server.ts';
export { type SmtpSettings, smtpServer } from './smtp.ts';

export const mailModule = (deps: MailEndpointDeps): Module => ({
  name: 'mail',
  owns: ['mail'],
  faults: mailFaults,
  endpoints: [mount(listMailbox, deps), mount(readMail, deps)],
});
