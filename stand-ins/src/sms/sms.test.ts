import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServedStandIn, serveStandIn } from '../kit/serve.ts';
import { asPublished } from '../kit/testing/as-published.ts';
import type { SignedForm } from './call-back.ts';
import published from './message.schema.json' with { type: 'json' };
import { ACCOUNT, createSms } from './sms.ts';

const wrongIn = asPublished(published);
const HOOK = 'https://localhost:8443/hooks/sms/status?message=sms_1&recipient=0';

describe('messages of Twilio’s REST API', () => {
  let clock: ManualClock;
  let sms: ServedStandIn<ReturnType<typeof createSms>>;
  let told: SignedForm[];
  beforeEach(async () => {
    told = [];
    clock = new ManualClock('2026-03-01T09:30:00Z');
    sms = await serveStandIn(createSms({ clock, callBack: (form) => void told.push(form) }));
  });
  afterEach(() => sms.close());

  const basic = `Basic ${Buffer.from(`${ACCOUNT.sid}:${ACCOUNT.authToken}`).toString('base64')}`;
  const ask = async (path: string, form?: Record<string, string>, authorization = basic) => {
    const sent = form && { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(`${sms.url}/2010-04-01/Accounts/${ACCOUNT.sid}/Messages${path}`, {
      ...sent,
      headers: { authorization },
    });
    // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it asked for
    const body = (await answer.json()) as any;
    return { status: answer.status, body, wrong: wrongIn(body) };
  };
  const create = (more: Record<string, string> = {}) =>
    ask('.json', { To: '+61400000001', From: ACCOUNT.from, Body: 'Hello', StatusCallback: HOOK, ...more });

  it('are created, listed and fetched as published', async () => {
    const made = await create();
    expect(made).toMatchObject({
      status: 201,
      wrong: [],
      body: { status: 'queued', date_created: 'Sun, 01 Mar 2026 09:30:00 +0000' },
    });
    await create({ To: '+61400000002' });
    const list = await ask('.json?To=%2B61400000001&DateSent%3E=2026-03-01&PageSize=20');
    expect([list.wrong, list.body.messages.map(({ sid }: { sid: string }) => sid)]).toEqual([[], [made.body.sid]]);
    expect(await ask(`/${made.body.sid}.json`)).toMatchObject({ status: 200, wrong: [] });
    expect((await ask('.json?DateSent%3E=2026-03-02')).body.messages).toEqual([]);
    const first = await ask('.json?PageSize=1');
    expect([first.wrong, (await ask(first.body.next_page_uri.split('Messages')[1])).body.messages]).toMatchObject([
      [],
      [made.body],
    ]);
  });

  it.each([
    ['no number', { To: '61400000001' }, 400, 21211],
    ['no words', { Body: '' }, 400, 21602],
    ['too many of them', { Body: 'n'.repeat(1_601) }, 400, 21617],
  ])('are refused for %s, in the words of the API', async (_what, more, status, code) => {
    expect(await create(more)).toMatchObject({ status, body: { code }, wrong: [] });
  });

  it('are for whoever has the account’s token, and there or not', async () => {
    expect(await ask('.json', {}, 'Basic bm9ib2R5Og==')).toMatchObject({
      status: 401,
      body: { code: 20003 },
      wrong: [],
    });
    expect(await ask('/SM00.json')).toMatchObject({ status: 404, wrong: [] });
    sms.faults.want({ kind: 'too-many', times: 1 }, { kind: 'refuse', times: 1 });
    expect(await create()).toMatchObject({ status: 429, body: { code: 20429 }, wrong: [] });
    expect(await create()).toMatchObject({ status: 503, wrong: [] });
  });

  it('are told about, signed, and twice, backwards or wrongly where that is wanted', async () => {
    await create();
    await clock.advance(Seconds(3));
    const states = () => told.splice(0).map(({ fields }) => fields.MessageStatus);
    expect(told[0]).toMatchObject({ url: HOOK, signature: expect.stringMatching(/^[\w+/]{27}=$/) });
    expect(states()).toEqual(['sent', 'delivered']);
    for (const act of ['callbacks-twice', 'callbacks-backwards']) sms.acts[act]?.();
    await create();
    await clock.advance(Seconds(3));
    expect(states()).toEqual(['delivered', 'delivered', 'sent', 'sent']);
  });

  it('are answered by phones, and not taken for those that said STOP', async () => {
    await create();
    sms.acts['answer-stop']?.();
    expect(told.pop()).toMatchObject({
      url: 'https://localhost:8443/hooks/sms/inbound',
      fields: { From: '+61400000001', To: ACCOUNT.from, Body: 'STOP' },
    });
    expect(await create()).toMatchObject({ status: 400, body: { code: 21610 }, wrong: [] });
    sms.acts['answer-start']?.();
    expect((await create()).status).toBe(201);
  });
});
