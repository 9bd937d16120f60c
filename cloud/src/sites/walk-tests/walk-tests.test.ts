import { randomUUID } from 'node:crypto';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { aFactChain } from '../../testing/fact-chain.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('a walk test on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  let tell: (...bodies: FactBody[]) => Promise<void>;
  let doorId: DoorId;
  beforeEach(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock);
    const { world } = api;
    doorId = world.doorId;
    const epoch = randomUUID();
    const write = aFactChain(world.boxId, epoch);
    tell = async (...bodies) => {
      const facts = bodies.map((body) => write(body));
      await world.journal.storeFacts(world.boxId, epoch, facts);
      await clock.advance(Seconds(1));
    };
  });
  afterEach(() => api.close());

  const send = async (method: 'GET' | 'POST', path: string, body?: object, caller = api.callers.staff) => {
    await clock.advance(Seconds(1));
    const at = `/api/access-control/${api.world.facilityId}/walk-tests${path}`;
    return api.send({ method, path: at, headers: caller.headers, ...(body && { body }) });
  };
  const begin = async () => (await send('POST', '', { boxId: api.world.boxId })).json;
  const note = (id: string, step: string, outcome = 'seen', more = {}) =>
    send('POST', `/${id}/steps`, { doorId, step, outcome, ...more });
  const closed = (): FactBody => ({ kind: 'door.closed', data: { doorId } });
  const confirmed = (): FactBody => ({
    kind: 'unlock.confirmed',
    data: {
      doorId,
      commandId: 'cmd_0123456789abcdef' as never,
      eventId: 'evt_0123456789abcdef' as never,
      confirmedBy: 'lock-sense',
      holdSeconds: 5,
      tookMs: 90,
    },
  });
  const wire = async (change: object) => {
    const { world, callers } = api;
    const path = `/api/devices/doors/${world.facilityId}`;
    const { json } = await api.send({ method: 'GET', path, headers: callers.manager.headers });
    const { version } = json.data.find((door: { doorId: string }) => door.doorId === doorId);
    await clock.advance(Seconds(1));
    const body = { expectedVersion: version, ...change };
    const headers = callers.manager.headers;
    expect(await api.send({ method: 'PATCH', path: `${path}/${doorId}`, headers, body })).toMatchObject({
      status: 200,
    });
  };

  it('plans what the wiring of each door lets be tried, and takes as seen what the box told of since, with its entry', async () => {
    await tell(confirmed());
    const test = await begin();
    expect(test).toMatchObject({ result: 'under_way', boxId: api.world.boxId, begunBy: { kind: 'user' } });
    expect(test.doors).toMatchObject([
      {
        doorId,
        name: 'Front door',
        steps: [
          { step: 'unlock', seenBy: 'box', outcome: 'open' },
          { step: 'open', seenBy: 'person' },
          { step: 'close', seenBy: 'person' },
        ],
      },
    ]);
    // What was before the test shows nothing of it.
    expect(await note(test.walkTestId, 'unlock')).toMatchObject({ status: 409, json: { error: 'step_not_shown' } });
    await tell(confirmed());
    const looked = await send('GET', `/${test.walkTestId}?doorId=${doorId}`);
    expect(looked.json.doors[0].steps[0]).toMatchObject({ outcome: 'open', shown: true });
    expect((await note(test.walkTestId, 'unlock')).json.doors[0].steps[0]).toMatchObject({
      outcome: 'seen',
      notedBy: { kind: 'user', id: api.callers.staff.user.id },
      shownBy: { epoch: expect.any(String), seq: 2 },
    });
    await note(test.walkTestId, 'open');
    await note(test.walkTestId, 'close', 'seen', { note: 'Sticks a little' });
    const ended = await send('POST', `/${test.walkTestId}/end`);
    expect(ended.json).toMatchObject({ result: 'passed', endedBy: { kind: 'user' } });
    expect(await note(test.walkTestId, 'close')).toMatchObject({ status: 409, json: { error: 'walk_test_ended' } });
  });

  it('sees a door closed only after it was opened and held open, and tries again what failed', async () => {
    await wire({ contact: { bus: 'rs485-1', unit: 1, channel: 7, activeMeans: 'open' } });
    const { walkTestId: id } = await begin();
    await tell(confirmed(), closed());
    await note(id, 'unlock');
    await tell({ kind: 'door.opened', data: { doorId, expected: true } });
    await note(id, 'open');
    expect((await note(id, 'close')).status).toBe(409);
    expect((await note(id, 'held_open', 'failed')).json.doors[0].steps[2]).toMatchObject({ outcome: 'failed' });
    expect((await send('GET', `/${id}?doorId=${doorId}`)).json.doors[0].steps[2].shown).toBe(false);
    await tell({ kind: 'door.held_open', data: { doorId, seconds: 30 } });
    expect((await note(id, 'held_open')).json.doors[0].steps[2]).toMatchObject({ outcome: 'seen' });
    await tell(closed());
    await note(id, 'close');
    expect((await send('POST', `/${id}/end`)).json.result).toBe('passed');
  });

  it('goes on with the one that is under way, whoever began it, until the wiring changes; and says what was left', async () => {
    const first = await begin();
    await note(first.walkTestId, 'open');
    const again = await begin();
    expect([again.walkTestId, again.doors[0].steps[1].outcome]).toEqual([first.walkTestId, 'seen']);
    const both = await Promise.all([1, 2].map(() => send('POST', '', { boxId: api.world.boxId })));
    expect(new Set(both.map(({ json }) => json.walkTestId))).toEqual(new Set([first.walkTestId]));
    await wire({ holdSeconds: 9 });
    const second = await begin();
    expect(second.walkTestId).not.toBe(first.walkTestId);
    const { json } = await send('GET', `?boxId=${api.world.boxId}`);
    expect(json.data.map(({ walkTestId, result }: Record<string, string>) => [walkTestId, result])).toEqual([
      [second.walkTestId, 'under_way'],
      [first.walkTestId, 'incomplete'],
    ]);
  });

  it('takes nothing that a box tells late for what happened now, and nothing of a box without doors', async () => {
    const { walkTestId: id } = await begin();
    const late = aFactChain(api.world.boxId, randomUUID());
    const fact = late(confirmed());
    await clock.advance(Minutes(10));
    const test = await begin();
    expect(test.walkTestId).toBe(id);
    await api.world.db.write(async (tx) => {
      await tx.updateTable('walk_test').set({ begun_at: clock.wallMs() }).where('id', '=', id).execute();
    });
    await clock.advance(Seconds(5));
    await api.world.journal.storeFacts(api.world.boxId, randomUUID(), [fact]);
    expect((await note(id, 'unlock')).status).toBe(409);
    const bare = await api.world.aBox();
    expect(await send('POST', '', { boxId: bare })).toMatchObject({ json: { error: 'walk_test_of_nothing' } });
    expect(await note(id, 'rex')).toMatchObject({ status: 404, json: { error: 'step_unknown' } });
  });

  it('is forgotten once it has ended and is of age, and never while it is under way', async () => {
    const { world } = api;
    const { walkTestId } = await begin();
    await note(walkTestId, 'open');
    const forget = () => world.db.write((tx) => world.walkTests.forgetEndedBefore(tx, clock.wallMs(), 10));
    expect(await forget()).toBe(0);
    await send('POST', `/${walkTestId}/end`);
    await clock.advance(Seconds(1));
    expect([await forget(), (await send('GET', `/${walkTestId}`)).status]).toEqual([1, 404]);
  });
});
