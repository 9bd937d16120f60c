import { once } from 'node:events';
import { createConnection } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { selfSignedCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServedStandIn, serveStandIn } from '../kit/serve.ts';
import { createMail } from './mail.ts';

const MESSAGE = ['From: desk@riverside.example', 'Subject: Hello', ' again', '', 'Good to have you.', '.'].join('\r\n');
const TO_DATA = ['EHLO me', 'MAIL FROM:<desk@riverside.example>', 'RCPT TO:<sam@example.com>', 'DATA'];
const DIALOGUE = [...TO_DATA, MESSAGE, 'QUIT'];

describe('a mail server', () => {
  const clock = new ManualClock();
  let mail: ServedStandIn<ReturnType<typeof createMail>>;
  beforeEach(async () => {
    mail = await serveStandIn(createMail({ clock }));
  });
  afterEach(() => mail.close());

  /** Says these lines, each after the reply to the one before, and hears the replies up to the end of the connection. */
  const talk = (lines: readonly string[]): Promise<{ replies: string[]; kinds: string[] }> =>
    new Promise((resolve) => {
      const replies: string[] = [];
      const left = [...lines];
      const socket = createConnection(mail.port, '127.0.0.1');
      socket.setEncoding('utf8').on('data', (text: string) => {
        replies.push(text);
        // RFC 5321, section 4.2: every line has a code of three digits, and the last one of a reply no hyphen after it.
        if (/^\d{3} [^\r\n]*\r\n$/m.test(text)) socket.write(`${left.shift() ?? 'QUIT'}\r\n`);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve({ replies, kinds: replies.map((text) => text.slice(0, 3)) }));
    });

  it('speaks as RFC 5321 has it, and keeps what it takes', async () => {
    const { replies, kinds } = await talk(DIALOGUE);
    expect(kinds).toEqual(['220', '250', '250', '250', '354', '250', '221']);
    for (const line of replies.join('').trimEnd().split('\r\n')) expect(line).toMatch(/^[2-5]\d\d[ -]/);
    expect(mail.received).toMatchObject([
      {
        what: 'to sam@example.com: Subject: Hello again',
        from: 'desk@riverside.example',
        to: ['sam@example.com'],
        headers: ['From: desk@riverside.example', 'Subject: Hello again'],
      },
    ]);
    expect(mail.received[0]?.raw).toContain('Good to have you.');
  });

  it.each([
    [{ kind: 'refuse' } as const, ['421']],
    [{ kind: 'refuse', status: 554 } as const, ['554']],
    [{ kind: 'too-many' } as const, ['421']],
    [{ kind: 'cut' } as const, []],
    [{ kind: 'refuse', at: 'recipient', status: 550 } as const, ['220', '250', '250', '550']],
    [{ kind: 'refuse', at: 'data', status: 452 } as const, ['220', '250', '250', '250', '354', '452']],
  ])('refuses at the step that is asked for, and keeps nothing: %j', async (fault, kinds) => {
    mail.faults.want(fault);
    const said = (await talk(DIALOGUE)).kinds;
    expect(said.slice(0, kinds.length)).toEqual(kinds);
    expect(mail.received).toEqual([]);
  });

  it('keeps a mail, and its answer is lost', async () => {
    mail.faults.want({ kind: 'lost-answer', times: 1 });
    expect((await talk(DIALOGUE)).kinds).toEqual(['220', '250', '250', '250', '354']);
    expect(mail.received).toHaveLength(1);
    expect((await talk(DIALOGUE)).kinds.at(-1)).toBe('221');
    expect(mail.received).toHaveLength(2);
  });

  it('keeps a mail, and says so late', async () => {
    mail.faults.want({ kind: 'late', ms: 60_000 });
    const said = talk(DIALOGUE);
    await expect.poll(() => clock.pendingTimers).toBe(1);
    expect(mail.received).toHaveLength(1);
    await clock.advance(Seconds(60));
    expect((await said).kinds.at(-2)).toBe('250');
  });

  it.each(['connection', 'data'])('says nothing at %s, and has kept nothing', async (at) => {
    mail.faults.want({ kind: 'no-answer', at, times: 1 });
    const said = talk(DIALOGUE);
    await expect.poll(() => mail.faults.wanted()).toEqual([]);
    await clock.advance(Seconds(3_600));
    await mail.close();
    expect((await said).kinds).not.toContain('221');
    expect(mail.received).toEqual([]);
  });

  it('ends in order in the middle of a conversation over TLS, and of a handshake', async () => {
    await mail.close();
    const { keyPem: key, certificatePem: cert } = await selfSignedCertificate(['localhost'], systemClock.wallMs());
    mail = await serveStandIn(createMail({ clock, secure: true, tls: { key, cert } }));
    const reader = connectTls({ port: mail.port, host: '127.0.0.1', ca: cert, servername: 'localhost' });
    const [greeting] = (await once(reader, 'data')) as [Buffer];
    expect(greeting.toString()).toMatch(/^220 /);
    const mute = createConnection(mail.port, '127.0.0.1');
    await once(mute, 'connect');
    reader.on('error', () => undefined);
    await Promise.all([mail.close(), once(reader, 'close'), once(mute.resume(), 'close')]);
  });

  it('lets in who has the password', async () => {
    await mail.close();
    mail = await serveStandIn(createMail({ clock, password: 'horse staple' }));
    const plain = (password: string) => `AUTH PLAIN ${Buffer.from(`\0desk\0${password}`).toString('base64')}`;
    const signIn = async (password: string) =>
      (await talk(['EHLO me', plain(password), ...TO_DATA.slice(1), MESSAGE])).kinds;
    expect((await signIn('another'))[2]).toBe('535');
    expect((await signIn('horse staple'))[2]).toBe('235');
    expect(mail.received).toMatchObject([{ user: 'desk' }]);
    expect((await talk(TO_DATA)).kinds).toContain('530');
  });
});
