import { randomUUID } from 'node:crypto';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { type Duration, Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { startJobRunner } from '../../../platform/jobs/jobs.module.ts';
import { aBrowser } from '../../../platform/pushes/testing/browser.ts';
import type { Right } from '../../../platform/users/users.module.ts';
import type { User } from '../../../platform/users/users.service.ts';
import { aFactChain } from '../../../testing/fact-chain.ts';
import { confirms, createWorld, scriptedLink } from '../../../testing/world.ts';

const log = { info: () => undefined, warn: () => undefined, error: (detail: unknown) => console.error(detail) };

/** A gym with people, whose alarms are told by replicas of the cloud that run nothing else. Nothing leaves this process. */
export const alarmingWorld = async (db: Database, clock: ManualClock) => {
  const world = await createWorld(db, clock, scriptedLink(confirms).link);
  const { facilityId, orgId } = world;
  const runners: ReturnType<typeof startJobRunner>[] = [];
  const startReplica = (): void => {
    runners.push(
      startJobRunner({
        ...{ db, clock, time: clock, random: systemRandom, log, jobs: world.jobs },
        replica: `r-${runners.length}`,
        kinds: world
          .collected('jobs')
          .flat()
          .filter(({ name }) => name.startsWith('alarms.')),
      }),
    );
  };
  const settle = async (): Promise<void> => {
    for (const { settled } of runners) await settled();
  };

  const someone = async (name: string, right?: Right, at: 'facility' | 'organisation' = 'facility'): Promise<User> =>
    db.write(async (tx) => {
      const names = { email: `${name}@example.com`, firstName: name, lastName: 'Example' };
      const user = await world.users.addUser(tx, names, 'test');
      const scope =
        at === 'facility'
          ? ({ scope: 'facility', scopeId: facilityId } as const)
          : ({ scope: 'organisation', scopeId: orgId } as const);
      if (right !== undefined) await world.users.addGrant(tx, user.id, { right, ...scope }, 'test');
      return user;
    });
  /** They have a browser, and want to be told there. */
  const wantsPushes = (
    user: User,
    kinds: readonly string[] = world.alarms.kinds.list().map(({ kind }) => kind),
    quiet: { readonly from: number; readonly until: number } | null = null,
  ) =>
    db.write(async (tx) => {
      const { subscription } = aBrowser(`https://push.example.com/${user.id}`);
      await world.pushes.subscribe(tx, user.id, subscription);
      await world.alarms.pushes.put(tx, { userId: user.id, facilityId, kinds, quiet });
    });
  const takeRights = (user: User) =>
    db.write(async (tx) => {
      for (const grant of (await world.users.heldBy(tx, [user.id])).get(user.id) ?? [])
        await world.users.takeGrant(tx, user.id, grant);
    });

  const epoch = randomUUID();
  const write = aFactChain(world.boxId, epoch);
  const { doorId } = world;
  const tell = async (...bodies: readonly FactBody[]): Promise<void> => {
    await world.journal.storeFacts(
      world.boxId,
      epoch,
      bodies.map((body) => write(body)),
    );
    await settle();
  };

  const seen = new Set<string>();
  const isNew = ({ id }: { readonly id: string }): boolean => !seen.has(id) && seen.add(id).has(id);
  /** Who was told since this was asked last, and how. */
  const told = async (): Promise<string[]> => {
    const [pushes, users] = await db.read(async (tx) => [
      await tx.selectFrom('job').where('kind', '=', 'pushes.deliver').select(['id', 'payload']).execute(),
      await tx.selectFrom('platform_user').select(['id', 'first_name']).execute(),
    ]);
    const names = new Map(users.map(({ id, first_name }) => [id, first_name]));
    const pushed = pushes.filter(isNew).map(({ payload }) => {
      const { userId, notification } = JSON.parse(payload) as { userId: string; notification: { title: string } };
      return `push ${names.get(userId)}: ${notification.title}`;
    });
    const mails = (await world.mail.list(500)).filter(isNew);
    return [...pushed, ...mails.map(({ recipient, subject }) => `mail ${recipient.split('@')[0]}: ${subject}`)].sort();
  };

  return {
    ...world,
    someone,
    wantsPushes,
    takeRights,
    tell,
    told,
    settle,
    startReplica,
    forced: () => tell({ kind: 'door.opened', data: { doorId, expected: false } }),
    heldOpen: () => tell({ kind: 'door.held_open', data: { doorId, seconds: 30 } }),
    heldOpenOver: () => tell({ kind: 'door.alarm_cleared', data: { doorId, alarm: 'held_open' } }),
    /** Time goes by, a quarter of an hour minute by minute, as what runs meanwhile is to know when it runs; more at once. */
    pass: async (by: Duration): Promise<void> => {
      const most = by > Minutes(15) ? by : Minutes(1);
      for (let left: number = by; left > 0; left -= most) {
        const step = Math.min(left, most);
        const looked = Math.min(step, Seconds(6));
        clock.jumpWall(Milliseconds(step - looked));
        await clock.advance(Milliseconds(looked));
        await settle();
      }
    },
    open: () => db.read((tx) => world.alarms.openAt(tx, facilityId)),
    at: async (user: User, alarmId: string, manages = false) => {
      const facility = await db.read((tx) => world.organisations.findFacility(tx, facilityId));
      if (facility === undefined) throw new Error('no facility');
      return { facility, alarmId, user, by: `user:${user.id}`, manages };
    },
    close: async (): Promise<void> => {
      const closing = runners.map(({ close }) => close());
      await clock.advance(Seconds(10));
      await Promise.all(closing);
    },
  };
};
export type AlarmingWorld = Awaited<ReturnType<typeof alarmingWorld>>;
