import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { expect, it } from 'vitest';
import { DEVELOPER } from './testing/console-api.ts';
import { describeAtConsole } from './testing/console-suite.ts';

describeAtConsole('keys', (at) => {
  const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => at.ask(method, `/keys${path}`, body);
  const made = async (label = 'Server') => (await ask('POST', '', { type: 'live', label })).json;
  const listed = async (keyId: string) =>
    ((await ask('GET', '')).json.data as { keyId: string }[]).find((key) => key.keyId === keyId);
  const reachedBy = async (keyId: string) =>
    (
      await at.db.read((tx) =>
        tx.selectFrom('partner_key_organisation').where('key_id', '=', keyId).select('org_id').execute(),
      )
    ).map(({ org_id }) => org_id);

  it('shows a key once, and from where it was last used', async () => {
    const key = await made();
    expect(key.key).toMatch(/^sk_live_/);
    expect((await at.api.ping(key.key)).status).toBe(200);
    await at.api.world.partners.close();
    const seen = await listed(key.keyId);
    expect(seen).toMatchObject({ label: 'Server', status: 'active', lastUsedFrom: '127.0.0.1' });
    expect((await ask('GET', '')).text).not.toContain(key.key);
    const rows = await at.db.read((tx) => tx.selectFrom('audit_entry').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(key.key);
    const { partnerId } = at.api.world;
    const { id } = await at.api.contact(DEVELOPER.email);
    expect(rows.find(({ event }) => event === 'console-keys.create')).toMatchObject({
      actor: `partner:${partnerId}/${id}`,
      target: key.keyId,
    });
  });

  it('goes on with a rotated key for the days that were said, and ends a revoked one at once', async () => {
    const old = await made();
    const next = (await ask('POST', `/${old.keyId}/rotate`, { overlapDays: 30 })).json;
    expect([(await at.api.ping(old.key)).status, (await at.api.ping(next.key)).status]).toEqual([200, 200]);
    expect((await ask('POST', `/${next.keyId}/rotate`, { overlapDays: 31 })).status).toBe(400);
    expect((await ask('DELETE', `/${next.keyId}`)).status).toBe(200);
    expect((await at.api.ping(next.key)).status).toBe(401);
    expect(await listed(next.keyId)).toMatchObject({ status: 'revoked' });
    await at.clock.advance(Days(30));
    await at.signIn();
    expect((await at.api.ping(old.key)).status).toBe(401);
    const last = await made();
    await ask('POST', `/${last.keyId}/rotate`, { overlapDays: 0 });
    expect((await at.api.ping(last.key)).status).toBe(401);
  });

  it('knows nothing of the keys of another account', async () => {
    const { key } = await at.api.aRival();
    const absent = '6f1c1b0e-7e0d-4c1b-9f56-2f6f0b1f7d11';
    for (const of of [
      (id: string) => ask('DELETE', `/${id}`),
      (id: string) => ask('POST', `/${id}/rotate`, { overlapDays: 0 }),
    ]) {
      const [foreign, missing] = [await of(key.id), await of(absent)];
      expect(foreign).toMatchObject({ status: 404, json: { error: 'unknown_key' } });
      const plain = ({ text, headers: told }: typeof foreign) => text.replaceAll(String(told['x-request-id']), '…');
      expect(plain(foreign)).toBe(plain(missing));
    }
    expect(await listed(key.id)).toBeUndefined();
    expect((await at.api.ping(key.text)).status).toBe(200);
  });

  it('widens nothing by itself: a new key reaches what the account’s keys have reached, the first what it was opened to', async () => {
    const { partnerId, orgId, partners, organisations, db: marked } = at.api.world;
    const other: OrgId = await organisations.createOrganisation('Summit Clubs');
    await marked.write((tx) => partners.setOrganisations(tx, partnerId, [orgId, other], 'everywhere'));
    const key = await made();
    expect(await reachedBy(key.keyId)).toEqual([orgId]);
    await ask('DELETE', `/${key.keyId}`);
    expect(await reachedBy((await made()).keyId)).toEqual([orgId]);
    await marked.write((tx) => partners.consent(tx, other, at.api.world.caller.keyId, 'usr_1'));
    expect((await reachedBy((await made()).keyId)).sort()).toEqual([orgId, other].sort());

    const fresh = await marked.write((tx) =>
      partners.create(tx, { name: 'Fresh', linkingMethod: 'facility_id', organisations: [other] }),
    );
    const first = await marked.write((tx) => partners.createOwnKey(tx, fresh, 'live', 'x'));
    expect(await reachedBy(first.id)).toEqual([other]);
  });
});
