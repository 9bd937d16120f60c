import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createMail } from '@gatehouse/stand-ins/mail/mail.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { MailService, NewMail } from './mail.module.ts';
import { createMailService, SEND_MAIL } from './mail.service.ts';
import { smtpServer } from './smtp.ts';

const MAIL: NewMail = { to: 'sam@example.com', subject: 'Welcome to Riverside', text: 'Good to have you, Łukasz.' };

describe.each(ENGINES)('mail on $name', ({ open }) => {
  let db: Database;
  let host: ServedStandIn<ReturnType<typeof createMail>>;
  let mail: MailService;
  let queued: { kind: string; payload: unknown; key: string | undefined }[];
  const clock = new ManualClock();
  const serviceWith = (server: Parameters<typeof createMailService>[0]['server']) =>
    createMailService({
      db,
      clock,
      random: systemRandom,
      server,
      jobs: {
        enqueue: async (_tx, kind, payload, when) => {
          queued.push({ kind, payload, key: when?.key });
          return 'job_0000000000000000';
        },
      },
    });
  beforeEach(async () => {
    queued = [];
    db = await open();
    host = await serveStandIn(createMail({ clock }));
    const from = { name: 'Riverside', address: 'desk@riverside.example' };
    const settings = { host: '127.0.0.1', port: host.port, secure: false, requireTls: false, from };
    mail = serviceWith(smtpServer({ ...settings, user: undefined, passwordFile: undefined }));
  });
  afterEach(() => host.close());
  const send = (overrides: Partial<NewMail> = {}): Promise<string> =>
    db.write((tx) => mail.send(tx, { ...MAIL, ...overrides }));

  it('reaches the mail server as it was written, with a date, a sender and an id of its own', async () => {
    const id = await send({ html: '<p>Good to have you.</p>' });
    expect(queued).toEqual([{ kind: SEND_MAIL, payload: { mailId: id }, key: id }]);
    expect(await mail.find(id)).toMatchObject({ state: 'queued', attempts: 0 });
    await mail.carryOut(id);
    expect(host.received).toMatchObject([{ from: 'desk@riverside.example', to: ['sam@example.com'] }]);
    expect(host.received[0]?.headers).toEqual(
      expect.arrayContaining([
        'From: Riverside <desk@riverside.example>',
        'To: sam@example.com',
        'Subject: Welcome to Riverside',
        `Message-ID: <${id}@riverside.example>`,
        'Auto-Submitted: auto-generated',
        expect.stringMatching(/^Date: /),
      ]),
    );
    expect(await mail.find(id)).toMatchObject({
      state: 'sent',
      attempts: 1,
      last_error: null,
      sent_at: clock.wallMs(),
    });
  });

  it('is sent once where the server said so, however often the job comes', async () => {
    const id = await send();
    for (let again = 0; again < 3; again++) await mail.carryOut(id);
    await Promise.all([mail.carryOut(id), mail.carryOut(id)]);
    expect(host.received).toHaveLength(1);
    expect(await mail.find(id)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  it('says how often it was tried and why it did not go, and goes when the server takes it', async () => {
    const id = await send();
    host.faults.want({ kind: 'refuse', at: 'recipient', status: 451, times: 1 });
    host.faults.want({ kind: 'refuse', at: 'data', status: 452, times: 1 });
    await expect(mail.carryOut(id)).rejects.toThrow(/451/);
    expect(await mail.find(id)).toMatchObject({
      state: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('451'),
    });
    await clock.advance(Minutes(1));
    await expect(mail.carryOut(id)).rejects.toThrow(/452/);
    expect(await mail.find(id)).toMatchObject({ attempts: 2, tried_at: clock.wallMs() });
    await mail.carryOut(id);
    expect(await mail.find(id)).toMatchObject({ state: 'sent', attempts: 3, last_error: null });
    expect(host.received).toHaveLength(1);
  });

  it.each(['recipient', 'data'] as const)(
    'what the server refuses for good at the %s is not tried again',
    async (at) => {
      const id = await send();
      host.faults.want({ kind: 'refuse', at, status: 550, times: 1 });
      await mail.carryOut(id);
      await mail.carryOut(id);
      expect(host.received).toEqual([]);
      expect(await mail.find(id)).toMatchObject({
        state: 'refused',
        attempts: 1,
        last_error: expect.stringContaining('550'),
      });
    },
  );

  it('arrives again, as the same message, where the server took it and its answer was lost', async () => {
    const id = await send();
    host.faults.want({ kind: 'lost-answer', times: 1 });
    await expect(mail.carryOut(id)).rejects.toThrow();
    expect(await mail.find(id)).toMatchObject({ state: 'queued', attempts: 1 });
    await mail.carryOut(id);
    expect(await mail.find(id)).toMatchObject({ state: 'sent', attempts: 2 });
    const ids = host.received.map(({ headers }) => headers.find((line) => line.startsWith('Message-ID: ')));
    expect(ids).toEqual([`Message-ID: <${id}@riverside.example>`, `Message-ID: <${id}@riverside.example>`]);
  });

  it('a server that is not there leaves it in the queue', async () => {
    const id = await send();
    await host.close();
    await expect(mail.carryOut(id)).rejects.toThrow();
    expect(await mail.find(id)).toMatchObject({ state: 'queued', attempts: 1, last_error: expect.stringMatching(/./) });
  });

  it('is never written down, nor sent, by a unit that fails', async () => {
    await expect(
      db.write(async (tx) => {
        await mail.send(tx, MAIL);
        throw new Error('the change was refused');
      }),
    ).rejects.toThrow('the change was refused');
    expect(await mail.list(10)).toEqual([]);
  });

  it.each<[string, Partial<NewMail>]>([
    ['a header in the subject', { subject: 'Hello\r\nBcc: all@example.com' }],
    ['a line feed alone in it', { subject: 'Hello\nBcc: all@example.com' }],
    ['a line separator in it', { subject: 'Hello\u2028Bcc: all@example.com' }],
    ['no subject', { subject: '' }],
    ['a subject beyond its bound', { subject: 'x'.repeat(201) }],
    ['a header in the address', { to: 'sam@example.com\r\nBcc: all@example.com' }],
    ['two recipients', { to: 'sam@example.com,all@example.com' }],
    ['a display name', { to: 'Sam <sam@example.com>' }],
    ['a quoted local part', { to: '"sam, all"@example.com' }],
    ['an option for a mailer', { to: '-oQ/tmp@example.com' }],
    ['an address without a domain', { to: 'sam@localhost' }],
    ['an address beyond its bound', { to: `${'s'.repeat(65)}@example.com` }],
    ['a text beyond its bound', { text: 'x'.repeat(200_001) }],
    ['no text', { text: '' }],
  ])('refuses %s', async (_what, wrong) => {
    await expect(send(wrong)).rejects.toThrow(/^not an e-mail: /);
    expect(await mail.list(10)).toEqual([]);
    expect(queued).toEqual([]);
  });

  it('carries any text, and nothing in it becomes a header or ends the message early', async () => {
    const text = 'first\r\n.\r\nBcc: all@example.com\r\n\r\nQUIT\r\n日本語';
    const id = await send({ subject: 'Ärger? =?utf-8?q?Bcc?= 日本語', text });
    await mail.carryOut(id);
    const [one] = host.received;
    expect(host.received).toHaveLength(1);
    expect(one?.to).toEqual(['sam@example.com']);
    expect(one?.headers.some((line) => /^bcc:/i.test(line))).toBe(false);
    const [, encoded = ''] = /\r\n\r\n([\s\S]*)$/.exec(one?.raw ?? '') ?? [];
    const encoding = one?.headers.find((line) => /^content-transfer-encoding/i.test(line)) ?? '';
    const body = /base64/i.test(encoding) ? Buffer.from(encoded, 'base64').toString('utf8') : fromQuoted(encoded);
    expect(body.replaceAll('\r\n', '\n').trimEnd()).toBe(text.replaceAll('\r\n', '\n'));
  });

  it('without a mail server it is kept to be read, and nobody is asked to send it', async () => {
    mail = serviceWith(undefined);
    const id = await send();
    expect(queued).toEqual([]);
    await mail.carryOut(id);
    expect(await mail.find(id)).toMatchObject({ state: 'kept', attempts: 0, text_body: MAIL.text });
  });

  it('lists the newest first, page by page, each once, also of one moment', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      ids.push(await send());
      if (i % 3 === 2) await clock.advance(Minutes(1));
    }
    const seen: string[] = [];
    for (let before: string | undefined; ; ) {
      const page = await mail.list(2, before);
      seen.push(...page.map(({ id }) => id));
      before = page.at(-1)?.id;
      if (before === undefined) break;
    }
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(seen[0]).toBe(ids[6]);
    expect(await mail.list(2, 'eml_0000000000000000')).toEqual([]);
  });

  it('is forgotten in pieces once it is old', async () => {
    for (let i = 0; i < 3; i++) await send();
    await clock.advance(Minutes(1));
    await send();
    const forget = () => db.write((tx) => mail.forgetBefore(tx, clock.wallMs(), 2));
    expect([await forget(), await forget(), await forget()]).toEqual([2, 1, 0]);
    expect(await mail.list(10)).toHaveLength(1);
  });
});

const fromQuoted = (text: string): string =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
