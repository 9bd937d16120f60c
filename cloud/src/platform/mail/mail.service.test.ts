import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Days, Minutes } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createMail } from '@gatehouse/stand-ins/mail/mail.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { MailKind, MailService, OwnWording } from './mail.module.ts';
import { createMailService, SEND_MAIL } from './mail.service.ts';
import { meterMail } from './mail-meter.repo.ts';
import { smtpServer } from './smtp.ts';
import { PLAIN, SECRET } from './testing/a-mail-kind.ts';

const TEXT = 'Good to have you, Łukasz.';
const MAIL = { kind: PLAIN, to: 'sam@example.com', values: { subject: 'Welcome to Riverside', body: TEXT } };
interface Wish {
  readonly to?: string;
  readonly subject?: string;
  readonly text?: string;
}

describe.each(ENGINES)('mail on $name', ({ open }) => {
  let db: Database;
  let host: ServedStandIn<ReturnType<typeof createMail>>;
  let mail: MailService;
  let wordings: Map<string, OwnWording>;
  let queued: { kind: string; payload: unknown; key: string | undefined }[];
  const clock = new ManualClock();
  const serviceWith = (server: Parameters<typeof createMailService>[0]['server']) =>
    createMailService({
      objects: { get: async () => undefined },
      db,
      clock,
      random: systemRandom,
      server,
      ownWording: async (_tx, { kind }) => wordings.get(kind),
      jobs: {
        enqueue: async (_tx, kind, payload, when) => {
          queued.push({ kind, payload, key: when?.key });
          return 'job_0000000000000000';
        },
      },
    });
  beforeEach(async () => {
    queued = [];
    wordings = new Map();
    db = await open();
    host = await serveStandIn(createMail({ clock }));
    const from = { name: 'Riverside', address: 'desk@riverside.example' };
    const settings = { host: '127.0.0.1', port: host.port, secure: false, requireTls: false, from };
    mail = serviceWith(smtpServer({ ...settings, user: undefined, passwordFile: undefined }));
  });
  afterEach(() => host.close());
  const send = ({ to = MAIL.to, subject = MAIL.values.subject, text = TEXT }: Wish = {}): Promise<string> =>
    db.write((tx) => mail.send(tx, { kind: PLAIN, to, values: { subject, body: text } }));

  it('is metered by the facility that it tells of, once a mail server has taken it', async () => {
    const ours = 'fac_0000000000000001' as FacilityId;
    const meter = (day: string) => db.read((tx) => meterMail(tx, ours, day));
    const [today, yesterday] = [clock.wallMs(), clock.wallMs() - Days(1)].map((at) => isoOf(at).slice(0, 10));
    const toOurs = await db.write((tx) => mail.send(tx, { ...MAIL, facilityId: ours }));
    const other = await db.write((tx) => mail.send(tx, { ...MAIL, facilityId: 'fac_0000000000000002' as FacilityId }));
    expect(await meter(String(today))).toBe(0);
    for (const id of [toOurs, toOurs, other, await send()]) await mail.carryOut(id);
    expect(await meter(String(today))).toBe(1_000);
    expect(await meter(String(yesterday))).toBe(0);
  });

  it('reaches the mail server as it was written, with a date, a sender and an id of its own', async () => {
    const id = await send();
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

  it.each([
    ['a header', 'Hello\r\nBcc: all@example.com', 'Hello Bcc: all@example.com'],
    ['a line feed alone', 'Hello\nBcc: all@example.com', 'Hello Bcc: all@example.com'],
    ['a line separator', 'Hello\u2028Bcc: all@example.com', 'Hello Bcc: all@example.com'],
    ['more than fits', 'x'.repeat(201), 'x'.repeat(200)],
  ])('a subject with %s is one line of its length', async (_what, subject, written) => {
    expect(await mail.find(await send({ subject }))).toMatchObject({ subject: written });
  });

  it.each<[string, Wish]>([
    ['no subject', { subject: '' }],
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
    expect(await mail.find(id)).toMatchObject({ state: 'kept', attempts: 0, text_body: TEXT });
  });

  describe('worded by somebody', () => {
    const own: OwnWording = {
      subject: 'Hallo: {{subject}}',
      text: '{{body}} Bis bald!',
      html: '<p>{{body}}</p>',
      fromName: 'Harbour Gym',
      replyTo: 'desk@harbour.example',
      alsoTo: ['boss@harbour.example', 'SAM@example.com'],
    };

    it('goes out as they worded it, from whom they said, to whom they said besides', async () => {
      wordings.set(PLAIN.kind, own);
      const id = await send({ text: '{{subject}} <b>&\nZwei' });
      const all = await mail.list(10);
      expect(all.map(({ recipient }) => recipient).toSorted()).toEqual(['boss@harbour.example', 'sam@example.com']);
      for (const { id: each } of all) await mail.carryOut(each);
      expect(await mail.find(id)).toMatchObject({
        subject: 'Hallo: Welcome to Riverside',
        text_body: '{{subject}} <b>&\nZwei Bis bald!',
        html_body: '<p>{{subject}} &lt;b&gt;&amp;<br>Zwei</p>',
      });
      expect(host.received.map(({ to }) => to).toSorted()).toEqual([['boss@harbour.example'], ['sam@example.com']]);
      for (const { headers } of host.received)
        expect(headers).toEqual(
          expect.arrayContaining(['From: Harbour Gym <desk@riverside.example>', 'Reply-To: desk@harbour.example']),
        );
    });

    it.each([
      ['with a variable that there is not', { ...own, text: '{{body}} {{others}}' }],
      ['without what it is for', { ...own, text: 'Hello.' }],
      ['with a section', { ...own, text: '{{#body}}{{body}}{{/body}}' }],
      ['that makes no subject of these values', { ...own, subject: ' ' }],
    ])('one %s keeps nobody from being told', async (_what, wording) => {
      wordings.set(PLAIN.kind, wording);
      expect(await mail.find(await send())).toMatchObject({ subject: 'Welcome to Riverside', text_body: TEXT });
    });

    it('what lets its reader in goes to that reader alone', async () => {
      wordings.set(SECRET.kind, { ...own, subject: 'Hallo', text: '{{code}}', html: undefined });
      await db.write((tx) => mail.send(tx, { kind: SECRET as MailKind, to: 'sam@example.com', values: { code: '1' } }));
      expect((await mail.list(10)).map(({ recipient }) => recipient)).toEqual(['sam@example.com']);
    });
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
