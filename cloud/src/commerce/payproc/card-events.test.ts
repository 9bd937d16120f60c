import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { SignedEvent } from '@gatehouse/stand-ins/payproc/payproc.ts';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { createFailedAtClubs } from './failed-at-clubs.ts';
import { hooksPage } from './hooks-page.ts';
import { payprocWorld } from './testing/payproc-world.ts';

describe.each(ENGINES)('what the card provider says has happened, on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof payprocWorld>>;
  let post: (event: SignedEvent) => Promise<number>;
  let close: () => void;
  beforeEach(async () => {
    on = await payprocWorld(await open());
    const { path, router } = hooksPage(on);
    const server = createServer(express().use(path, router));
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    close = () => server.close();
    post = async ({ body, signature }) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })).status;
    };
  });
  afterEach(async () => {
    close();
    await on.close();
  });
  const kept = () => on.db.read((tx) => tx.selectFrom('payproc_event').selectAll().execute());
  const jobs = () => on.db.read((tx) => tx.selectFrom('job').selectAll().where('kind', '=', 'payproc.look').execute());
  const intents = () => on.db.read((tx) => tx.selectFrom('payproc_intent').selectAll().execute());
  const events = async () => {
    await on.clock.advance(Seconds(1));
    return on.told.splice(0);
  };

  it('is kept once however often and in whatever order it comes, and looked into as it is by then', async () => {
    const account = await on.openAccount();
    await events();
    for (const act of ['events-twice', 'events-unordered']) on.outside.acts[act]?.();
    await on.pay(account, { metadata: { facility_id: on.world.facilityId } });
    const told = await events();
    expect(told).toHaveLength(6);
    for (const event of told) expect(await post(event)).toBe(204);
    expect([(await kept()).length, (await jobs()).length]).toEqual([3, 3]);
    for (const { id } of await kept()) await on.cardEvents.look(id);
    expect(await intents()).toMatchObject([{ account_id: account, facility_id: on.world.facilityId }]);
    expect((await kept()).every(({ done_at }) => done_at !== null)).toBe(true);
  });

  it('may be signed by any of several secrets, one a line', async () => {
    const account = await on.openAccount();
    await events();
    await on.pay(account);
    const [event] = await events();
    if (event === undefined) expect.fail('nothing was told');
    const right = readFileSync(on.settings.hookSecretFile, 'utf8').trim();
    for (const [secrets, status] of [
      ['', 403],
      ['\n\n', 403],
      ['whsec_other\nwhsec_another\n', 403],
      [`whsec_other\r\n${right}\r\n`, 204],
      [`\n${right}\n\nwhsec_other`, 204],
    ] as const) {
      writeFileSync(on.settings.hookSecretFile, secrets);
      expect([secrets, await post(event)]).toEqual([secrets, status]);
    }
  });

  it('is refused where it is forged, changed on its way, or old', async () => {
    const account = await on.openAccount();
    on.outside.acts['events-wrongly-signed']?.();
    await events();
    await on.pay(account);
    const [forged] = await events();
    on.outside.acts['events-right']?.();
    await on.pay(account);
    const [good] = await events();
    if (forged === undefined || good === undefined) expect.fail('nothing was told');
    expect(await post(forged)).toBe(403);
    expect(await post({ ...good, body: good.body.replace('4900', '9900') })).toBe(403);
    expect(await post({ ...good, signature: '' })).toBe(403);
    expect(await post({ ...good, signature: good.signature.replace(/t=\d+/, 't=9999999999') })).toBe(403);
    await on.clock.advance(Minutes(6));
    expect(await post(good)).toBe(403);
    expect(await kept()).toEqual([]);
  });

  it('waits while the provider is away, and says nothing of accounts that are not ours', async () => {
    const account = await on.openAccount();
    await events();
    await on.pay(account);
    for (const event of await events()) await post(event);
    on.outside.faults.want({ kind: 'refuse', status: 500 });
    const about = (await kept()).find(({ object_id }) => object_id.startsWith('pi_'));
    await expect(on.cardEvents.look(about?.id ?? '')).rejects.toThrow('500');
    expect(await intents()).toEqual([]);
    on.outside.faults.clear();
    await on.db.write((tx) => tx.updateTable('payproc_account').set({ account_id: 'acct_other' }).execute());
    await on.cardEvents.look(about?.id ?? '');
    expect(await intents()).toEqual([]);
  });

  it('is found for the failed payments of clubs, with what was paid after all', async () => {
    const account = await on.openAccount();
    const ask = createFailedAtClubs({ ...on, organisations: on.world.organisations });
    const all = async () => {
      const found = [];
      for (let after: string | null | undefined; after !== null; ) {
        const window = { from: 0, to: on.clock.wallMs() + Hours(1) };
        const { payments, next } = await ask({ ...window, ...(after !== undefined && { after }) });
        found.push(...payments);
        after = next;
      }
      return found;
    };
    expect(await all()).toEqual([]);
    const begun = await on.pay(account, { confirm: false });
    const confirm = (payment_method: string) =>
      on.theirs.paymentIntents.confirm(begun.id, { payment_method }, { stripeAccount: account });
    await expect(confirm('pm_card_chargeDeclinedInsufficientFunds')).rejects.toThrow();
    await on.clock.advance(Minutes(1));
    await expect(confirm('pm_card_chargeDeclined')).rejects.toThrow();
    const failure = { facilityId: on.world.facilityId, paymentId: begun.id, amountMinor: 4_900, currency: 'AUD' };
    expect(await all()).toEqual([{ ...failure, code: 'card_declined', failedAt: on.clock.wallMs(), resolvedAt: null }]);
    await on.clock.advance(Minutes(1));
    await confirm('pm_card_visa');
    expect(await all()).toMatchObject([{ paymentId: begun.id, resolvedAt: on.clock.wallMs() }]);
  });
});
