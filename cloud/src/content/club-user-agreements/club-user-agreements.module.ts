import { membersModule } from '../../access/members/members.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';
import { mailModule } from '../../platform/mail/mail.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { agreementsModule } from '../agreements/agreements.module.ts';
import { changeCua, createCua, deleteCua, listCuas, readCua } from './club-user-agreements.endpoints.ts';
import { cuaFaults } from './club-user-agreements.faults.ts';
import { createClubUserAgreements } from './club-user-agreements.service.ts';
import { CUA_ASKED } from './cua-mail.ts';

export const clubUserAgreementsModule = defineModule('club-user-agreements', {
  needs: [organisationsModule, mailModule, usersModule, sessionsModule, membersModule, agreementsModule],
  owns: {
    club_user_agreement: 'never',
    cua_event: 'never',
  },
  faults: { ...cuaFaults, not_configured: providerFaults.not_configured },
  create: ({ mail, ...deps }) => ({
    clubUserAgreements: createClubUserAgreements({ ...deps, sendMail: mail.send }),
  }),
})({
  endpoints: [listCuas, readCua, createCua, changeCua, deleteCua],
  mails: () => [CUA_ASKED],
  personalData: ({ clubUserAgreements }) => [clubUserAgreements.personalDataStore],
  retention: ({ clubUserAgreements }) => [
    // A link is valid for 90 days at most: what is younger may still be open.
    retentionPolicy(
      'club_user_agreement',
      'agreements with people that were not signed, or have ended',
      [120, YEAR, 10 * YEAR],
      clubUserAgreements.forgetBefore,
    ),
  ],
});
