import { Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { expect, it } from 'vitest';
import { basic } from '../../testing/partner-api.ts';
import { DEVELOPER, OWNER } from './testing/console-api.ts';
import { describeAtConsole } from './testing/console-suite.ts';

describeAtConsole('keys for trying', (at) => {
  const make = () => at.ask('POST', '/try-keys');
  const ping = async (key: string) => (await at.api.ping(key)).status;
  const made = async () => {
    await at.clock.advance(Seconds(1));
    const answer = await make();
    expect(answer.status).toBe(201);
    return answer.json as { readonly key: string; readonly keyId: string; readonly endsAt: string };
  };

  it('are shown once, rehearse, end after 30 minutes, and are on record by their id', async () => {
    const { key, keyId, endsAt } = await made();
    expect(key).toMatch(/^sk_dryrun_/);
    expect(endsAt).toBe(new Date(at.clock.wallMs() + Minutes(30)).toISOString());
    expect((await at.api.ping(key)).json).toMatchObject({ key_type: 'dryrun', 'dry-run': true });
    expect((await at.ask('GET', '/keys')).text).not.toContain(keyId);
    const rows = await at.db.read((tx) => tx.selectFrom('audit_entry').selectAll().execute());
    expect(rows.find(({ event }) => event === 'console-try-keys.create')).toMatchObject({ target: keyId });
    expect(JSON.stringify(rows)).not.toContain(key);
    await at.clock.advance(Minutes(29));
    expect(await ping(key)).toBe(200);
    await at.clock.advance(Minutes(1));
    expect(await ping(key)).toBe(401);
  });

  it('end with the session, whichever way that ends', async () => {
    const { partnerConsole, partners, partnerId, db } = at.api.world;
    const first = await made();
    await at.ask('DELETE', '/session');
    expect(await ping(first.key)).toBe(401);

    await at.signIn();
    const second = await made();
    const { id } = await at.api.contact(DEVELOPER.email);
    await db.write((tx) => partnerConsole.endAllOf(tx, id));
    expect(await ping(second.key)).toBe(401);

    await at.signIn();
    const third = await made();
    expect(await ping(third.key)).toBe(200);
    await db.write((tx) => partners.setContacts(tx, partnerId, [OWNER]));
    expect(await ping(third.key), 'of who is a contact no more').toBe(401);

    await at.signIn(OWNER.email);
    for (let n = 0; n < 19; n++) {
      await at.clock.advance(Minutes(24));
      await at.ask('GET', '/session');
    }
    const last = await made();
    await at.clock.advance(Minutes(22));
    await at.ask('GET', '/session');
    expect(await ping(last.key)).toBe(200);
    await at.clock.advance(Minutes(2));
    expect(await ping(last.key), 'after eight hours').toBe(401);
  });

  it('are three of a session at a time, and 60 an hour of an account', async () => {
    const [one, ...others] = [await made(), await made(), await made()];
    expect(await ping(one?.key ?? '')).toBe(200);
    const fourth = await made();
    const now = [];
    for (const { key } of [one, ...others, fourth].filter((key) => key !== undefined)) now.push(await ping(key));
    expect(now).toEqual([401, 200, 200, 200]);
    for (let n = 4; n < 60; n++) {
      await at.clock.advance(Seconds(30));
      expect((await make()).status).toBe(201);
    }
    expect(await make()).toMatchObject({ status: 429, json: { error: 'too_many_try_keys' } });
    await at.clock.advance(Hours(1));
    await at.signIn();
    expect((await make()).status).toBe(201);
  });

  it('are the only ones that count where pages try the API, beside the console', async () => {
    const [console] = at.api.world
      .collected('surfaces')
      .flat()
      .filter(({ on, surface }) => on === 'console' && surface.name === 'partner');
    const { partners, partnerId, db } = at.api.world;
    const lasting = await db.write((tx) => partners.createOwnKey(tx, partnerId, 'dryrun', 'x'));
    const asks = (key: string) =>
      console?.authenticate(
        {
          method: 'GET',
          remoteAddress: '192.0.2.1',
          header: (name: string) => (name === 'authorization' ? basic(key).authorization : undefined),
          params: {},
          query: () => undefined,
        },
        { key: 'read' } as never,
      );
    expect(await asks((await made()).key)).toMatchObject({ partnerId, isForTrying: true, isDryRun: true });
    for (const key of [lasting.text, 'sk_live_x', ''])
      await expect(asks(key)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('are not replaced by keys that last, and can be ended', async () => {
    const { key, keyId } = await made();
    expect((await at.ask('POST', `/keys/${keyId}/rotate`, { overlapDays: 30 })).status).toBe(404);
    expect((await at.ask('DELETE', `/keys/${keyId}`)).status).toBe(200);
    expect(await ping(key)).toBe(401);
  });
});
