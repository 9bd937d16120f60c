import { Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { CloudRefusal, type CloudRequest, CloudUnreachable } from '../identity/cloud-https.ts';
import { createConfigurationReports } from './configuration-reports.ts';

const setup = () => {
  const clock = new ManualClock();
  const sent: CloudRequest[] = [];
  const box = { buses: [{ name: 'main', kind: 'lcus', boards: [], readers: [] }] };
  const cloud = { failing: undefined as Error | undefined };
  let dropped = 0;
  const reports = createConfigurationReports({
    cloud: {
      send: async (request) => {
        sent.push(request);
        if (cloud.failing !== undefined) throw cloud.failing;
        return { status: 200, headers: {}, body: {} };
      },
    },
    tokens: { current: async () => ({ token: 't', expiresInSeconds: 600, brokerUrl: '' }), drop: () => void dropped++ },
    version: '1.2.3',
    hardware: () => ({ ...box, readers: [] }),
    clock,
    log: silentLog,
  });
  return { clock, sent, box, cloud, reports, dropped: () => dropped };
};
const taken = { revision: 3, doorsHash: 'ab'.repeat(32), refused: [] };

describe('what a box tells of its configuration', () => {
  it('is sent once, and again when anything of it changed, or after an hour', async () => {
    const { clock, sent, box, reports } = setup();
    await reports.send(taken);
    await reports.send(taken);
    expect(sent).toMatchObject([
      { path: '/edge/v1/configuration-reports', body: { v: 1, revision: 3, agentVersion: '1.2.3' } },
    ]);
    await reports.send({ ...taken, revision: 4 });
    box.buses = [];
    await reports.send({ ...taken, revision: 4 });
    expect(sent).toHaveLength(3);
    await clock.advance(Hours(1));
    await reports.send({ ...taken, revision: 4 });
    expect(sent).toHaveLength(4);
    reports.forget();
    await reports.send({ ...taken, revision: 4 });
    expect(sent).toHaveLength(5);
  });

  it('is tried again until it arrives', async () => {
    const { sent, cloud, reports, dropped } = setup();
    cloud.failing = new CloudUnreachable('no network');
    await reports.send(taken);
    cloud.failing = new CloudRefusal(401, { code: 'unauthenticated', message: '' });
    await reports.send(taken);
    expect([sent.length, dropped()]).toEqual([2, 1]);
    cloud.failing = undefined;
    await reports.send(taken);
    await reports.send(taken);
    expect(sent).toHaveLength(3);
  });

  it('is not what an older cloud asks for: the box goes on without, and tries an hour later', async () => {
    const { clock, sent, cloud, reports } = setup();
    cloud.failing = new CloudRefusal(404, { code: 'not_found', message: '' });
    for (let i = 0; i < 5; i++) await reports.send(taken);
    expect(sent).toHaveLength(1);
    await clock.advance(Hours(1));
    await reports.send(taken);
    expect(sent).toHaveLength(2);
  });
});
