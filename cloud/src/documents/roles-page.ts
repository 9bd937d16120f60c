import type { AnyEndpoint } from '../kit/http/endpoint.ts';
import { isPublicGate } from '../kit/http/surfaces.ts';
import {
  alternativesOf,
  type PlatformGate,
  platformSurface,
  rightsThrough,
} from '../platform/users/platform-surface.ts';
import {
  gives,
  MODULE_GRANTS,
  PASSING_RIGHTS,
  RIGHTS,
  type Right,
  ROLES,
  scopesOf,
} from '../platform/users/users.module.ts';

export const ROLES_PAGE = 'docs/roles.md';

const THROUGH = '●';
const OWN = 'own';
const EVERYBODY = 'public';
const STEP_UP = 'step-up';

/** Who may do what with the platform API, written from the declarations: what each right gives, and who gets through at each endpoint. */
export const rolesPage = (endpoints: readonly AnyEndpoint[]): string =>
  [
    '# Roles',
    '',
    'Written by `npm run generate` from the code that decides. What a user may do with the platform API is what they hold, and where.',
    '',
    ...rightsTables(),
    '',
    '## Who gets through',
    '',
    '- **Where**: `facility` and `organisation`: held at the one that the request names, on what it belongs to, or on the platform. `facility of organisation`: at a facility of the organisation that it names. `platform`: held on the platform itself. `resource`: held where the thing is that the request names by its id. `anywhere`: held in some place; what the place does not cover is refused or left out.',
    `- \`${THROUGH}\`: gets through. \`${OWN}\` in the column *where*: users do it for themselves, whatever they hold, unless that is for a while alone; of a resource, its owner does, with any right there.`,
    `- \`${EVERYBODY}\`: who signs in is nobody yet. \`${STEP_UP}\`: whoever came in by signing in, and not with a key, has to prove once more who they are.`,
    '- **401** without a valid key or session. **404** for a facility, an organisation or a resource that nothing which the caller holds reaches, exactly as if it did not exist. **403** for everybody else who does not get through.',
    '- An organisation that a query may name and does not is `anywhere`.',
    '- A super admin who acts as somebody else (`x-simulated-user`) may do what that user may. The audit names both.',
    '- Rights are given by who holds `iam` at the place and, there, what gives at least as much: nobody makes anybody mightier than they are.',
    '- Global admins list and delete the keys of everybody, super admins included. They make none for somebody who may do more than they.',
    '- A key that somebody made for another user ends when that user is given a right that its maker does not hold there. So do keys that were made with it.',
    '',
    ...groupsOf(endpoints).flatMap(([group, members]) => [`### ${group}`, '', ...matrix(members), '']),
  ].join('\n');

const rightsTables = (): string[] => [
  '| role | gives, at the same place | held on |',
  '| --- | --- | --- |',
  ...ROLES.map((role) => `| \`${role}\` | ${given(role)} | ${scopesOf(role).join(', ')} |`),
  '',
  'Module grants are for parts of the product, beside the role or without any:',
  '',
  '| module | for | held on |',
  '| --- | --- | --- |',
  ...MODULE_GRANTS.map((module) => `| \`${module}\` | ${MODULES[module]} | ${scopesOf(module).join(', ')} |`),
  '',
  'What somebody is invited to for a while. It is not given like a role, ends by itself, counts for whoever signs in and not with a key, and goes through those gates alone that name it:',
  '',
  '| for a while | for | ends after | held on |',
  '| --- | --- | --- | --- |',
  ...PASSING_RIGHTS.map((right) => `| \`${right}\` | ${PASSING[right]} | ${scopesOf(right).join(', ')} |`),
];

const PASSING = { installer: 'claiming boxes, wiring and trying doors; nothing of members | 48 hours' } as const;

const MODULES = {
  iam: 'administering users, their roles and keys',
  admin: 'administration beside the doors',
  agent: 'agents that act in the user’s name',
} as const;

const given = (role: Right): string => {
  const others = RIGHTS.filter((right) => right !== role && gives(role, right));
  return others.length === 0 ? 'itself' : others.map((right) => `\`${right}\``).join(', ');
};

const groupsOf = (endpoints: readonly AnyEndpoint[]): readonly (readonly [string, AnyEndpoint[]])[] => {
  const groups = new Map<string, AnyEndpoint[]>();
  for (const endpoint of endpoints.filter(({ surface }) => surface.name === platformSurface.name)) {
    const name = endpoint.id.split('.')[0] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), endpoint]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
};

const matrix = (endpoints: readonly AnyEndpoint[]): string[] => [
  `| endpoint | where | ${RIGHTS.join(' | ')} |`,
  `| --- | --- |${' :-: |'.repeat(RIGHTS.length)}`,
  ...endpoints.map(({ method, path, gate, stepUp }) => {
    const ways = alternativesOf(gate as PlatformGate);
    const where = isPublicGate(gate) ? EVERYBODY : [...new Set(ways.map((way) => way.in))].join(' or ');
    const orOwn = ways.some((way) => way.orOwn);
    const through = new Set(rightsThrough(gate as PlatformGate));
    const cells = RIGHTS.map((right) => (through.has(right) ? THROUGH : ''));
    return `| \`${method} ${path}\` | ${where}${orOwn ? `, ${OWN}` : ''}${stepUp ? `, ${STEP_UP}` : ''} | ${cells.join(' | ')} |`;
  }),
];
