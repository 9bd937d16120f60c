import type { AnyComponent } from 'preact';
import { type Later, later, type PagesByPath } from '../kit/later.ts';
import { HomePage } from './home/home-page.tsx';
import { type ParamsOf, ROUTES } from './routes.ts';

type Shown = Exclude<keyof typeof ROUTES, 'signIn' | 'signInReturn' | 'signInInvite'>;

type Content = typeof import('./content-pages.ts')['CONTENT_PAGES'];
const ofContent = <Name extends keyof Content>(name: Name) =>
  later(
    () =>
      import('./content-pages.ts').then(async ({ CONTENT_PAGES }) => ({
        Page: (await CONTENT_PAGES[name]()) as Awaited<ReturnType<Content[Name]>>,
      })),
    'Page',
  );

/** What is shown at each address, loaded as somebody goes there. */
const PAGES: { readonly [Name in Shown]: Later<AnyComponent<ParamsOf<Name>>> } = {
  home: HomePage,
  doors: later(() => import('./doors/doors-page.tsx'), 'DoorsPage'),
  door: later(() => import('./doors/door-page.tsx'), 'DoorPage'),
  events: later(() => import('./events/events-page.tsx'), 'EventsPage'),
  warnings: later(() => import('./warnings/warnings-page.tsx'), 'WarningsPage'),
  lockdown: later(() => import('./lockdown/lockdown-page.tsx'), 'LockdownPage'),
  statistics: later(() => import('./statistics/statistics-page.tsx'), 'StatisticsPage'),
  whatIf: later(() => import('./what-if/what-if-page.tsx'), 'WhatIfPage'),
  integrations: later(() => import('./integrations/integrations-page.tsx'), 'IntegrationsPage'),
  members: later(() => import('./members/members-page.tsx'), 'MembersPage'),
  member: later(() => import('./members/member-page.tsx'), 'MemberPage'),
  people: later(() => import('./people/people-page.tsx'), 'PeoplePage'),
  person: later(() => import('./people/person-page.tsx'), 'PersonPage'),
  users: later(() => import('./users/users-page.tsx'), 'UsersPage'),
  user: later(() => import('./users/user-page.tsx'), 'UserPage'),
  organisations: later(() => import('./organisations/organisations-page.tsx'), 'OrganisationsPage'),
  singleSignOn: later(() => import('./single-sign-on/single-sign-on-page.tsx'), 'SingleSignOnPage'),
  organisation: later(() => import('./organisations/organisation-page.tsx'), 'OrganisationPage'),
  partners: later(() => import('./partners/partners-page.tsx'), 'PartnersPage'),
  partner: later(() => import('./partners/partner-page.tsx'), 'PartnerPage'),
  webhooks: later(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  webhook: later(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  jobs: ofContent('jobs'),
  mailbox: ofContent('mailbox'),
  emailWording: ofContent('emailWording'),
  agreements: ofContent('agreements'),
  agreement: ofContent('agreement'),
  clubAgreements: ofContent('clubAgreements'),
  clubAgreement: ofContent('clubAgreement'),
  peopleAgreements: ofContent('peopleAgreements'),
  messages: ofContent('messages'),
  faqs: ofContent('faqs'),
  press: ofContent('press'),
  charges: ofContent('charges'),
  rates: ofContent('rates'),
  billing: ofContent('billing'),
  wallets: ofContent('wallets'),
  failedPayments: ofContent('failedPayments'),
  listings: ofContent('listings'),
  cardPayments: ofContent('cardPayments'),
  ai: ofContent('ai'),
  aiKeys: ofContent('aiKeys'),
  aiRequests: ofContent('aiRequests'),
  landingPages: ofContent('landingPages'),
  dbSync: ofContent('dbSync'),
  retention: ofContent('retention'),
  audit: later(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  scopes: later(() => import('./scopes/scopes-page.tsx'), 'ScopesPage'),
  settings: later(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  boxes: later(() => import('./boxes/boxes-page.tsx'), 'BoxesPage'),
  panelStaff: later(() => import('./panel-staff/panel-staff-page.tsx'), 'PanelStaffPage'),
  installers: later(() => import('./installers/installers-page.tsx'), 'InstallersPage'),
  box: later(() => import('./boxes/box-page.tsx'), 'BoxPage'),
  wiring: later(() => import('./wiring/wiring-page.tsx'), 'WiringPage'),
  walkTest: later(() => import('./walk-test/walk-test-page.tsx'), 'WalkTestPage'),
  claim: later(() => import('./claim/claim-page.tsx'), 'ClaimPage'),
  browsers: later(() => import('./account/browsers-page.tsx'), 'BrowsersPage'),
  account: later(() => import('./account/account-page.tsx'), 'AccountPage'),
};

export const PAGES_BY_PATH = Object.entries(PAGES).map(([name, page]) => [
  ROUTES[name as Shown],
  page,
]) as unknown as PagesByPath;
