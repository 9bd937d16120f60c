import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { TemperatureReport } from '@gatehouse/shared/wire/temperatures.ts';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { CloudRefusal } from '../identity/cloud-https.ts';
import { startTemperatureReports } from './temperature-reports.ts';

const setup = () => {
  const clock = new ManualClock();
  const box = { warm: [21] as number[], claimed: true, failing: undefined as Error | undefined };
  const told: TemperatureReport['readings'][] = [];
  let asked = 0;
  const dropped: string[] = [];
  const stop = startTemperatureReports({
    clock,
    log: silentLog,
    claimed: () => box.claimed,
    readings: () => box.warm.map((temperatureC, n) => ({ sensor: `s${n}`, temperatureC, ageMs: 1_400 })),
    tokens: {
      current: async () => ({ token: 't', expiresInSeconds: 600, brokerUrl: '' }),
      drop: (audience) => void dropped.push(audience),
    },
    cloud: {
      send: async ({ path, body }) => {
        asked += 1;
        if (box.failing !== undefined) throw box.failing;
        expect(path).toBe('/edge/v1/temperatures');
        told.push(TemperatureReport.parse(body).readings);
        return { status: 200, headers: {}, body: {} };
      },
    },
  });
  return { clock, box, told, dropped, stop, asked: () => asked };
};

describe('Q8 what the cloud is told of the temperature', () => {
  it('is told at most every ten minutes, and every twenty at least', async () => {
    const { clock, box, told, stop } = setup();
    await clock.advance(Minutes(1));
    expect(told).toEqual([[{ sensor: 's0', temperatureC: 21, ageSeconds: 1 }]]);
    for (let minute = 0; minute < 9; minute++) {
      box.warm = [21 + minute];
      await clock.advance(Minutes(1));
    }
    expect(told).toHaveLength(1);
    await clock.advance(Minutes(1));
    expect(told).toHaveLength(2);
    box.warm = [29.4];
    await clock.advance(Minutes(19));
    expect(told).toHaveLength(2);
    await clock.advance(Minutes(1));
    expect(told).toHaveLength(3);
    stop();
    await clock.advance(Hours(2));
    expect(told).toHaveLength(3);
  });

  it('is told when the last sensor is gone, and nothing while there is none or nobody has claimed the box', async () => {
    const { clock, box, told } = setup();
    box.claimed = false;
    await clock.advance(Minutes(30));
    expect(told).toEqual([]);
    box.claimed = true;
    await clock.advance(Minutes(1));
    box.warm = [];
    await clock.advance(Hours(1));
    expect(told.map((readings) => readings.length)).toEqual([1, 0]);
  });

  it('is tried again each minute, and hourly at a cloud that knows no such address', async () => {
    const { clock, box, told, dropped, asked } = setup();
    box.failing = new CloudRefusal(401, { code: 'unauthenticated', message: 'no' });
    await clock.advance(Minutes(3));
    expect([asked(), dropped]).toEqual([3, ['edge', 'edge', 'edge']]);
    box.failing = new CloudRefusal(404, { code: 'not_found', message: 'no' });
    await clock.advance(Minutes(60));
    expect(asked()).toBe(4);
    box.failing = undefined;
    await clock.advance(Minutes(1));
    expect(told).toHaveLength(1);
  });
});
