import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { bodyLimitOf, readsBeside } from '../../kit/http/body.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../testing/partner-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';

const LIMIT = 10 * 1024 * 1024;
const clock = new ManualClock();
let api: PartnerApi;
beforeAll(async () => {
  const sqlite = ENGINES.find(({ name }) => name === 'sqlite') ?? expect.fail('no database');
  api = await servePartnerApi(await sqlite.open(), clock, scriptedLink(confirms).link);
});
afterAll(() => api.close());

it('P10 every endpoint of the partner API takes 10 MB, in bytes or in a thread beside', () => {
  const sent = api.endpoints
    .map(({ declaration }) => declaration)
    .filter(({ surface, body, rawBody }) => surface.name === 'partner' && (body ?? rawBody) !== undefined);
  expect(sent.map((endpoint) => [endpoint.id, bodyLimitOf(endpoint).bytes])).toEqual(sent.map(({ id }) => [id, LIMIT]));
  expect(sent.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['doors.unlock', 'sandbox.simulate', 'passes.issue', 'members.push']),
  );
  expect(sent.filter((endpoint) => endpoint.rawBody === undefined && !readsBeside(endpoint))).toEqual([]);
});

it('P10 a pass and a simulation of 10 MB are read whole, and what is wrong with them is named', async () => {
  // No connection is kept: an answer of 413 comes before the body is sent, and the server would wait for it to fall idle.
  const live = { ...basic((await api.keyOf('live')).text), connection: 'close' };
  const { doorId, facilityId } = api.world;
  const padded = (body: object, bytes: number) =>
    JSON.stringify({ ...body, x: 'x'.repeat(bytes - JSON.stringify({ ...body, x: '' }).length) });
  for (const [path, field, body] of [
    [`sandbox/doors/${doorId}/simulate`, 'body.scenario', { facility_id: facilityId, scenario: 'nothing like it' }],
    ['members/M-1001/outage-passes', 'body.phone_key', { facility_id: facilityId, phone_key: 'none' }],
  ] as const) {
    const send = (bytes: number) =>
      api.send({ method: 'POST', path: `/partner/v1/${path}`, headers: live, body: padded(body, bytes) });
    expect(await send(LIMIT)).toMatchObject({ status: 400, json: { errors: [{ path: field }] } });
    expect(await send(LIMIT + 1)).toMatchObject({ status: 413, json: { error: 'payload_too_large' } });
  }
});
