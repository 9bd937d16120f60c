import { Days } from '@gatehouse/shared/time/duration.ts';
import { expect, it } from 'vitest';
import { KEPT_BYTES } from '../../kit/http/redacted-json.ts';
import { basic } from '../../testing/partner-api.ts';
import { describeAtConsole } from './testing/console-suite.ts';

const PLANTED = `sk_live_${'aB3'.repeat(14)}Z`;
const HOSTILE = '\u202eAda <script>alert(1)</script>';
const PERSON = {
  member_id: 'M-4711-1',
  first_name: HOSTILE,
  last_name: 'Byron',
  email: 'ada@byron.example',
  mobile_phone: '+61730000000',
  date_of_birth: '1985-12-10',
  gender: 'female',
  tags: ['owes money'],
  profile_picture: 'aGVsbG8=',
  address: { city: 'Ockham' },
  pin: '4711',
  'PIN of Ada': 4711,
};
const LEAKS = /4711|Ada|alert|Byron|M-4|ada@|6173|1985|female|owes|aGVs|Ockham|aB3aB3|sk_live/;

describeAtConsole('what requests carried', (at) => {
  const keyOf = (type: 'live' | 'dryrun') =>
    at.api.world.db.write((tx) => at.api.world.partners.createOwnKey(tx, at.api.world.partnerId, type, 'x'));
  const rows = async () => {
    await at.api.requests.flush();
    return at.db.read((tx) => tx.selectFrom('kept_exchange').selectAll().execute());
  };
  const exchangeOf = async (answer: { readonly headers: Readonly<Record<string, unknown>> }) => {
    const read = await at.ask('GET', `/requests/${answer.headers['x-request-id']}`);
    expect(read.status).toBe(200);
    return read.json.exchange;
  };
  const post = (key: string, path: string, body: object | string, more: Record<string, string> = {}) =>
    at.api.send({ method: 'POST', path, headers: { ...basic(key), ...more }, body: body as object });
  const unlock = async (key: string, body: object) =>
    post(key, `/partner/v1/access-control/doors/${at.api.world.doorId}/unlock`, {
      facility_id: at.api.world.facilityId,
      ...body,
    });

  it('is kept of refusals, without anything about a person and without any secret', async () => {
    const { text } = await keyOf('live');
    const refused = await unlock(text, {
      ...PERSON,
      first_name: 7,
      source: PLANTED,
      metadata: { pin: '4711', [PLANTED]: 1 },
    });
    expect(refused.status).toBe(400);
    const { request, answer, query } = await exchangeOf(refused);
    expect([query, request.state, answer.state]).toEqual([null, 'whole', 'whole']);
    expect(request.text).toContain(`"facility_id": "${at.api.world.facilityId}"`);
    expect(request.text).toContain('"first_name": [number]');
    expect(request.text).toContain('[not declared]: [text]');
    expect(answer.text).toContain('body.first_name: must be a string');
    expect(answer.bytes).toBe(Buffer.byteLength(refused.text));

    const batch = await post(text, '/partner/v1/members', { members: [{ ...PERSON, access_time_windows: [{}] }] });
    expect(batch.status).toBe(422);
    const kept = await exchangeOf(batch);
    expect(kept.answer.text).toContain('"error": "validation_failed"');
    expect(kept.answer.text).toContain('"member_id": [text]');
    const pass = await post(text, '/partner/v1/members/M-4711-1/outage-passes', { phone_key: PLANTED, hours: '4' });
    expect((await exchangeOf(pass)).request.text).toBe('{\n  "phone_key": [text],\n  "hours": "4"\n}');
    expect(JSON.stringify(await rows())).not.toMatch(LEAKS);
    expect(await rows()).toHaveLength(3);
  });

  it('takes names that were sent out of the refusal that repeats them', async () => {
    const { text } = await keyOf('live');
    const window = { kind: 'absolute', from: 1, to: 2, '4711 Ada': 1 };
    const refused = await post(text, '/partner/v1/members', {
      members: [
        {
          facility_id: at.api.world.facilityId,
          ...PERSON,
          access_time_windows: [window],
          access_time_windows_revision: 1,
        },
      ],
    });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('4711 Ada');
    expect((await exchangeOf(refused)).answer.text).toContain('[withheld]');
    expect(JSON.stringify(await rows())).not.toMatch(LEAKS);
  });

  it('is kept of whatever a dryrun key asks, and of no success of a live one', async () => {
    const [live, rehearsal] = [await keyOf('live'), await keyOf('dryrun')];
    const person = { member_id: 'M-1', first_name: 'Ada', last_name: 'Byron' };
    const opened = await unlock(live.text, person);
    expect(opened.status).toBe(200);
    expect(await rows()).toEqual([]);
    expect(await exchangeOf(opened)).toBeNull();
    const rehearsed = await unlock(rehearsal.text, person);
    const { request, answer } = await exchangeOf(rehearsed);
    expect(request.text).toContain('"member_id": [text]');
    expect(answer.text).toContain('"status": "unlocked"');
    expect(answer.text).toContain('"dry-run": true');
    const listed = await at.api.send({
      path: `/partner/v1/access-control/doors?facility_id=${at.api.world.facilityId}&pin=4711&Ada=1`,
      headers: basic(rehearsal.text),
    });
    expect((await exchangeOf(listed)).query.text).toBe(
      `{\n  "facility_id": "${at.api.world.facilityId}",\n  [not declared]: [text],\n  [not declared]: [text]\n}`,
    );
  });

  it('opens for every refusal of the account: no such path, no such method, a key that was revoked', async () => {
    const { text, id } = await keyOf('live');
    const sent = { headers: basic(text) };
    for (const [answer, status, error] of [
      [await at.api.send({ ...sent, path: '/partner/v1/no/such/path?pin=4711' }), 404, 'no_such_path'],
      [await at.api.send({ ...sent, method: 'DELETE', path: '/partner/v1/auth/ping' }), 405, 'method_not_allowed'],
      [
        await post(text, '/partner/v1/members', 'pin=4711', { 'content-type': 'text/plain' }),
        415,
        'unsupported_media_type',
      ],
    ] as const) {
      expect(answer.status).toBe(status);
      const read = await at.ask('GET', `/requests/${answer.headers['x-request-id']}`);
      expect(read.json).toMatchObject({ status, keyId: id, exchange: { query: null, request: null } });
      expect(read.json.exchange.answer.text).toContain(`"error": "${error}"`);
    }
    await at.api.world.db.write((tx) => at.api.world.partners.revokeKey(tx, id));
    for (const path of ['/partner/v1/auth/ping', '/partner/v1/nowhere']) {
      const refused = await at.api.send({ ...sent, path });
      expect(await exchangeOf(refused)).toMatchObject({ request: null });
    }
    const { headers } = await at.api.send({ path: '/partner/v1/nowhere' });
    expect((await at.ask('GET', `/requests/${headers['x-request-id']}`)).status, 'of nobody').toBe(404);
  });

  it('says of a sender of nothing but unknown paths no more than five a second', async () => {
    const { text } = await keyOf('live');
    for (let n = 0; n < 12; n++) await at.api.send({ path: `/partner/v1/nowhere/${n}`, headers: basic(text) });
    await at.api.requests.flush();
    const named = await at.db.read((tx) =>
      tx.selectFrom('request_log').where('tenant', '=', at.api.world.partnerId).selectAll().execute(),
    );
    expect(named).toHaveLength(5);
  });

  it.each([
    ['not json at all', '', 'not_json'],
    ['{"members": [', '{\n  "members": [', 'not_json'],
    ['facility_id=fac_1&pin=4711', '', 'not_json'],
    [JSON.stringify(PLANTED), '[text]', 'whole'],
  ])('shows a body that is no batch as far as it is JSON: %s', async (body, text, state) => {
    const refused = await post((await keyOf('live')).text, '/partner/v1/members', body);
    expect(refused.status).toBe(400);
    expect((await exchangeOf(refused)).request).toEqual({ text, state, bytes: body.length });
    expect(JSON.stringify(await rows())).not.toMatch(LEAKS);
  });

  it('is cut at 16 kB, and what is larger than a thread’s share too', async () => {
    const { text } = await keyOf('dryrun');
    const sized = (bytes: number) => {
      const frame = '{"check_ins":[],"x":""}';
      return frame.replace('""', `"${'4711 '.repeat(bytes).slice(0, bytes - frame.length)}"`);
    };
    for (const [bytes, state] of [
      [KEPT_BYTES, 'whole'],
      [KEPT_BYTES + 1, 'cut'],
      [300_000, 'cut'],
    ] as const) {
      const answer = await post(text, '/partner/v1/check-ins', sized(bytes));
      expect((await exchangeOf(answer)).request).toMatchObject({ state, bytes });
      await at.api.moveOn();
    }
    const large = await unlock(text, { ...PERSON, source: 'kiosk', metadata: { note: 'Ada '.repeat(30_000) } });
    expect((await exchangeOf(large)).request).toMatchObject({ state: 'cut' });
    expect(JSON.stringify(await rows())).not.toMatch(LEAKS);
  });

  it('is forgotten after 7 days, and is nobody else’s', async () => {
    const { key } = await at.api.aRival();
    await unlock(key.text, {});
    const refused = await unlock((await keyOf('live')).text, {});
    await at.api.requests.flush();
    const policy = at.api.world
      .collected('retention')
      .flat()
      .find(({ name }) => name === 'kept_exchange');
    expect(policy?.days.default).toBe(7);
    const { partners, partnerId } = at.api.world;
    const [theirs] = (await rows()).filter(({ tenant }) => tenant !== partnerId);
    expect(await partners.exchangeOf(partnerId, theirs?.request_id ?? '')).toBeUndefined();
    const sweep = () =>
      at.api.world.db.write((tx) => policy?.deleteBefore(tx, at.clock.wallMs() - Days(7), 10) ?? expect.fail());
    expect(await sweep()).toBe(0);
    await at.clock.advance(Days(8));
    expect(await sweep()).toBe(2);
    await at.signIn();
    expect(await exchangeOf(refused)).toBeNull();
  });
});
