import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets } from '../kit/secrets/secrets.ts';
import { readBrokerFolder, writeBrokerFolder } from './broker-folder.ts';
import { createDeviceTokens, createTokenCheck } from './device-tokens.ts';

const clock = new ManualClock();

describe('the folder of a separate broker', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-broker-folder-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('N10 it has a certificate of its own and the keys of its own logins, and no secret of the cloud', async () => {
    const [secretsDir, dir] = [join(dataDir, 'secrets'), join(dataDir, 'broker')];
    const secrets = await loadSecrets({ dataDir, secretsDir, publicNames: ['localhost'], tls: undefined }, clock);
    await writeBrokerFolder(secretsDir, { dir, names: ['broker.example.org'] }, clock.wallMs());
    const files = readdirSync(dir);
    for (const name of files) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
    const told = files.map((name) => readFileSync(join(dir, name), 'utf8')).join();
    for (const name of readdirSync(secretsDir)) {
      const text = readFileSync(join(secretsDir, name), 'utf8').replace(/-----BEGIN CERT.*/s, '');
      for (const [secret] of text.matchAll(/[\w+/-]{40,}/g)) expect(told, name).not.toContain(secret);
    }

    const { tls, tokenKeys } = readBrokerFolder(dir);
    expect(tls.certificatePem).not.toBe(secrets.server.cert);
    const tokens = createDeviceTokens({ clock, secrets: secrets.tokenSecrets });
    const check = createTokenCheck({ clock, keys: tokenKeys });
    for (const audience of ['mqtt', 'mqtt-cloud'] as const)
      expect(check.verify(tokens.issue('who', audience).token, audience)).toMatchObject({ ok: true });
    for (const audience of ['edge', 'events'] as const)
      expect(check.verify(tokens.issue('who', audience).token, audience)).toMatchObject({ why: 'unknown_key' });
  });

  it('N10 a broker does not start on the folder of the cloud’s secrets, nor on one that has a secret of them', async () => {
    const secretsDir = join(dataDir, 'secrets');
    await loadSecrets({ dataDir, secretsDir, publicNames: ['localhost'], tls: undefined }, clock);
    expect(() => readBrokerFolder(secretsDir)).toThrow(/authority\.json, which is the cloud’s alone/);
    await expect(writeBrokerFolder(secretsDir, { dir: secretsDir, names: ['x'] }, clock.wallMs())).rejects.toThrow(
      'dir: must not be the folder of the cloud’s secrets',
    );
    const dir = join(dataDir, 'broker');
    await writeBrokerFolder(secretsDir, { dir, names: ['broker.example.org'] }, clock.wallMs());
    writeFileSync(join(dir, 'command-key.json'), '{}');
    expect(() => readBrokerFolder(dir)).toThrow('command-key.json');
  });
});
