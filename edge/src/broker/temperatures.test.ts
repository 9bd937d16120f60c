import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it, vi } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { aBroker, closed, until } from './broker.kit.ts';
import { createTemperatures } from './temperatures.ts';

const config = (more: object = {}) =>
  JSON.stringify({ device_class: 'temperature', unit_of_measurement: '°C', state_topic: 'lobby/t', ...more });
const AT = 'homeassistant/sensor/lobby/t/config';

describe('Q8 how warm sensors on the LAN say it is', () => {
  it('is kept for half an hour, until the sensor is taken back or its client removed', async () => {
    const clock = new ManualClock();
    const temperatures = createTemperatures({ clock, log: silentLog });
    temperatures.heard('lobby', 'lobby/t', '20');
    expect(temperatures.readings()).toEqual([]);
    temperatures.heard('lobby', AT, config());
    temperatures.heard('desk', 'lobby/t', '99');
    for (const state of ['20.04', 'unknown', '500']) temperatures.heard('lobby', 'lobby/t', state);
    expect(temperatures.readings()).toEqual([{ sensor: 'lobby', temperatureC: 20, ageMs: 0 }]);
    await clock.advance(Minutes(29));
    temperatures.heard('lobby', AT, config({ name: 'Air' }));
    expect(temperatures.readings()).toEqual([{ sensor: 'lobby: Air', temperatureC: 20, ageMs: Minutes(29) }]);
    await clock.advance(Minutes(2));
    expect(temperatures.readings()).toEqual([]);
    temperatures.heard('lobby', 'lobby/t', '21');
    expect(temperatures.readings()).toHaveLength(1);
    temperatures.heard('lobby', AT, '');
    expect(temperatures.readings()).toEqual([]);
    temperatures.heard('lobby', AT, config());
    temperatures.heard('lobby', 'lobby/t', '21');
    temperatures.forget('lobby');
    expect(temperatures.readings()).toEqual([]);
  });

  it('is of four sensors a client at most, and what cannot be read is said once', () => {
    const warn = vi.fn();
    const temperatures = createTemperatures({ clock: new ManualClock(), log: { ...silentLog, warn } });
    for (let round = 0; round < 3; round++)
      for (let n = 0; n < 5; n++)
        temperatures.heard('lobby', `homeassistant/sensor/lobby/t${n}/config`, config({ name: `${n}` }));
    temperatures.heard('lobby', 'lobby/t', '21');
    expect(temperatures.readings()).toHaveLength(4);
    for (let n = 0; n < 3; n++) temperatures.heard('lobby', AT, config({ state_topic: 'x' }));
    expect(warn.mock.calls.map(([{ why }]) => why)).toEqual([
      'a client may have 4 temperature sensors',
      'state_topic: must begin with lobby/',
    ]);
  });

  it('is heard from a client made for another broker, and nothing of it is kept or passed on', async () => {
    const temperatures = createTemperatures({ clock: new ManualClock(), log: silentLog });
    const broker = await aBroker({}, temperatures.heard);
    try {
      broker.add('lobby', 'sensor');
      broker.add('ha', 'observer');
      const seen: string[] = [];
      const observer = await broker.join('ha');
      observer.on('message', (topic) => void seen.push(topic));
      await observer.subscribeAsync(['homeassistant/#']);
      const will = { topic: 'lobby/status', payload: Buffer.from('offline'), retain: true, qos: 0 as const };
      const sensor = await broker.join('lobby', { will });
      await sensor.publishAsync('lobby/status', 'online', { retain: true, qos: 1 });
      await sensor.publishAsync(AT, config(), { retain: true, qos: 1 });
      await sensor.publishAsync('homeassistant/lock/lobby/x/config', '{}', { retain: true, qos: 1 });
      await sensor.publishAsync('lobby/t', '22.2', { retain: true, qos: 1 });
      expect(temperatures.readings()).toMatchObject([{ sensor: 'lobby', temperatureC: 22.2 }]);
      const [refused] = await sensor.subscribeAsync('lobby/#').catch(() => [{ qos: 128 }]);
      expect(refused?.qos).toBe(128);
      const late = await broker.join('ha', { clientId: 'late' });
      late.on('message', (topic) => void seen.push(topic));
      await late.subscribeAsync(['homeassistant/#']);
      for (const topic of ['desk/t', 'gh/local/v1/door/x/state', 'homeassistant/status', 'nowhere']) {
        const one = await broker.join('lobby');
        const cut = closed(one);
        one.publish(topic, 'x');
        await cut;
      }
      await until(() => broker.hub.sessions('lobby') === 0, 'the sensor is gone');
      expect(seen).toEqual([]);
    } finally {
      await broker.close();
    }
  });
});
