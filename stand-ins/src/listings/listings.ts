import { randomUUID } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';

const KEY = 'stand-in-listings-key-1234';
const ENTITIES = /^\/v2\/accounts\/me\/entities(?:\/([^/]+))?$/;
const LISTINGS = '/v2/accounts/me/listings/listings';
/** So long publishers take to show what is new. */
const SYNCS_FOR = Minutes(10);

const Entity = z.looseObject({
  meta: z.object({ id: z.string().regex(/^[\w.-]{1,64}$/) }).optional(),
  name: z.string().min(1).optional(),
  hours: z.record(z.string(), z.unknown()).optional(),
});
interface Stored {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly changedAtMs: number;
}

const CODES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  404: 'Entity ID not found',
  409: 'An entity with this ID exists already',
  429: 'Request rate limit exceeded',
};
const enveloped = (response: object, errors: readonly object[] = []) => ({
  meta: { uuid: randomUUID(), errors },
  response,
});
const refusal = (status: number, message = CODES[status] ?? 'Unable to complete request'): HttpAnswer => ({
  status,
  body: enveloped({}, [{ code: status, type: 'FATAL_ERROR', message }]),
});

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Yext’s Knowledge API, as far as locations go, and what its Listings API says of them at two publishers. */
export const createListings = ({ clock }: { readonly clock: Clock }) => {
  const entities = new Map<string, Stored>();
  const shown = (id: string, { fields }: Stored) => ({
    ...fields,
    meta: { id, entityType: 'location', accountId: 'me', language: 'en', countryCode: 'AU' },
  });
  const stored = (id: string, given: z.output<typeof Entity>): HttpAnswer => {
    const { meta: _meta, hours, ...more } = given;
    const before = entities.get(id)?.fields ?? {};
    const week = hours === undefined ? {} : { hours: { ...(before.hours as object | undefined), ...hours } };
    entities.set(id, { fields: { ...before, ...more, ...week }, changedAtMs: clock.wallMs() });
    return { body: enveloped({ id }) };
  };

  const make = (given: z.output<typeof Entity>): HttpAnswer => {
    const id = given.meta?.id ?? randomUUID();
    if (given.name === undefined) return refusal(400, 'Missing required field: name');
    return entities.has(id) ? refusal(409) : stored(id, given);
  };
  const known = (method: string, id: string, given: z.output<typeof Entity> | undefined): HttpAnswer => {
    const found = entities.get(id);
    if (found === undefined) return refusal(404);
    if (method === 'GET') return { body: enveloped(shown(id, found)) };
    if (method === 'PUT') return given === undefined ? refusal(400, 'Request body is not valid') : stored(id, given);
    if (method !== 'DELETE') return refusal(405);
    entities.delete(id);
    return { body: enveloped({ id }) };
  };
  const entity = ({ method, body, query }: HttpCall, id: string | undefined): HttpAnswer => {
    const given = Entity.safeParse(jsonOf(body.toString('utf8'))).data;
    if (id !== undefined) return known(method, id, given);
    if (method !== 'POST' || query.get('entityType') !== 'location') return refusal(400);
    return given === undefined ? refusal(400, 'Request body is not valid') : make(given);
  };

  const listingsOf = (id: string, { changedAtMs }: Stored) => {
    const isNew = clock.wallMs() - changedAtMs < SYNCS_FOR;
    const syncing = { status: 'SYNCING', statusDetails: [] };
    const live = (publisher: string) => ({
      status: 'LIVE',
      statusDetails: [],
      listingUrl: `https://${publisher}.example/${id}`,
    });
    const rejected = [{ code: 'MISSING_PHONE', message: 'A phone number is required.', type: 'UNAVAILABLE_REASON' }];
    const hasPhone = entities.get(id)?.fields.mainPhone !== undefined;
    return [
      { id: `${id}-maps`, locationId: id, publisherId: 'MAPS', ...(isNew ? syncing : live('maps')) },
      {
        ...{ id: `${id}-yellow`, locationId: id, publisherId: 'YELLOWPAGES' },
        ...(hasPhone ? (isNew ? syncing : live('yellow')) : { status: 'UNAVAILABLE', statusDetails: rejected }),
      },
    ];
  };

  const answer = (call: HttpCall): HttpAnswer => {
    if (call.headers['api-key'] !== KEY) return refusal(401);
    if (!/^\d{8}$/.test(call.query.get('v') ?? '')) return refusal(400, 'Missing or invalid parameter: v');
    const at = ENTITIES.exec(call.path);
    if (at !== null) return entity(call, at[1] && decodeURIComponent(at[1]));
    if (call.method !== 'GET' || call.path !== LISTINGS) return refusal(404);
    const ids = (call.query.get('locationIds') ?? '').split(',');
    const listings = ids.flatMap((id) => {
      const found = entities.get(id);
      return found === undefined ? [] : listingsOf(id, found);
    });
    return { body: enveloped({ count: listings.length, listings }) };
  };

  return httpStandIn({
    plays: 'a listings provider: Yext’s locations, and two publishers that show them',
    clock,
    facts: () => ({ key: KEY, locations: [...entities.keys()].join(', ') }),
    acts: {
      // Somebody edits there what we have pushed.
      'rename-all': () => {
        for (const [id, { fields }] of entities) stored(id, { ...fields, name: `${String(fields.name)} (old)` });
      },
    },
    answer,
    refusal: (status) => refusal(status),
  });
};
