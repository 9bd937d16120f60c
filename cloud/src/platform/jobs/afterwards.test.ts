import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { memberBarred } from '../../access/access/access.ports.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import { defineArea, defineModule } from '../../kit/modules/module.ts';
import { hearAfterwards } from '../../kit/modules/ports.ts';
import { factStored } from '../../link/link.ports.ts';
import { aFactChain, EPOCH } from '../../testing/fact-chain.ts';
import { aRequest, confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { afterwardsJob, startJobRunner } from './jobs.module.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

it.each(ENGINES)(
  'whoever hears in an area above, and throws or hangs, neither undoes nor delays a ban, a lockdown, an unlock or its facts, on $name',
  async ({ open }) => {
    const db = await open();
    const clock = new ManualClock();
    const calls = { throws: 0, hangs: 0, told: [] as unknown[] };
    const throws = defineModule(
      'throws',
      {},
    )({
      afterwards: () =>
        [memberBarred, factStored].map((of) =>
          hearAfterwards(of, () => {
            calls.throws += 1;
            return Promise.reject(new Error('a mistake'));
          }),
        ),
    });
    const hangs = defineModule(
      'hangs',
      {},
    )({
      afterwards: () => [
        hearAfterwards(memberBarred, () => {
          calls.hangs += 1;
          return new Promise(() => undefined);
        }),
      ],
    });
    const listens = defineModule(
      'listens',
      {},
    )({
      afterwards: () => [hearAfterwards(memberBarred, async (...what) => void calls.told.push(what))],
    });
    const above = defineArea('above', [throws, hangs, listens], { hearsAfterwards: true });
    const world = await createWorld(db, clock, scriptedLink(confirms).link, [above]);
    const { facilityId, partnerId, boxId, access, lockdowns, jobs, journal } = world;
    const runner = startJobRunner({
      ...{ db, clock, time: clock, random: systemRandom, log, jobs, replica: 'r-1' },
      kinds: world.afterwards.map(afterwardsJob),
    });
    const member = { facilityId, partnerId, memberId: 'M-1' };
    const ban = async () => {
      const personId = await db.write((tx) => access.personFor(tx, member, 'Sam'));
      await db.write((tx) =>
        access.setFlags(tx, { facilityId, personId }, { banned: true }, { by: 'Sam', reason: 'A fight' }),
      );
      return db.read((tx) =>
        tx.selectFrom('facility_person').where('id', '=', personId).select('banned').executeTakeFirst(),
      );
    };
    expect(await ban()).toEqual({ banned: 1 });
    await expect.poll(() => [calls.throws, calls.hangs]).toEqual([1, 1]);
    expect(calls.told).toEqual([[facilityId, [member]]]);

    // While one hangs and one fails again and again, everything goes on.
    expect((await world.unlocks.unlock(aRequest(world), world.callBy())).status).toBe(200);
    const write = aFactChain(boxId);
    const facts = [write({ kind: 'config.applied', data: { revision: 1 } })];
    expect(await journal.storeFacts(boxId, EPOCH, facts)).toBe(1);
    const sam = { email: 'sam@example.com', firstName: 'Sam', lastName: 'Lee' };
    const { id: userId } = await db.write((tx) => world.users.addUser(tx, sam, 'test'));
    const order = { userId, name: 'Sam', reason: 'Smoke' };
    await db.write((tx) => lockdowns.begin(tx, facilityId, { to: 'facility' }, order));
    await clock.advance(Seconds(30));
    await expect.poll(() => calls.throws).toBeGreaterThan(2);
    let isClosed = false;
    const closing = runner.close().then(() => {
      isClosed = true;
    });
    // It waits for what hangs until a time that it may not have begun to count.
    await expect
      .poll(async () => {
        await clock.advance(Seconds(10));
        return isClosed;
      })
      .toBe(true);
    await closing;
  },
);
