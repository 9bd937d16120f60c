import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ownerKeyOf } from '../ledger/ledger.module.ts';
import { payprocWorld } from './testing/payproc-world.ts';
import type { TopupPurpose } from './topups.tables.ts';

const never = new AbortController().signal;

describe.each(ENGINES)('what owners are told of top-ups that failed on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof payprocWorld>>;
  beforeEach(async () => {
    on = await payprocWorld(await open());
    on.on.due = async () => sum();
    const { users, orgId } = on.world;
    await on.db.write(async (tx) => {
      const user = await users.addUser(tx, { email: 'owner@example.com', firstName: 'O', lastName: 'W' }, 'test');
      await users.addGrant(tx, user.id, { right: 'org-admin', scope: 'organisation', scopeId: orgId }, 'test');
    });
  });
  afterEach(() => on.close());

  const owner = () => ownerKeyOf({ kind: 'org', id: on.world.orgId });
  const sum = () => ({ amountCents: 20_000, currency: on.world.ledger.currency });
  const withCard = async (card: string) => {
    const attempt = await on.db.write((tx) => on.topups.begin(tx, owner(), { ...sum(), by: 'user:usr_1' }));
    const back = { returnUrl: 'https://console.example/back', cancelUrl: 'https://console.example/no' };
    const url = await on.topups.openPage(attempt, back);
    const sent = { method: 'POST', redirect: 'manual' } as const;
    const next = await fetch(url ?? '', { ...sent, body: new URLSearchParams({ card, act: 'pay' }) });
    // Of a card whose bank asks: yes.
    const challenge = next.headers.get('location') ?? '';
    if (challenge.startsWith(on.outside.url))
      await fetch(challenge, { ...sent, body: new URLSearchParams({ act: 'yes' }) });
    await on.topups.look(attempt.id);
  };
  const fail = async (purpose?: TopupPurpose) => {
    const id = await on.db.write((tx) => on.topups.beginAuto(tx, owner(), sum(), purpose));
    expect(await on.topups.look(id ?? '')).toMatchObject({ state: 'failed' });
  };
  /** What a run that looks again finds to be tried again. */
  const failAgain = async () => {
    await on.topups.reconcile(never);
    const open = await on.db.read((tx) =>
      tx.selectFrom('topup_attempt').select('id').where('state', '=', 'open').executeTakeFirstOrThrow(),
    );
    await on.topups.look(open.id);
  };
  const tellDue = () => on.world.failedTopups.tellDue(never);
  const told = async () =>
    (await on.db.read((tx) => tx.selectFrom('mail').select('subject').orderBy('created_at').execute())).map(
      ({ subject }) => subject,
    );
  const failedCode = async () => {
    const { data } = await on.db.read((tx) => on.world.billing.directory(tx, { limit: 50, includeArchived: false }));
    return data.find(({ ownerKey }) => ownerKey === owner())?.autoTopup.failedCode;
  };
  const failing = () => on.db.read((tx) => on.world.failedTopups.count(tx, 10));
  const FAILED = 'An automatic top-up of Harbour Fitness failed';
  const NEEDS_YOU = 'The automatic top-up of Harbour Fitness needs you';

  it('[R95] is told of the first of several in a row, and of giving up, once each', async () => {
    await withCard('4000000000000341');
    await tellDue();
    expect([await told(), await failedCode(), await failing()]).toEqual([[], null, 0]);
    await fail();
    await Promise.all([tellDue(), tellDue(), tellDue()]);
    expect([await told(), await failedCode(), await failing()]).toEqual([[FAILED], 'card_declined', 1]);
    for (const pause of [Hours(1), Hours(6), Days(3)]) {
      await on.clock.advance(pause);
      await failAgain();
      await tellDue();
      await tellDue();
    }
    expect(await told()).toEqual([FAILED, NEEDS_YOU]);
    await withCard('4242424242424242');
    await tellDue();
    expect([await told(), await failedCode(), await failing()]).toEqual([[FAILED, NEEDS_YOU], null, 0]);
  });

  it('[R95] is asked for at once where the bank wants consent, and nothing of money waits for the e-mail', async () => {
    await withCard('4000000000003220');
    await fail();
    const balance = () => on.db.read((tx) => on.world.billing.balanceCents(tx, owner()));
    const before = await balance();
    expect(await told()).toEqual([]);
    await on.clock.advance(Days(3));
    await tellDue();
    await tellDue();
    expect([await told(), await failedCode(), await balance()]).toEqual([
      [NEEDS_YOU],
      'authentication_required',
      before,
    ]);
  });

  it('[R105] is told that AI credit is not topped up by itself, in words of its own, also beside the wallet', async () => {
    on.on.dueAi = async () => sum();
    await withCard('4000000000000341');
    const begun = await on.db.write(async (tx) => [
      await on.topups.beginAuto(tx, owner(), sum()),
      await on.topups.beginAuto(tx, owner(), sum(), 'ai-credit'),
    ]);
    for (const id of begun) expect(await on.topups.look(id ?? '')).toMatchObject({ state: 'failed' });
    await Promise.all([tellDue(), tellDue()]);
    const NOT_TOPPED_UP = 'The AI credit of Harbour Fitness was not topped up';
    expect((await told()).toSorted()).toEqual([FAILED, NOT_TOPPED_UP].toSorted());
    await on.clock.advance(Hours(1));
    await withCard('4000000000003220');
    await fail('ai-credit');
    await tellDue();
    await tellDue();
    expect(await told()).toHaveLength(3);
    expect((await told()).at(-1)).toBe('The AI credit of Harbour Fitness needs you');
  });

  it('[R95] hears nothing of one that was not due any more: nothing of that failed', async () => {
    await withCard('4000000000000341');
    await fail();
    await tellDue();
    on.on.due = async () => undefined;
    const id = await on.db.write(async (tx) => {
      const again = { failures: 1, retry_at: null };
      await tx.updateTable('payproc_customer').set(again).where('owner_key', '=', owner()).execute();
      return on.topups.beginAuto(tx, owner(), sum());
    });
    await on.clock.advance(Hours(1));
    expect(await on.topups.look(id ?? '')).toMatchObject({ state: 'cancelled', failed_code: 'no_longer_due' });
    await tellDue();
    expect([await told(), await failedCode()]).toEqual([[FAILED], 'card_declined']);
  });
});
