import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import type { EdgeConfig } from './config.ts';
import { reload } from './reload.ts';

const bus = (path: string) => ({ kind: 'modbus-rtu' as const, path, baud: 9_600 });
const running: EdgeConfig = {
  cloud: { url: 'https://cloud.test', caFile: '/ca.pem' },
  buses: { used: bus('/dev/a'), idle: bus('/dev/b') },
};
const setup = () => {
  const told: unknown[] = [];
  const apply = {
    setLogLevel: (level: unknown) => void told.push(['level', level]),
    setBus: (name: string, to: unknown) => {
      if (name === 'used') return false;
      told.push([name, to]);
      return true;
    },
  };
  return { told, again: (file: EdgeConfig) => reload(running, file, apply) };
};

describe('a configuration that is read again', () => {
  it('that says the same changes nothing', () => {
    const { told, again } = setup();
    expect(again(structuredClone(running))).toEqual({ applied: [], needsRestart: [], config: running });
    expect(told).toEqual([]);
  });

  it('takes on new buses, forgets those that no door uses, and follows the log level', () => {
    const { told, again } = setup();
    const file = { ...running, logLevel: 'debug' as const, buses: { used: bus('/dev/a'), more: bus('/dev/c') } };
    expect(again(file)).toEqual({ applied: ['buses.idle', 'buses.more', 'logLevel'], needsRestart: [], config: file });
    expect(told).toEqual([
      ['idle', undefined],
      ['more', bus('/dev/c')],
      ['level', 'debug'],
    ]);
  });

  it('leaves readers to a restart', () => {
    const { told, again } = setup();
    const door = 'door_0123456789abcdef' as DoorId;
    const file = { ...running, readers: { front: { bus: 'used', unit: 1, door } } };
    expect(again(file)).toEqual({ applied: [], needsRestart: ['readers'], config: running });
    expect(told).toEqual([]);
  });

  it('leaves what drives doors, and whom the box speaks to, to a restart', () => {
    const { told, again } = setup();
    const buses = { used: bus('/dev/z'), idle: bus('/dev/b') };
    const file = { ...running, cloud: { ...running.cloud, url: 'https://other.test' }, buses };
    expect(again(file)).toEqual({ applied: [], needsRestart: ['buses.used', 'cloud'], config: running });
    expect(told).toEqual([]);
  });
});
