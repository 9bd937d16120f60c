import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Days, Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { aroundStatements } from '../../testing/around-statements.ts';
import { aRequest } from '../../testing/world.ts';
import { subscribedWorld } from './testing/subscribed-world.ts';

class Killed extends Error {}

/** The same database, whose process dies before the statement of this number within a unit. */
const killedAt = (db: Database, statement: number) => {
  let killed = false;
  const dying: Database = {
    ...db,
    engine: db.engine,
    read: (work) => db.read(work),
    write: (work) =>
      db.write((tx) => {
        let count = 0;
        const before = () => {
          if (++count < statement) return;
          killed = true;
          throw new Killed();
        };
        return work(aroundStatements(tx, { before }));
      }),
  };
  return { db: dying, wasKilled: () => killed };
};

describe.each(ENGINES)('daily digests that are due on $name', ({ open }) => {
  const { on, someone, subscribe, pass, justBegun, replica, sent, rows, jobs } = subscribedWorld(open);
  const sendDue = () => on.world.dailyDigests.sendDue();

  it('are sent at their hour where the facility is, once a day', async () => {
    expect(isoOf((await subscribe(on.sam)).dueAt)).toBe('2026-11-21T21:00:00.000Z');
    await pass(Minutes(59));
    await sendDue();
    expect(await sent()).toEqual([]);
    await pass(Minutes(1));
    await sendDue();
    await sendDue();
    expect(await sent()).toMatchObject([{ recipient: 'sam@example.com', subject: 'All quiet at Harbour Gym' }]);
    await pass(Hours(23));
    await sendDue();
    expect(await sent()).toHaveLength(1);
    await pass(Hours(1));
    await sendDue();
    expect(await sent()).toHaveLength(2);
    expect((await rows()).map(({ due_at, sent_at }) => [isoOf(due_at), isoOf(sent_at ?? 0)])).toEqual([
      ['2026-11-23T21:00:00.000Z', '2026-11-22T21:00:00.000Z'],
    ]);
  });

  it('are sent by the week, on their day', async () => {
    // It is a Sunday there.
    expect(isoOf((await subscribe(on.sam, { weekday: 'monday' })).dueAt)).toBe('2026-11-22T21:00:00.000Z');
    await pass(Hours(1));
    for (let day = 0; day < 13; day++) {
      await pass(Days(1));
      await sendDue();
    }
    expect((await sent()).map(({ created_at }) => isoOf(created_at)).toSorted()).toEqual([
      '2026-11-22T21:00:00.000Z',
      '2026-11-29T21:00:00.000Z',
    ]);
  });

  it('are sent by one of several replicas that look at once', async () => {
    const users = [on.sam];
    for (const name of ['kim', 'lee', 'max']) users.push(await someone(name, on.staff));
    for (const user of users) await subscribe(user);
    const others = [await replica(), await replica(), await replica()];
    await pass(Hours(1));
    await Promise.all(others.map((other) => other.sendDue()));
    await Promise.all(others.map((other) => other.sendDue()));
    expect((await sent()).map(({ recipient }) => recipient).toSorted()).toEqual(
      users.map(({ email }) => email).toSorted(),
    );
    expect(await jobs()).toHaveLength(4);
  });

  it('are sent once although the process dies before any statement, and never without their job', async () => {
    await subscribe(on.sam);
    await pass(Hours(1));
    let statement = 1;
    for (; ; statement++) {
      const dying = killedAt(on.db, statement);
      const other = await replica(dying.db);
      await other.sendDue().catch(() => undefined);
      if (!dying.wasKilled()) break;
      expect([await sent(), await jobs()], `before statement ${statement}`).toEqual([[], []]);
    }
    expect(statement).toBeGreaterThan(4);
    expect(await sent()).toHaveLength(1);
    expect(await jobs()).toHaveLength(1);
    await sendDue();
    await (await replica()).sendDue();
    expect(await sent()).toHaveLength(1);
  });

  it('come late on the same day where nobody was there at their hour, once, and not after it', async () => {
    await subscribe(on.sam);
    await pass(Hours(17));
    await sendDue();
    await sendDue();
    expect((await sent()).map(({ created_at }) => isoOf(created_at))).toEqual(['2026-11-22T13:00:00.000Z']);
    // The next two days nobody is there but in the small hours of the third.
    await pass(Hours(51));
    await sendDue();
    expect(await sent()).toHaveLength(1);
    expect((await rows()).map(({ due_at }) => isoOf(due_at))).toEqual(['2026-11-24T21:00:00.000Z']);
    await pass(Hours(5));
    await sendDue();
    const [last] = await sent();
    // What happened meanwhile is in it.
    expect((await on.world.mail.find(last?.id ?? ''))?.text_body).toContain(
      'All quiet at Harbour Gym since Sun 22 Nov 23:00: 0 entries, 0 remote unlocks, 0 denied.',
    );
  });

  it('count what is under way as they are made in the next one, and nothing twice', async () => {
    const { world } = on;
    const unlock = () => world.unlocks.unlock(aRequest(world), world.callBy());
    await subscribe(on.sam);
    await pass(Hours(1));
    await unlock();
    await sendDue();
    await pass(Minutes(2));
    await unlock();
    await pass(Hours(24));
    await sendDue();
    await pass(Hours(24));
    await sendDue();
    const texts = await Promise.all((await sent()).map(({ id }) => world.mail.find(id)));
    const begun = texts.map((mail) => /(\d+) remote unlock/.exec(mail?.text_body ?? '')?.[1]);
    expect(begun.toReversed()).toEqual(['0', '2', '0']);
  });

  it('wait for a process that has just begun, which has heard of no box', async () => {
    await subscribe(on.sam);
    await pass(Hours(1));
    const fresh = justBegun();
    await fresh.sendDue();
    expect(await sent()).toEqual([]);
    await on.clock.advance(Seconds(90));
    await fresh.sendDue();
    expect(await sent()).toHaveLength(1);
  });

  it('are not sent to whoever has lost the right, and end', async () => {
    const { world, db } = on;
    await subscribe(on.sam);
    const admin = await someone('org', { right: 'org-admin', scope: 'organisation', scopeId: world.orgId });
    const elsewhere = await someone('old', {
      right: 'org-admin',
      scope: 'organisation',
      scopeId: 'org_0000000000000000' as OrgId,
    });
    await subscribe(admin);
    await subscribe(elsewhere);
    await subscribe(on.sam, {}, '');
    await db.write(async (tx) => {
      const [grant] = (await world.users.heldBy(tx, [on.sam.id])).get(on.sam.id) ?? [];
      if (grant !== undefined) await world.users.takeGrant(tx, on.sam.id, grant);
    });
    await pass(Hours(25));
    await sendDue();
    expect((await sent()).map(({ recipient }) => recipient)).toEqual(['org@example.com']);
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([admin.id]);
  });

  it('are not sent to whoever is deleted between the looking and the sending', async () => {
    const { world, db } = on;
    await subscribe(on.sam);
    await pass(Hours(1));
    const other = await replica();
    const racing = {
      ...db,
      engine: db.engine,
      write: async (work: (tx: Tx) => Promise<never>) => {
        await db.write((tx) => world.users.remove(tx, on.sam.id));
        return db.write(work);
      },
    } as Database;
    await (await replica(racing)).sendDue();
    await other.sendDue();
    expect(await sent()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('end with the user, in the unit that deletes them', async () => {
    const { world, db } = on;
    await subscribe(on.sam);
    await subscribe(on.sam, {}, '');
    const kim = await someone('kim', on.staff);
    await subscribe(kim);
    await expect(
      db.write(async (tx) => {
        await world.users.remove(tx, on.sam.id);
        throw new Killed();
      }),
    ).rejects.toThrow(Killed);
    expect(await rows()).toHaveLength(3);
    await db.write((tx) => world.users.remove(tx, on.sam.id));
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([kim.id]);
  });

  it('are not sent while they are off, nor for the time before', async () => {
    await subscribe(on.sam, { enabled: false });
    await pass(Hours(3));
    await sendDue();
    await subscribe(on.sam, { enabled: true });
    await sendDue();
    expect(await sent()).toEqual([]);
    await pass(Hours(24));
    await sendDue();
    expect(await sent()).toHaveLength(1);
  });

  it('stay due where the same is asked for again, and follow another wish', async () => {
    const first = await subscribe(on.sam);
    await pass(Hours(2));
    expect(await subscribe(on.sam)).toEqual(first);
    const changed = await subscribe(on.sam, { hour: 12 });
    expect([changed.id, isoOf(changed.dueAt)]).toEqual([first.id, '2026-11-22T02:00:00.000Z']);
  });

  it('follow a facility into another zone, and a clock that was set right', async () => {
    const { world, db, clock } = on;
    await subscribe(on.sam);
    await db.write((tx) => world.organisations.updateFacility(tx, world.facilityId, { timezone: 'Europe/London' }));
    await sendDue();
    expect((await rows()).map(({ zone, due_at }) => [zone, isoOf(due_at)])).toEqual([
      ['Europe/London', '2026-11-22T07:00:00.000Z'],
    ]);
    clock.jumpWall(Days(400));
    await sendDue();
    clock.jumpWall(-Days(400) as never);
    await sendDue();
    expect((await rows()).map(({ due_at }) => isoOf(due_at))).toEqual(['2026-11-22T07:00:00.000Z']);
  });

  it('come on their day although a clock was ahead by days', async () => {
    const { clock } = on;
    await subscribe(on.sam);
    const kim = await someone('kim', on.staff);
    await subscribe(kim, { weekday: 'monday' });
    for (const ahead of [5, 10]) {
      clock.jumpWall(Days(ahead));
      await sendDue();
      clock.jumpWall(-Days(ahead) as never);
      await sendDue();
      expect((await rows()).map(({ due_at, weekday }) => [weekday, isoOf(due_at)]).toSorted()).toEqual([
        ['', '2026-11-21T21:00:00.000Z'],
        ['monday', '2026-11-22T21:00:00.000Z'],
      ]);
    }
  });

  it('do not keep each other from being sent', async () => {
    const { world, db } = on;
    const broken = await world.organisations.createFacility({
      orgId: world.orgId,
      name: 'Broken',
      timezone: 'Nowhere/None',
    });
    const kim = await someone('kim', { right: 'org-admin', scope: 'organisation', scopeId: world.orgId });
    await subscribe(kim, { hour: 7 }, broken);
    await subscribe(on.sam);
    await pass(Hours(1));
    await expect(sendDue()).rejects.toThrow('daily digests not sent: 1');
    expect((await sent()).map(({ recipient }) => recipient)).toEqual(['sam@example.com']);
    await db.write((tx) => world.organisations.updateFacility(tx, broken, { timezone: 'Australia/Brisbane' }));
    await sendDue();
    expect((await sent()).map(({ recipient }) => recipient).toSorted()).toEqual(['kim@example.com', 'sam@example.com']);
  });

  it('are all sent, however many are due', async () => {
    for (let n = 0; n < 104; n++) await subscribe(await someone(`user${n}`, on.staff));
    await pass(Hours(1));
    await sendDue();
    expect(new Set((await sent()).map(({ recipient }) => recipient)).size).toBe(104);
  });
});
