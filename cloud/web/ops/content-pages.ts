/** The pages of content, of billing and of the installation: where their scripts are is no part of the first view, since few go to any of them. */
export const CONTENT_PAGES = {
  agreements: () => import('./agreements/agreements-page.tsx').then(({ AgreementsPage }) => AgreementsPage),
  agreement: () => import('./agreements/agreement-page.tsx').then(({ AgreementPage }) => AgreementPage),
  clubAgreements: () =>
    import('./agreements/club-agreements-page.tsx').then(({ ClubAgreementsPage }) => ClubAgreementsPage),
  clubAgreement: () =>
    import('./agreements/club-agreement-page.tsx').then(({ ClubAgreementPage }) => ClubAgreementPage),
  peopleAgreements: () =>
    import('./people-agreements/people-agreements-page.tsx').then(({ PeopleAgreementsPage }) => PeopleAgreementsPage),
  messages: () => import('./messages/messages-page.tsx').then(({ MessagesPage }) => MessagesPage),
  faqs: () => import('./faqs/faqs-page.tsx').then(({ FaqsPage }) => FaqsPage),
  failedPayments: () =>
    import('./failed-payments/failed-payments-page.tsx').then(({ FailedPaymentsPage }) => FailedPaymentsPage),
  cardPayments: () => import('./money/card-payments-page.tsx').then(({ CardPaymentsPage }) => CardPaymentsPage),
  listings: () => import('./listings/listings-page.tsx').then(({ ListingsPage }) => ListingsPage),
  charges: () => import('./charges/charges-page.tsx').then(({ ChargesPage }) => ChargesPage),
  rates: () => import('./money/rates-page.tsx').then(({ RatesPage }) => RatesPage),
  billing: () => import('./money/billing-page.tsx').then(({ BillingPage }) => BillingPage),
  wallets: () => import('./money/wallets-page.tsx').then(({ WalletsPage }) => WalletsPage),
  ai: () => import('./ai/ai-page.tsx').then(({ AiPage }) => AiPage),
  aiKeys: () => import('./ai/keys-page.tsx').then(({ AiKeysPage }) => AiKeysPage),
  aiRequests: () => import('./ai/requests-page.tsx').then(({ AiRequestsPage }) => AiRequestsPage),
  jobs: () => import('./jobs/jobs-page.tsx').then(({ JobsPage }) => JobsPage),
  retention: () => import('./retention/retention-page.tsx').then(({ RetentionPage }) => RetentionPage),
  emailWording: () => import('./email-wording/email-wording-page.tsx').then(({ EmailWordingPage }) => EmailWordingPage),
  mailbox: () => import('./mailbox/mailbox-page.tsx').then(({ MailboxPage }) => MailboxPage),
  press: () => import('./press/press-page.tsx').then(({ PressPage }) => PressPage),
  dbSync: () => import('./db-sync/db-sync-page.tsx').then(({ DbSyncPage }) => DbSyncPage),
  landingPages: () => import('./landing-pages/landing-pages-page.tsx').then(({ LandingPagesPage }) => LandingPagesPage),
} as const;
