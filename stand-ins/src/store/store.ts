import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { buildSchema, GraphQLError, type GraphQLResolveInfo, graphql } from 'graphql';
import { z } from 'zod';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';
import { ADMIN_SCHEMA } from './admin-schema.ts';
import { createLocations, type LocationInput, type Outcome, type ShopLocation } from './locations.ts';

const TOKEN = 'shpat_stand-in-token-1234';
const PATH = /^\/admin\/api\/(\d{4}-\d{2})\/graphql\.json$/;
const PAGE = 50;

const Asked = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).nullish() });

const refusal = (status: number): HttpAnswer => ({
  status,
  body: { errors: status === 401 ? '[API] Invalid API key or access token' : status === 404 ? 'Not Found' : 'Error' },
});

interface Page {
  readonly first?: number;
  readonly after?: string;
  readonly includeInactive?: boolean;
}
const isIdempotent = ({ fieldNodes }: GraphQLResolveInfo): boolean =>
  fieldNodes.some(({ directives = [] }) => directives.some(({ name }) => name.value === 'idempotent'));
const requireKey = (info: GraphQLResolveInfo): void => {
  if (!isIdempotent(info)) throw new GraphQLError(`${info.fieldName} takes the directive @idempotent`);
};

/** A shop’s Admin GraphQL API, as far as locations go: by the provider’s own schema, so what it has not is refused. */
export const createStore = ({ clock }: { readonly clock: Clock }) => {
  const schema = buildSchema(ADMIN_SCHEMA);
  const locations = createLocations();
  let throttled = 0;

  const shown = (location: ShopLocation) => ({
    ...location,
    metafield: ({ namespace, key }: { readonly namespace?: string; readonly key: string }) =>
      location.metafields.find((field) => field.namespace === namespace && field.key === key) ?? null,
  });
  const answered = ({ location, userErrors }: Outcome, errors = 'userErrors') => ({
    location: location && shown(location),
    [errors]: userErrors,
  });
  const root = {
    location: ({ id }: { readonly id: string }) => {
      const found = locations.find(id);
      return found === undefined ? null : shown(found);
    },
    locations: ({ first = PAGE, after = '0', includeInactive = false }: Page) => {
      const all = locations.all().filter(({ isActive }) => isActive || includeInactive);
      const from = Number(after);
      const hasNextPage = from + first < all.length;
      const nodes = all.slice(from, from + first).map(shown);
      return { nodes, pageInfo: { hasNextPage, endCursor: String(from + nodes.length) } };
    },
    locationAdd: ({ input }: { readonly input: LocationInput & { readonly name: string } }) =>
      answered(locations.add(input)),
    locationEdit: ({ id, input }: { readonly id: string; readonly input: LocationInput }) =>
      answered(locations.edit(id, input)),
    locationActivate: ({ locationId }: { readonly locationId: string }, _by: unknown, info: GraphQLResolveInfo) => {
      requireKey(info);
      return answered(locations.setActive(locationId, true), 'locationActivateUserErrors');
    },
    locationDeactivate: ({ locationId }: { readonly locationId: string }, _by: unknown, info: GraphQLResolveInfo) => {
      requireKey(info);
      return answered(locations.setActive(locationId, false), 'locationDeactivateUserErrors');
    },
  };

  const answer = async ({ method, path, headers, body }: HttpCall): Promise<HttpAnswer> => {
    const [, version] = PATH.exec(path) ?? [];
    if (method !== 'POST' || version === undefined) return refusal(404);
    if (headers['x-shopify-access-token'] !== TOKEN) return refusal(401);
    if (throttled > 0) {
      throttled -= 1;
      return { body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] } };
    }
    const asked = Asked.safeParse(jsonOf(body.toString('utf8')));
    if (!asked.success) return refusal(400);
    const { query: source, variables } = asked.data;
    const result = await graphql({ schema, source, rootValue: root, variableValues: variables ?? {} });
    return { headers: { 'x-shopify-api-version': version }, body: result };
  };

  return httpStandIn({
    plays: 'the Admin GraphQL API of an online shop, as far as locations go',
    clock,
    facts: () => ({
      token: TOKEN,
      locations: locations
        .all()
        .map(({ name }) => name)
        .join(', '),
    }),
    acts: {
      'throttle-once': () => {
        throttled += 1;
      },
    },
    answer,
    refusal,
  });
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
