import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { createRestorable, type Restorable } from '../../testing/restorable.ts';

describe.each(ENGINES)('N4 numbers that others know, when the database was restored, on $name', (engine) => {
  let db: Database;
  let it_: Restorable;
  let world: Restorable['world'];
  beforeEach(async () => {
    it_ = await createRestorable(engine);
    ({ db } = it_);
    ({ world } = it_);
    return () => world.snapshots.close();
  });
  const tell = async (...names: string[]) => {
    const { partnerId, facilityId } = world;
    for (const name of names)
      await world.db.write(async (tx) => {
        await world.events.add(tx, { partnerId, facilityId, kind: 'unlock', data: { name } });
        await world.webhooks.add(tx, { facilityId, type: 'door.opened', data: { name } });
      });
  };
  /** The two feeds alike: each with its own reader. */
  const FEEDS = {
    partner: (after?: number) => world.events.page(world.partnerId, { after, limit: 100 }),
    organisation: (after?: number) => world.webhooks.page(world.orgId, { after, limit: 100 }),
  };
  /** But that there was a restore, which organisations hear of too. */
  const namesIn = ({ events }: { events: readonly { data: Readonly<Record<string, unknown>> }[] }) =>
    events.flatMap(({ data }) => data.name ?? []);
  const restored = async (copy: Awaited<ReturnType<Restorable['backup']>>) => {
    await it_.restore(copy);
    expect(await world.restored.revokeRestored()).toBe(true);
  };

  const numberOf = async (memberId: string) => {
    await it_.put(memberId);
    await world.snapshots.build(world.facilityId);
    const subject = `member:${world.partnerId}:${memberId}`;
    return (await db.read((tx) => world.snapshots.numbersOf(tx, world.facilityId, [subject]))).get(subject) ?? 0;
  };

  /** Every number that somebody outside holds against the next one, each made to rise: with its epoch, where it has one. */
  const NUMBERS: Readonly<Record<string, (turn: number) => Promise<{ epoch?: string | undefined; number: number }>>> = {
    'desired state': async () => {
      const { facilityId, doorId, boxId } = world;
      await world.doors.requestLockdown({ facilityId, doorId, active: true, by: 'Sam', reason: 'x' });
      const { epoch, revision = 0 } = (await world.doors.desiredState(boxId, { epochs: true })) ?? {};
      return { epoch, number: revision };
    },
    snapshot: async (turn) => {
      await numberOf(`M-${turn}`);
      const { epoch, revision = 0 } = (await world.snapshots.newestMark(world.boxId)) ?? {};
      return { epoch, number: revision };
    },
    'number of a person': async (turn) => ({ number: await numberOf(`M-${turn}`) }),
    'place in a partner’s feed': async (turn) => {
      await tell(`${turn}`);
      return { number: (await FEEDS.partner()).next };
    },
    'place in an organisation’s feed': async (turn) => {
      await tell(`${turn}`);
      return { number: (await FEEDS.organisation()).next };
    },
    'offer of a release': async () => {
      await db.write((tx) =>
        tx
          .insertInto('edge_release')
          .values({ version: '1.0.0', note: '{}', sha256: '', size: 0, added_at: 0, withdrawn_at: null })
          .onConflict((c) => c.doNothing())
          .execute(),
      );
      return { number: (await world.releases.offer('1.0.0', { scope: 'channel', target: 'stable' }, 100)).serial };
    },
  };
  it.each(Object.keys(NUMBERS))('%s: none is given a second time, or they are of another epoch', async (which) => {
    const next = NUMBERS[which] ?? (() => Promise.reject(new Error(which)));
    await world.revocations.beat();
    await next(1);
    const copy = await it_.backup();
    await next(2);
    const last = await next(3);
    await world.revocations.beat();
    await it_.clock.advance(Seconds(20));
    await restored(copy);
    const after = await next(4);
    if (after.epoch !== last.epoch) expect(after.epoch).toEqual(expect.any(String));
    else expect(after.number).toBeGreaterThan(last.number);
  });

  it.each(['partner', 'organisation'] as const)(
    'a reader of the %s’s feed misses nothing that comes after, and is told that something is gone',
    async (which) => {
      const read = FEEDS[which];
      await world.revocations.beat();
      await tell('a', 'b');
      const early = (await read()).next;
      const copy = await it_.backup();
      await tell('c', 'd', 'e');
      const late = (await read()).next;
      await world.revocations.beat();
      await restored(copy);

      const nothing = await read(late);
      expect([namesIn(nothing), nothing.complete]).toEqual([[], false]);
      expect(await read(nothing.next)).toMatchObject({ events: [], complete: true });
      await tell('f');
      for (const place of [late, early, nothing.next]) expect(namesIn(await read(place))).toEqual(['f']);
      expect((await read(early)).complete).toBe(false);
      expect(namesIn(await read())).toEqual(['a', 'b', 'f']);
    },
  );

  it('so does the reader of a feed that nobody had read when the backup was made', async () => {
    await world.revocations.beat();
    const copy = await it_.backup();
    await tell('a', 'b');
    const { next } = await FEEDS.partner();
    await world.revocations.beat();
    await restored(copy);
    await tell('c');
    expect(namesIn(await FEEDS.partner(next))).toEqual(['c']);
  });

  it('nobody gets the number of a person that the database has forgotten: facts of boxes name people by theirs', async () => {
    await world.revocations.beat();
    const first = await numberOf('M-1');
    const copy = await it_.backup();
    const forgotten = await numberOf('M-2');
    await world.revocations.beat();
    await restored(copy);
    expect(await numberOf('M-1')).toBe(first);
    const other = await numberOf('M-3');
    expect(other).toBeGreaterThan(forgotten);
    const who = (number: number) => db.read((tx: Tx) => world.snapshots.changeKeyOf(tx, world.facilityId, number));
    expect([await who(forgotten), await who(other)]).toEqual([undefined, `member:${world.partnerId}:M-3`]);
  });
});
