// @module-tag exhaustive
import { readFileSync } from 'node:fs';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declarations } from '../areas.ts';
import { ROLES_PAGE } from '../documents/roles-page.ts';
import { ENGINES } from '../kit/db/engines.ts';
import type { Database } from '../kit/db/unit-of-work.ts';
import type { AnyEndpoint } from '../kit/http/endpoint.ts';
import { pathOf, type Valid } from '../kit/http/endpoint-contract.ts';
import { signedIn } from '../platform/sessions/testing/signing-in.ts';
import { FACILITY_PARAMS } from '../platform/users/platform-surface.ts';
import type { RoleGrant } from '../platform/users/users.module.ts';
import { type PlatformApi, servePlatformApi } from './platform-api.ts';
import { platformCases as cases } from './platform-cases.ts';

/** The matrix as it is printed: what an endpoint needs, and where, by method and path. */
const page = readFileSync(new URL(`../../../${ROLES_PAGE}`, import.meta.url), 'utf8');
const matrix = new Map<
  string,
  { readonly said: string; readonly where: string; readonly through: ReadonlySet<string> }
>();
let columns: readonly string[] = [];
for (const line of page.split('\n').filter((text) => text.startsWith('| '))) {
  const [first = '', where = '', ...cells] = line
    .slice(2, -2)
    .split(' | ')
    .map((cell) => cell.trim());
  if (first === 'endpoint') columns = cells;
  const endpoint = /^`([A-Z]+ \/.*)`$/.exec(first)?.[1];
  if (endpoint === undefined) continue;
  const [place = ''] = where.split(',');
  matrix.set(endpoint, { said: where, where: place, through: new Set(columns.filter((_, i) => cells[i] === '●')) });
}

const endpoints = declarations.filter(({ surface }) => surface.name === 'platform');

const [sqlite] = ENGINES;
let db: Database;
let api: PlatformApi;
beforeAll(async () => {
  if (sqlite === undefined) throw new Error('no engine');
  db = await sqlite.open();
  api = await servePlatformApi(db, new ManualClock());
});
afterAll(() => api.close());
beforeEach(() => api.moveOn());

interface Named {
  readonly organisation: string | undefined;
  readonly facility: string | undefined;
  /** Where holding something at a facility of the organisation is enough. */
  readonly facilities?: readonly string[];
}

/** What a request names: as the page says it, by path or by query. */
const namedBy = async (
  { path }: AnyEndpoint,
  where: string,
  { params = {}, query = {} }: Valid,
): Promise<Named | undefined> => {
  const organisation = params.organisationId ?? query.organisationId;
  if (where === 'organisation' && organisation !== undefined) return { organisation, facility: undefined };
  if (where === 'organisation or facility of organisation' && organisation !== undefined)
    return { organisation, facility: undefined, facilities: [api.world.facilityId, api.siblingId] };
  const name = FACILITY_PARAMS.find((param) => path.split('/').includes(`:${param}`));
  if (where !== 'facility' || name === undefined) return undefined;
  const facility = params[name] ?? '';
  const row = await db.read((tx) =>
    tx
      .selectFrom('facility')
      .where('id', '=', facility as FacilityId)
      .select('org_id')
      .executeTakeFirst(),
  );
  return { organisation: row?.org_id, facility };
};

const reaches = ({ scope, scopeId }: RoleGrant, { organisation, facility, facilities = [] }: Named): boolean =>
  scope === 'platform' ||
  scopeId === (scope === 'organisation' ? organisation : facility) ||
  (scope === 'facility' && facilities.includes(scopeId));

/** What the page says becomes of somebody: `through` may still be refused for what the path does not name. */
const verdictOf = (
  { where, through }: { where: string; through: ReadonlySet<string> },
  grants: readonly RoleGrant[],
  named: Named | undefined,
): 'through' | 'forbidden' | 'hidden' => {
  if (where === 'public') return 'through';
  if (named !== undefined && !grants.some((grant) => reaches(grant, named))) return 'hidden';
  const held = grants.filter((grant) =>
    named !== undefined ? reaches(grant, named) : where !== 'platform' || grant.scope === 'platform',
  );
  return held.some(({ right }) => through.has(right)) ? 'through' : 'forbidden';
};

