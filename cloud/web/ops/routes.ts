const FACILITY = '/ops/facilities/:facilityId';

/** Every page of the console by its address: the router shows it, and the server answers any other path with a 404. */
export const ROUTES = {
  home: '/ops',
  signIn: '/ops/sign-in',
  signInReturn: '/ops/sign-in/return',
  signInInvite: '/ops/sign-in/invite',
  singleSignOn: '/ops/single-sign-on',
  account: '/ops/account',
  browsers: '/ops/account/browsers',
  users: '/ops/users',
  user: '/ops/users/:userId',
  organisations: '/ops/organisations',
  organisation: '/ops/organisations/:organisationId',
  partners: '/ops/partners',
  partner: '/ops/partners/:partnerId',
  webhooks: '/ops/webhooks',
  webhook: '/ops/webhooks/:webhookId',
  audit: '/ops/audit',
  jobs: '/ops/jobs',
  mailbox: '/ops/mailbox',
  emailWording: '/ops/email-wording',
  agreements: '/ops/agreements',
  messages: '/ops/messages',
  faqs: '/ops/faqs',
  press: '/ops/press',
  landingPages: '/ops/landing-pages',
  failedPayments: '/ops/failed-payments',
  charges: '/ops/charges',
  rates: '/ops/rates',
  billing: '/ops/billing',
  wallets: '/ops/wallets',
  agreement: '/ops/agreements/:agreementId',
  retention: '/ops/retention',
  dbSync: '/ops/staging',
  claim: '/ops/claim',
  doors: FACILITY,
  door: `${FACILITY}/doors/:doorId`,
  events: `${FACILITY}/events`,
  warnings: `${FACILITY}/warnings`,
  lockdown: `${FACILITY}/lockdown`,
  whatIf: `${FACILITY}/what-if`,
  statistics: `${FACILITY}/statistics`,
  scopes: `${FACILITY}/mappings`,
  settings: `${FACILITY}/settings`,
  clubAgreements: `${FACILITY}/agreements`,
  clubAgreement: `${FACILITY}/agreements/:agreementId`,
  listings: `${FACILITY}/listings`,
  cardPayments: `${FACILITY}/card-payments`,
  ai: `${FACILITY}/ai`,
  aiKeys: `${FACILITY}/ai/keys`,
  aiRequests: `${FACILITY}/ai/requests`,
  peopleAgreements: `${FACILITY}/people-agreements`,
  boxes: `${FACILITY}/boxes`,
  panelStaff: `${FACILITY}/panel-staff`,
  installers: `${FACILITY}/installers`,
  box: `${FACILITY}/boxes/:boxId`,
  wiring: `${FACILITY}/boxes/:boxId/wiring`,
  walkTest: `${FACILITY}/boxes/:boxId/walk-test`,
  integrations: `${FACILITY}/partners`,
  members: `${FACILITY}/members`,
  people: `${FACILITY}/people`,
  person: `${FACILITY}/people/:personId`,
  member: `${FACILITY}/members/:partnerId/:memberId`,
} as const;

type Route = keyof typeof ROUTES;
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
export type ParamsOf<Name extends Route> = Readonly<Record<NamesIn<(typeof ROUTES)[Name]>, string>>;

/** The address of a page, with what its route names put in. */
export const addressOf = <Name extends Route>(name: Name, params: ParamsOf<Name>): string =>
  ROUTES[name].replace(/:(\w+)/g, (_all, part: string) =>
    encodeURIComponent((params as Readonly<Record<string, string>>)[part] ?? ''),
  );

/** The facility that an address is of. */
export const facilityIn = (path: string): string | undefined => {
  const [, facilityId] = /^\/ops\/facilities\/([^/]+)/.exec(path) ?? [];
  return facilityId === undefined ? undefined : decodeURIComponent(facilityId);
};
