import { readFile } from 'node:fs/promises';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import { providerBusy } from '../../kit/outbound/provider-faults.ts';
import { jsonIn, ProviderSilent, providerRequest, retryAfterIn } from '../../kit/outbound/provider-request.ts';
import type { ProviderSettings } from '../../kit/outbound/provider-settings.ts';
import { type Listing, type ListingsProvider, ListingsRefused } from './listings-provider.ts';
import { Entity, entityOf, fieldsOf } from './yext-entity.ts';

/** Pinned: what the provider changes later does not change this. */
const VERSION = '20250101';
/** The account of the key. */
const ACCOUNT = '/v2/accounts/me';
const WORDS_MAX = 200;
const DETAILS_MAX = 10;

const Refusal = z.object({ meta: z.object({ errors: z.array(z.object({ message: z.string() })) }) });
const Listings = z.object({
  response: z.object({
    listings: z.array(
      z.object({
        publisherId: z.string(),
        status: z.string(),
        statusDetails: z.array(z.object({ message: z.string() })).default([]),
        listingUrl: z.string().nullish(),
      }),
    ),
  }),
});

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:';
const cut = (text: string): string => text.slice(0, WORDS_MAX);

/** Yext’s Knowledge and Listings APIs. The key is read with the first request, and travels in a header. */
export const yext = ({ url, keyFile }: ProviderSettings, clock: Pick<Clock, 'after'>): ListingsProvider => {
  const host = new URL(url).host;
  const ask = async (method: string, path: string, query: Record<string, string>, body?: object) => {
    const at = new URL(`${ACCOUNT}${path}`, url);
    at.search = new URLSearchParams({ ...query, v: VERSION }).toString();
    const key = (await readFile(keyFile, 'utf8')).trim();
    const headers = { 'api-key': key, accept: 'application/json', 'content-type': 'application/json' };
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await providerRequest(at, sent, clock);
    if (answer.status === 429) throw providerBusy('listings provider', retryAfterIn(answer.headers));
    return answer;
  };
  type Answered = Awaited<ReturnType<typeof ask>>;
  const silent = ({ status }: Answered) => new ProviderSilent(`${host}: ${status}, or an answer of another shape`);

  /** 2xx with this in it. Throws what the provider says of a 400. */
  const read = <S extends z.ZodType>(schema: S, answer: Answered): z.output<S> => {
    const json = jsonIn(answer.text);
    const refused = answer.status === 400 ? Refusal.safeParse(json).data : undefined;
    if (refused !== undefined)
      throw new ListingsRefused(
        refused.meta.errors
          .map(({ message }) => cut(message))
          .slice(0, DETAILS_MAX)
          .join('; '),
      );
    const found = schema.safeParse(json);
    if (answer.status < 200 || answer.status > 299 || !found.success) throw silent(answer);
    return found.data;
  };
  const entityAt = (locationId: string): string => `/entities/${encodeURIComponent(locationId)}`;
  const update: ListingsProvider['update'] = async (locationId, fields) => {
    read(z.object({ meta: z.object({}) }), await ask('PUT', entityAt(locationId), {}, entityOf(fields)));
  };

  return {
    get: async (locationId) => {
      const answer = await ask('GET', entityAt(locationId), {});
      return answer.status === 404 ? undefined : fieldsOf(read(z.object({ response: Entity }), answer).response);
    },

    create: async (locationId, fields) => {
      const entity = { ...entityOf(fields), meta: { id: locationId } };
      const answer = await ask('POST', '/entities', { entityType: 'location' }, entity);
      // Somebody else made it meanwhile, or an earlier request whose answer was lost.
      if (answer.status === 409) await update(locationId, fields);
      else read(z.object({ meta: z.object({}) }), answer);
    },

    update,

    remove: async (locationId) => {
      const answer = await ask('DELETE', entityAt(locationId), {});
      if (answer.status !== 404) read(z.object({ meta: z.object({}) }), answer);
    },

    listings: async (locationId): Promise<readonly Listing[]> => {
      const query = { locationIds: locationId, limit: '100' };
      const { response } = read(Listings, await ask('GET', '/listings/listings', query));
      return response.listings.map(({ publisherId, status, statusDetails, listingUrl }) => ({
        publisher: cut(publisherId),
        status: cut(status),
        details: statusDetails.slice(0, DETAILS_MAX).map(({ message }) => cut(message)),
        url: listingUrl && listingUrl.length <= 500 && isHttps(listingUrl) ? listingUrl : null,
      }));
    },
  };
};
