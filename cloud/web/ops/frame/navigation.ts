import type { Session } from '../../client/platform-api.gen.ts';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { navigationLabels } from '../../words/navigation-en.ts';
import { addressOf, facilityIn } from '../routes.ts';
import { holdsOnPlatform, holdsSomewhere, isVisiting, isVisitingAt } from '../session/rights.ts';

/** What every page of a facility is called by, in the order in which they are needed. */
const OF_A_FACILITY = [
  'doors',
  'members',
  'events',
  'warnings',
  'lockdown',
  'boxes',
  'integrations',
  'scopes',
  'statistics',
  'whatIf',
  'clubAgreements',
  'ai',
  'settings',
] as const;
export type FacilityPage = (typeof OF_A_FACILITY)[number];
/** Those of them that whoever installs doors there has anything to do with. */
const TO_INSTALL: readonly FacilityPage[] = ['doors', 'boxes'];

type Roles = Session['roles'];

interface PageLink {
  readonly href: string;
  readonly label: string;
}
interface PageGroup {
  readonly title: string;
  readonly pages: readonly PageLink[];
}
interface Counted {
  readonly facilityId: string;
  readonly warningsOpen?: number;
  readonly lockdowns?: number;
  /** Whether whoever is there installs doors, and is none of the staff. */
  readonly visiting?: boolean;
}

/** The pages of a facility, with what stands open there where that is known. */
export const facilityPages = ({ facilityId, warningsOpen = 0, lockdowns = 0, visiting = false }: Counted) => {
  const labelled: Readonly<Record<FacilityPage, string>> = {
    doors: navigationLabels.doors,
    members: navigationLabels.members,
    events: navigationLabels.events,
    warnings: words.tab(navigationLabels.warnings, warningsOpen),
    boxes: navigationLabels.boxes,
    integrations: navigationLabels.partners,
    scopes: navigationLabels.scopes,
    statistics: navigationLabels.statistics,
    whatIf: navigationLabels.whatIf,
    clubAgreements: navigationLabels.agreements,
    ai: navigationLabels.ai,
    settings: navigationLabels.settings,
    lockdown: words.tab(navigationLabels.lockdown, lockdowns),
  };
  const offered = visiting ? TO_INSTALL : OF_A_FACILITY;
  return offered.map((name) => ({ name, href: addressOf(name, { facilityId }), label: labelled[name] }));
};

type PlainPageName =
  | 'home'
  | 'organisations'
  | 'partners'
  | 'users'
  | 'singleSignOn'
  | 'webhooks'
  | 'audit'
  | 'jobs'
  | 'mailbox'
  | 'emailWording'
  | 'agreements'
  | 'messages'
  | 'faqs'
  | 'press'
  | 'charges'
  | 'rates'
  | 'billing'
  | 'wallets'
  | 'failedPayments'
  | 'landingPages'
  | 'retention'
  | 'dbSync';
interface Offered {
  readonly name: PlainPageName;
  readonly label: string;
  /** Whom it is offered. What the cloud refuses is refused all the same. */
  readonly to?: (roles: Roles) => boolean;
}

/** What is of no facility. */
const EVERYWHERE: readonly Offered[] = [
  { name: 'home', label: labels.home.title },
  { name: 'organisations', label: navigationLabels.organisations, to: (roles) => !isVisiting(roles) },
  {
    name: 'users',
    label: navigationLabels.users,
    to: (roles) => holdsSomewhere(roles, 'facility-staff') || holdsSomewhere(roles, 'iam'),
  },
  { name: 'partners', label: navigationLabels.partners, to: (roles) => holdsSomewhere(roles, 'org-admin') },
  { name: 'singleSignOn', label: navigationLabels.singleSignOn, to: (roles) => holdsSomewhere(roles, 'org-admin') },
  { name: 'webhooks', label: navigationLabels.webhooks, to: (roles) => holdsSomewhere(roles, 'org-admin') },
  { name: 'emailWording', label: navigationLabels.emailWording, to: (roles) => holdsSomewhere(roles, 'admin') },
  { name: 'agreements', label: navigationLabels.agreements, to: (roles) => holdsSomewhere(roles, 'admin') },
  { name: 'messages', label: navigationLabels.messages, to: (roles) => holdsSomewhere(roles, 'admin') },
  { name: 'faqs', label: navigationLabels.faqs, to: (roles) => holdsSomewhere(roles, 'admin') },
  { name: 'press', label: navigationLabels.press, to: (roles) => holdsSomewhere(roles, 'admin') },
  { name: 'landingPages', label: navigationLabels.landingPages, to: (roles) => holdsSomewhere(roles, 'admin') },
  { name: 'charges', label: navigationLabels.charges, to: (roles) => holdsSomewhere(roles, 'admin') },
  { name: 'audit', label: navigationLabels.audit, to: (roles) => holdsSomewhere(roles, 'facility-staff') },
];

/** What is of the installation itself. */
const OF_THE_PLATFORM: readonly Offered[] = [
  { name: 'jobs', label: navigationLabels.jobs, to: (roles) => holdsOnPlatform(roles, 'platform-admin') },
  {
    name: 'failedPayments',
    label: navigationLabels.failedPayments,
    to: (roles) => holdsOnPlatform(roles, 'global-admin'),
  },
  { name: 'billing', label: navigationLabels.billing, to: (roles) => holdsOnPlatform(roles, 'super-admin') },
  { name: 'wallets', label: navigationLabels.wallets, to: (roles) => holdsOnPlatform(roles, 'super-admin') },
  { name: 'rates', label: navigationLabels.rates, to: (roles) => holdsOnPlatform(roles, 'super-admin') },
  { name: 'mailbox', label: navigationLabels.mailbox, to: (roles) => holdsOnPlatform(roles, 'global-admin') },
  { name: 'retention', label: navigationLabels.retention, to: (roles) => holdsOnPlatform(roles, 'super-admin') },
  { name: 'dbSync', label: navigationLabels.dbSync, to: (roles) => holdsOnPlatform(roles, 'super-admin') },
];

const pagesFor = (offered: readonly Offered[], roles: Roles): readonly PageLink[] =>
  offered.flatMap(({ name, label, to }) =>
    to === undefined || to(roles) ? [{ href: addressOf(name, {}), label }] : [],
  );

/** Everything that somebody may go to from here, where they are first. */
export const menuOf = (roles: Roles, path: string): readonly PageGroup[] => {
  const facilityId = facilityIn(path);
  const groups: PageGroup[] = [];
  if (facilityId !== undefined)
    groups.push({
      title: navigationLabels.thisFacility,
      pages: facilityPages({ facilityId, visiting: isVisitingAt(roles, { facilityId }) }),
    });
  groups.push({ title: navigationLabels.everywhere, pages: pagesFor(EVERYWHERE, roles) });
  const platform = pagesFor(OF_THE_PLATFORM, roles);
  if (platform.length > 0) groups.push({ title: navigationLabels.platform, pages: platform });
  return groups;
};
