import type { EventId } from '@gatehouse/shared/ids/ids.ts';
import { type FactBody, genesisHash } from '@gatehouse/shared/journal/fact.ts';
import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { Days, Minutes } from '@gatehouse/shared/time/duration.ts';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { administering } from '../../access/access/testing/administering.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { aFactChain, EPOCH } from '../../testing/fact-chain.ts';
import { ownWrite } from '../../testing/own-write.ts';
import { aRequest } from '../../testing/world.ts';

describe.each(ENGINES)('erasing a member on $name', ({ open }) => {
  const { on, call, push, versionNow } = administering(open);
  const path = (memberId: string) => `members/${on.api.world.partnerId}/${memberId}`;
  const ref = (memberId: string) => {
    const { partnerId, facilityId } = on.api.world;
    return { partnerId, facilityId, memberId };
  };
  const sent = (member_id: string) => ({
    member_id,
    first_name: 'Xanthippe',
    last_name: 'Quill',
    email: 'xq@example.com',
    access_time_windows: [{ external_id: 'w', kind: 'absolute', from: 0, to: 60, scope_key: 'erasing' }],
    access_time_windows_revision: 1,
  });

  /** The tables that hold a text anywhere, in bytes and JSON too. */
  const tablesWith = async (texts: readonly string[]) => {
    const { db } = on.api.world;
    await on.api.requests.flush();
    return db.read(async (tx) => {
      const names: RawBuilder<{ name: string }> =
        db.engine === 'sqlite'
          ? sql`select name from sqlite_master where type = 'table'`
          : sql`select table_name as name from information_schema.tables where table_schema = current_schema()`;
      const found: string[] = [];
      for (const { name } of (await names.execute(tx)).rows) {
        const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(tx);
        const values = rows.flatMap((row) => Object.values(row));
        const said = values.map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
        );
        if (texts.some((text) => said.some((value) => value.includes(text)))) found.push(name);
      }
      return found.sort();
    });
  };

  const about = () => undefined;

  let entries = 0;
  const entryId = () => `evt_${String(++entries).padStart(16, '0')}` as EventId;
  let write: ReturnType<typeof aFactChain> | undefined;
  const tell = async (...bodies: readonly FactBody[]) => {
    const { world } = on.api;
    write ??= aFactChain(world.boxId);
    for (const body of bodies)
      await world.journal.storeFacts(world.boxId, EPOCH, [write(body, { wallMs: on.clock.wallMs() })]);
  };

  /** A member with something in every store. */
  const aKnownMember = async (memberId: string) => {
    const { world } = on.api;
    const { partnerId, facilityId, doorId } = world;
    await push(sent(memberId));
    await world.snapshots.build(facilityId);
    const asked = { member_id: memberId, first_name: 'Xanthippe', last_name: 'Quill' };
    await world.unlocks.unlock(aRequest(world, { ...asked, check_in_id: `c-${memberId}` }), world.callBy());
    const { personId } = (await call('PUT', `${path(memberId)}/flags`, { disabled: false, reason: 'Test' })).json;
    await call('PUT', `people/${personId}/pin`, { pin: '735182' });
    await call('POST', `people/${personId}/credentials`, { kind: 'card', number: '04C0FFEE99AB77' });
    await call('POST', 'grants', { personId, target: { to: 'facility' } });
    await world.snapshots.build(facilityId);
    const phone_key = aPhone().key;
    const { passId } = await world.db.write((tx) =>
      world.offlinePasses.issue(tx, world.caller, {
        facility_id: facilityId,
        member_id: memberId,
        phone_key,
        hours: 1,
        uses: 1,
      }),
    );
    const { number } = await world.db.read((tx) =>
      tx
        .selectFrom('person_number')
        .where('subject', '=', `person:${personId}`)
        .select('number')
        .executeTakeFirstOrThrow(),
    );
    const entry = { doorId, person: Number(number), by: 'card', revision: 1 } as const;
    await tell(
      {
        kind: 'access.granted',
        data: { ...entry, entryId: entryId(), via: 'pass', clock: 'trusted', stale: false, passId },
      },
      { kind: 'access.denied', data: { ...entry, entryId: entryId(), reason: 'no_grant' } },
    );
    await world.db.write((tx) =>
      tx
        .insertInto('check_in')
        .values(
          Array.from({ length: 230 }, (_, i) => ({
            partner_id: partnerId,
            facility_id: facilityId,
            record_key: `${i}`,
            check_in_id: `${i}`,
            member_id: memberId,
            occurred_at: i,
            check_in_type: null,
            source: null,
            class_id: null,
            stored_at: 1,
          })),
        )
        .execute(),
    );
    return { personId, passId, phone_key, number: Number(number) };
  };
  const exported = async (of: string) => {
    const { data } = (await call('GET', `${of}/export`)).json;
    return Object.fromEntries(data.map(({ store, rows }: { store: string; rows: unknown[] }) => [store, rows]));
  };
  const erasures = () => on.api.world.db.read((tx) => tx.selectFrom('erasure').selectAll().orderBy('id').execute());

  it('leaves nothing of them anywhere but where it says so, and no chain is broken', async () => {
    const { world } = on.api;
    const memberId = 'ERASED-1';
    const { personId, phone_key, number } = await aKnownMember(memberId);
    for (const search of ['search=Xanthippe', 'partnerId=Xanthippe']) await call('GET', `members?${search}`);
    const stores = await exported(path(memberId));
    expect(stores).toMatchObject({
      member: [{ record: { first_name: 'Xanthippe', email: 'xq@example.com' } }],
      unlock_attempt: [{ outcome: 'unlocked', first_name: 'Xanthippe' }],
      outage_pass: [{ uses: 1 }],
      operator_event: [{ type: 'unlock.finished' }],
      person: [{ disabled: 0 }],
      grant: [{ break_glass: 0 }],
      credential: [{ hint: 'AB77' }],
    });
    expect(stores.check_in).toHaveLength(230);
    expect(stores.partner_event.length).toBeGreaterThan(2);
    expect(stores.credential[0]).not.toHaveProperty('hash');
    const before = await versionNow();
    const told = async () =>
      (await world.events.page(world.partnerId, { limit: 200 })).events.filter(
        ({ kind }) => !kind.startsWith('warning'),
      );
    const events = (await told()).map(({ id, kind }) => ({ id, kind }));

    const answer = await call('DELETE', path(memberId));
    expect(answer.json).toMatchObject({
      complete: true,
      erased: { member: 1, check_in: 230, unlock_attempt: 1, outage_pass: 1, credential: 2, grant: 1, person: 1 },
    });
    expect(answer.json.remains.map(({ where }: { where: string }) => where)).not.toContain('person_member');
    expect(await versionNow()).toBeGreaterThan(before);
    expect(await tablesWith([memberId])).toEqual(['erasure']);
    await world.snapshots.build(world.facilityId);
    await on.clock.advance(Minutes(1));
    await world.erasures.finish(answer.json.erasureId);
    expect(
      await tablesWith([memberId, 'Xanthippe', 'Quill', 'xq@example.com', 'C0FFEE99AB77', '735182', phone_key]),
    ).toEqual([]);
    // What staff did is still told of the person's random id, and of nobody.
    expect(await tablesWith([personId])).toEqual(['audit_entry', 'request_log']);
    expect(await erasures()).toMatchObject([{ subject: null, mark: expect.stringMatching(/^[0-9a-f]{64}$/) }]);

    expect(await told()).toMatchObject(events.map((event) => ({ ...event, data: { member_id: 'erased' } })));
    const entry = await world.db.read((tx) =>
      tx
        .selectFrom('snapshot_entry')
        .where('kind', '=', 'person')
        .where('id', '=', String(number))
        .select('data')
        .executeTakeFirstOrThrow(),
    );
    expect(entry.data).toBeNull(); // So boxes drop them.
    await tell({
      kind: 'access.denied',
      data: {
        doorId: world.doorId as never,
        entryId: entryId(),
        person: number,
        by: 'card',
        revision: 1,
        reason: 'no_grant',
      },
    });
    expect(await told()).toHaveLength(events.length);

    expect((await call('GET', path(memberId))).status).toBe(404);
    expect((await call('DELETE', path(memberId))).status).toBe(404);
    expect(await tablesWith([memberId])).toEqual([]);
    const facts = (await world.journal.recent(world.boxId, 10)).toSorted((a, b) => a.seq - b.seq);
    expect(facts.map(({ prev }) => prev)).toEqual([
      genesisHash(world.boxId, EPOCH),
      ...facts.slice(0, -1).map(({ hash }) => hash),
    ]);
    expect((await world.warnings.list(world.facilityId)).map(({ kind }) => kind)).not.toContain('journal_chain_broken');
    await on.clock.advance(Days(2));
    await world.audit.seal();
    expect(await world.audit.verify()).toMatchObject({ intact: true, problems: [] });
  });

  it('names them in the audit for as long as they are there, by an id and in a search', async () => {
    const { world, callers, send } = on.api;
    await push(sent('NAMED-1'));
    await call('GET', `${path('NAMED-1')}/export`);
    const target = `${world.partnerId}/NAMED-1`;
    const search = async () =>
      (
        await send({
          method: 'POST',
          path: `/api/admin/audit-logs/search?organisationId=${world.orgId}`,
          headers: callers.orgAdmin.headers,
          body: { target },
        })
      ).json.data;
    expect(await search()).toMatchObject([{ event: 'member.export', target }]);
    expect(await tablesWith(['NAMED-1'])).not.toContain('audit_entry');
    await call('DELETE', path('NAMED-1'));
    expect(await search()).toEqual([]);
    const rows = (await on.api.audited()).filter(({ event }) => /^member\.(export|erase)$/.test(event)).slice(-2);
    expect(rows).toMatchObject([{ target: expect.stringMatching(/^mbr_/) }, { target: rows[0]?.target }]);
  });

  it('is finished by the job, whichever unit it was broken off after', async () => {
    const { world } = on.api;
    const { db } = world;
    for (let unit = 1; ; unit++) {
      const memberId = `BROKEN-${unit}`;
      await aKnownMember(memberId);
      let written = 0;
      const write = db.write.bind(db);
      const dying: Database['write'] = (work) => {
        if (written++ === unit) throw new Error('the process died');
        return write(work);
      };
      Object.assign(db, { write: dying });
      const answer = await world.erasures
        .eraseMember(ref(memberId), { write: ownWrite(db), about })
        .finally(() => Object.assign(db, { write }));
      if (answer.complete) {
        expect(unit).toBeGreaterThan(6);
        break;
      }
      const due = await db.read((tx) =>
        tx.selectFrom('job').where('kind', '=', 'erasures.finish').select('payload').orderBy('id', 'desc').execute(),
      );
      expect(due.map(({ payload }) => JSON.parse(payload).erasureId)).toContain(answer.erasureId);
      await on.clock.advance(Minutes(1));
      await world.snapshots.build(world.facilityId);
      await world.erasures.finish(answer.erasureId);
      expect(await tablesWith([memberId, 'Quill']), `after unit ${unit}`).toEqual([]);
    }
  }, 60_000);

  it('that fails in its first unit leaves everything, no order, and their name in the audit', async () => {
    const { world } = on.api;
    const { db } = world;
    await push(sent('WHOLE-1'));
    const before = (await erasures()).length;
    const write = db.write.bind(db);
    const failing: Database['write'] = (work) =>
      write(async (tx) => {
        const value = await work(tx);
        const orders = await tx.selectFrom('erasure').select('id').execute();
        if (orders.length > before) throw new Error('the disk is full');
        return value;
      });
    Object.assign(db, { write: failing });
    const { status } = await call('DELETE', path('WHOLE-1')).finally(() => Object.assign(db, { write }));
    expect(status).toBe(500);
    expect((await call('GET', path('WHOLE-1'))).json).toMatchObject({ firstName: 'Xanthippe' });
    expect(await erasures()).toHaveLength(before);
    const target = (await on.api.audited()).findLast(({ event }) => event === 'member.erase')?.target ?? '';
    expect(await db.read((tx) => world.erasures.namesOf(tx, [target]))).toEqual(
      new Map([[target, `${world.partnerId}/WHOLE-1`]]),
    );
  });

  it('comes again with a backup that is restored, and not for whoever was sent anew', async () => {
    const { world } = on.api;
    await aKnownMember('BURIED-1');
    await push(sent('BURIED-2'));
    const forget = async (erasureId: string) => {
      // As if the database were one from before the order, with the member in it.
      await world.db.write((tx) => tx.deleteFrom('erasure').where('id', '=', erasureId).execute());
    };
    const first = (await call('DELETE', path('BURIED-1'))).json;
    await aKnownMember('BURIED-1');
    await forget(first.erasureId);
    const second = (await call('DELETE', path('BURIED-2'))).json;
    await push(sent('BURIED-2'));
    expect(await world.erasures.eraseRestored()).toBe(1);
    await world.snapshots.build(world.facilityId);
    await on.clock.advance(Minutes(1));
    for (const { erasureId } of [first, second]) await world.erasures.finish(erasureId);
    expect((await call('GET', path('BURIED-1'))).status).toBe(404);
    expect((await call('GET', path('BURIED-2'))).status).toBe(200);
    expect(await world.erasures.eraseRestored()).toBe(0);
    expect((await erasures()).map(({ id }) => id)).toContain(first.erasureId);
    const lists = await world.objects.store.get(
      `erasures/${new Date(on.clock.wallMs()).toISOString().slice(0, 10)}.json`,
    );
    expect(Buffer.from(lists ?? []).toString()).not.toContain('BURIED');
  });

  it('is forgotten itself once no backup is as old, with its list', async () => {
    const { world } = on.api;
    await push(sent('OLD-1'));
    const { erasureId } = (await call('DELETE', path('OLD-1'))).json;
    await on.clock.advance(Minutes(1));
    await world.erasures.finish(erasureId);
    const list = `erasures/${new Date(on.clock.wallMs()).toISOString().slice(0, 10)}.json`;
    await on.clock.advance(Days(30));
    await world.erasures.sweep();
    expect(await world.objects.store.get(list)).toBeDefined();
    await on.clock.advance(Days(1));
    await world.erasures.sweep();
    expect(await world.objects.store.get(list)).toBeUndefined();
    expect((await erasures()).map(({ id }) => id)).toContain(erasureId);
    await on.clock.advance(Days(20));
    await world.erasures.sweep();
    expect((await erasures()).map(({ id }) => id)).not.toContain(erasureId);
  });

  it('and a push of the same member come one after the other, and counts stay exact', async () => {
    const { world } = on.api;
    for (let round = 1; round <= 5; round++) {
      const revision = { access_time_windows_revision: round };
      const [erased] = await Promise.all([call('DELETE', path('RACED-1')), push({ ...sent('RACED-1'), ...revision })]);
      expect([200, 404]).toContain(erased.status);
      const isThere = (await call('GET', path('RACED-1'))).status === 200;
      const { key, ...source } = { key: 'erasing', partnerId: world.partnerId, facilityId: world.facilityId };
      const withKey = await world.db.read((tx) =>
        world.members.membersWithKey(tx, { ...source, key }, { after: '', limit: 100 }),
      );
      expect(withKey.some(({ memberId }) => memberId === 'RACED-1')).toBe(isThere);
      const listed = (await world.scopes.listKeys(world.facilityId)).find((scopeKey) => scopeKey.key === key);
      expect(listed?.memberCount).toBe(withKey.length);
    }
  });

  it('reaches whom the partner never sent, and has only let in', async () => {
    const { world } = on.api;
    await world.unlocks.unlock(aRequest(world, { member_id: 'GUEST-1', first_name: 'Xanthippe' }), world.callBy());
    const answer = await call('DELETE', path('GUEST-1'));
    expect(answer.json).toMatchObject({ complete: true, erased: { member: 0, unlock_attempt: 1 } });
    // As a build and a request leave them that had read the member before.
    const { partnerId, facilityId } = world;
    const row = { facility_id: facilityId, partner_id: partnerId, member_id: 'GUEST-1' };
    await world.db.write(async (tx) => {
      await tx
        .insertInto('member_pseudonym')
        .values({ ...row, pseudonym: 'mbr_late' })
        .execute();
      const subject = `member:${partnerId}:GUEST-1`;
      await tx.insertInto('person_number').values({ facility_id: facilityId, number: 999, subject }).execute();
    });
    await on.clock.advance(Minutes(1));
    await world.erasures.finish(answer.json.erasureId);
    expect(await tablesWith(['GUEST-1'])).toEqual([]);
  });

  it('leaves somebody else alone whom another partner calls the same', async () => {
    const { world } = on.api;
    const account = { name: 'Other', linkingMethod: 'facility_id' } as const;
    const other = await world.db.write((tx) => world.partners.create(tx, { ...account, organisations: [world.orgId] }));
    await world.db.write((tx) => world.partners.setIntegration(tx, other, world.facilityId, { enabled: true }));
    const caller = await world.callerOf('live', other);
    const asked = { member_id: 'SAME-1', first_name: 'Zoe', last_name: 'Else' };
    await world.unlocks.unlock(aRequest(world, asked), world.callBy());
    for (let i = 0; i < 2; i++) {
      await on.clock.advance(Minutes(1));
      await world.beacon();
      await world.unlocks.unlock(aRequest(world, asked), world.callBy(caller));
    }
    // The newest first, however many the other partner's are.
    const toldOf = (partnerId: string) =>
      world.db.read(async (tx) => {
        const one = { partnerId, facilityId: world.facilityId, memberId: 'SAME-1' } as never;
        return [await world.webhooks.eventsOfMember(tx, one, 1), await world.events.ofMember(tx, one, 1)].flat();
      });
    const now = on.clock.wallMs();
    expect(await toldOf(other)).toMatchObject([{ occurred_at: now }, { occurred_at: now }]);
    expect(await toldOf(world.partnerId)).toHaveLength(2);
    await call('DELETE', path('SAME-1'));
    const answer = await call('GET', `members/%25/SAME-1/export`);
    expect([400, 404]).toContain(answer.status);
    const theirs = (await world.events.page(other, { limit: 10 })).events;
    expect(theirs).toMatchObject([{ data: { member_id: 'SAME-1' } }, { data: { member_id: 'SAME-1' } }]);
    const stores = await exported(`members/${other}/SAME-1`);
    expect(stores).toMatchObject({
      unlock_attempt: [{ first_name: 'Zoe' }, { first_name: 'Zoe' }],
      operator_event: [{}, {}],
      partner_event: [{}, {}],
    });
  });

  it('leaves their entry alone that waits for its other half at another facility', async () => {
    const { world } = on.api;
    const { partnerId } = world;
    const at = (facilityId: string) => ({ partnerId, facilityId, memberId: 'TRAVELS-1' });
    const waiting = [at(world.facilityId), at('fac_ffffffffffffffff')];
    const row = { box_id: world.boxId, entry_id: 'evt_waiting', released: null, stored_at: on.clock.wallMs() };
    await world.db.write((tx) =>
      tx
        .insertInto('local_entry')
        .values({ ...row, members: JSON.stringify(waiting) })
        .execute(),
    );
    await push(sent('TRAVELS-1'));
    await call('DELETE', path('TRAVELS-1'));
    const { members } = await world.db.read((tx) =>
      tx.selectFrom('local_entry').where('entry_id', '=', 'evt_waiting').select('members').executeTakeFirstOrThrow(),
    );
    expect(JSON.parse(members ?? '')).toEqual(waiting.slice(1));
    await world.db.write((tx) => tx.deleteFrom('local_entry').where('entry_id', '=', 'evt_waiting').execute());
  });

  it('is told to nobody by a request of before that comes once more with its key', async () => {
    const { world } = on.api;
    const again = () =>
      world.unlocks.unlock(aRequest(world, { member_id: 'KEYED-1', idempotency_key: 'again' }), world.callBy());
    const first = await again();
    await call('DELETE', path('KEYED-1'));
    expect(await again()).toEqual({ ...first, replayed: true });
    expect((await world.warnings.list(world.facilityId)).map(({ kind }) => kind)).not.toContain(
      'idempotency_key_reused',
    );
    expect(await tablesWith(['KEYED-1'])).toEqual(['erasure']);
  });

  it('leaves a person to their other memberships, and a ban to the id', async () => {
    await push(sent('TWO-1'), sent('TWO-2'), sent('BANNED-1'));
    const { partnerId } = on.api.world;
    const { personId } = (await call('PUT', `${path('TWO-1')}/flags`, { disabled: true, reason: 'Test' })).json;
    await call('POST', `people/${personId}/members`, { partnerId, memberId: 'TWO-2' });
    await call('POST', 'grants', { personId, target: { to: 'facility' } });
    expect((await call('DELETE', path('TWO-1'))).json.erased).toMatchObject({ member: 1, person: 0 });
    expect((await call('GET', `people/${personId}`)).json).toMatchObject({
      disabled: true,
      members: [{ memberId: 'TWO-2' }],
    });
    expect((await call('GET', `grants?personId=${personId}`)).json.data).toHaveLength(1);

    // Whoever is banned does not come back by one of two ids that they have erased.
    await call('PUT', `people/${personId}/flags`, { banned: true, reason: 'Threw weights' });
    await push(sent('TWO-1'));
    await call('POST', `people/${personId}/members`, { partnerId, memberId: 'TWO-1' });
    await call('PUT', `people/${personId}/pin`, { pin: '735182' });
    const one = (await call('DELETE', path('TWO-1'))).json;
    expect(one.remains).toContainEqual(expect.objectContaining({ where: 'person_member' }));
    expect(one.erased).toEqual(expect.not.objectContaining({ credential: 1 }));
    await push(sent('TWO-1'));
    expect((await call('GET', path('TWO-1'))).json).toMatchObject({ person: { banned: true } });
    await call('DELETE', path('TWO-1'));
    expect((await call('DELETE', path('TWO-2'))).json.erased).toMatchObject({ credential: 1, grant: 1 });

    await call('PUT', `${path('BANNED-1')}/flags`, { banned: true, reason: 'Threw weights' });
    const { remains } = (await call('DELETE', path('BANNED-1'))).json;
    expect(remains).toContainEqual(expect.objectContaining({ where: 'person_member' }));
    await push(sent('BANNED-1'));
    expect((await call('GET', path('BANNED-1'))).json).toMatchObject({
      person: { banned: true, reason: 'Threw weights' },
    });
  });
});
