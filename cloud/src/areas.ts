import { accessModule } from './access/access/access.module.ts';
import { accessCalendarModule } from './access/access-calendar/access-calendar.module.ts';
import { checkInsModule } from './access/check-ins/check-ins.module.ts';
import { credentialsModule } from './access/credentials/credentials.module.ts';
import { membersModule } from './access/members/members.module.ts';
import { offlinePassesModule } from './access/offline-passes/offline-passes.module.ts';
import { plansModule } from './access/plans/plans.module.ts';
import { reportsModule } from './access/reports/reports.module.ts';
import { scopesModule } from './access/scopes/scopes.module.ts';
import { snapshotsModule } from './access/snapshots/snapshots.module.ts';
import { agentEventsModule } from './agents/agent-events/agent-events.module.ts';

import { billingModule } from './commerce/billing/billing.module.ts';
import { billingAnalyticsModule } from './commerce/billing-analytics/billing-analytics.module.ts';
import { invoicesModule } from './commerce/invoices/invoices.module.ts';
import { ledgerModule } from './commerce/ledger/ledger.module.ts';
import { monthlyRecordsModule } from './commerce/monthly-records/monthly-records.module.ts';
import { paymentsModule } from './commerce/payments/payments.module.ts';
import { payprocModule } from './commerce/payproc/payproc.module.ts';
import { ratesModule } from './commerce/rates/rates.module.ts';
import { statementsModule } from './commerce/statements/statements.module.ts';

import { adminNotesModule } from './content/admin-notes/admin-notes.module.ts';
import { agreementsModule } from './content/agreements/agreements.module.ts';
import { attachmentsModule } from './content/attachments/attachments.module.ts';
import { chargesModule } from './content/charges/charges.module.ts';
import { clubUserAgreementsModule } from './content/club-user-agreements/club-user-agreements.module.ts';
import { dbSyncModule } from './content/db-sync/db-sync.module.ts';
import { emailMappingsModule } from './content/email-mappings/email-mappings.module.ts';
import { faqsModule } from './content/faqs/faqs.module.ts';
import { holidaysModule } from './content/holidays/holidays.module.ts';
import { landingPagesModule } from './content/landing-pages/landing-pages.module.ts';
import { listingsModule } from './content/listings/listings.module.ts';
import { pageImagesModule } from './content/page-images/page-images.module.ts';
import { pressModule } from './content/press/press.module.ts';
import { publicPagesModule } from './content/public-pages/public-pages.module.ts';
import { signPagesModule } from './content/sign-pages/sign-pages.module.ts';
import { signedDocumentsModule } from './content/signed-documents/signed-documents.module.ts';
import { smsModule } from './content/sms/sms.module.ts';
import { storeModule } from './content/store/store.module.ts';
import { aiCreditsModule } from './inference/ai-credits/ai-credits.module.ts';
import { aiSettingsModule } from './inference/ai-settings/ai-settings.module.ts';
import { aiUsageModule } from './inference/ai-usage/ai-usage.module.ts';
import { inferenceModule } from './inference/inference/inference.module.ts';
import type { AnyEndpoint } from './kit/http/endpoint.ts';
import { defineArea, type Module, type ServicesOf } from './kit/modules/module.ts';
import { linkModule } from './link/link.module.ts';
import { accessExplainModule } from './operation/access-explain/access-explain.module.ts';
import { alarmsModule } from './operation/alarms/alarms.module.ts';
import { doorStatesModule } from './operation/door-states/door-states.module.ts';
import { entriesModule } from './operation/entries/entries.module.ts';
import { environmentModule } from './operation/environment/environment.module.ts';
import { eventSearchModule } from './operation/event-search/event-search.module.ts';
import { facilitiesModule } from './operation/facilities/facilities.module.ts';
import { liveDoorsModule } from './operation/live-doors/live-doors.module.ts';
import { lockdownsModule } from './operation/lockdowns/lockdowns.module.ts';
import { sandboxModule } from './operation/sandbox/sandbox.module.ts';
import { searchModule } from './operation/search/search.module.ts';
import { statisticsModule } from './operation/statistics/statistics.module.ts';
import { unlocksModule } from './operation/unlocks/unlocks.module.ts';
import { webhooksModule } from './operation/webhooks/webhooks.module.ts';
import { dailyDigestsModule } from './operator/daily-digests/daily-digests.module.ts';
import { erasuresModule } from './operator/erasures/erasures.module.ts';
import { restoresModule } from './operator/restores/restores.module.ts';
import { eventsModule } from './partner/events/events.module.ts';
import { partnerConsoleModule } from './partner/partner-console/partner-console.module.ts';
import { partnersModule } from './partner/partners/partners.module.ts';
import { auditModule } from './platform/audit/audit.module.ts';
import { documentsModule } from './platform/documents/documents.module.ts';
import { failedPaymentsModule } from './platform/failed-payments/failed-payments.module.ts';
import { imagesModule } from './platform/images/images.module.ts';
import { installersModule } from './platform/installers/installers.module.ts';
import { jobsModule } from './platform/jobs/jobs.module.ts';
import { liveModule } from './platform/live/live.module.ts';
import { mailModule } from './platform/mail/mail.module.ts';
import { organisationsModule } from './platform/organisations/organisations.module.ts';
import { preferencesModule } from './platform/preferences/preferences.module.ts';
import { pushesModule } from './platform/pushes/pushes.module.ts';
import { requestsModule } from './platform/requests/requests.module.ts';
import { retentionModule } from './platform/retention/retention.module.ts';
import { revocationsModule } from './platform/revocations/revocations.module.ts';
import { sessionsModule } from './platform/sessions/sessions.module.ts';
import { singleSignOnModule } from './platform/single-sign-on/single-sign-on.module.ts';
import { usersModule } from './platform/users/users.module.ts';
import { authoritiesModule } from './sites/authorities/authorities.module.ts';
import { boxesModule } from './sites/boxes/boxes.module.ts';
import { devicesModule } from './sites/devices/devices.module.ts';
import { doorControllersModule } from './sites/door-controllers/door-controllers.module.ts';
import { doorsModule } from './sites/doors/doors.module.ts';
import { journalModule } from './sites/journal/journal.module.ts';
import { releasesModule } from './sites/releases/releases.module.ts';
import { walkTestsModule } from './sites/walk-tests/walk-tests.module.ts';
import { warningsModule } from './sites/warnings/warnings.module.ts';
import { explorerModule } from './unified/explorer/explorer.module.ts';
import { graphqlModule } from './unified/graphql/graphql.module.ts';
import { mcpModule } from './unified/mcp/mcp.module.ts';
import { restModule } from './unified/rest/rest.module.ts';
import { subscriptionsModule } from './unified/subscriptions/subscriptions.module.ts';
import { tokensModule } from './unified/tokens/tokens.module.ts';

