import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MailRefused } from './mail-server.ts';
import { type SmtpSettings, smtpServer } from './smtp.ts';
import { startMailHost } from './testing/mail-host.ts';

const MAIL = { id: 'eml_0123456789abcdef', to: 'sam@example.com', subject: 'Hello', text: 'Hello.' };

describe('a mail server over SMTP', () => {
  let dir: string;
  let tls: { key: string; cert: string };
  const hosts: Awaited<ReturnType<typeof startMailHost>>[] = [];
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
  const start = async (options: Parameters<typeof startMailHost>[0] = {}) => {
    const host = await startMailHost(options);
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
    expect(host.arrived).toMatchObject([{ user: 'desk', to: ['sam@example.com'] }]);
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
    expect(host.arrived).toEqual([]);
  });

  it('is told nothing where TLS must be and is not', async () => {
    const host = await start();
    await expect(smtpServer(settings(host.port, { requireTls: true }))(MAIL)).rejects.toThrow(/STARTTLS|TLS/i);
    expect(host.arrived).toEqual([]);
  });

  it.each([true, false])(
    'is told nothing by one whose certificate nobody vouches for (TLS at once: %s)',
    async (secure) => {
      const host = await start({ ...tls, secure });
      await expect(smtpServer(settings(host.port, { secure, requireTls: true }))(MAIL)).rejects.toThrow(/certificate/i);
      expect(host.arrived).toEqual([]);
    },
  );

  it('is given up on where it says nothing', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.write('220 riverside ESMTP\r\n');
    });
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const { port } = silent.address() as { port: number };
    await expect(smtpServer(settings(port), Milliseconds(200))(MAIL)).rejects.toThrow(/timeout/i);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      silent.close(resolve);
    });
  });
});
