import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createMail, type MailSettings } from '@gatehouse/stand-ins/mail/mail.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MailRefused } from './mail-server.ts';
import { type SmtpSettings, smtpServer } from './smtp.ts';

const MAIL = { id: 'eml_0123456789abcdef', to: 'sam@example.com', subject: 'Hello', text: 'Hello.' };

describe('a mail server over SMTP', () => {
  let dir: string;
  let tls: { key: string; cert: string };
  const hosts: ServedStandIn<ReturnType<typeof createMail>>[] = [];
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'smtp-'));
    writeFileSync(join(dir, 'password'), 'horse staple\n');
    const authority = await newAuthority('Test', systemClock.wallMs());
    const { keyPem, certificatePem } = await newServerCertificate(authority, ['localhost'], systemClock.wallMs());
    tls = { key: keyPem, cert: certificatePem };
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
  });
  const start = async (options: Omit<MailSettings, 'clock'> = {}) => {
    const host = await serveStandIn(createMail({ clock: systemClock, ...options }));
    hosts.push(host);
    return host;
  };
  const settings = (port: number, overrides: Partial<SmtpSettings> = {}): SmtpSettings => ({
    host: '127.0.0.1',
    port,
    secure: false,
    requireTls: false,
    user: undefined,
    passwordFile: undefined,
    from: { name: '', address: 'desk@riverside.example' },
    ...overrides,
  });

  it('is signed in to with the password of the file', async () => {
    const host = await start({ password: 'horse staple' });
    await smtpServer(settings(host.port, { user: 'desk', passwordFile: join(dir, 'password') }))(MAIL);
    expect(host.received).toMatchObject([{ user: 'desk', to: ['sam@example.com'] }]);
  });

  it('refuses a wrong password without it being in the error, and not for good: somebody may correct it', async () => {
    const host = await start({ password: 'another' });
    const sent = smtpServer(settings(host.port, { user: 'desk', passwordFile: join(dir, 'password') }))(MAIL);
    const error = await sent.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
    expect(String(error)).not.toContain('horse');
    expect(host.received).toEqual([]);
  });

  it('is told nothing where TLS must be and is not', async () => {
    const host = await start();
    await expect(smtpServer(settings(host.port, { requireTls: true }))(MAIL)).rejects.toThrow(/STARTTLS|TLS/i);
    expect(host.received).toEqual([]);
  });

  it.each([true, false])(
    'is told nothing by one whose certificate nobody vouches for (TLS at once: %s)',
    async (secure) => {
      const host = await start({ tls, secure });
      await expect(smtpServer(settings(host.port, { secure, requireTls: true }))(MAIL)).rejects.toThrow(/certificate/i);
      expect(host.received).toEqual([]);
    },
  );

  it('is given up on where it says nothing', async () => {
    const host = await start();
    host.faults.want({ kind: 'no-answer', at: 'data' });
    await expect(smtpServer(settings(host.port), Milliseconds(200))(MAIL)).rejects.toThrow(/timeout/i);
    expect(host.received).toEqual([]);
  });
});
