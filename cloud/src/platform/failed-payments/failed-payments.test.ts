import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '../../areas.ts';
import { payprocModule } from '../../commerce/payproc/payproc.module.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import { defineArea, defineModule, type Module } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { memoryObjectStore } from '../../kit/objects/testing/memory-object-store.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { refreshJob } from './failed-payments.job.ts';
import { type FailedPayment, type FailedSince, failedSince } from './failed-payments.ports.ts';

/** The product without whoever asks the card provider: here somebody else knows what has failed. */
const withoutAnswers: Module = { ...(payprocModule as unknown as Module), answers: () => [] };
const without = (module: Module): Module => {
  if (module.name === 'payproc') return withoutAnswers;
  const needs = module.needs.map((need) => (need.name === 'payproc' ? withoutAnswers : need));
  return needs.includes(withoutAnswers) ? { ...module, needs } : module;
};
const WITHOUT_CARDS = areas.map((area) => ({
  ...area,
  modules: (area.modules as readonly Module[]).map(without),
})) as unknown as typeof areas;

const CALL = { id: 'job', attempt: 1, last: false, dueAt: 0, signal: new AbortController().signal };

describe.each(ENGINES)('failed payments on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  /** What has failed, as whoever takes payments would know it: two a page. */
  let failed: FailedPayment[] = [];
  const asked: FailedSince[] = [];
  const payments = defineModule(
    'payments',
    {},
  )({
    answers: () => [
      answer(failedSince, async ({ after = '0', ...window }) => {
        asked.push({ after, ...window });
        const at = Number(after);
        const all = failed.filter(({ failedAt }) => failedAt >= window.from && failedAt < window.to);
        return { payments: all.slice(at, at + 2), next: at + 2 < all.length ? String(at + 2) : null };
      }),
    ],
  });
  let world: Awaited<ReturnType<typeof createWorld>>;
  beforeAll(async () => {
    const { link } = scriptedLink(confirms);
    const others = [defineArea('payments', [payments])];
    world = await createWorld(await open(), clock, link, others, memoryObjectStore(), WITHOUT_CARDS);
  });
  const aPayment = (paymentId: string, failedAt: number, resolvedAt: number | null = null): FailedPayment => ({
    ...{ facilityId: world.facilityId, paymentId, failedAt, resolvedAt },
    ...{ amountMinor: 4_900, currency: 'AUD', code: 'card_declined' },
  });
  const refreshed = async () => {
    const { runId, clubs } = await world.db.write((tx) => world.failedPayments.refresh(tx));
    const { payload } = await world.db.read((tx) =>
      tx.selectFrom('job').where('id', '=', runId).select('payload').executeTakeFirstOrThrow(),
    );
    return { runId, clubs, window: JSON.parse(payload) };
  };
  const kept = async () =>
    (await world.db.read((tx) => tx.selectFrom('failed_club_payment').orderBy('payment_id').selectAll().execute())).map(
      ({ payment_id, resolved_at }) => (resolved_at === null ? payment_id : `${payment_id} paid`),
    );

  it('[R89] are those of the 14 days before the run was asked for, to the millisecond, whenever it runs', async () => {
    const now = clock.wallMs();
    failed = [
      aPayment('too-old', now - Days(14) - 1),
      aPayment('first', now - Days(14)),
      aPayment('middle', now - Days(7)),
      aPayment('last', now - 1),
      aPayment('not-yet', now),
    ];
    const first = await refreshed();
    expect(first).toMatchObject({ clubs: 1, window: { from: now - Days(14), to: now } });
    await clock.advance(Hours(3)); // The job was late.
    expect((await refreshed()).runId, 'there is one run at a time').toBe(first.runId);
    await refreshJob(world.failedPayments).run(first.window, CALL);
    expect(await kept()).toEqual(['first', 'last', 'middle']);
    expect(asked.map(({ after }) => after)).toEqual(['0', '2']);
  });

  it('are kept once however often they are heard of, and paid once they are', async () => {
    const now = clock.wallMs();
    failed = [aPayment('last', now - Hours(3), now), aPayment('middle', now - Days(6))];
    const window = { from: now - Days(14), to: now };
    for (let times = 0; times < 2; times++) await refreshJob(world.failedPayments).run(window, CALL);
    expect(await kept()).toEqual(['first', 'last paid', 'middle']);
    const told = await world.db.read((tx) => tx.selectFrom('operator_event').orderBy('written').selectAll().execute());
    expect(told.map(({ type, data }) => `${type} ${JSON.parse(data).paymentId}`)).toEqual([
      'payment.failed first',
      'payment.failed middle',
      'payment.failed last',
    ]);
  });
});

