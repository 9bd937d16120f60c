import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { membersModule } from '../../access/members/members.module.ts';
import { billingModule } from '../../commerce/billing/billing.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hearAfterwards } from '../../kit/modules/ports.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { consoleSecrets, sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { userRemoved } from '../../platform/users/users.ports.ts';
import { recordConsent } from './consents.endpoints.ts';
import { createConsents } from './consents.ts';
import { createHandOver } from './hand-over.ts';
import { hooksPage } from './hooks-page.ts';
import { newMessage, scheduleMessage } from './new-message.endpoints.ts';
import { createPersonalSms } from './personal-sms.ts';
import { putQuietHours, readQuietHours } from './quiet-hours.endpoints.ts';
import { createSecretSms } from './secret-sms.ts';
import { createSecretTexts } from './secret-texts.ts';
import { cancelMessage, listMessages, readMessage } from './sms.endpoints.ts';
import { smsFaults } from './sms.faults.ts';
import { handOverJob } from './sms.jobs.ts';
import { createSmsService } from './sms.service.ts';
import { meterSms } from './sms-meter.repo.ts';
import type { SmsProvider } from './sms-provider.ts';
import { SMS_TEMPLATES, type SmsTemplate } from './sms-templates.ts';
import { createWhatBecame } from './what-became.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Without one, no text is taken. */
    readonly sms?: SmsProvider | undefined;
  }
  interface ModuleParts<Deps> {
    /** Texts of which the module says the wording. */
    readonly smsTemplates?: (deps: Deps) => readonly SmsTemplate[];
  }
}

export type { SecretSms } from './secret-sms.ts';
export { readSms } from './sms-config.ts';
export { type TwilioSettings, twilioSms } from './twilio-sms.ts';

export const smsModule = defineModule('sms', {
  needs: [jobsModule, organisationsModule, usersModule, membersModule, sessionsModule, billingModule],
  owns: {
    sms_message: 'never',
    sms_recipient: 'never',
    sms_quiet_hours: copy('facility_id from_minute until_minute set_by set_at'),
    sms_consent: 'never',
    sms_consent_entry: 'never',
  },
  faults: smsFaults,
  create: ({ collected, ...deps }) => {
    const zones = bundledZones();
    const consents = createConsents(deps);
    const smsTexts = createSecretTexts(consoleSecrets(deps.consoleSecret, deps.random));
    const handOver = createHandOver({ ...deps, zones, consents, smsTexts });
    const templates = () => collected('smsTemplates').flat();
    const smsMessages = createSmsService({ ...deps, zones, handOver, templates, smsTexts });
    return {
      smsMessages,
      smsTexts,
      secretSms: createSecretSms({ ...deps, smsMessages }),
      smsConsents: consents,
      smsHandOver: handOver,
      whatBecameOfSms: createWhatBecame({ ...deps, consents }),
      personalSms: createPersonalSms({ ...deps, consents }),
    };
  },
})({
  endpoints: [
    newMessage,
    scheduleMessage,
    listMessages,
    readMessage,
    cancelMessage,
    readQuietHours,
    putQuietHours,
    recordConsent,
  ],
  smsTemplates: () => SMS_TEMPLATES,
  pages: ({ smsConsents: consents, whatBecameOfSms: whatBecame, ...deps }) => [
    { on: 'partner', ...hooksPage({ ...deps, consents, whatBecame }) },
  ],
  jobs: ({ smsHandOver }) => [handOverJob(smsHandOver), onSchedule('sms.due', '* * * * *', smsHandOver.beginDue)],
  personalData: ({ personalSms }) => [personalSms.store],
  afterwards: ({ personalSms }) => [hearAfterwards(userRemoved, personalSms.userRemoved)],
  retention: ({ smsMessages }) => [
    retentionPolicy(
      'sms',
      'text messages that are over, with whom they went to',
      [30, YEAR, 7 * YEAR],
      smsMessages.forgetBefore,
    ),
  ],
  meters: () => ({ pricePerSms: meterSms }),
});
