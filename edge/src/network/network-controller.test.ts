import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { controllerTestedMessage } from '@gatehouse/shared/wire/network-controller.ts';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { createNetworkController } from './network-controller.ts';

const dir = mkdtempSync(join(tmpdir(), 'network-'));
const FINGERPRINT = 'AB:'.repeat(32).slice(0, -1);
const configured = (networkController: object) => {
  const file = join(dir, 'edge.json');
  writeFileSync(file, JSON.stringify({ cloud: { url: 'https://cloud.test', caFile: 'ca.pem' }, networkController }));
  return loadConfig(file).networkController;
};
const GOOD = { kind: 'unifi', url: 'https://192.0.2.1', keyFile: 'unifi-key', fingerprint: FINGERPRINT };

describe('Q9 a network controller in the box’s own file', () => {
  it('is known by its certificate, one way or the other, and its key lies in a file', () => {
    expect(configured(GOOD)).toEqual({ ...GOOD, keyFile: join(dir, 'unifi-key'), fingerprint: 'ab'.repeat(32) });
    const { fingerprint: _, ...bare } = GOOD;
    expect(configured({ ...bare, caFile: 'console.pem' })).toMatchObject({ caFile: join(dir, 'console.pem') });
    for (const [wrong, field] of [
      [bare, 'fingerprint'],
      [{ ...GOOD, caFile: 'console.pem' }, 'fingerprint'],
      [{ ...GOOD, fingerprint: 'AB:CD' }, 'fingerprint'],
      [{ ...GOOD, url: 'http://192.0.2.1' }, 'url'],
      [{ ...GOOD, url: 'https://admin:secret@192.0.2.1' }, 'url'],
      [{ ...GOOD, url: 'https://192.0.2.1/api' }, 'url'],
      [{ ...GOOD, key: 'secret' }, 'networkController'],
    ] as const)
      expect(() => configured(wrong), JSON.stringify(wrong)).toThrow(field);
  });

  it('is none unless it is there, and says what it lacks, once for all who ask within five seconds', async () => {
    const clock = new ManualClock();
    const none = createNetworkController({ settings: undefined, clock, log: silentLog });
    expect(await none.test()).toMatchObject({ configured: false, problem: null });
    const one = createNetworkController({ settings: configured(GOOD), clock, log: silentLog });
    const first = await one.test();
    expect(first).toMatchObject({ configured: true, reachable: false, problem: 'key_missing' });
    expect(controllerTestedMessage.payload.safeParse({ v: 1, id: crypto.randomUUID(), ...first }).success).toBe(true);
    writeFileSync(join(dir, 'unifi-key'), 'two keys');
    expect(await one.test()).toBe(first);
    await clock.advance(Seconds(5));
    const second = await one.test();
    expect(second).toMatchObject({ problem: 'key_missing', detail: expect.stringContaining('must hold one key') });
    expect(JSON.stringify(second)).not.toContain('two keys');
  });
});
