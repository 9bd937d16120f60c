import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import { aRequest } from '../../test-kit/world.ts';
import { administering } from './testing/administering.ts';

describe.each(ENGINES)('erasing a member on $name', ({ open }) => {
  const { on, call, push, versionNow } = administering(open);
  const path = (memberId: string) => `members/${on.api.world.partnerId}/${memberId}`;
  const sent = (member_id: string) => ({
    member_id,
    first_name: 'Xanthippe',
    last_name: 'Quill',
    email: 'xq@example.com',
    access_time_windows: [{ external_id: 'w', kind: 'absolute', from: 0, to: 60, scope_key: 'erasing' }],
    access_time_windows_revision: 1,
  });

  /** The tables that hold a text anywhere. */
  const tablesWith = (text: string) => {
    const { db } = on.api.world;
    return db.read(async (tx) => {
      const names: RawBuilder<{ name: string }> =
        db.engine === 'sqlite'
          ? sql`select name from sqlite_master where type = 'table'`
          : sql`select table_name as name from information_schema.tables where table_schema = current_schema()`;
      const found: string[] = [];
      for (const { name } of (await names.execute(tx)).rows) {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(tx);
        if (JSON.stringify(rows).includes(text)) found.push(name);
      }
      return found.sort();
    });
  };

  it('leaves nothing that says who it was, and the id only where it says so', async () => {
    const { world } = on.api;
    const { partnerId, facilityId } = world;
    await push(sent('ERASED-1'));
    const { personId } = (await call('PUT', `${path('ERASED-1')}/flags`, { disabled: true, reason: 'Test' })).json;
    await call('PUT', `people/${personId}/pin`, { pin: '735182' });
    await call('POST', `people/${personId}/credentials`, { kind: 'card', number: '04C0FFEE99AB77' });
    await call('POST', 'grants', { personId, target: { to: 'facility' } });
    const asked = { member_id: 'ERASED-1', first_name: 'Xanthippe', last_name: 'Quill', idempotency_key: 'ERASED-1/1' };
    await world.unlocks.unlock(aRequest(world, asked), world.callBy());
    const somebody = { member_id: 'SOMEBODY', first_name: 'Zoe', last_name: 'Else' };
    // What staff did meanwhile: looked for the name, repeated a request, and were warned of one.
    await call('GET', 'members?search=Xanthippe');
    await call('GET', 'members?partnerId=Xanthippe');
    const { headers } = on.api.callers.manager;
    for (const reason of ['Test', 'Test'])
      await on.api.send({
        method: 'PUT',
        path: `/api/access-control/${facilityId}/${path('ERASED-1')}/flags`,
        headers: { ...headers, 'idempotency-key': 'flags-1' },
        body: { disabled: true, reason },
      });
    await world.unlocks.unlock(aRequest(world, { ...asked, ...somebody }), world.callBy());
    await world.unlocks.unlock(
      aRequest(world, { ...asked, ...somebody, idempotency_key: 'SOMEBODY/1' }),
      world.callBy(),
    );
    await world.unlocks.unlock(aRequest(world, { ...asked, idempotency_key: 'SOMEBODY/1' }), world.callBy());
    await world.db.write((tx) =>
      tx
        .insertInto('check_in')
        .values({
          partner_id: partnerId,
          facility_id: facilityId,
          record_key: 'c1',
          check_in_id: 'c1',
          member_id: 'ERASED-1',
          occurred_at: 1,
          check_in_type: null,
          source: null,
          class_id: null,
          stored_at: 1,
        })
        .execute(),
    );

    const { stores } = (await call('GET', `${path('ERASED-1')}/export`)).json;
    expect(stores).toMatchObject({
      member: [{ record: { first_name: 'Xanthippe', email: 'xq@example.com' } }],
      check_in: [{ check_in_id: 'c1' }],
      unlock_attempt: [{ outcome: 'unlocked', first_name: 'Xanthippe' }],
      person: [{ disabled: 1 }],
      grant: [{ break_glass: 0 }],
      credential: [{ hint: 'AB77' }],
    });
    expect(stores.credential[0]).not.toHaveProperty('hash');

    const before = await versionNow();
    const answer = await call('DELETE', path('ERASED-1'));
    expect(answer.json.erased).toEqual({
      member: 1,
      check_in: 1,
      unlock_attempt: 1,
      credential: 2,
      grant: 1,
      person: 1,
    });
    expect(await versionNow()).toBeGreaterThan(before);
    for (const text of ['Xanthippe', 'Quill', 'xq@example.com']) expect(await tablesWith(text), text).toEqual([]);
    expect(await tablesWith(personId)).not.toContain('facility_person');
    const said = answer.json.remains.map(({ where }: { where: string }) => where);
    const feeds = ['partner_event', 'operator_event'];
    for (const table of await tablesWith('ERASED-1'))
      expect([...said, ...feeds, 'snapshot_change'], `${table} still names the member`).toContain(table);
    expect((await call('GET', path('ERASED-1'))).status).toBe(404);
    expect((await call('DELETE', path('ERASED-1'))).status).toBe(404);
    const keys = (await call('GET', `scope-keys?partnerId=${partnerId}`)).json.keys;
    expect(keys).toContainEqual(expect.objectContaining({ key: 'erasing', members: 0 }));
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

    await call('PUT', `${path('BANNED-1')}/flags`, { banned: true, reason: 'Threw weights' });
    await call('DELETE', path('BANNED-1'));
    await push(sent('BANNED-1'));
    expect((await call('GET', path('BANNED-1'))).json).toMatchObject({
      person: { banned: true, reason: 'Threw weights' },
    });
  });
});
