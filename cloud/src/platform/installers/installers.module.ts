import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import { onSchedule } from '../jobs/jobs.ports.ts';
import { mailModule } from '../mail/mail.module.ts';
import { organisationsModule } from '../organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../retention/retention.ports.ts';
import { sessionsModule } from '../sessions/sessions.module.ts';
import { usersModule } from '../users/users.module.ts';
import { userRemoved } from '../users/users.ports.ts';
import { inviteInstaller, listInstallers, lookAtInvite, revokeInstaller } from './installers.endpoints.ts';
import { installersFaults } from './installers.faults.ts';
import { createInstallers } from './installers.service.ts';

export const installersModule = defineModule('installers', {
  needs: [jobsModule, organisationsModule, mailModule, usersModule, sessionsModule],
  owns: ['installer_invite'],
  faults: installersFaults,
  create: ({ mail, ...deps }) => ({ installers: createInstallers({ ...deps, sendMail: mail.send }) }),
})({
  endpoints: [listInstallers, inviteInstaller, revokeInstaller, lookAtInvite],
  on: ({ installers }) => [hear(userRemoved, installers.forgetUser)],
  jobs: ({ users }) => [onSchedule('installers.end', '* * * * *', users.endPassingGrants)],
  retention: ({ installers }) => [
    retentionPolicy(
      'installer_invite',
      'invites of installers that have ended',
      [3, 30, YEAR],
      installers.forgetEndedBefore,
    ),
  ],
});
