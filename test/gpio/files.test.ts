import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { firstChip, levelOf, pull } from './lines.ts';

const ROOT = '/sys/class/gpio';
const number = (offset: number) => firstChip().base + offset;
const write = (file: string, text: string): string => {
  try {
    writeFileSync(`${ROOT}/${file}`, text);
    return 'taken';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
};
const read = (file: string) => readFileSync(`${ROOT}/${file}`, 'utf8');
const lineAt = (offset: number) => {
  expect(write('export', String(number(offset)))).toBe('taken');
  const folder = `gpio${number(offset)}`;
  return {
    set: (file: string, text: string) => write(`${folder}/${file}`, text),
    get: (file: string) => read(`${folder}/${file}`),
  };
};
afterEach(() => {
  for (const offset of [4, 12, 13, 14, 15]) {
    write(`gpio${number(offset)}/direction`, 'in');
    write('unexport', String(number(offset)));
    pull(offset, false);
  }
});

/** The files themselves, without any package. On FUSE and on a kernel's own lines alike: what one takes, the other takes. */
describe('the files of GPIO lines', () => {
  // Each test has a line that no other test drives: gpio-sim remembers whether a line was an output.
  it('export a line once, and only one that is there', () => {
    const { base, lines } = firstChip();
    expect(write('export', String(base + 4))).toBe('taken');
    expect(existsSync(`${ROOT}/gpio${base + 4}/value`)).toBe(true);
    expect(write('export', String(base + 4))).toBe('EBUSY');
    expect(write('unexport', String(base + 4))).toBe('taken');
    expect(existsSync(`${ROOT}/gpio${base + 4}`)).toBe(false);
    expect(write('unexport', String(base + 4))).toBe('EINVAL');
    for (const wrong of [String(base + lines), '-1', 'four', '', '4 2'])
      expect([wrong, write('export', wrong)]).toEqual([wrong, wrong === '' ? 'taken' : 'EINVAL']);
    expect(write('export', `0x${(base + 4).toString(16)}\n`)).toBe('taken');
  });

  it('listen until they are told to drive, and refuse values until then', () => {
    const line = lineAt(12);
    expect([line.get('direction'), line.get('value'), line.get('edge'), line.get('active_low')]).toEqual([
      'in\n',
      '0\n',
      'none\n',
      '0\n',
    ]);
    expect([line.set('value', '1'), line.set('direction', 'up'), line.set('edge', 'all')]).toEqual([
      'EPERM',
      'EINVAL',
      'EINVAL',
    ]);
    expect(line.set('direction', 'high\n')).toBe('taken');
    expect([line.get('direction'), line.get('value'), levelOf(12)]).toEqual(['out\n', '1\n', true]);
    expect([line.set('value', 'on'), line.get('value')]).toEqual(['EINVAL', '1\n']);
    expect([line.set('value', '0'), levelOf(12)]).toEqual(['taken', false]);
  });

  it('turn values around for active-low lines, but not what high and low mean as directions', () => {
    const line = lineAt(14);
    expect([line.set('active_low', '1'), line.set('direction', 'high')]).toEqual(['taken', 'taken']);
    expect([line.get('value'), levelOf(14)]).toEqual(['0\n', true]);
    expect([line.set('value', '1'), line.get('value'), levelOf(14)]).toEqual(['taken', '1\n', false]);
  });

  it('take an edge on a line that listens, and none on one that drives', () => {
    const line = lineAt(15);
    expect([line.set('edge', 'both'), line.get('edge')]).toEqual(['taken', 'both\n']);
    expect([line.set('edge', 'none'), line.set('direction', 'low'), line.set('edge', 'both')]).toEqual([
      'taken',
      'taken',
      'EIO',
    ]);
    expect(line.get('edge')).toBe('none\n');
  });

  it('read what the world does to a line that nobody has driven', () => {
    const line = lineAt(13);
    pull(13, true);
    expect(line.get('value')).toBe('1\n');
    pull(13, false);
    expect(line.get('value')).toBe('0\n');
  });
});
