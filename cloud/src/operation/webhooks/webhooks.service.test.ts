import { createHmac } from 'node:crypto';
import type { BootId, EventId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Days, type Duration, Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type Received, type Receiver, startReceiver } from '../../kit/outbound/testing/receiver.ts';
import { type JobRunner, startJobRunner } from '../../platform/jobs/jobs.module.ts';
import { createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { createWebhooksService, type WebhooksService } from './webhooks.service.ts';

/** For deliveries over real sockets, which take what the machine gives them. */
const PATIENT = { timeout: 20_000 };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe.each(ENGINES)('what operators hear of, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  let webhooks: WebhooksService;
  let receiver: Receiver;
  let runner: JobRunner | undefined;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    world = await createWorld(db, clock, scriptedLink(() => Promise.reject(new Error('no unlock here'))).link);
    receiver = await startReceiver();
    webhooks = createWebhooksService({
      ...world,
      db,
      clock,
      random: systemRandom,
      log,
      targets: { addresses: 'any', ca: receiver.ca },
    });
    runner = undefined;
  });
  afterEach(async () => {
    await runner?.close();
    await receiver.close();
  });
  const add = (type: string, data = {}, facilityId: FacilityId = world.facilityId) =>
    db.write((tx) => webhooks.add(tx, { facilityId, type, data }));
  const types = async () => (await webhooks.page(world.orgId, { limit: 200 })).events.map(({ type }) => type);
  const register = (fields: { types?: string[]; url?: string } = {}) =>
    db.write((tx) =>
      webhooks.create(tx, world.orgId, { url: receiver.url('/in'), description: '', types: [], ...fields }, 'usr_1'),
    );
  /** Sends what is new, and whatever is due. */
  const start = () => {
    runner ??= startJobRunner({
      db,
      clock,
      time: clock,
      random: () => new Uint8Array([0x7f, 0xff]),
      log,
      jobs: world.jobs,
      kinds: [webhooks.deliverJob()],
      replica: 'r-test',
    });
    return runner;
  };
  const deliver = async () => {
    await webhooks.dispatchAll();
    const running = start();
    await clock.advance(Seconds(5));
    await running.settled();
  };
  /** Nobody looks for work through hours and days but in their last minute: each look of every five seconds is a query. */
  const pass = async (by: Duration) => {
    const idle = by - Minutes(1);
    if (idle > 0 && runner !== undefined) {
      await runner.settled();
      await runner.close();
      runner = undefined;
      await clock.advance(idle as Duration);
      start();
    }
    await clock.advance((idle > 0 ? Minutes(1) : by) as Duration);
    await runner?.settled();
  };
  const sentTypes = () => receiver.received.map(({ body }) => JSON.parse(body).type);
  const deliveries = async (id: string) => (await webhooks.deliveries(id, { limit: 200 })).deliveries;
  const isSignedWith = (secret: string, { headers, body }: Received): boolean => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    return String(headers['webhook-signature']).split(' ').includes(expected);
  };

  describe('the feed of an organisation', () => {
    it('has what happened at its facilities, and nothing of others', async () => {
      const otherOrg = await world.organisations.createOrganisation('Others');
      const away = { orgId: otherOrg, name: 'Away', timezone: 'Europe/Berlin' };
      const elsewhere = await world.organisations.createFacility(away);
      await add('door.held_open');
      await add('fire.raised', {}, elsewhere);
      expect(await types()).toEqual(['door.held_open']);
    });

    it('misses nothing and repeats nothing, however many write and read at once', async () => {
      const seen: string[] = [];
      let writing = true;
      const reader = async () => {
        let after = 0;
        for (let quiet = false; !quiet; ) {
          const before = !writing;
          const page = await webhooks.page(world.orgId, { after, limit: 7 });
          seen.push(...page.events.map(({ data }) => String(data.n)));
          after = page.next;
          quiet = before && !page.more;
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const writers = Array.from({ length: 5 }, async (_, w) => {
        for (let i = 0; i < 20; i++) await add('door.held_open', { n: `${w}-${i}` });
      });
      const reading = reader();
      await Promise.all(writers);
      writing = false;
      await reading;
      expect(seen).toHaveLength(100);
      expect(new Set(seen).size).toBe(100);
    });

    it('says so when events after the cursor are past their retention', async () => {
      await add('door.held_open', { n: 1 });
      const { next } = await webhooks.page(world.orgId, { limit: 10 });
      await add('door.held_open', { n: 2 });
      await clock.advance(Days(91));
      await add('door.held_open', { n: 3 });
      const gone = await db.write((tx) => webhooks.forgetEventsBefore(tx, clock.wallMs() - Days(90), 500));
      expect(gone).toBe(2);
      expect(await webhooks.page(world.orgId, { after: next, limit: 10 })).toMatchObject({
        complete: false,
        events: [{ data: { n: 3 } }],
      });
    });

    it('hears of boxes what operators care for, and of warnings that open and close', async () => {
      const fact = (body: FactBody) =>
        db.write((tx) =>
          webhooks.factStored(tx, world.boxId, world.facilityId, {
            seq: 1,
            bootId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' as BootId,
            monoMs: 1,
            wallMs: clock.wallMs(),
            clockTrusted: true,
            body,
            prev: '',
            hash: '',
          }),
        );
      const { doorId } = world;
      await fact({ kind: 'door.opened', data: { doorId, expected: true } });
      await fact({ kind: 'door.opened', data: { doorId, expected: false } });
      await fact({ kind: 'door.held_open', data: { doorId, seconds: 31 } });
      await fact({ kind: 'config.applied', data: { revision: 3 } });
      await fact({ kind: 'local.connected', data: { client: 'x' } });
      const warning = { kind: 'box_cloned', facilityId: world.facilityId, subject: world.boxId } as const;
      await db.write((tx) => world.warnings.raise(tx, { ...warning, message: 'A copy runs.' }));
      await db.write((tx) => world.warnings.raise(tx, { ...warning, message: 'A copy runs still.' }));
      await db.write((tx) => world.warnings.close(tx, [warning]));
      expect(await types()).toEqual([
        'door.forced_open',
        'door.held_open',
        'config.applied',
        'warning.opened',
        'warning.closed',
      ]);
      const [first] = (await webhooks.page(world.orgId, { limit: 1 })).events;
      expect(first).toMatchObject({ facilityId: world.facilityId, data: { boxId: world.boxId, doorId } });
    });

    it('hears of a box that came or went, once over all replicas', async () => {
      await Promise.all([webhooks.watchBoxes(), webhooks.watchBoxes()]);
      await clock.advance(Seconds(30));
      await webhooks.watchBoxes();
      expect(await types(), 'a short silence is no news').toEqual(['box.online']);
      await clock.advance(Seconds(31));
      await Promise.all([webhooks.watchBoxes(), webhooks.watchBoxes()]);
      expect(await types()).toEqual(['box.online', 'box.offline', 'warning.opened']);
    });
  });

  it('takes no box for gone by how long nobody was here to hear it', async () => {
    await webhooks.watchBoxes();
    await clock.advance(Minutes(10));
    const begun = createWebhooksService({
      ...world,
      db,
      clock,
      random: systemRandom,
      log,
      targets: { addresses: 'any' },
    });
    await begun.watchBoxes();
    expect(await types()).toEqual(['box.online']);
    await clock.advance(Seconds(61));
    await begun.watchBoxes();
    expect(await types()).toEqual(['box.online', 'box.offline', 'warning.opened']);
  });

  describe('a webhook', () => {
    it('gets each event that it wants once, signed, and nothing from before it was registered', async () => {
      await add('door.held_open', { n: 0 });
      const { webhook, secret } = await register({ types: ['door.*', 'fire.raised'] });
      await add('door.held_open', { n: 1 });
      await add('access.granted', { n: 2 });
      await add('fire.raised', { n: 3 });
      await deliver();
      await deliver();
      expect(receiver.received.map(({ body }) => JSON.parse(body).data.n).toSorted()).toEqual([1, 3]);
      expect(receiver.received.every((one) => isSignedWith(secret, one))).toBe(true);
      expect(receiver.received[0]).toMatchObject({ path: '/in', headers: { 'content-type': 'application/json' } });
      expect(await deliveries(webhook.id)).toMatchObject([
        { state: 'delivered', attempts: 1, lastStatus: 204 },
        { state: 'delivered', attempts: 1, lastStatus: 204 },
      ]);
    });

    it('is sent at once what this process has committed', async () => {
      await register();
      await deliver();
      await add('door.held_open');
      await expect.poll(sentTypes).toEqual(['door.held_open']);
      await runner?.settled();
    });

    it('is tried again after 5 seconds, 5 minutes, half an hour, …, ten times in all, with the same id', async () => {
      const { webhook } = await register();
      receiver.on.answer = () => ({ status: 500 });
      await add('door.held_open');
      await deliver();
      expect(receiver.received).toHaveLength(1);
      const waits = [
        Seconds(5),
        Minutes(5),
        Minutes(30),
        Hours(2),
        Hours(5),
        Hours(10),
        Hours(14),
        Hours(20),
        Hours(24),
      ];
      for (const [i, wait] of waits.entries()) {
        await pass(Math.max(0, wait - 2_000) as Duration);
        expect(receiver.received, `before wait ${i} is over`).toHaveLength(i + 1);
        await pass(Seconds(10));
        expect(receiver.received, `after wait ${i}`).toHaveLength(i + 2);
      }
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(await deliveries(webhook.id)).toMatchObject([{ state: 'dead', attempts: 10, lastError: 'answered 500' }]);
      expect(await db.read((tx) => world.jobs.list(tx, { state: 'dead' }, { limit: 10 }))).toMatchObject({
        counts: { dead: 1 },
      });
    });

    it('that takes something again has not failed for long', async () => {
      const { webhook } = await register();
      receiver.on.answer = () => ({ status: 503 });
      await add('door.held_open');
      await deliver();
      expect((await db.read((tx) => webhooks.find(tx, webhook.id)))?.failingSince).not.toBeNull();
      receiver.on.answer = () => ({ status: 200 });
      await pass(Seconds(10));
      expect((await db.read((tx) => webhooks.find(tx, webhook.id)))?.failingSince).toBeNull();
      expect(await deliveries(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    });

    it('that has taken nothing for five days is disabled with a warning, and enabled again by hand', async () => {
      const { webhook } = await register();
      receiver.on.answer = () => ({ status: 500 });
      await add('door.held_open', { n: 1 });
      await deliver();
      await pass(Days(5));
      await add('door.held_open', { n: 2 });
      await deliver();
      expect(await db.read((tx) => webhooks.find(tx, webhook.id))).toMatchObject({ enabled: false });
      const warned = await world.warnings.list(world.facilityId);
      expect(warned).toMatchObject([{ kind: 'webhook_disabled', subject: webhook.id }]);
      const before = receiver.received.length;
      await add('door.held_open', { n: 3 });
      await deliver();
      expect(receiver.received).toHaveLength(before);

      receiver.on.answer = () => ({ status: 200 });
      await db.write((tx) => webhooks.update(tx, webhook.id, { enabled: true }));
      expect(await world.warnings.list(world.facilityId)).toEqual([]);
      await add('door.held_open', { n: 4 });
      await deliver();
      const numbers = receiver.received.slice(before).map(({ body }) => JSON.parse(body).data.n);
      expect(numbers).toContain(4);
      expect(numbers, 'what came while it was disabled waits for a replay').not.toContain(3);
    });

    it('that takes one delivery while another fails has not failed for long either', async () => {
      const { webhook } = await register();
      receiver.on.answer = async () => {
        // As if another delivery, which is under way as well, were refused right now.
        await db.write((tx) =>
          tx
            .updateTable('webhook_endpoint')
            .set({ failing_since: clock.wallMs() })
            .where('id', '=', webhook.id)
            .execute(),
        );
        return { status: 204 };
      };
      await add('door.held_open');
      await deliver();
      expect(await deliveries(webhook.id)).toMatchObject([{ state: 'delivered' }]);
      expect((await db.read((tx) => webhooks.find(tx, webhook.id)))?.failingSince).toBeNull();
    });

    it('that never answers keeps neither another webhook waiting nor other work, however much there is for it', async () => {
      const did: string[] = [];
      const dead = await register({ url: receiver.url('/dead'), types: ['door.held_open'] });
      await register({ url: receiver.url('/alive'), types: ['fire.raised'] });
      receiver.on.answer = ({ path }) => (path === '/dead' ? undefined : { status: 204 });
      for (let n = 0; n < 24; n++) await add('door.held_open', { n });
      await webhooks.dispatchAll();
      runner = startJobRunner({
        db,
        clock,
        time: clock,
        random: () => new Uint8Array([0x7f, 0xff]),
        log,
        jobs: world.jobs,
        kinds: [
          webhooks.deliverJob(),
          { name: 'test.other', payload: z.strictObject({}), run: async () => void did.push('other') },
        ],
        replica: 'r-test',
      });
      await expect.poll(() => receiver.received.length, PATIENT).toBeGreaterThan(7);
      await db.write((tx) => world.jobs.enqueue(tx, 'test.other', {}));
      await expect.poll(() => did, PATIENT).toEqual(['other']);
      await add('fire.raised');
      await webhooks.dispatchAll();
      const alive = () => receiver.received.filter(({ path }) => path === '/alive').length;
      for (let seconds = 0; seconds < 15 && alive() === 0; seconds++) {
        await clock.advance(Seconds(1));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(alive()).toBe(1);
      expect(await deliveries(dead.webhook.id), 'all of them wait').toHaveLength(24);
      receiver.on.answer = () => ({ status: 204 });
      const left = async () => (await deliveries(dead.webhook.id)).filter(({ state }) => state !== 'delivered').length;
      // In small steps: what is under way must not be overtaken by its own ten seconds.
      for (let steps = 0; steps < 240 && (await left()) > 0; steps++) await pass(Seconds(4));
      expect(await left(), 'and all arrive once it answers').toBe(0);
    }, 60_000);

    it('whose receiver answers 410 is disabled at once', async () => {
      const { webhook } = await register();
      receiver.on.answer = () => ({ status: 410 });
      await add('door.held_open');
      await deliver();
      expect(await db.read((tx) => webhooks.find(tx, webhook.id))).toMatchObject({
        enabled: false,
        disabledWhy: expect.stringMatching('410'),
      });
      expect(await deliveries(webhook.id)).toMatchObject([{ state: 'dead', attempts: 1 }]);
    });

    it('with a new secret is signed with both for a day, and then with the new one alone', async () => {
      const { webhook, secret: old } = await register();
      const { secret } = await db.write((tx) => webhooks.rotateSecret(tx, webhook.id));
      await add('door.held_open');
      await deliver();
      const [first] = receiver.received;
      expect(first && [isSignedWith(secret, first), isSignedWith(old, first)]).toEqual([true, true]);
      await pass(Hours(24));
      await add('door.held_open');
      await deliver();
      const [, second] = receiver.received;
      expect(second && [isSignedWith(secret, second), isSignedWith(old, second)]).toEqual([true, false]);
    });

    it('is sent one event again, or those of a time that it wants, with the ids that they had', async () => {
      const from = clock.wallMs();
      await add('door.held_open', { n: 1 });
      await add('access.granted', { n: 2 });
      const [event] = (await webhooks.page(world.orgId, { limit: 10 })).events;
      await clock.advance(Hours(1));
      await add('door.held_open', { n: 3 });
      const { webhook } = await register({ types: ['door.*'] });
      const replay = (what: { eventId: EventId } | { from: number; to: number }) =>
        db.write((tx) => webhooks.replay(tx, webhook.id, what));
      expect(await replay({ from, to: from + 1 })).toEqual({ deliveries: 1 });
      expect(await replay({ eventId: (event?.id ?? '') as EventId })).toEqual({ deliveries: 1 });
      await deliver();
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids).toEqual([event?.id, event?.id]);
      await expect(replay({ eventId: 'oev_none' as EventId })).rejects.toThrow('no such event');
    });

    it.each([
      ['http://hooks.example.com/', /https/],
      ['https://user:pw@hooks.example.com/', /no user/],
      ['https://hooks.example.com/#x', /fragment/],
      ['https://localhost/', /of the internet/],
      ['https://10.0.0.1/', /of the internet/],
      ['https://[::1]/', /of the internet/],
      ['https://metadata.google.internal/', /of the internet/],
      ['nonsense', /must be a URL/],
    ])('cannot lead to %s', async (url, why) => {
      await expect(
        db.write((tx) => world.webhooks.create(tx, world.orgId, { url, description: '', types: [] }, 'usr_1')),
      ).rejects.toThrow(why);
    });

    it('cannot want what there is not, nor be the twenty-first', async () => {
      await expect(register({ types: ['door.exploded'] })).rejects.toThrow('there is no type door.exploded');
      for (let i = 0; i < 20; i++) await register();
      await expect(register()).rejects.toThrow('at most 20');
    });

    it('that is deleted is sent nothing more, and its log goes with it', async () => {
      const { webhook } = await register();
      receiver.on.answer = () => ({ status: 500 });
      await add('door.held_open');
      await deliver();
      await db.write((tx) => webhooks.remove(tx, webhook.id));
      await pass(Minutes(10));
      expect(receiver.received).toHaveLength(1);
      expect(await db.read((tx) => webhooks.find(tx, webhook.id))).toBeUndefined();
      expect(await db.read((tx) => world.jobs.list(tx, { state: 'dead' }, { limit: 10 }))).toMatchObject({
        counts: { dead: 0 },
      });
    });
  });
});
