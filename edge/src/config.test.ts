import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { parseOptions } from './options.ts';

const dir = mkdtempSync(join(tmpdir(), 'config-'));
const file = (content: unknown): string => {
  const path = join(dir, 'edge.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const good = { cloud: { url: 'https://cloud.test:8443/', caFile: 'ca.pem' }, buses: {} };

describe('the local configuration', () => {
  it('resolves relative paths against its own folder, and gives a bus its usual speed', () => {
    const path = file({ ...good, buses: { 'rs485-1': { kind: 'modbus-rtu', path: 'bus/tty' } } });
    expect(loadConfig(path)).toEqual({
      cloud: { url: 'https://cloud.test:8443', caFile: join(dir, 'ca.pem') },
      buses: { 'rs485-1': { kind: 'modbus-rtu', path: join(dir, 'bus/tty'), baud: 9_600 } },
    });
  });

  it('names no simulator unless it is given one, and then one of this machine', () => {
    const withSimulator = (url: string) => loadConfig(file({ ...good, simulator: { url } }));
    expect(loadConfig(file(good))).not.toHaveProperty('simulator');
    expect(withSimulator('http://127.0.0.1:9080').simulator).toEqual({ url: 'http://127.0.0.1:9080' });
    for (const url of ['http://10.0.0.7:9080', 'https://127.0.0.1:9080', 'http://localhost.evil.test', '/sim'])
      expect(() => withSimulator(url), url).toThrow(/simulator\.url/);
  });

  it('has no broker unless it is given one, on this machine only unless told, and asks for one where a bus needs it', () => {
    const lan = { kind: 'mqtt', controllers: { '1': 'front-controller' } };
    expect(loadConfig(file(good))).not.toHaveProperty('broker');
    expect(loadConfig(file({ ...good, broker: {}, buses: { lan } }))).toMatchObject({
      broker: { host: '127.0.0.1', port: 8883, homeAssistant: false },
      buses: { lan },
    });
    expect(() => loadConfig(file({ ...good, buses: { lan } }))).toThrow(/broker: is missing/);
    expect(() => loadConfig(file({ ...good, broker: {}, buses: { lan: { ...lan, path: '/dev/x' } } }))).toThrow(/lan/);
  });

  it('has readers where it is told so, each on a bus of the same file', () => {
    const reader = { bus: 'scanner', door: 'door_0123456789abcdef' };
    const buses = { scanner: { kind: 'serial-line', path: 'tty' } };
    expect(loadConfig(file(good))).not.toHaveProperty('readers');
    expect(loadConfig(file({ ...good, buses, readers: { front: reader } }))).toMatchObject({
      buses: { scanner: { kind: 'serial-line', path: join(dir, 'tty'), baud: 9_600 } },
      readers: { front: { ...reader, unit: 1 } },
    });
    for (const bus of ['scanner', 'constructor'])
      expect(() => loadConfig(file({ ...good, readers: { front: { ...reader, bus } } }))).toThrow(
        `readers.front.bus: must be a bus of this file, not ${bus}`,
      );
  });

  it.each([
    [{ kind: 'numato', path: 'tty' }, {}, 'bus: must be a bus with readers, which b (numato) is not'],
    [{ kind: 'gpio', boards: { 1: { chip: 'c' } } }, {}, 'bus: must be a bus with readers, which b (gpio) is not'],
    [{ kind: 'gpio', wiegand: { 2: { chip: 'c', data0: 1, data1: 2 } } }, {}, 'unit: must be a reader of b: 2'],
    [{ kind: 'osdp', path: 'tty', devices: { 3: { address: 0 } } }, {}, 'unit: must be a reader of b: 3'],
    [{ kind: 'serial-line', path: 'tty' }, { unit: 2 }, 'unit: must be a reader of b: 1'],
    [{ kind: 'serial-line', path: 'tty' }, { formats: ['H10301'] }, 'formats: must have one of lines'],
    [
      { kind: 'osdp', path: 'tty', devices: { 1: { address: 0 } } },
      { formats: ['hex'] },
      'formats: must have one of bits',
    ],
  ])('refuses a reader that could never be heard: %j', (bus, reader, rule) => {
    const readers = { front: { bus: 'b', door: 'door_0123456789abcdef', ...reader } };
    expect(() => loadConfig(file({ ...good, buses: { b: bus }, readers }))).toThrow(`readers.front.${rule}`);
  });

  it('says of a name that cannot be one which rule it breaks', () => {
    const rule = 'the name must be lower-case letters, digits and hyphens';
    expect(() => loadConfig(file({ ...good, buses: { Front: { kind: 'serial-line', path: 'x' } } }))).toThrow(
      `buses.Front: ${rule}`,
    );
    const reader = { bus: 'b', door: 'door_0123456789abcdef' };
    expect(() => loadConfig(file({ ...good, readers: { Front: reader } }))).toThrow(`readers.Front: ${rule}`);
    const lan = { kind: 'mqtt', controllers: { 300: 'front-controller' } };
    expect(() => loadConfig(file({ ...good, broker: {}, buses: { lan } }))).toThrow(
      'buses.lan.controllers.300: the name must be a unit from 1 to 247',
    );
  });

  it('lists every problem at once, each with its path', () => {
    const path = file({
      cloud: { url: 'http://cloud.test' },
      buses: { a: { kind: 'smoke-signals' }, b: { kind: 'modbus-rtu', path: '/dev/x', baud: 1 } },
      doors: [],
    });
    const message = (() => {
      try {
        loadConfig(path);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    })();
    for (const named of ['cloud.url', 'cloud.caFile', 'buses.a.kind', 'buses.b.baud', 'doors'])
      expect(message).toContain(named);
  });

  it.each([
    ['{', /not JSON/],
    [{ ...good, cloud: { ...good.cloud, url: 'https://cloud.test/api' } }, /cloud\.url/],
    [{ ...good, cloud: { ...good.cloud, url: 'cloud' } }, /cloud\.url/],
  ])('refuses %j in words', (content, words) => expect(() => loadConfig(file(content))).toThrow(words));

  it('says which file is missing', () =>
    expect(() => loadConfig('/nowhere/edge.json')).toThrow(/\/nowhere\/edge.json/));
});

describe('the command line', () => {
  it('serves the panel on loopback unless told', () =>
    expect(parseOptions(['--config', 'a', '--data', 'b'])).toEqual({
      configFile: 'a',
      dataDir: 'b',
      panelPort: 9443,
      panelHost: '127.0.0.1',
    }));
  it.each([[[]], [['--config', 'a']], [['--config', 'a', '--data', 'b', '--panel-port', 'x']], [['--nope']]])(
    'refuses %j with the usage',
    (args) => expect(() => parseOptions(args)).toThrow(/Usage/),
  );
});
