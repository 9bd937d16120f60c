import { request } from 'node:https';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { bearer, serveUnifiedApi, type UnifiedApi } from '../testing/unified-api.ts';

const EVENTS = 'subscription ($at: String!) { facilityEvents(facilityId: $at) { cursor reset event { data } } }';

describe.each(ENGINES)('a subscription as a stream on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: UnifiedApi;
  const streams: (() => void)[] = [];

  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    api = await serveUnifiedApi(db, clock);
  });
  afterEach(async () => {
    for (const end of streams.splice(0)) end();
    await api.world.subscriptions.close();
    await api.world.live.close();
    await api.close();
  });

  const happens = (n: number) =>
    db.write((tx) =>
      api.world.webhooks.add(tx, { facilityId: api.world.facilityId, type: 'door.held_open', data: { n } }),
    );
  const places = () => db.read((tx) => tx.selectFrom('unified_connection').select('id').execute());

  /** A stream, and the text that came by it. */
  const stream = async (token: string, { at = api.world.facilityId as string, lastEventId = '' } = {}) => {
    const state = { text: '', ended: false };
    const sent = request({
      ...{ host: 'localhost', port: api.port, ca: api.ca, method: 'POST', path: '/graphql' },
      headers: {
        ...bearer(token),
        accept: 'text/event-stream',
        'content-type': 'application/json',
        ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
      },
    });
    sent.on('error', () => undefined);
    streams.push(() => sent.destroy());
    const answered = new Promise<{ status: number | undefined; type: string | undefined }>((resolve) =>
      sent.on('response', (response) => {
        response.on('data', (chunk: Buffer) => (state.text += chunk.toString()));
        response.on('end', () => (state.ended = true));
        response.on('error', () => undefined);
        resolve({ status: response.statusCode, type: response.headers['content-type'] });
      }),
    );
    sent.end(JSON.stringify({ query: EVENTS, variables: { at } }));
    const { status, type } = await answered;
    const events = () =>
      state.text.split('\n\n').flatMap((block) => {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
        const event = field('event');
        return event === undefined ? [] : [{ id: field('id'), event, data: field('data') ?? '' }];
      });
    const heard = async (event: string, count = 1) => {
      await vi.waitFor(async () => {
        await clock.advance(Seconds(1));
        if (events().filter((one) => one.event === event).length < count) throw new Error(state.text.slice(0, 2_000));
      }, 10_000);
      return events().filter((one) => one.event === event);
    };
    return { status, type, state, heard, close: () => sent.destroy() };
  };
  const numbersIn = (events: readonly { data: string }[]) =>
    events.map(({ data }) => JSON.parse(data).data.facilityEvents.event?.data.n);

  it('tells each event once, with its cursor as id, and goes on behind the last id that somebody has', async () => {
    const token = await api.tokenOf(api.callers.staff.headers, 'read');
    const first = await stream(token);
    expect(first).toMatchObject({ status: 200, type: 'text/event-stream' });
    await first.heard('next');
    for (let n = 0; n < 30; n++) await happens(n);
    const all = (await first.heard('next', 31)).slice(1);
    expect(numbersIn(all)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    for (const { id, data } of all) expect(JSON.parse(data).data.facilityEvents.cursor).toBe(id);
    first.close();
    for (let n = 30; n < 40; n++) await happens(n);
    const back = await stream(token, { lastEventId: all[19]?.id ?? '' });
    expect(numbersIn(await back.heard('next', 20))).toEqual(Array.from({ length: 20 }, (_, n) => 20 + n));
    await clock.advance(Seconds(15));
    await vi.waitFor(() => expect(back.state.text).toMatch(/^:$/m));
    back.close();
    await vi.waitFor(async () => expect(await places()).toEqual([]));
  });

  it('ends with its token and with the right to it, and says why', async () => {
    const { users } = api.world;
    const { user } = api.callers.manager;
    const one = await stream(await api.tokenOf(api.callers.manager.headers, 'read'));
    const other = await stream(await api.tokenOf(api.callers.staff.headers, 'read'));
    await one.heard('next');
    await other.heard('next');
    const [held] = (await db.read((tx) => users.heldBy(tx, [user.id]))).get(user.id) ?? [];
    await db.write((tx) => users.takeGrant(tx, user.id, held as NonNullable<typeof held>));
    await one.heard('complete');
    expect(JSON.parse((await one.heard('next')).at(-1)?.data ?? '')).toMatchObject({
      errors: [{ extensions: { code: 'place_unknown' } }],
    });
    const [key] = await db.read((tx) => users.listKeys(tx, api.callers.staff.user.id));
    await db.write((tx) => users.removeKey(tx, api.callers.staff.user.id, String(key?.id)));
    await other.heard('complete');
    expect(JSON.parse((await other.heard('next')).at(-1)?.data ?? '')).toMatchObject({
      errors: [{ extensions: { code: 'unauthenticated' } }],
    });
    await vi.waitFor(async () => expect(await places()).toEqual([]));
  });

  it('is refused as a document by POST is, and gives its place back', async () => {
    const token = await api.tokenOf(api.callers.staff.headers, 'read');
    const ask = (body: object, headers: object = {}) =>
      api.send({
        method: 'POST',
        path: '/graphql',
        headers: { ...bearer(token), accept: 'text/event-stream', ...headers },
        body,
      });
    const wrong = [
      [{ query: 'subscription { nothing }' }, 400, 'document_invalid'],
      [{ query: '{ me { user { email } } }' }, 400, 'document_invalid'],
    ] as const;
    for (const [body, status, code] of wrong) {
      const answer = await ask(body);
      expect(answer, answer.text).toMatchObject({ status, json: { errors: [{ extensions: { code } }] } });
    }
    const elsewhere = await stream(token, { at: api.otherFacilityId });
    expect((await elsewhere.heard('next'))[0]?.data).toContain('"code":"place_unknown"');
    await elsewhere.heard('complete');
    expect(await ask({ query: EVENTS }, { 'last-event-id': 'x' })).toMatchObject({ status: 400 });
    await vi.waitFor(async () => expect(await places()).toEqual([]));
    // Whoever takes anything is answered by the same path as ever.
    const query = await api.send({ method: 'POST', path: '/graphql', headers: bearer(token), body: wrong[1][0] });
    expect(query.json.data).toMatchObject({ me: { user: { email: 'staff@example.com' } } });
  });
});
