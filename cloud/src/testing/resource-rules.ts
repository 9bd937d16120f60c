import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { expect } from 'vitest';
import type { AnyEndpoint } from '../kit/http/endpoint.ts';
import { pathOf, type Rule } from '../kit/http/endpoint-contract.ts';
import { alternativesOf, isIn, type PlatformGate } from '../platform/users/platform-surface.ts';
import type { Right } from '../platform/users/users.module.ts';
import type { PlatformApi } from './platform-api.ts';
import type { PlatformCase, PlatformCases } from './platform-case.ts';

type Headers = Readonly<Record<string, string>>;
let named = 0;

/** What the gate of a resource keeps, caller by caller. Strangers, and those who hold nothing, are the house rules'. */
export const resourceRules = (
  endpoint: AnyEndpoint,
  apiOf: () => PlatformApi,
  caseOf: PlatformCases[string],
): readonly Pick<Rule, 'name' | 'keep'>[] => {
  const { resource, faults } = endpoint;
  const gate = endpoint.gate as PlatformGate;
  if (resource === undefined) return [];

  const send = async (headers: Headers, { params, query, body }: PlatformCase) => {
    await apiOf().moveOn();
    const path = pathOf(endpoint, { ...(params && { params }), ...(query && { query }) });
    return apiOf().send({ method: endpoint.method, path, headers, ...(endpoint.body && { body: body ?? {} }) });
  };
  /** The request about what there is not. */
  const absent = ({
    params,
    query,
    body,
    missing,
    absent: other = { params: missing ?? {} },
    ...rest
  }: PlatformCase) => ({
    ...rest,
    params: { ...params, ...other.params },
    ...((query || other.query) && { query: { ...query, ...other.query } }),
    ...(body && { body: { ...body, ...other.body } }),
  });
  const unknown = (about: PlatformCase) => {
    const { code } = resource.missing(about as never);
    expect(faults).toHaveProperty(code);
    return { status: 404, json: { error: code } };
  };
  /** Somebody new who holds what the gate asks for in one organisation, and a little in another. */
  const holding = async (scopeId: OrgId, elsewhere: OrgId) => {
    const right = [alternativesOf(gate)[0]?.needs].flat()[0] as Right;
    named += 1;
    const { headers } = await apiOf().aCaller(
      `holds-${named}`,
      { right, scope: 'organisation', scopeId },
      { right: 'agent', scope: 'organisation', scopeId: elsewhere },
    );
    return headers;
  };

  const answersAbsence = {
    name: 'answers to what there is not with the 404 of that',
    keep: async () => {
      const about = absent(await caseOf(apiOf()));
      expect(await send(apiOf().callers.superAdmin.headers, about)).toMatchObject(unknown(about));
    },
  };
  if (!isIn(gate, 'resource')) return [answersAbsence];
  return [
    answersAbsence,
    {
      name: 'answers so too to who holds the right in another organisation',
      keep: async () => {
        const current = await caseOf(apiOf());
        expect(await send(apiOf().callers.otherOrgAdmin.headers, current)).toMatchObject(unknown(current));
      },
    },
    {
      name: 'refuses who sees it, and holds the right elsewhere only',
      keep: async () => {
        const headers = await holding(apiOf().otherOrgId, apiOf().world.orgId);
        const answer = await send(headers, await caseOf(apiOf()));
        expect(answer).toMatchObject({ status: 403, json: { error: 'forbidden' } });
      },
    },
    {
      name: 'lets through who holds the right where it is',
      keep: async () => {
        const headers = await holding(apiOf().world.orgId, apiOf().otherOrgId);
        const { status, text } = await send(headers, await caseOf(apiOf()));
        expect(status, text).toBeLessThan(300);
      },
    },
  ];
};