/** What the cloud is made of: each area may use those before it. A new module is named in its area, and nowhere else. */
export const areas = [
  defineArea('link', [linkModule]),
  defineArea('platform', [
    retentionModule,
    jobsModule,
    requestsModule,
    auditModule,
    organisationsModule,
    mailModule,
    usersModule,
    preferencesModule,
    liveModule,
    sessionsModule,
    singleSignOnModule,
    installersModule,
    pushesModule,
    imagesModule,
    documentsModule,
    revocationsModule,
    failedPaymentsModule,
  ]),
  defineArea('partner', [partnersModule, partnerConsoleModule, eventsModule]),
  defineArea('sites', [
    warningsModule,
    boxesModule,
    authoritiesModule,
    releasesModule,
    doorsModule,
    doorControllersModule,
    devicesModule,
    journalModule,
    walkTestsModule,
  ]),
  defineArea('access', [
    scopesModule,
    plansModule,
    membersModule,
    checkInsModule,
    reportsModule,
    accessModule,
    accessCalendarModule,
    credentialsModule,
    offlinePassesModule,
    snapshotsModule,
  ]),
  defineArea('operation', [
    lockdownsModule,
    webhooksModule,
    unlocksModule,
    sandboxModule,
    entriesModule,
    alarmsModule,
    facilitiesModule,
    doorStatesModule,
    eventSearchModule,
    accessExplainModule,
    statisticsModule,
    searchModule,
    liveDoorsModule,
    environmentModule,
  ]),
  defineArea(
    'commerce',
    [
      ledgerModule,
      ratesModule,
      monthlyRecordsModule,
      billingModule,
      paymentsModule,
      billingAnalyticsModule,
      invoicesModule,
      statementsModule,
      payprocModule,
    ],
    { hearsAfterwards: true },
  ),
  defineArea('agents', [agentEventsModule], { hearsAfterwards: true }),
  defineArea('inference', [aiSettingsModule, inferenceModule, aiUsageModule, aiCreditsModule], {
    hearsAfterwards: true,
  }),
  defineArea(
    'content',
    [
      adminNotesModule,
      holidaysModule,
      faqsModule,
      pageImagesModule,
      pressModule,
      landingPagesModule,
      publicPagesModule,
      chargesModule,
      emailMappingsModule,
      attachmentsModule,
      agreementsModule,
      clubUserAgreementsModule,
      signedDocumentsModule,
      signPagesModule,
      storeModule,
      listingsModule,
      smsModule,
      dbSyncModule,
    ],
    { hearsAfterwards: true },
  ),
  defineArea('unified', [tokensModule, restModule, graphqlModule, subscriptionsModule, mcpModule, explorerModule], {
    hearsAfterwards: true,
  }),
  defineArea('operator', [restoresModule, erasuresModule, dailyDigestsModule]),
] as const;

/** Every service of every module, by name. */
export type Services = ServicesOf<readonly (typeof areas)[number]['modules'][number][]>;

export const everyModule: readonly Module[] = areas.flatMap(({ modules }): readonly Module[] => modules);

/** Every endpoint there is. */
export const declarations: readonly AnyEndpoint[] = everyModule.flatMap(({ endpoints }) => endpoints);
