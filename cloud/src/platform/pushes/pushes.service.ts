import { createHash } from 'node:crypto';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { JobsService } from '../jobs/jobs.service.ts';
import type { UsersService } from '../users/users.service.ts';
import { areBrowserKeys, type BrowserKeys, encryptPush } from './encrypt-push.ts';
import { Notification, payloadOf } from './notification.ts';
import type { PushTransport } from './push-transport.ts';
import { pushesFault } from './pushes.faults.ts';
import { pushesRepo } from './pushes.repo.ts';
import { type PushKey, pushPublicKey, vapidHeader } from './vapid.ts';

export interface PushesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly users: Pick<UsersService, 'findById'>;
  readonly key: PushKey;
  readonly transport: PushTransport;
}
export type PushesService = ReturnType<typeof createPushesService>;

/** What a browser's `PushSubscription.toJSON()` gives. */
export interface NewSubscription {
  readonly endpoint: string;
  readonly expirationTime?: number | null | undefined;
  readonly keys: BrowserKeys;
  readonly label?: string | undefined;
}

export const DELIVER_PUSH = 'pushes.deliver';
/** More browsers than anybody has: the oldest makes room. */
const SUBSCRIPTIONS_MAX = 20;
/** How long a push service keeps it for a browser that is off. */
const KEPT_SECONDS = Hours(24) / 1_000;
const GONE = [404, 410];
const ANOTHER_TIME = (status: number): boolean => status === 408 || status === 429 || status >= 500;

const A_TRY: Notification = {
  title: 'Gatehouse',
  body: 'You are told things in this browser, also while it shows no page of ours.',
  url: '/ops/account/browsers',
};
const noSuchSubscription = () => pushesFault('subscription_unknown', 'There is no such subscription of yours.');

/** Tells users things in their browsers, by the push services of the browsers' vendors (RFC 8030, 8291, 8292). */
export const createPushesService = ({ db, clock, random, jobs, users, key, transport }: PushesDeps) => ({
  publicKey: (): string => pushPublicKey(key),

  /** Keeps a browser of a user; one that another user had is theirs no longer. Resolves with the subscription. */
  subscribe: async (tx: Tx, userId: string, { endpoint, expirationTime, keys, label }: NewSubscription) => {
    if (!URL.canParse(endpoint) || !transport.mayReach(new URL(endpoint)))
      throw pushesFault('subscription_refused', 'endpoint: must be the https address of a push service.');
    if (!areBrowserKeys(keys)) throw pushesFault('subscription_refused', 'keys: must be what the browser made.');
    const row = {
      id: randomId('psh', random),
      user_id: userId,
      endpoint,
      endpoint_hash: createHash('sha256').update(endpoint).digest('hex'),
      p256dh: keys.p256dh,
      auth: keys.auth,
      label: label ?? null,
      created_at: clock.wallMs(),
      expires_at: expirationTime ?? null,
      delivered_at: null,
      last_error: null,
    };
    const id = await pushesRepo(tx).put(row);
    const all = await pushesRepo(tx).of(userId);
    const others = all.filter((one) => one.id !== id);
    for (const oldest of others.slice(0, Math.max(0, all.length - SUBSCRIPTIONS_MAX)))
      await pushesRepo(tx).removeOf(userId, oldest.id);
    return { ...row, id };
  },

  listOf: (tx: Tx, userId: string) => pushesRepo(tx).of(userId),

  unsubscribe: async (tx: Tx, userId: string, id: string): Promise<void> => {
    if (!(await pushesRepo(tx).removeOf(userId, id))) throw noSuchSubscription();
  },

  /** Tells a user something in each of their browsers, once this unit is committed. Resolves with how many those are. */
  notify: async (tx: Tx, userId: string, notification: Notification): Promise<number> => {
    const parsed = Notification.safeParse(notification);
    if (!parsed.success) throw new Bug(`not a notification: ${parsed.error.issues.map((i) => i.path.join('.'))}`);
    const subscriptions = await pushesRepo(tx).of(userId);
    for (const { id } of subscriptions)
      await jobs.enqueue(tx, DELIVER_PUSH, { subscriptionId: id, userId, notification: parsed.data });
    return subscriptions.length;
  },

  /** Tells one browser of a user that it is told things, once this unit is committed. */
  tryOut: async (tx: Tx, userId: string, id: string): Promise<void> => {
    if ((await pushesRepo(tx).find(id))?.user_id !== userId) throw noSuchSubscription();
    await jobs.enqueue(tx, DELIVER_PUSH, { subscriptionId: id, userId, notification: A_TRY });
  },

  /** Hands one to the push service; throws where another attempt may help. */
  deliver: async (
    { subscriptionId, userId, notification }: { subscriptionId: string; userId: string; notification: Notification },
    signal?: AbortSignal,
  ): Promise<void> => {
    const now = clock.wallMs();
    const to = await db.read(async (tx) => {
      const found = await pushesRepo(tx).find(subscriptionId);
      // Whoever has this browser now, or has left, is not told what was meant for another.
      if (found?.user_id !== userId || (await users.findById(tx, userId)) === undefined) return undefined;
      return found;
    });
    if (to === undefined) return;
    const forget = () => db.write((tx) => pushesRepo(tx).removeExactly(to.id, to.endpoint_hash, to.created_at));
    if (to.expires_at !== null && to.expires_at <= now) return void (await forget());
    const note = (outcome: Parameters<ReturnType<typeof pushesRepo>['setOutcome']>[1]) =>
      db.write((tx) => pushesRepo(tx).setOutcome(to.id, outcome));
    const url = new URL(to.endpoint);
    const status = await transport
      .post({
        url,
        headers: {
          ttl: String(KEPT_SECONDS),
          urgency: 'normal',
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          authorization: vapidHeader(key, url, now),
        },
        body: encryptPush(payloadOf(notification), to, random),
        ...(signal !== undefined && { signal }),
      })
      .catch(async (error: unknown) => {
        await note({ last_error: 'the push service cannot be reached' });
        throw error;
      });
    if (GONE.includes(status)) return void (await forget());
    if (status >= 200 && status < 300) return void (await note({ delivered_at: clock.wallMs(), last_error: null }));
    const why = `the push service answered ${status}`;
    await note({ last_error: why });
    if (ANOTHER_TIME(status)) throw new Error(why);
  },
});
