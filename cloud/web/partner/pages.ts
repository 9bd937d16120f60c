import { later, type PagesByPath } from '../kit/later.ts';
import { PARTNER_ROUTES } from './routes.ts';

type Shown = Exclude<keyof typeof PARTNER_ROUTES, 'signIn'>;

/** What is shown at each address, loaded as somebody goes there. */
const PAGES = {
  start: later(() => import('./start/start-page.tsx'), 'StartPage'),
  keys: later(() => import('./keys/keys-page.tsx'), 'KeysPage'),
  requests: later(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
  request: later(() => import('./requests/request-page.tsx'), 'RequestPage'),
  reference: later(() => import('./reference/reference-page.tsx'), 'ReferencePage'),
  endpoint: later(() => import('./reference/endpoint-page.tsx'), 'EndpointPage'),
  events: later(() => import('./events/events-page.tsx'), 'EventsPage'),
  sandbox: later(() => import('./sandbox/sandbox-page.tsx'), 'SandboxPage'),
  organisations: later(() => import('./organisations/organisations-page.tsx'), 'OrganisationsPage'),
  settings: later(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  account: later(() => import('./account/account-page.tsx'), 'AccountPage'),
} satisfies Record<Shown, unknown>;

export const PAGES_BY_PATH = Object.entries(PAGES).map(([name, page]) => [
  PARTNER_ROUTES[name as Shown],
  page,
]) as unknown as PagesByPath;