describe('the matrix of roles', () => {
  it('has every endpoint of the platform API, and no other', () => {
    expect([...matrix.keys()].sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort());
  });

  for (const endpoint of endpoints)
    it(`says who gets through at ${endpoint.id}, caller by caller`, async () => {
      const { installer, ...withKeys } = api.callers;
      // They come signed in, and one of these endpoints signs out.
      const visiting = { ...installer, ...(await signedIn(api, installer.user.id)) };
      const everybody = [
        ...Object.entries(withKeys),
        ['installer', visiting] as const,
        ['stranger', { grants: [], headers: {} }] as const,
      ];
      const wrong: string[] = [];
      const caseOf = freshOrSame(endpoint);
      for (const [kind, caller] of everybody) {
        const { expected, got } = await meet(endpoint, await caseOf(), { kind, ...caller });
        if (!expected.includes(got)) wrong.push(`${kind}: ${expected.join(' or ')} by the page, and ${got}`);
      }
      expect(wrong).toEqual([]);
    });
});

/** What the platform’s contract says itself, written by hand: the page is written from the code, and goes along with it. */
describe('whom the contract names', () => {
  const SUPER = ['super-admin'];
  const GLOBAL = ['super-admin', 'global-admin'];
  it.each([
    ['GET /api/admin/audit-logs/debug-redis-keys', 'platform', SUPER],
    ['GET /api/admin/audit-logs/query-by-ip', 'platform', GLOBAL],
    ['GET /api/admin/audit-logs/query-by-user', 'platform', GLOBAL],
    ['POST /api/admin/clubs/move-facility/:club', 'facility, step-up', SUPER],
    ['POST /api/admin/users/:userId/send-welcome-email', 'platform', SUPER],
    ['GET /api/users/:userId/mcp-keys', 'platform, own', GLOBAL],
    ['POST /api/users/:userId/mcp-keys', 'platform, own, step-up', GLOBAL],
    ['DELETE /api/users/:userId/mcp-keys/:keyId', 'platform, own', GLOBAL],
  ] as const)('and nobody else gets through at %s', (endpoint, where, rights) => {
    const row = matrix.get(endpoint);
    expect({ where: row?.said, through: [...(row?.through ?? [])] }).toEqual({ where, through: rights });
  });
});

interface Caller {
  readonly grants: readonly RoleGrant[];
  readonly headers: Readonly<Record<string, string>>;
}

/** A valid request: a new one each time, where carrying it out uses it up. */
const freshOrSame = (endpoint: AnyEndpoint): (() => Promise<Valid>) => {
  const caseOf = cases[endpoint.id];
  if (caseOf === undefined) throw new Error('it has no case');
  let made: Promise<Valid> | undefined;
  return () => {
    if (made === undefined || (endpoint.method !== 'GET' && !hasBody(endpoint))) made = caseOf(api);
    return made;
  };
};
const hasBody = ({ body, rawBody }: AnyEndpoint): boolean => (body ?? rawBody) !== undefined;

/** What a page of the console says of itself: without a cookie nobody asks. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-console': '1' } as const;

/** Somebody calls an endpoint as it is called to succeed; but for a body, which is no JSON: it tells that they got through, and nothing is carried out. */
const meet = async (endpoint: AnyEndpoint, valid: Valid, { kind, grants, headers }: Caller & { kind: string }) => {
  const row = matrix.get(`${endpoint.method} ${endpoint.path}`);
  if (row === undefined) throw new Error('it is not on the page');
  const path = pathOf(endpoint, valid);
  const body = hasBody(endpoint) ? '{' : undefined;
  const answer = await api.send({ method: endpoint.method, path, headers: { ...headers, ...OWN_PAGE }, body });
  const isJson = /json/.test(answer.headers['content-type'] ?? '');
  const verdict =
    kind === 'stranger' && row.where !== 'public'
      ? 'unauthenticated'
      : verdictOf(row, grants, await namedBy(endpoint, row.where, valid));
  // What no path names is judged once more, by where it turns out to be.
  const judgedAgain = verdict === 'through' && !hasBody(endpoint) && ['anywhere', 'resource'].includes(row.where);
  return {
    expected: judgedAgain ? ['through', 'forbidden', 'hidden'] : [verdict],
    got: outcomeOf(answer.status, isJson ? answer.json : {}),
  };
};

const outcomeOf = (status: number, { error }: { error?: string }): string => {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404 && error === 'place_unknown') return 'hidden';
  return status < 500 ? 'through' : `a failure, ${status}`;
};
