import { describe, expect, it } from 'vitest';
import { readOptions, withoutFiles } from './options.ts';

describe('the options of the simulator', () => {
  it('take a seed as it is given, and leave it to be drawn otherwise', () => {
    expect(readOptions(['--seed', 'night of 3 May']).seed).toBe('night of 3 May');
    expect(readOptions([]).seed).toBeUndefined();
  });

  it.each([
    [['--seed', ''], '--seed takes 1 to 64 characters'],
    [['--seed', 'x'.repeat(65)], '--seed takes 1 to 64 characters'],
    [['--port', '65536'], '--port 65536 is no port number'],
    [['--building', '/nowhere.json'], '/nowhere.json cannot be read as JSON'],
  ])('refuse %j in words', (args, words) => expect(() => readOptions(args)).toThrow(words));

  it('name what has no files to be opened by', () => {
    const file = new URL('../buildings/everything.json', import.meta.url).pathname;
    const alone = (...mounts: string[]) => withoutFiles(readOptions(['--building', file, ...mounts]));
    expect(alone()).toEqual(['gpio-1', 'office-wedge']);
    expect(alone('--gpio-mount', '8:/sys/class/gpio')).toEqual(['office-wedge']);
    expect(alone('--gpio-mount', '8:/sys/class/gpio', '--input-mount', '9:/tmp/input')).toEqual([]);
    expect(withoutFiles(readOptions([]))).toEqual([]);
  });

  it('read the building of every kind of hardware', () => {
    const file = new URL('../buildings/everything.json', import.meta.url).pathname;
    const { boards, readers, buses } = readOptions(['--building', file]).building;
    expect(new Set(boards.map(({ kind }) => kind))).toEqual(
      new Set(['waveshare', 'numato', 'lcus', 'gpio', 'mqtt-controller']),
    );
    expect(new Set(readers.map(({ kind }) => kind))).toEqual(new Set(['osdp', 'scanner', 'keyboard', 'mqtt']));
    expect(new Set(buses.map(({ kind }) => kind))).toEqual(new Set(['serial', 'gpio']));
  });
});
