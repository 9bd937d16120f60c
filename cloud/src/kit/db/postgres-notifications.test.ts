// @module-tag postgres
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Notifications, noNotifications } from '../live/notifications.ts';
import { aClient, aReplica, lookAgain } from '../live/testing/things.ts';
import { ENGINES, openTestDatabase } from './engines.ts';
import { openNotifications } from './postgres-notifications.ts';
import { cutNotifications, listenersAt } from './test-notifications.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe.each(ENGINES.filter(({ name }) => name === 'postgres'))(
  'notifications between processes, on $name',
  ({ freshUrl }) => {
    let url: string;
    let clock: ManualClock;
    let notifications: [Notifications, Notifications];
    let heard: string[];
    beforeEach(async () => {
      url = await freshUrl();
      clock = new ManualClock();
      notifications = [openNotifications(url, { clock, log: quiet }), openNotifications(url, { clock, log: quiet })];
      heard = [];
      notifications[1].listen((name) => heard.push(name));
      await listening(2);
    });
    afterEach(async () => {
      for (const each of notifications) await each.close();
      expect(clock.pendingTimers).toBe(0);
    });

    const listening = (count: number) => vi.waitFor(async () => expect(await listenersAt(url)).toBe(count), 5_000);

    it('reach the others, each once, together after a tenth of a second', async () => {
      const own: string[] = [];
      notifications[0].listen((name) => own.push(name));
      const sent = Array.from({ length: 1_000 }, (_, at) => `facility:fac_${String(at).padStart(16, '0')}`);
      for (const name of [...sent, ...sent]) notifications[0].send(name);
      expect(heard).toEqual([]);
      await clock.advance(Milliseconds(100));
      await vi.waitFor(() => expect(heard).toEqual(sent));
      expect(own).toEqual([]);
    });

    it('arrive again after the connection was lost', async () => {
      await cutNotifications(url);
      await vi.waitFor(() => expect(clock.pendingTimers).toBe(2));
      notifications[0].send('facility:lost');
      await clock.advance(Seconds(1));
      await listening(2);
      await vi.waitFor(async () => {
        notifications[0].send('facility:again');
        await clock.advance(Milliseconds(100));
        expect(heard).toContain('facility:again');
      }, 5_000);
      expect(heard).not.toContain('facility:lost');
    });

    it('wake who watches on another process; where one is lost, it is found by looking within a second', async () => {
      const db = await openTestDatabase(url);
      const things = new Map([['r1', 1]]);
      const one = aReplica({ db, clock, things, notifications: notifications[0] });
      const other = aReplica({ db, clock, things, notifications: notifications[1] });
      const deaf = aReplica({ db, clock, things, notifications: noNotifications });
      const clients = [aClient(), aClient()] as const;
      for (const [at, { live, topic }] of [other, deaf].entries())
        live.watch({ topic, key: 'r', caller: { actor: 'a', tenant: 'a' }, sink: (clients[at] ?? clients[0]).sink });
      await lookAgain(clock, other, deaf);
      await clock.advance(Milliseconds(300));
      things.set('r1', 2);
      one.live.changed(undefined, 'things', 'r');
      await clock.advance(Milliseconds(100));
      await vi.waitFor(() => expect(clients[0].seqs).toHaveLength(1));
      expect(clients[1].seqs).toEqual([]);
      await clock.advance(Seconds(1));
      await deaf.live.settled();
      expect(clients[1].seqs).toEqual(clients[0].seqs);
      for (const { live } of [one, other, deaf]) await live.close();
    });
  },
);