describe.each(ENGINES)('managers on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());

  const put = (facilityId: string, paymentId: string, failedAt = clock.wallMs() - Hours(1)) =>
    api.world.db.write((tx) =>
      tx
        .insertInto('failed_club_payment')
        .values({
          ...{ facility_id: facilityId as FacilityId, payment_id: paymentId, failed_at: failedAt, resolved_at: null },
          ...{ amount_minor: 4_900, currency: 'AUD', code: 'card_declined\r\nBcc: x@example.com' },
        })
        .execute(),
    );
  const send = async (query = '') => {
    await api.moveOn();
    return api.send({
      method: 'POST',
      path: `/api/admin/tasks/send-failed-club-payments-notif${query}`,
      headers: api.callers.globalAdmin.headers,
    });
  };
  const mails = async () =>
    (await api.world.db.read((tx) => tx.selectFrom('mail').selectAll().orderBy('created_at').execute())).filter(
      ({ subject }) => subject.includes('failed payment'),
    );

  it('are told of each payment once, ever, and by one e-mail a club', async () => {
    const { facilityId } = api.world;
    await put(facilityId, 'pay_1');
    await put(facilityId, 'pay_2');
    await put(api.otherFacilityId, 'pay_1');
    await put(facilityId, 'pay_old', clock.wallMs() - Days(2));
    expect((await send()).json).toEqual({ clubs: 2, payments: 3, notified: 2, skipped: 0, more: false });
    const sent = await mails();
    // The sibling’s managers are not asked; where a club has none, who runs its organisation is told.
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(['manager@example.com', 'other@example.com']);
    const [toManager] = sent.filter(({ recipient }) => recipient === 'manager@example.com');
    expect(toManager).toMatchObject({ subject: '2 failed payments at Harbour Gym' });
    expect(toManager?.text_body).toContain('- 2026-03-10: AUD 49.00, card_declined Bcc: x@example.com (pay_1)');
    expect((await send()).json).toEqual({ clubs: 2, payments: 3, notified: 0, skipped: 3, more: false });
    expect(await mails()).toHaveLength(2);
  });

  it('who come later are told of what they were not, and nobody else again; of two requests at once one tells', async () => {
    const { facilityId } = api.world;
    await api.aCaller('late', { right: 'facility-manager', scope: 'facility', scopeId: facilityId });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ json }) => (json as { notified: number }).notified).sort()).toEqual([0, 0, 1]);
    expect((await mails()).map(({ recipient }) => recipient).filter((to) => to.startsWith('late'))).toHaveLength(1);
    expect(await mails()).toHaveLength(3);
  });

  it.each([
    ['?fromDate=200&toDate=200', 'query.fromDate'],
    ['?fromDate=300&toDate=200', 'query.fromDate'],
    [`?fromDate=0&toDate=${31 * 86_400 + 1}`, 'query.fromDate'],
    ['?fromDate=2026-01-01', 'query.fromDate'],
    ['?toDate=-1', 'query.toDate'],
  ])('are not told of a time that is none or too long: %s', async (query, path) => {
    const refused = await send(query);
    expect(refused).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
    expect((refused.json as { message: string }).message).toContain(path);
    expect((await send(`?fromDate=0&toDate=${31 * 86_400}`)).json).toMatchObject({ clubs: 0, payments: 0 });
  });
});
