import { describe, expect, it } from 'vitest';
import type { DemoSite } from './demo-site.ts';
import { demoLines } from './lines.ts';

const keys = { live: 'sk_live_x', dryrun: 'sk_dryrun_x', readOnly: 'sk_read-only_x' };
const site: DemoSite = {
  dataDir: '/data/demo',
  cloud: {
    partnerUrl: 'https://localhost:8443',
    deviceUrl: 'https://localhost:8444',
    platformUrl: 'https://localhost:8445',
    consoleUrl: 'https://localhost:8448',
    unifiedUrl: 'https://localhost:8447',
    inferenceUrl: 'https://localhost:8446',
    brokerUrl: 'mqtts://localhost:8883',
    caFile: '/data/demo/cloud/ca.pem',
    demo: {
      timezone: 'Australia/Brisbane',
      facilityId: 'fac_1',
      linkingIdentifier: 'BNE-01',
      doors: { front: 'door_f', studio: 'door_s', carPark: 'door_c' },
      direct: { id: 'ptr_1', name: 'Acme Members', keys },
      linked: { id: 'ptr_2', name: 'Branchwise', keys },
    },
  },
  sim: { url: 'http://127.0.0.1:9080', buses: {} },
  standInsUrl: 'http://127.0.0.1:9180',
  edge: { panelUrl: 'https://127.0.0.1:9443/', boxId: 'box', claimed: true },
  gymCaFile: '/data/demo/gym-ca.pem',
  short: (path) => path.replace('/data/', 'data/'),
  onCrash: () => undefined,
  close: async () => undefined,
};

describe('the lines of the demo', () => {
  const lines = demoLines(site);

  it('can be pasted into a shell: every quote is closed, and nothing is left to expand but a token', () => {
    const token = /"Authorization: Bearer \$\(npm run -s gatehouse -- token [\w ./-]+\)"/;
    for (const { command } of lines) {
      expect(command.split("'").length % 2, command).toBe(1);
      expect(command.replace(token, '').replaceAll(/'[^']*'/g, ''), command).not.toMatch(/[$`\\<>|&;]/);
    }
  });

  it('a curl line and the request that stands in for it say the same', () => {
    for (const { command, request } of lines) {
      if (request === undefined) continue;
      expect(command).toContain(`'${request.url}'`);
      expect(/-u (\S*):/.exec(command)?.[1]).toBe(request.key);
      expect(/Bearer \$\(([^)]*)\)/.exec(command)?.[1]).toBe(request.tokenBy);
      expect(/-d '([^']*)'/.exec(command)?.[1]).toBe(
        request.body === undefined ? undefined : JSON.stringify(request.body),
      );
    }
  });

  it('an unlock that was not confirmed fails its check', () => {
    const unlock = lines.find(({ says }) => says.startsWith('Unlock the front door'));
    const confirmed = {
      status: 'unlocked',
      event_id: 'evt_1',
      command_id: 'cmd_1',
      hold_time_seconds: 5,
      confirmed_at: '2026-01-01T00:00:00.000Z',
      confirmed_by: 'lock-sense',
    };
    expect(unlock?.check(JSON.stringify(confirmed))).toBeUndefined();
    for (const field of Object.keys(confirmed))
      expect(unlock?.check(JSON.stringify({ ...confirmed, [field]: undefined })), field).toContain(field);
    expect(unlock?.check('{"status":"failed","reason":"device_offline"}')).toContain('device_offline');
  });
});
