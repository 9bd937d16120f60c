import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { expect } from 'vitest';
import type { AnyEndpoint } from '../kit/http/endpoint.ts';
import { pathOf, type Rule, type Valid } from '../kit/http/endpoint-contract.ts';
import type { ClientAnswer } from '../kit/http/testing/https-client.ts';
import { FACILITY_PARAMS, isIn, type PlatformGate } from '../platform/users/platform-surface.ts';
import type { PlatformApi } from './platform-api.ts';
import type { PlatformCase, PlatformCases } from './platform-case.ts';

/** Endpoints whose paths name what no organisation has. */
const NOBODYS: Readonly<Record<string, string>> = {
  'faqs.of-category': 'a category is a word, and the list has what the caller may see',
  'holidays.read': 'countries are everybody’s',
  'holidays.blacklist': 'countries are everybody’s; the organisation is named by the query',
};

/** An answer without what is different in every answer, and without the ids that were asked for. */
const alike = ({ status, text, headers }: ClientAnswer, ids: readonly string[]) => {
  const without = (part: string, id: string) => part.replaceAll(id, '…');
  return { status, text: [String(headers['x-request-id']), ...ids].reduce(without, text) };
};

/** What belongs to others is answered exactly as what does not exist. */
export const tenantRules = (
  endpoint: AnyEndpoint,
  apiOf: () => PlatformApi,
  caseOf: PlatformCases[string],
): readonly Pick<Rule, 'name' | 'keep'>[] => {
  const facilityParam = FACILITY_PARAMS.find((name) => endpoint.path.split('/').includes(`:${name}`));
  const gate = endpoint.gate as PlatformGate;
  const send = (headers: Readonly<Record<string, string>>, valid: Valid) =>
    apiOf().send({
      method: endpoint.method,
      path: pathOf(endpoint, valid),
      headers,
      body: (endpoint.body ?? endpoint.rawBody) === undefined ? undefined : (valid.body ?? {}),
    });
  const rule = (name: string, keep: (current: PlatformCase) => Promise<void>) => ({
    name,
    keep: async () => {
      const current = await caseOf(apiOf());
      await apiOf().moveOn();
      await keep(current);
    },
  });

  const ofFacility = rule(
    'does not tell the admin of another organisation that the facility exists',
    async (current) => {
      const param = facilityParam as string;
      const { otherOrgAdmin, superAdmin } = apiOf().callers;
      const at = (id: string): Valid => ({ ...current, params: { ...current.params, [param]: id } });
      const none = randomId('fac', systemRandom);
      const real = await send(otherOrgAdmin.headers, current);
      expect(real).toMatchObject({ status: 404, json: { error: 'place_unknown' } });
      const ids = [none, current.params?.[param] ?? ''];
      expect(alike(real, ids)).toEqual(alike(await send(otherOrgAdmin.headers, at(none)), ids));
      expect(alike(real, ids)).toEqual(alike(await send(superAdmin.headers, at(none)), ids));
    },
  );
  const ofOrganisation = rule(
    'does not tell the admin of another organisation that the organisation exists',
    async (current) => {
      const { otherOrgAdmin } = apiOf().callers;
      const asked = current.query?.organisationId ?? expect.fail('its case names no organisation');
      const none = randomId('org', systemRandom);
      const at = (organisationId: string): Valid => ({ ...current, query: { ...current.query, organisationId } });
      const real = await send(otherOrgAdmin.headers, current);
      expect(real).toMatchObject({ status: 404, json: { error: 'place_unknown' } });
      expect(alike(real, [asked, none])).toEqual(alike(await send(otherOrgAdmin.headers, at(none)), [asked, none]));
    },
  );
  const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const isNeeded = named.some((name) => name !== facilityParam) && !(endpoint.id in NOBODYS) && !isIn(gate, 'platform');
  const ofThings = rule(
    'answers to what belongs to another organisation as to what there is not',
    async ({ foreign, missing, ...current }) => {
      expect(
        [foreign, missing].every((of) => of !== undefined) || !isNeeded,
        'its case names neither a foreign thing nor a missing one',
      ).toBe(true);
      expect(Object.keys(missing ?? {}), 'foreign and missing name the same parameters').toEqual(
        Object.keys(foreign ?? {}),
      );
      const ids = [...Object.values(foreign ?? {}), ...Object.values(missing ?? {})];
      // At a place of their own, not even somebody who may do everything elsewhere finds it.
      const elsewhere = facilityParam !== undefined && !(facilityParam in (foreign ?? {}));
      const { orgAdmin, superAdmin } = apiOf().callers;
      const asking = foreign === undefined ? [] : elsewhere ? [orgAdmin, superAdmin] : [orgAdmin];
      for (const { headers } of asking) {
        const toForeign = await send(headers, { ...current, params: { ...current.params, ...foreign } });
        const toMissing = await send(headers, { ...current, params: { ...current.params, ...missing } });
        expect([403, 404], toForeign.text).toContain(toForeign.status);
        expect(alike(toForeign, ids)).toEqual(alike(toMissing, ids));
      }
    },
  );
  const shape = (endpoint.query as { shape?: object } | undefined)?.shape ?? {};
  return [
    ...(facilityParam === undefined ? [] : [ofFacility]),
    ...(isIn(gate, 'organisation') && 'organisationId' in shape ? [ofOrganisation] : []),
    ...(named.length === 0 ? [] : [ofThings]),
  ];
};
