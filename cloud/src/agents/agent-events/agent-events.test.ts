import { Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { ALL_KINDS, aPng } from '../../platform/images/testing/an-image.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { describeDuration } from './describe-duration.ts';
import { type AgentApi, serveAgentApi } from './testing/agent-api.ts';

const TURN = 'events/agent-turn-complete';
const NOTIFY = 'events/agent-notify';
const IMAGE = 'media/notify-image';
const NEWS = { title: 'Backup', message: 'It is done.' };
const MEGABYTES_5 = 5 * 1024 * 1024;

describe.each(ENGINES)('what agents tell on $name', ({ name, freshUrl }) => {
  let url: string;
  let db: Database;
  let clock: ManualClock;
  let api: AgentApi;
  beforeEach(async () => {
    clock = new ManualClock();
    url = await freshUrl();
    db = await openTestDatabase(url);
    api = await serveAgentApi(db, clock);
  });
  afterEach(() => api.close());
  const CALLS = [TURN, NOTIFY, IMAGE];
  const callEach = async (headers: Record<string, string>) => {
    const answers = [];
    for (const path of CALLS) {
      const body = path === TURN ? api.aTurn() : path === NOTIFY ? NEWS : aPng();
      answers.push(await api.post(path, body, headers));
    }
    return answers.map(({ status }) => status);
  };
  const told = async () => (await api.queued()).map(({ userId }) => userId);

  describe('[R71] who calls', () => {
    it('is a device with a token of its own for `events`, which it gets for its secret and which lives ten minutes', async () => {
      const token = await api.post('tokens', undefined, api.basicOf(api.agent));
      expect(token).toMatchObject({ status: 200, json: { expiresInSeconds: 600 } });
      const headers = { authorization: `Bearer ${token.json.token}` };
      const [head, claims] = String(token.json.token)
        .split('.')
        .slice(0, 2)
        .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
      expect(head).toMatchObject({ alg: 'HS256' });
      expect(claims).toMatchObject({ aud: 'events', exp: claims.iat + 600 });
      expect(claims.sub).toMatch(new RegExp(`^${api.agent.uuid}[.]`));
      expect(await callEach(headers)).toEqual([200, 200, 201]);
      await clock.advance(Milliseconds(Minutes(10) - 1_000));
      expect(await callEach(headers)).toEqual([200, 200, 201]);
      await clock.advance(Seconds(1));
      expect(await callEach(headers)).toEqual([401, 401, 401]);
    });

    it('gets a token for models alone, where it asks for that, which opens nothing here', async () => {
      const token = await api.post('tokens', { audience: 'inference' }, api.basicOf(api.agent));
      expect(token).toMatchObject({ status: 200, json: { expiresInSeconds: 600 } });
      const text = String(token.json.token);
      expect(api.world.tokens.verify(text, 'inference')).toMatchObject({ ok: true });
      expect(api.world.tokens.verify(text, 'events')).toMatchObject({ ok: false, why: 'wrong_audience' });
      expect(await callEach({ authorization: `Bearer ${text}` })).toEqual([401, 401, 401]);
      expect((await api.post('tokens', { audience: 'mqtt' }, api.basicOf(api.agent))).status).toBe(400);
    });

    it('is nobody with a token for anything else, a forged one, a user’s key or a session', async () => {
      const forge = (key: string, alg = 'HS256') =>
        new SignJWT({})
          .setProtectedHeader({ alg, kid: 'test' })
          .setSubject(api.agent.uuid)
          .setAudience('events')
          .setIssuedAt(Math.floor(clock.wallMs() / 1_000))
          .setExpirationTime(Math.floor(clock.wallMs() / 1_000) + 60)
          .sign(Buffer.from(key.padEnd(32, 'x')));
      const none = `${Buffer.from('{"alg":"none","kid":"test"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: api.agent.uuid, aud: 'events', iat: 0, exp: 60 })).toString('base64url')}.`;
      const user = await db.write((tx) => api.world.users.addKey(tx, api.users.owner, { label: 'test' }, 'test'));
      const wrong: Record<string, string>[] = [
        {},
        ...(['mqtt', 'edge', 'mqtt-cloud'] as const).map((audience) => api.headersOf(api.agent.uuid, audience)),
        { authorization: `Bearer ${await forge('guessed')}` },
        { authorization: `Bearer ${await forge('guessed', 'HS384')}` },
        { authorization: `Bearer ${none}` },
        { 'x-api-key': user.text },
        { authorization: `Bearer ${user.text}` },
        { cookie: `session=${api.agent.secret}` },
        api.basicOf(api.agent),
        api.headersOf('6f2d1c7a-0000-4000-8000-000000000001'),
        api.headersOf(api.world.boxId),
      ];
      for (const headers of wrong) expect(await callEach(headers), JSON.stringify(headers)).toEqual([401, 401, 401]);
      expect(await told()).toEqual([]);
    });

    it('is nobody who is no agent, and no agent that was taken away meanwhile', async () => {
      const camera = await api.anAgent({ kind: 'camera' });
      expect(await callEach(api.headersOf(camera.uuid))).toEqual([401, 401, 401]);
      expect(await api.post('tokens', undefined, api.basicOf(camera))).toMatchObject({
        status: 401,
        json: { error: 'agent_refused' },
      });
      const headers = api.headersOf(api.agent.uuid);
      await db.write((tx) =>
        tx.updateTable('device').set({ facility_id: null, org_id: null }).where('id', '=', api.agent.uuid).execute(),
      );
      expect(await callEach(headers)).toEqual([401, 401, 401]);
      expect((await api.post('tokens', undefined, api.basicOf(api.agent))).status).toBe(401);
    });

    it('N11 loses the tokens that it has with the secret that they were traded for', async () => {
      const mine = await api.anAgent();
      const { json } = await api.post('tokens', undefined, api.basicOf(mine));
      const headers = { authorization: `Bearer ${json.token}` };
      expect((await api.post(TURN, api.aTurn(), headers)).status).not.toBe(401);
      const at = { facilityId: api.world.facilityId, uuid: mine.uuid };
      const secret = await db.write((tx) => api.world.devices.renewSecret(tx, at));
      expect((await api.post(TURN, api.aTurn(), headers)).status).toBe(401);
      const renewed = await api.post('tokens', undefined, api.basicOf({ uuid: mine.uuid, secret }));
      const now = { authorization: `Bearer ${renewed.json.token}` };
      expect((await api.post(TURN, api.aTurn(), now)).status).not.toBe(401);
    });

    it('gets no token for another secret, and none for one that was renewed', async () => {
      const refused = { status: 401, json: { error: 'agent_refused' } };
      const { uuid, secret } = api.agent;
      for (const pair of [
        { uuid, secret: `${secret}x` },
        { uuid, secret: '' },
        { uuid: 'x', secret },
        { uuid: '', secret },
      ])
        expect(await api.post('tokens', undefined, api.basicOf(pair))).toMatchObject(refused);
      for (const headers of [{}, { authorization: 'Basic !' }, { authorization: `Bearer ${secret}` }])
        expect(await api.post('tokens', undefined, headers as Record<string, string>)).toMatchObject(refused);
      await db.write((tx) => api.world.devices.renewSecret(tx, { uuid, facilityId: api.world.facilityId }));
      expect(await api.post('tokens', undefined, api.basicOf(api.agent))).toMatchObject(refused);
    });

    it('leaves an audit row with its place, and no secret of anybody in any', async () => {
      await api.post('tokens', undefined, api.basicOf(api.agent));
      const answer = await api.post(IMAGE, aPng());
      const { orgId, facilityId } = api.world;
      const rows = await api.audited();
      expect(rows).toMatchObject([
        { event: 'agent.token_issued', outcome: 'ok', target: api.agent.uuid, realm: orgId, site: facilityId },
        {
          event: 'agent.image_stored',
          outcome: 'ok',
          actor: `device:${api.agent.uuid}`,
          realm: orgId,
          site: facilityId,
        },
      ]);
      const key = String(answer.json.url).split('/').at(-1) ?? '';
      for (const secret of [api.agent.secret, key]) expect(JSON.stringify(rows)).not.toContain(secret);
    });
  });

  it('[R72] a run is told of once for each device, session and start, also if it is said ten times at once', async () => {
    const turn = api.aTurn();
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.post(TURN, turn)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.map(({ json }) => json.outcome).sort()).toEqual(['told', ...Array(7).fill('told_before')]);
    expect(await told()).toEqual([api.users.owner]);
    // The same moment in another zone is the same start; another session, start or device is another run.
    const start = new Date(Date.parse(turn.startedAt) + 3_600_000).toISOString().replace('Z', '+01:00');
    expect((await api.post(TURN, { ...turn, startedAt: start })).json).toEqual({ outcome: 'told_before', browsers: 0 });
    await clock.advance(Minutes(1));
    expect((await api.post(TURN, { ...turn, session: 'other' })).json).toEqual({ outcome: 'told', browsers: 1 });
    const earlier = new Date(Date.parse(turn.startedAt) - 1).toISOString();
    expect((await api.post(TURN, { ...turn, startedAt: earlier })).json.outcome).toBe('told');
    const other = await api.anAgent();
    expect((await api.post(TURN, turn, api.headersOf(other.uuid))).json.outcome).toBe('told');
  });

  // A SQLite file has one process.
  it.runIf(name === 'postgres')('[R72] and on two replicas', async () => {
    const second = await createWorld(await openTestDatabase(url), clock, scriptedLink(confirms).link);
    const device = await db.read((tx) => api.world.devices.lookUp(tx, api.agent.uuid));
    const { startedAt, finishedAt, ...run } = api.aTurn();
    const turn = { ...run, startedAt: Date.parse(startedAt), finishedAt: Date.parse(finishedAt) };
    const outcomes = await Promise.all(
      [api.world, second, api.world, second, second, api.world].map((replica) =>
        replica.db.write((tx) => replica.agentEvents.turnComplete(tx, device as NonNullable<typeof device>, turn)),
      ),
    );
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['told', ...Array(5).fill('told_before')]);
    expect(await told()).toEqual([api.users.owner]);
    // The allowance is one as well.
    const spent = await Promise.allSettled(
      Array.from({ length: 14 }, (_, i) => [api.world, second][i % 2] as typeof second).map((replica) =>
        replica.agentEvents.spendImage(api.agent.uuid),
      ),
    );
    expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  it.each([
    [{}, 60],
    [{ notifyAfterSeconds: 600 }, 600],
    [{ notifyAfterSeconds: 0 }, 0],
    [{ notifyAfterSeconds: 'soon' }, 60],
    [{ notifyAfterSeconds: -5 }, 60],
  ])(
    '[R73] a run not longer than the threshold gives no push, one that is longer does (settings %j)',
    async (settings, seconds) => {
      const { uuid } = await api.anAgent({ settings });
      const startedAt = new Date(clock.wallMs()).toISOString();
      const after = (ms: number) => ({
        startedAt,
        finishedAt: new Date(clock.wallMs() + ms).toISOString(),
        session: 'one',
      });
      const say = async (ms: number) => (await api.post(TURN, api.aTurn(after(ms)), api.headersOf(uuid))).json;
      expect(await say(seconds * 1_000)).toEqual({ outcome: 'too_short', browsers: 0 });
      expect(await told()).toEqual([]);
      expect(await say(seconds * 1_000 + 1)).toEqual({ outcome: 'told', browsers: 1 });
      expect(await told()).toEqual([api.users.owner]);
    },
  );

  it('[R74] each kind of call has a limit of its own for each device: one that is used up leaves the others', async () => {
    const bodies = { [TURN]: () => api.aTurn(), [NOTIFY]: () => NEWS } as const;
    for (const [path, other] of [
      [TURN, NOTIFY],
      [NOTIFY, TURN],
    ] as const) {
      const { uuid } = await api.anAgent();
      const headers = api.headersOf(uuid);
      const neighbour = api.headersOf((await api.anAgent()).uuid);
      for (let i = 0; i < 10; i++) expect((await api.post(path, bodies[path](), headers)).status).toBe(200);
      await clock.advance(Seconds(1)); // Past the limit of requests a second, which every endpoint has.
      const before = (await told()).length;
      const refused = await api.post(path, bodies[path](), headers);
      expect(refused).toMatchObject({
        status: 429,
        json: { error: 'device_limit_exceeded' },
        headers: { 'retry-after': '5' },
      });
      expect(await told()).toHaveLength(before);
      expect((await api.post(other, bodies[other](), headers)).status).toBe(200);
      expect((await api.post(path, bodies[path](), neighbour)).status).toBe(200);
      await clock.advance(Seconds(5));
      expect((await api.post(path, bodies[path](), headers)).status).toBe(200);
      expect((await api.post(path, bodies[path](), headers)).status).toBe(429);
    }
  });

  it('[R74] a run that was refused for the limit is told of later, and repeating one uses nothing up', async () => {
    const [first, late] = [api.aTurn(), api.aTurn()];
    for (let i = 0; i < 10; i++) await api.post(TURN, i === 0 ? first : api.aTurn());
    await clock.advance(Seconds(1));
    expect((await api.post(TURN, late)).status).toBe(429);
    expect((await api.post(TURN, first)).json.outcome).toBe('told_before');
    await clock.advance(Seconds(5));
    expect((await api.post(TURN, first)).json.outcome).toBe('told_before');
    expect((await api.post(TURN, late)).json.outcome).toBe('told');
  });

  it('[R75] tells the owner unless a user is named, and refuses one without access to the device', async () => {
    expect((await api.post(NOTIFY, NEWS)).json).toEqual({ outcome: 'told', browsers: 1 });
    expect((await api.post(NOTIFY, { ...NEWS, userId: api.users.colleague })).status).toBe(200);
    expect((await told()).sort()).toEqual([api.users.owner, api.users.colleague].sort());
    const refused = { status: 403, json: { error: 'target_refused' } };
    const { stranger, nobody } = api.users;
    const texts = [];
    for (const userId of [stranger, nobody, 'usr_0000000000000000']) {
      const answer = await api.post(NOTIFY, { ...NEWS, userId });
      expect(answer).toMatchObject(refused);
      texts.push(answer.json.message);
      expect(await api.post(TURN, api.aTurn({ userId }))).toMatchObject(refused);
    }
    expect(new Set(texts).size).toBe(1);
    expect(await told()).toHaveLength(2);
    const orphan = await api.anAgent({ owned: false });
    expect(await api.post(NOTIFY, NEWS, api.headersOf(orphan.uuid))).toMatchObject({
      status: 422,
      json: { error: 'no_target' },
    });
  });

  it('tells with a link to the session, in the agent’s words or ours', async () => {
    await api.post(TURN, api.aTurn({ session: 'a:b.c' }));
    await clock.advance(Seconds(1));
    await api.post(TURN, api.aTurn({ summary: 'The report is ready.' }));
    expect((await api.queued()).map(({ notification }) => notification)).toMatchObject([
      {
        title: 'Desk agent has finished',
        body: 'It took 10 minutes.',
        url: `/agents/${api.agent.uuid}/sessions/a%3Ab.c`,
      },
      { body: 'The report is ready.' },
    ]);
  });

  it('shows an image that the device itself has sent, and no other', async () => {
    const { url: imageUrl } = (await api.post(IMAGE, aPng())).json;
    expect((await api.post(NOTIFY, { ...NEWS, imageUrl })).status).toBe(200);
    expect((await api.queued())[0]?.notification.imageUrl).toBe(imageUrl);
    const other = await api.anAgent();
    const key = String(imageUrl).split('/').at(-1) ?? '';
    const refused = { status: 422, json: { error: 'image_not_yours' } };
    expect(await api.post(NOTIFY, { ...NEWS, imageUrl }, api.headersOf(other.uuid))).toMatchObject(refused);
    for (const wrong of [
      `https://evil.example/media/${key}`,
      `${imageUrl}?x=1`,
      `${imageUrl}/`,
      `https://media.example.com/media/${'0'.repeat(64)}`,
      'https://media.example.com/media/',
      key,
      'javascript:alert(1)',
    ])
      expect(await api.post(NOTIFY, { ...NEWS, imageUrl: wrong }), wrong).toMatchObject(refused);
    await clock.advance(Minutes(7 * 24 * 60));
    expect(await api.post(NOTIFY, { ...NEWS, imageUrl })).toMatchObject(refused);
    expect(await told()).toHaveLength(1);
  });

  it('[R76] takes an image of 5 MB to the byte, and refuses one byte more with 413, whether its length was said or not', async () => {
    const most = aPng({ padding: MEGABYTES_5 - aPng().length });
    const more = aPng({ padding: MEGABYTES_5 - aPng().length + 1 });
    expect([most.length, more.length]).toEqual([MEGABYTES_5, MEGABYTES_5 + 1]);
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
      const sent = { ...api.headersOf(api.agent.uuid), ...headers };
      expect((await api.post(IMAGE, most, sent)).status).toBe(201);
      expect(await api.post(IMAGE, more, sent)).toMatchObject({ status: 413, json: { error: 'payload_too_large' } });
    }
    expect(api.world.objects.objects.size).toBe(2);
  });

  it('[R77] takes PNG, JPEG, GIF and WebP by their content, whatever they are called, and nothing else', async () => {
    const headers = api.headersOf(api.agent.uuid);
    for (const { type, bytes } of ALL_KINDS) {
      for (const called of [type, 'application/octet-stream', 'image/gif', undefined]) {
        const answer = await api.post(IMAGE, bytes, { ...headers, ...(called && { 'content-type': called }) });
        expect(answer).toMatchObject({ status: 201, json: { type } });
        expect(answer.json.url).toMatch(/^https:\/\/media\.example\.com\/media\/[0-9a-f]{64}$/);
      }
      await clock.advance(Minutes(1));
    }
    const stored = api.world.objects.objects.size;
    expect([...api.world.objects.objects.values()].map(({ type }) => type).slice(0, 4)).toEqual(
      Array(4).fill('image/png'),
    );
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.concat([aPng(), Buffer.from('<script>alert(1)</script>')]),
      aPng().subarray(0, -1),
      Buffer.from(aPng().toString('base64')),
    ]) {
      const answer = await api.post(IMAGE, bytes, { ...headers, 'content-type': 'image/png' });
      expect(answer).toMatchObject({ status: 415, json: { error: 'image_refused' } });
    }
    for (const called of ['image/svg+xml', 'text/html', 'application/json', 'multipart/form-data'])
      expect(await api.post(IMAGE, aPng(), { ...headers, 'content-type': called })).toMatchObject({
        status: 415,
        json: { error: 'unsupported_media_type' },
      });
    await clock.advance(Minutes(1));
    expect((await api.post(IMAGE, aPng(), { ...headers, 'content-encoding': 'gzip' })).status).toBe(415);
    expect(api.world.objects.objects.size).toBe(stored);
  });

  it('stores ten images at once, and one more every six seconds', async () => {
    for (let i = 0; i < 10; i++) expect((await api.post(IMAGE, aPng())).status).toBe(201);
    await clock.advance(Seconds(1));
    expect(await api.post(IMAGE, aPng())).toMatchObject({ status: 429, json: { error: 'device_limit_exceeded' } });
    expect((await api.post(NOTIFY, NEWS)).status).toBe(200);
    await clock.advance(Seconds(5));
    expect((await api.post(IMAGE, aPng())).status).toBe(201);
  });

  it('refuses a run that ended before it began', async () => {
    const { startedAt, finishedAt } = api.aTurn();
    const answer = await api.post(TURN, api.aTurn({ startedAt: finishedAt, finishedAt: startedAt }));
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'body.finishedAt' }] } });
  });

  it('forgets runs in pieces once they are old', async () => {
    for (let i = 0; i < 3; i++) await api.post(TURN, api.aTurn());
    await clock.advance(Minutes(1));
    await api.post(TURN, api.aTurn());
    const forget = () => db.write((tx) => api.world.agentEvents.forgetBefore(tx, clock.wallMs(), 2));
    expect([await forget(), await forget(), await forget()]).toEqual([2, 1, 0]);
  });
});

describe('how long something took, in words', () => {
  it.each([
    [0, 'less than a second'],
    [1_000, '1 second'],
    [61_000, '1 minute 1 second'],
    [3_600_000, '1 hour'],
    [4_800_000, '1 hour 20 minutes'],
    [3_605_000, '1 hour'],
    [200_000_000, '2 days 7 hours'],
  ])('%i ms: %s', (ms, words) => expect(describeDuration(ms)).toBe(words));
});
