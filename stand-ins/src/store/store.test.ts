import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedStandIn, serveStandIn } from '../kit/serve.ts';
import { createStore } from './store.ts';

describe('an online shop', () => {
  let store: ServedStandIn<ReturnType<typeof createStore>>;
  beforeAll(async () => {
    store = await serveStandIn(createStore({ clock: new ManualClock() }));
  });
  afterAll(() => store.close());
  const ask = async (query: string, variables: object = {}, token = 'shpat_stand-in-token-1234') => {
    const answer = await fetch(`${store.url}/admin/api/2026-07/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body: JSON.stringify({ query, variables }),
    });
    return { status: answer.status, json: (await answer.json()) as { data?: never; errors?: { message: string }[] } };
  };

  it('refuses what its published schema has not, and who has no token', async () => {
    expect((await ask('{ locations(first: 1) { nodes { nickname } } }')).json.errors?.[0]?.message).toMatch('nickname');
    const wrong = await ask('mutation($input: LocationAddInput!) { locationAdd(input: $input) { location { id } } }', {
      input: { name: 'Without an address' },
    });
    expect(wrong.json.errors?.[0]?.message).toMatch('address');
    expect((await ask('{ locations { nodes { id } } }', {}, 'nobody')).status).toBe(401);
  });

  it('adds, finds by a metafield, and deactivates with a key alone', async () => {
    const added = await ask(
      'mutation($input: LocationAddInput!) { locationAdd(input: $input) { location { id } userErrors { field } } }',
      {
        input: {
          name: 'Harbour Gym',
          address: { countryCode: 'AU' },
          metafields: [{ namespace: 'gatehouse', key: 'facility_id', type: 'single_line_text_field', value: 'fac_1' }],
        },
      },
    );
    const id = (added.json.data as unknown as { locationAdd: { location: { id: string } } }).locationAdd.location.id;
    const deactivate = (directive: string) =>
      ask(`mutation($id: ID!) { locationDeactivate(locationId: $id) ${directive} { location { isActive } } }`, { id });
    expect((await deactivate('')).json.errors?.[0]?.message).toMatch('@idempotent');
    expect((await deactivate('@idempotent(key: "k")')).json.data).toMatchObject({
      locationDeactivate: { location: { isActive: false } },
    });
    const field = 'metafield(namespace: "gatehouse", key: "facility_id") { value }';
    expect((await ask(`{ locations(first: 9) { nodes { id } } }`)).json.data).toMatchObject({
      locations: { nodes: [{ id: 'gid://shopify/Location/1001' }] },
    });
    expect((await ask(`{ locations(first: 9, includeInactive: true) { nodes { ${field} } } }`)).json.data).toEqual({
      locations: { nodes: [{ metafield: null }, { metafield: { value: 'fac_1' } }] },
    });
  });

  it('says by error of the field what it does not take, and that it is asked too much', async () => {
    const edit =
      'mutation($input: LocationEditInput!) { locationEdit(id: "nope", input: $input) { userErrors { field } } }';
    expect((await ask(edit, { input: {} })).json.data).toEqual({ locationEdit: { userErrors: [{ field: ['id'] }] } });
    store.acts['throttle-once']?.();
    expect((await ask('{ locations { nodes { id } } }')).json.errors).toMatchObject([
      { extensions: { code: 'THROTTLED' } },
    ]);
    expect((await ask('{ locations { nodes { id } } }')).json.errors).toBeUndefined();
  });
});
