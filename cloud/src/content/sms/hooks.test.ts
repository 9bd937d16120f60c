import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import type { SignedForm } from '@gatehouse/stand-ins/sms/call-back.ts';
import { ACCOUNT, createSms } from '@gatehouse/stand-ins/sms/sms.ts';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { endingProcess } from '../../testing/ending-process.ts';
import { everything } from '../../testing/everything.ts';
import { hooksPage } from './hooks-page.ts';
import { smsWorld } from './testing/sms-world.ts';
import { twilioSms } from './twilio-sms.ts';

const ANN = '+61400000001';

describe.each(ENGINES)('texts by a provider that speaks its own protocol, on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof smsWorld>>;
  let outside: ServedStandIn<ReturnType<typeof createSms>>;
  let theirs: ManualClock;
  let forms: SignedForm[];
  let post: (form: SignedForm) => Promise<{ status: number; text: string }>;
  let sms: ReturnType<typeof twilioSms>;
  let endAfter: (statements: number) => void;
  let close: () => Promise<unknown>;

  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sms-'));
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, `${ACCOUNT.authToken}\n`);
    on = await smsWorld(await open());
    theirs = new ManualClock('2026-03-01T00:00:00.000Z');
    forms = [];
    outside = await serveStandIn(createSms({ clock: theirs, callBack: (form) => void forms.push(form) }));
    const { sid: accountSid, from } = ACCOUNT;
    const settings = { accountSid, tokenFile, from, url: outside.url, hooksUrl: 'https://hooks.example' };
    sms = twilioSms(settings, { clock: on.clock, partnerUrl: () => '' });
    const { smsConsents: consents, whatBecameOfSms: whatBecame } = on.world;
    const ending = endingProcess(on.world.db);
    endAfter = ending.endAfter;
    const page = hooksPage({ db: ending.db, sms, consents, whatBecame });
    const server = createServer(express().use(page.path, page.router));
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    close = async () => {
      server.close();
      await outside.close();
      rmSync(folder, { recursive: true, force: true });
    };
    post = async ({ url, fields, signature }) => {
      const { pathname, search } = new URL(url);
      const headers = { 'x-twilio-signature': signature };
      const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields),
      });
      return { status: answer.status, text: await answer.text() };
    };
  });
  afterEach(() => close());

  const process = () => on.process({ sms });
  const created = () => outside.received.filter(({ method }) => method === 'POST').length;
  const aNotice = async () => (await on.write([{ phoneNumber: ANN }], {}, 'transactional')).messageId;
  const answered = async (act: string) => {
    outside.acts[act]?.();
    const form = forms.at(-1) ?? expect.fail('nobody answered');
    return { form, ...(await post(form)) };
  };

  it('are taken with their words and a way back, and what becomes of them is heard, however often and in whatever order', async () => {
    const messageId = await aNotice();
    await on.run(messageId, process());
    expect(await on.states(messageId)).toEqual(['sent']);
    const { body, headers } = outside.received[0] ?? expect.fail('nothing came');
    expect(Object.fromEntries(new URLSearchParams(body.toString()))).toEqual({
      To: ANN,
      From: ACCOUNT.from,
      Body: 'Harbour Gym: The pool is open again now.\nReply STOP to opt out.',
      StatusCallback: `https://hooks.example/hooks/sms/status?message=${messageId}&recipient=0`,
    });
    expect(headers.authorization).toMatch(/^Basic /);
    for (const act of ['callbacks-twice', 'callbacks-backwards']) outside.acts[act]?.();
    await theirs.advance(Seconds(3));
    expect(forms.map(({ fields }) => fields.MessageStatus)).toEqual(['delivered', 'delivered', 'sent', 'sent']);
    for (const form of forms) expect((await post(form)).status).toBe(204);
    expect(await on.states(messageId)).toEqual(['delivered']);
  });

  it('believe nothing that the provider has not signed', async () => {
    const messageId = await aNotice();
    await on.run(messageId, process());
    outside.acts['callbacks-wrongly-signed']?.();
    await theirs.advance(Seconds(3));
    const [form] = forms;
    if (form === undefined) expect.fail('nothing came');
    expect([(await post(form)).status, (await post({ ...form, signature: '' })).status]).toEqual([403, 403]);
    outside.acts['callbacks-right']?.();
    expect((await answered('answer-stop')).status).toBe(200);
    const stop = forms.at(-1) ?? expect.fail('nobody answered');
    const forged = { ...stop, fields: { ...stop.fields, From: '+61400000009' } };
    expect((await post(forged)).status).toBe(403);
    expect(await on.states(messageId)).toEqual(['sent']);
  });

  it('change nothing by a word of the provider in whose middle the process ends, and all once it comes again', async () => {
    const messageId = await aNotice();
    await on.run(messageId, process());
    await theirs.advance(Seconds(3));
    const delivered = forms.find(({ fields }) => fields.MessageStatus === 'delivered');
    outside.acts['answer-stop']?.();
    for (const form of [delivered, forms.at(-1)]) {
      if (form === undefined) expect.fail('nothing came');
      const before = await everything(on.world.db);
      let died = 0;
      for (; ; died++) {
        endAfter(died);
        const { status } = await post(form);
        endAfter(Number.POSITIVE_INFINITY);
        if (status < 300) break;
        expect([status, await everything(on.world.db)]).toEqual([500, before]);
      }
      expect(died).toBeGreaterThan(1);
    }
    expect(await on.states(messageId)).toEqual(['delivered']);
    const next = await aNotice();
    await on.run(next, process());
    expect(await on.states(next)).toEqual(['opted_out']);
  });

  it('are not sent twice where the answer was lost, and are where the provider had not taken them', async () => {
    for (const [fault, state, asked] of [
      [{ kind: 'lost-answer' }, 'delivered', 1],
      [{ kind: 'late', ms: Minutes(2) }, 'delivered', 1],
      [{ kind: 'no-answer' }, 'sent', 2],
      [{ kind: 'cut' }, 'sent', 2],
      [{ kind: 'page' }, 'sent', 2],
      [{ kind: 'answer', status: 201, headers: { 'content-type': 'application/json' }, body: '{"sid":' }, 'sent', 2],
      [{ kind: 'refuse' }, 'sent', 2],
    ] as const) {
      const before = created();
      const messageId = await aNotice();
      outside.faults.want({ ...fault, times: 1 });
      const run = on.run(messageId, process());
      await vi.waitFor(() => expect(created()).toBe(before + 1));
      // Longer than anybody is waited for.
      if (fault.kind === 'late' || fault.kind === 'no-answer') await on.clock.advance(Seconds(30));
      await run;
      expect([fault.kind, await on.states(messageId)]).toEqual([fault.kind, ['handing']]);
      await on.clock.advance(Minutes(3));
      await theirs.advance(Minutes(3));
      await on.run(messageId, process());
      expect([fault.kind, await on.states(messageId), created() - before]).toEqual([fault.kind, [state], asked]);
    }
  });

  it('end with a STOP, in whatever words, and begin with a START; HELP is answered', async () => {
    const first = await aNotice();
    await on.run(first, process());
    expect((await answered('answer-help')).text).toMatch(/<Response><Message>.*STOP.*<\/Message><\/Response>/);
    const { form } = await answered('answer-no-more');
    expect((await post(form)).status).toBe(200);
    const second = await aNotice();
    await on.run(second, process());
    expect(await on.states(second)).toEqual(['opted_out']);
    await answered('answer-stop');
    expect((await answered('answer-start')).text).toContain('<Response></Response>');
    const third = await aNotice();
    await on.run(third, process());
    expect(await on.states(third)).toEqual(['sent']);
  });

  it('are never sent again to whom the provider counts as out, and later where it has too much to do', async () => {
    const first = await aNotice();
    outside.faults.want({ kind: 'too-many', times: 1, retryAfterSeconds: 60 });
    await on.run(first, process());
    expect(await on.states(first)).toEqual(['waiting']);
    await on.clock.advance(Minutes(1));
    await on.run(first, process());
    outside.acts['answer-stop']?.();
    const second = await aNotice();
    await on.run(second, process());
    expect([await on.states(first), await on.states(second)]).toEqual([['sent'], ['opted_out: 21610']]);
    const third = await aNotice();
    await on.run(third, process());
    expect([await on.states(third), created()]).toEqual([['opted_out'], 3]);
  });
});
