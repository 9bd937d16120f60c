import { createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSecrets } from './secrets.ts';

describe('the key that browsers’ subscriptions are bound to', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const load = () =>
    loadSecrets(
      { dataDir, secretsDir: join(dataDir, 'secrets'), publicNames: ['localhost'], tls: undefined },
      systemClock,
    );

  it('is made at the first start, for its owner’s eyes only, and is the same at the next', async () => {
    const jwkOf = async () => createPublicKey((await load()).pushKey).export({ format: 'jwk' });
    const first = await jwkOf();
    expect(first).toMatchObject({ kty: 'EC', crv: 'P-256' });
    const file = join(dataDir, 'secrets', 'push-key.pem');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('BEGIN PRIVATE KEY');
    expect(await jwkOf()).toEqual(first);
  });
});
