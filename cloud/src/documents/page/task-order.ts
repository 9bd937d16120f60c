import type { OpenApiDocument, Operation } from '../document.ts';
import { operationsOf } from '../document.ts';

/** Groups of endpoints that a reader wants one after the other. A group is named by the first part of its endpoints' ids. */
export interface Chapter {
  readonly title: string;
  readonly groups: readonly string[];
}

export interface Group {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export const PARTNER_CHAPTERS: readonly Chapter[] = [
  { title: 'Begin', groups: ['auth', 'organisations', 'facilities'] },
  { title: 'Say who your members are', groups: ['plans', 'members', 'check_ins', 'reports'] },
  { title: 'At the door', groups: ['access', 'doors', 'passes'] },
  { title: 'Follow what happens', groups: ['events'] },
  { title: 'Try failures', groups: ['sandbox'] },
];

export const PLATFORM_CHAPTERS: readonly Chapter[] = [
  {
    title: 'Sign in, and your own things',
    groups: ['sessions', 'passkeys', 'totp', 'desk-pin', 'mcp-keys', 'preferences', 'pushes'],
  },
  { title: 'Places and people of the platform', groups: ['orgs', 'clubs', 'users', 'desks', 'search'] },
  {
    title: 'Boxes, doors and other devices',
    groups: ['door-controllers', 'device-doors', 'walk-tests', 'devices', 'hardware'],
  },
  { title: 'Who gets in', groups: ['people', 'members', 'credentials', 'grants', 'panel-staff'] },
  {
    title: 'The rules of a facility',
    groups: [
      'access-scopes',
      'scope-keys',
      'plan-zones',
      'access-sources',
      'access-policy',
      'integrations',
      'holidays',
      'what-if',
    ],
  },
  { title: 'At the doors now', groups: ['door-states', 'unlocks', 'doors', 'lockdowns', 'live'] },
  { title: 'What happened, and why', groups: ['events', 'explain', 'access-calendar', 'access-statistics', 'journal'] },
  {
    title: 'What somebody should look at',
    groups: ['warnings', 'restores', 'daily-digests', 'webhooks', 'admin-notes'],
  },
  { title: 'What clubs agree to', groups: ['agreements', 'club-user-agreements'] },
  { title: 'What screens show', groups: ['smart-club', 'environment'] },
  { title: 'Partners', groups: ['partners', 'partner-contacts', 'partner-keys', 'partner-statuses'] },
  { title: 'Facilities elsewhere', groups: ['store', 'listings'] },
  {
    title: 'Money',
    groups: [
      'charges-config',
      'tasks',
      'platform-rates',
      'rate-templates',
      'rate-blocks',
      'rates',
      'monthly-records',
      'billing-analytics',
      'platform-analytics',
    ],
  },
  { title: 'Run the platform', groups: ['audit', 'jobs', 'mail', 'retention'] },
];

const groupOf = (operationId: string): string => operationId.split('.')[0] ?? '';

/** The groups of a document chapter by chapter. What no chapter names comes last. */
export const inTaskOrder = (
  document: OpenApiDocument,
  chapters: readonly Chapter[],
): { readonly title: string; readonly groups: readonly Group[] }[] => {
  const found = Map.groupBy(operationsOf(document), ({ operationId }) => groupOf(operationId));
  const named = new Set(chapters.flatMap(({ groups }) => groups));
  const rest = [...found.keys()].filter((key) => !named.has(key)).sort();
  const group = (key: string): Group[] => {
    const operations = found.get(key);
    if (operations === undefined) return [];
    const name = operations[0]?.tags[0] ?? key;
    const description = document.tags.find((tag) => tag.name === name)?.description ?? '';
    return [{ key, title: name, description, operations }];
  };
  return [...chapters, { title: 'More', groups: rest }]
    .map(({ title, groups }) => ({ title, groups: groups.flatMap(group) }))
    .filter(({ groups }) => groups.length > 0);
};
