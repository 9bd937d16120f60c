import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { repeatedly } from '../../kit/modules/repeatedly.ts';
import { mailModule } from '../mail/mail.module.ts';
import { organisationsModule } from '../organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../retention/retention.ports.ts';
import { sessionsModule } from '../sessions/sessions.module.ts';
import { usersModule } from '../users/users.module.ts';
import { userRemoved } from '../users/users.ports.ts';
import { inviteInstaller, listInstallers, lookAtInvite, revokeInstaller } from './installers.endpoints.ts';
import { installersFaults } from './installers.faults.ts';
import { createInstallers } from './installers.service.ts';
import { INSTALLER_INVITED } from './invite-mail.ts';

/** By the clock that never goes back: a schedule waits until a wall clock that did has come as far again. */
const END_EVERY = Minutes(1);
const NOT_ENDED = 'what installers hold was not ended';

export const installersModule = defineModule('installers', {
  needs: [organisationsModule, mailModule, usersModule, sessionsModule],
  owns: {
    installer_invite: 'never',
  },
  faults: installersFaults,
  create: ({ mail, ...deps }) => ({ installers: createInstallers({ ...deps, sendMail: mail.send }) }),
})({
  mails: () => [INSTALLER_INVITED],
  endpoints: [listInstallers, inviteInstaller, revokeInstaller, lookAtInvite],
  on: ({ installers }) => [hear(userRemoved, installers.forgetUser)],
  start: async ({ clock, log, users }) => {
    await users.endPassingGrants().catch((error: unknown) => log.error({ err: error }, NOT_ENDED));
    return repeatedly({ clock, log }, END_EVERY, users.endPassingGrants, NOT_ENDED);
  },
  retention: ({ installers }) => [
    retentionPolicy(
      'installer_invite',
      'invites of installers that have ended',
      [3, 30, YEAR],
      installers.forgetEndedBefore,
    ),
  ],
});
