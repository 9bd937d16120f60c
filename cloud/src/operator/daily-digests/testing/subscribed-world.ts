import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { beforeEach } from 'vitest';
import type { TestEngine } from '../../../kit/db/engines.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { createMailService } from '../../../platform/mail/mail.service.ts';
import type { RoleGrant } from '../../../platform/users/users.module.ts';
import type { User } from '../../../platform/users/users.service.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../../testing/world.ts';
import type { Schedule } from '../daily-digest-times.ts';
import { createDailyDigestsService } from '../daily-digests.service.ts';

interface Running {
  db: Database;
  clock: ManualClock;
  world: World;
  /** Somebody of the facility's staff. */
  sam: User;
  staff: RoleGrant;
}

/** A world at 06:00 of its facility on Sunday 22 November 2026 whose box has been heard for long enough. */
export const subscribedWorld = (open: TestEngine['open']) => {
  const on = {} as Running;
  const log = { info: () => undefined, error: () => undefined };

  const someone = (name: string, grant?: RoleGrant): Promise<User> =>
    on.db.write(async (tx) => {
      const { users } = on.world;
      const user = await users.addUser(
        tx,
        { email: `${name}@example.com`, firstName: name, lastName: 'Example' },
        'test',
      );
      if (grant !== undefined) await users.addGrant(tx, user.id, grant, 'test');
      return user;
    });

  beforeEach(async () => {
    on.db = await open();
    on.clock = new ManualClock('2026-11-21T19:50:00.000Z');
    on.world = await createWorld(on.db, on.clock, scriptedLink(confirms).link);
    on.staff = { right: 'facility-staff', scope: 'facility', scopeId: on.world.facilityId };
    on.sam = await someone('sam', on.staff);
    await on.clock.advance(Minutes(10));
    await on.world.beacon();
  });

  /** Its e-mail goes to a server, so that there is a job for each. */
  const justBegun = (db: Database = on.db) => {
    const { world, clock } = on;
    const mail = createMailService({
      objects: { get: async () => undefined },
      ownWording: async () => undefined,
      db,
      clock,
      random: systemRandom,
      jobs: world.jobs,
      server: async () => undefined,
    });
    return createDailyDigestsService({ ...world, db, mail, clock, random: systemRandom, log, zones: bundledZones() });
  };

  return {
    on,
    someone,
    subscribe: (
      user: User,
      schedule: Partial<Schedule & { enabled: boolean }> = {},
      facilityId: FacilityId | '' = on.world.facilityId,
    ) =>
      on.db.write((tx) =>
        on.world.dailyDigests.put(
          tx,
          { userId: user.id, facilityId },
          {
            hour: 7,
            weekday: null,
            enabled: true,
            timezone: facilityId === '' ? 'UTC' : 'Australia/Brisbane',
            ...schedule,
          },
        ),
      ),
    /** Both clocks go on, and the box is heard all the while. */
    pass: async (by: Parameters<ManualClock['advance']>[0]) => {
      on.clock.jumpWall(by);
      await on.world.beacon();
    },
    justBegun,
    /** One more replica, which has been here for long. */
    replica: async (db: Database = on.db) => {
      const service = justBegun(db);
      await on.clock.advance(Minutes(2));
      await on.world.beacon();
      return service;
    },
    sent: async (to?: string) =>
      (await on.world.mail.list(200)).filter(({ recipient }) => to === undefined || recipient === to),
    rows: () => on.db.read((tx) => tx.selectFrom('briefing_subscription').selectAll().orderBy('id').execute()),
    jobs: async () =>
      (await on.db.read((tx) => tx.selectFrom('job').select(['kind', 'payload']).execute())).filter(
        ({ kind }) => kind === 'mail.send',
      ),
  };
};
