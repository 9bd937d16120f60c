import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { basic, servePartnerApi } from '../../testing/partner-api.ts';
import { servePlatformApi } from '../../testing/platform-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';
import { ENGINES } from '../db/engines.ts';
import { forgetIdleLimits, sqlRateLimiter } from './rate-limit-sql.ts';
import { createStrangers, strangerAt } from './strangers.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('N7 what strangers may cost', () => {
  const refusal = (tenant: string, at: number, endpoint = 'edge.claim') => ({
    tenant,
    endpoint,
    outcome: 'refused',
    at,
  });

  it('is one row a network, endpoint, outcome and minute, the same on every replica', () => {
    const clock = new ManualClock();
    const [one, other] = [createStrangers(clock), createStrangers(clock)];
    const network = strangerAt('2001:db8::1').tenant;
    const first = one.rowFor(refusal(network, 60_000));
    expect(first).toMatchObject({
      id: expect.stringMatching(/^aud_[0-9a-z]{16}$/),
      tenant: 'network:2001:db8:0:0::/64',
    });
    for (const host of ['2001:db8::2', '2001:db8::ffff:1'])
      expect(one.rowFor(refusal(strangerAt(host).tenant, 119_999))).toBeUndefined();
    expect(other.rowFor(refusal(network, 60_001))).toEqual(first);
    const others = [
      refusal(network, 120_000),
      refusal(strangerAt('2001:db8:0:1::1').tenant, 120_000),
      refusal(network, 120_000, 'edge.token'),
      { ...refusal(network, 120_000), outcome: 'rate_limit_exceeded' },
    ].map((of) => one.rowFor(of)?.id);
    expect(new Set([first?.id, ...others]).size).toBe(5);
  });

  it('is bounded whatever they call themselves: rows, turns, and lines of the log', async () => {
    const clock = new ManualClock();
    const strangers = createStrangers(clock);
    const rows = Array.from({ length: 5_000 }, (_, i) => strangers.rowFor(refusal(`network:${i}`, 0)));
    expect(rows.filter((row) => row !== undefined)).toHaveLength(201);
    expect(rows.findLast((row) => row !== undefined)?.tenant).toBe('network:any');
    const turns = Array.from({ length: 5_000 }, (_, i) => strangers.take(`network:${i}`, 20).ok);
    expect(turns.filter((ok) => ok)).toHaveLength(1_000);
    await clock.advance(Seconds(1));
    expect(strangers.take('network:1', 20).ok).toBe(true);
    const logged = (addresses: readonly string[]) => addresses.filter((address) => strangers.isLogged(address)).length;
    expect(logged(Array.from({ length: 1_000 }, () => '192.0.2.1'))).toBeLessThan(40);
    expect(logged(Array.from({ length: 9_000 }, (_, i) => `10.${i % 9}.${i % 250}.${i % 240}`))).toBeLessThan(800);
    await clock.advance(Minutes(1));
    expect(strangers.isLogged('192.0.2.1')).toBe(true);
  });
});

describe.each(ENGINES)('N7 the audit of strangers, on $name', ({ open, name }) => {
  it('D1 are asked back a few at a time where a whole office reads pages, so that no crowd stands before an unlock', async () => {
    const clock = new ManualClock();
    const strangers = createStrangers(clock);
    const read = (address = '192.0.2.7') => strangers.takePage(address);
    const pages = Array.from({ length: 200 }, () => read());
    expect(pages.filter(({ ok }) => ok)).toHaveLength(60);
    const refused = pages.slice(60).map(({ retryAfterMs }) => Math.ceil(retryAfterMs / 1_000));
    expect(refused).toEqual([...Array(60).fill(1), ...Array(60).fill(2), ...Array(20).fill(3)]);
    expect(read('198.51.100.7').ok).toBe(true);
    await clock.advance(Seconds(1));
    expect(Array.from({ length: 60 }, () => read().ok)).toEqual(Array(60).fill(true));
    expect(Math.ceil(read().retryAfterMs / 1_000)).toBe(1);
  });

  it('have more turns at what pages are made of than at pages, and as many whatever they read', () => {
    const strangers = createStrangers(new ManualClock());
    for (let page = 0; page < 60; page++) strangers.takePage('192.0.2.7');
    const parts = (address: string) =>
      Array.from({ length: 500 }, () => strangers.takePart(address)).filter(({ ok }) => ok).length;
    expect([parts('192.0.2.7'), parts('198.51.100.7'), parts('203.0.113.7')]).toEqual([400, 400, 0]);
    expect(strangers.takePage('198.51.100.7').ok).toBe(true);
  });

  it('has one row of a thousand refusals, and each one of a key that has ended or belongs elsewhere', async () => {
    const clock = new ManualClock();
    const db = await open();
    const partner = await servePartnerApi(db, clock, scriptedLink(confirms).link);
    closing.push(partner.close);
    const { world } = partner;
    const rows = () =>
      db.read((tx) =>
        tx.selectFrom('audit_entry').select(['actor', 'tenant', 'outcome', 'endpoint', 'status']).execute(),
      );
    const path = `/partner/v1/access-control/doors/${world.doorId}/unlock`;
    const unlock = (key: string) => partner.send({ method: 'POST', path, headers: basic(key), body: {} });
    for (let i = 0; i < 50; i++) expect((await unlock(`sk_live_${'z'.repeat(43)}`)).status).toBe(401);
    const refused = { outcome: 'unauthenticated', endpoint: 'doors.unlock', status: 401 };
    expect(await rows()).toEqual([{ actor: 'network:127.0.0.1', tenant: 'network:127.0.0.1', ...refused }]);

    const ended = await partner.keyOf('live');
    await world.db.write((tx) => world.partners.revokeKey(tx, ended.id));
    const user = await db.write(async (tx) => {
      const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' };
      const { id } = await world.users.addUser(tx, ada, 'test');
      return { id, key: (await world.users.addKey(tx, id, { label: 'test' }, 'test')).text };
    });
    for (const key of [ended.text, user.key]) expect((await unlock(key)).status).toBe(401);
    await clock.advance(Seconds(1));
    await unlock(ended.text);
    const actor = `partner:${world.partnerId}/${ended.id}`;
    const singly = (await rows()).filter(({ actor }) => !actor.startsWith('network:'));
    expect(singly.map((row) => row.actor).sort()).toEqual([actor, actor, `user:${user.id}`].sort());

    const platform = await servePlatformApi(await open(), clock);
    closing.push(platform.close);
    const misplaced = await platform.world.db.write((tx) =>
      platform.world.partners.createKey(tx, platform.world.partnerId, 'live', 'test'),
    );
    const { status } = await platform.send({ path: '/api/admin/partners', headers: { 'x-api-key': misplaced.text } });
    expect(status).toBe(401);
    expect(await platform.audited()).toMatchObject([{ actor: `partner:${platform.world.partnerId}/${misplaced.id}` }]);
  });

  it.runIf(name === 'postgres')('N11 forgets limits that nobody asks for', async () => {
    const db = await open();
    const clock = new ManualClock();
    const limiter = sqlRateLimiter({ db, clock });
    for (const key of ['a', 'b']) await limiter.take(key, 3);
    await clock.advance(Minutes(59));
    await limiter.take('b', 3);
    await clock.advance(Minutes(2));
    await forgetIdleLimits({ db, clock });
    const kept = await db.read((tx) => tx.selectFrom('rate_hit').select('key').execute());
    expect(kept.map(({ key }) => key)).toEqual(['b', 'b', 'b']);
    expect(await limiter.take('a', 3)).toMatchObject({ ok: true, remaining: 2 });
  });
});
