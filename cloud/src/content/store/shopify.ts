import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import { providerBusy } from '../../kit/outbound/provider-faults.ts';
import { ProviderSilent, providerRequest, retryAfterIn } from '../../kit/outbound/provider-request.ts';
import type { ProviderSettings } from '../../kit/outbound/provider-settings.ts';
import * as operations from './shopify-operations.ts';
import { type StoreFields, type StoreLocation, type StoreProvider, StoreRefused } from './store-provider.ts';

/** Pinned: a newer one may mean something else by the same words. */
const API_VERSION = '2026-07';
/** More than any plan of the provider has locations. */
const PAGES_MAX = 20;
const PROBLEMS_MAX = 20;
const MESSAGE_MAX = 200;

const text = z.string().nullable();
const Location = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  fulfillsOnlineOrders: z.boolean(),
  address: z.object({
    address1: text,
    address2: text,
    city: text,
    countryCode: text,
    phone: text,
    provinceCode: text,
    zip: text,
  }),
  metafield: z.object({ value: z.string() }).nullable().optional(),
}) satisfies z.ZodType<StoreLocation>;
const UserErrors = z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() }));
const Page = z.object({
  locations: z.object({
    nodes: z.array(Location),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});
const Errors = z.array(z.object({ extensions: z.object({ code: z.string() }).partial().optional() }));

/** `['input', 'address', 'zip']` of theirs is `body.address.zip` of ours. */
const pathOf = (field: readonly string[] | null): string => {
  const [first = '', ...rest] = field ?? [];
  if (first !== 'input') return 'body';
  return ['body', ...(rest.join('.') === 'address.phone' ? ['phone'] : rest)].join('.');
};

const refuseIf = (errors: z.infer<typeof UserErrors>): void => {
  if (errors.length === 0) return;
  const problems = errors.slice(0, PROBLEMS_MAX);
  throw new StoreRefused(
    problems.map(({ field, message }) => ({ path: pathOf(field), message: message.slice(0, MESSAGE_MAX) })),
  );
};

const inputOf = ({ name, address, phone, fulfillsOnlineOrders }: Partial<StoreFields>) => ({
  ...(name !== undefined && { name }),
  ...((address !== undefined || phone !== undefined) && {
    address: { ...address, ...(phone !== undefined && { phone }) },
  }),
  ...(fulfillsOnlineOrders !== undefined && { fulfillsOnlineOrders }),
});

/** A shop by the Admin GraphQL API. Its client is loaded, and its key read, when it is first asked. */
export const shopify = ({ url, keyFile }: ProviderSettings, clock: Pick<Clock, 'after'>): StoreProvider => {
  const origin = new URL(url);
  /** The way there is ours: its time, its length, and no redirect. */
  const throughOurs = async (to: string, init: { method?: string; headers?: unknown; body?: string } = {}) => {
    const { method, headers, body } = init;
    const at = new URL(new URL(to).pathname, origin);
    const sent = { method, headers: headers as Record<string, string>, body };
    const answer = await providerRequest(at, sent, clock);
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  };
  let loading: Promise<ReturnType<typeof import('@shopify/admin-api-client').createAdminApiClient>> | undefined;
  const load = async () => {
    const [{ createAdminApiClient }, key] = await Promise.all([
      import('@shopify/admin-api-client'),
      readFile(keyFile, 'utf8'),
    ]);
    return createAdminApiClient({
      storeDomain: origin.host,
      apiVersion: API_VERSION,
      accessToken: key.trim(),
      customFetchApi: throughOurs,
      // What it would say of versions and retries is not for standard output.
      logger: () => undefined,
    });
  };
  const client = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  const ask = async <S extends z.ZodType>(schema: S, operation: string, variables: object): Promise<z.output<S>> => {
    const { data, errors } = await (await client()).request(operation, { variables: { ...variables } });
    if (errors !== undefined) {
      const { networkStatusCode: status, graphQLErrors, response } = errors;
      const codes = Errors.safeParse(graphQLErrors).data?.map(({ extensions }) => extensions?.code) ?? [];
      if (status === 429) throw providerBusy('store', response && retryAfterIn(response.headers));
      if (codes.includes('THROTTLED')) throw providerBusy('store', 2);
      throw new ProviderSilent(`${origin.host}: ${status ?? 'no answer'} ${codes.join(', ')}`);
    }
    const read = schema.safeParse(data);
    if (!read.success) throw new ProviderSilent(`${origin.host}: an answer of another shape`);
    return read.data;
  };

  const pageAfter = (after: string | null) => ask(Page, operations.LOCATIONS, { after });

  return {
    get: async (id) =>
      (await ask(z.object({ location: Location.nullable() }), operations.LOCATION, { id })).location ?? undefined,

    find: async (facilityId: FacilityId) => {
      for (let after: string | null = null, pages = 0; pages < PAGES_MAX; pages += 1) {
        const { locations } = await pageAfter(after);
        const found = locations.nodes.find(({ metafield }) => metafield?.value === facilityId);
        if (found !== undefined || !locations.pageInfo.hasNextPage) return found;
        after = locations.pageInfo.endCursor;
      }
      throw new ProviderSilent(`${origin.host}: more locations than can be looked through`);
    },

    add: async (facilityId, fields) => {
      const metafield = { ...operations.METAFIELD, type: 'single_line_text_field', value: facilityId };
      const Added = z.object({ locationAdd: z.object({ location: Location.nullable(), userErrors: UserErrors }) });
      const input = { ...inputOf(fields), metafields: [metafield] };
      const { locationAdd } = await ask(Added, operations.ADD, { input });
      refuseIf(locationAdd.userErrors);
      if (locationAdd.location === null) throw new ProviderSilent(`${origin.host}: neither a location nor an error`);
      return locationAdd.location;
    },

    edit: async (id, fields) => {
      const Edited = z.object({ locationEdit: z.object({ userErrors: UserErrors }) });
      const { locationEdit } = await ask(Edited, operations.EDIT, { id, input: inputOf(fields) });
      refuseIf(locationEdit.userErrors);
    },

    setActive: async (id, isActive) => {
      const Answer = z.object({ set: z.object({ userErrors: UserErrors }) });
      const operation = isActive ? operations.ACTIVATE : operations.DEACTIVATE;
      const { set } = await ask(Answer, operation, { id, key: randomUUID() });
      refuseIf(set.userErrors.map((error) => ({ ...error, field: ['input', 'active'] })));
    },
  };
};
