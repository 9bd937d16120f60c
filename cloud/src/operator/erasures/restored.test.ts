import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Days, Minutes } from '@gatehouse/shared/time/duration.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { memoryObjectStore } from '../../kit/objects/testing/memory-object-store.ts';
import { ownWrite } from '../../testing/own-write.ts';
import { createRestorable, type Restorable } from '../../testing/restorable.ts';
import { aRequest } from '../../testing/world.ts';
import { createErasureMarks } from './erasure-marks.ts';
import { createRestored } from './restored.ts';

describe.each(ENGINES)('lists of who was erased, on $name', (engine) => {
  let db: Database;
  let clock: Restorable['clock'];
  let world: Restorable['world'];
  let ref: Restorable['member'];
  let put: Restorable['put'];
  beforeEach(async () => {
    ({ clock, db, world, member: ref, put } = await createRestorable(engine));
    return () => world.snapshots.close();
  });
  const isThere = async (memberId: string) =>
    (await db.read((tx) => world.members.personalDataStore.read(tx, ref(memberId), 1))).length > 0;
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const list = () => `erasures/${dayOf(clock.wallMs())}.json`;
  const listed = () => JSON.parse(Buffer.from(world.objects.objects.get(list())?.bytes ?? '[]').toString());
  const write = (text: string) => world.objects.objects.set(list(), { bytes: Buffer.from(text), type: 'text/plain' });
  const unit = () => ({ write: ownWrite(db), about: () => undefined });
  const erase = async (memberId: string) => (await world.erasures.eraseMember(ref(memberId), unit())).erasureId;
  /** As if the database were one from before all orders, with the member in it. */
  const restore = async (memberId: string) => {
    await db.write((tx) => tx.deleteFrom('erasure').execute());
    await put(memberId);
  };

  it('are used where another one is damaged, and then somebody is told', async () => {
    await put('M-restored');
    await erase('M-restored');
    await clock.advance(Days(1));
    write('[{"erasureId":');
    await restore('M-restored');
    await expect(world.erasures.eraseRestored()).rejects.toThrow(`${list()} is damaged`);
    expect(await isThere('M-restored')).toBe(false);

    await put('M-2');
    expect(await world.erasures.eraseMember(ref('M-2'), unit())).toMatchObject({ complete: true });
    expect(listed()).toHaveLength(1);
    const aside = world.objects.objects.get(`${list()}.damaged`);
    expect(Buffer.from(aside?.bytes ?? '').toString()).toBe('[{"erasureId":');
    expect(await world.erasures.eraseRestored()).toBe(0);
    await clock.advance(Days(31));
    await world.erasures.sweep();
    expect([...world.objects.objects.keys()].filter((key) => key.startsWith('erasures/'))).toEqual([]);
  });

  it.each([
    ['partner_event', ['operator_event', 'unlock_attempt']],
    ['operator_event', ['partner_event', 'unlock_attempt']],
    ['member_pseudonym', ['operator_event', 'partner_event', 'unlock_attempt']],
  ] as const)('find whom nothing but %s names any more', async (left, gone) => {
    const named = () =>
      db.read(async (tx) => JSON.stringify(await tx.selectFrom(left).selectAll().execute()).includes('G-1'));
    const begin = async () => {
      await world.unlocks.unlock(aRequest(world, { member_id: 'G-1' }), world.callBy());
      await db.write(async (tx) => {
        const row = { pseudonym: 'mbr_1', facility_id: world.facilityId, partner_id: world.partnerId };
        await tx
          .insertInto('member_pseudonym')
          .values({ ...row, member_id: 'G-1' })
          .execute();
        // As after their retention.
        for (const table of gone) await tx.deleteFrom(table).execute();
      });
    };
    await begin();
    const erasureId = await erase('G-1');
    expect(await named()).toBe(false);
    await begin();
    await db.write((tx) => tx.deleteFrom('erasure').where('id', '=', erasureId).execute());
    expect(await world.erasures.eraseRestored()).toBe(1);
    expect(await named()).toBe(false);
  });

  it('erase nobody by what was written into them under no key of ours', async () => {
    await put('M-restored');
    await erase('M-restored');
    await put('M-restored');
    const [entry] = listed();
    for (const forged of [
      { ...entry, erasureId: 'era_again' },
      { ...entry, erasureId: 'era_later', at: entry.at + 1 },
      { ...entry, erasureId: 'era_other', seal: '' },
    ]) {
      write(JSON.stringify([entry, forged]));
      await expect(world.erasures.eraseRestored()).rejects.toThrow('1 in ');
      expect(await isThere('M-restored')).toBe(true);
    }
  });

  it('are gone through once for as many marks as there are, and for more than one statement takes', async () => {
    // A statement of SQLite takes 32,766 parameters.
    const [marked, stored] = db.engine === 'sqlite' ? [35_000, 3_000] : [2_000, 3_000];
    const { partnerId, facilityId } = world;
    const log = { error: () => undefined, info: () => undefined };
    const objects = memoryObjectStore();
    const deps = { db, clock, log, objects: objects.store, erasureKey: Buffer.alloc(32, 7), backupsKeptDays: 30 };
    const marks = createErasureMarks(deps);
    const at = clock.wallMs();
    for (let from = 0; from < marked; from += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, i) => ({
        id: `era_${from + i}`,
        facility_id: facilityId,
        partner_id: partnerId,
        mark: marks.hashOf(ref(`E-${from + i}`)),
        ordered_at: at,
        subject: null,
        done_at: at,
      }));
      await db.write((tx) => tx.insertInto('erasure').values(rows).execute());
    }
    await marks.publish(at);
    await db.write((tx) => tx.deleteFrom('erasure').execute());
    const ids = ['E-17', ...Array.from({ length: stored }, (_, i) => `M-${String(i).padStart(5, '0')}`)];
    let hashed = 0;
    const carried: object[] = [];
    const { eraseRestored } = createRestored({
      ...deps,
      marks: {
        ...marks,
        hashOf: (of) => {
          hashed++;
          return marks.hashOf(of);
        },
      },
      idLists: [async (_tx, _source, after, limit) => ids.filter((id) => id > after).slice(0, limit)],
      carryOut: async (of) => carried.push(of) > 0,
    });
    expect(await eraseRestored()).toBe(1);
    expect(carried).toEqual([ref('E-17')]);
    expect(hashed).toBe(ids.length);
    const { count } = await db.read((tx) =>
      tx.selectFrom('erasure').select(tx.fn.countAll().as('count')).executeTakeFirstOrThrow(),
    );
    expect(Number(count)).toBe(marked - 1);
  }, 60_000);

  it('is written by the sweep of the next day where the job has given up', async () => {
    await put('M-restored');
    world.objects.failures.push(new Error('the bucket is gone'));
    const { complete, erasureId } = await world.erasures.eraseMember(ref('M-restored'), unit());
    expect(complete).toBe(false);
    const order = () =>
      db.read((tx) => tx.selectFrom('erasure').where('id', '=', erasureId).selectAll().executeTakeFirstOrThrow());
    await clock.advance(Days(1));
    await world.erasures.sweep();
    expect((await order()).subject).not.toBeNull();
    const key = list().replace(dayOf(clock.wallMs()), dayOf(clock.wallMs() - Days(1)));
    await clock.advance(Minutes(1));
    await world.erasures.sweep();
    expect((await order()).subject).toBeNull();
    expect(world.objects.objects.has(key)).toBe(true);
  });

  it('what a clock wrote that was ahead is erased as well', async () => {
    await world.unlocks.unlock(aRequest(world, { member_id: 'M-restored' }), world.callBy());
    const { partnerId, facilityId } = world;
    const later = clock.wallMs() + Days(200);
    await db.write(async (tx) => {
      await tx.updateTable('unlock_attempt').set({ started_at: later }).execute();
      await tx.updateTable('partner_event').set({ recorded_at: later }).execute();
      await tx.updateTable('operator_event').set({ recorded_at: later }).execute();
    });
    await world.erasures.eraseMember(
      { partnerId: partnerId as PartnerId, facilityId: facilityId as FacilityId, memberId: 'M-restored' },
      unit(),
    );
    const named = await db.read(async (tx) => [
      ...(await tx.selectFrom('unlock_attempt').select('member_id').execute()),
      ...(await tx.selectFrom('partner_event').select('data').execute()),
      ...(await tx.selectFrom('operator_event').select('data').execute()),
    ]);
    expect(JSON.stringify(named)).not.toContain('M-restored');
  });
});
