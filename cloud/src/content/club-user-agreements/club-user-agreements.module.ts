import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { membersModule } from '../../access/members/members.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';
import { webhooksModule } from '../../operation/webhooks/webhooks.module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { mailModule } from '../../platform/mail/mail.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { consoleSecrets, sendCodeJob, sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { agreementsModule } from '../agreements/agreements.module.ts';
import { smsModule } from '../sms/sms.module.ts';
import { changeCua, createCua, deleteCua, listCuas, readCua } from './club-user-agreements.endpoints.ts';
import { cuaFaults } from './club-user-agreements.faults.ts';
import { cuaEvidenceGone, cuaRestricted, cuaSigned } from './club-user-agreements.ports.ts';
import { createClubUserAgreements } from './club-user-agreements.service.ts';
import { SEND_CODE, signingCodes } from './cua-codes.ts';
import { CUA_ASKED, CUA_CODE, CUA_REMINDED } from './cua-mail.ts';
import { createCuaReminders } from './cua-reminders.ts';
import { createCuaSigning } from './cua-signing.ts';
import { restrictedCommands } from './restricted-signatures.control.ts';
import { createRestrictedSignatures } from './restricted-signatures.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Where anybody finds the pages of the partner listener: `https://host:port`. */
    readonly partnerUrl: () => string;
  }
}

export { cuaEvidenceGone, cuaRestricted, cuaSigned } from './club-user-agreements.ports.ts';
export type { PersonalSigning } from './cua-evidence.ts';
export { SIGN_PATH } from './cua-links.ts';
export { type CuaSigning, type Linked, signerOf } from './cua-signing.ts';

export const clubUserAgreementsModule = defineModule('club-user-agreements', {
  needs: [
    jobsModule,
    organisationsModule,
    mailModule,
    usersModule,
    sessionsModule,
    membersModule,
    webhooksModule,
    agreementsModule,
    smsModule,
  ],
  owns: {
    club_user_agreement: 'never',
    cua_event: 'never',
    cua_signature: 'never',
    cua_evidence: 'never',
    cua_restricted: 'never',
  },
  faults: { ...cuaFaults, not_configured: providerFaults.not_configured },
  emits: { signed: cuaSigned, restricted: cuaRestricted, evidenceGone: cuaEvidenceGone },
  create: ({ mail, sessions, ...deps }) => {
    const signing = createCuaSigning({ ...deps, zones: bundledZones() });
    const secrets = consoleSecrets(deps.consoleSecret, deps.random);
    const reminders = createCuaReminders({ ...deps, secrets, sendMail: mail.send });
    return {
      clubUserAgreements: createClubUserAgreements({ ...deps, reminders, sendMail: mail.send }),
      cuaSigning: signing,
      cuaReminders: reminders,
      restrictedSignatures: createRestrictedSignatures({ ...deps, secrets }),
      cuaCodes: sessions.codesFor(signingCodes({ ...deps, signing })),
    };
  },
})({
  endpoints: [listCuas, readCua, createCua, changeCua, deleteCua],
  mails: () => [CUA_ASKED, CUA_REMINDED, CUA_CODE],
  jobs: ({ cuaCodes, cuaReminders }) => [sendCodeJob(SEND_CODE, cuaCodes), cuaReminders.job()],
  personalData: ({ restrictedSignatures }) => [restrictedSignatures.store],
  operator: restrictedCommands,
  retention: ({ clubUserAgreements, restrictedSignatures }) => [
    // A link is valid for 90 days at most: what is younger may still be open.
    retentionPolicy(
      'club_user_agreement',
      'agreements with people that were not signed',
      [120, YEAR, 10 * YEAR],
      clubUserAgreements.forgetBefore,
    ),
    retentionPolicy(
      'cua_restricted',
      'what people have signed who were erased, sealed, since they signed it',
      [YEAR, 10 * YEAR, 40 * YEAR],
      restrictedSignatures.forgetBefore,
    ),
  ],
});
