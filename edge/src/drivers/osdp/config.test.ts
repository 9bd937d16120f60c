import { describe, expect, it } from 'vitest';
import { OsdpConfig } from './config.ts';

const parsed = (devices: object) => OsdpConfig.safeParse({ path: '/dev/ttyUSB0', devices });
const problem = (devices: object) => parsed(devices).error?.issues[0];

describe('the configuration of a line of readers', () => {
  it('needs no more than the addresses', () => {
    expect(parsed({ 1: { address: 0 }, 247: { address: 126, secure: 'required' } }).data).toEqual({
      path: '/dev/ttyUSB0',
      baud: 9_600,
      replyAllowanceMs: 40,
      devices: { 1: { address: 0, secure: 'when-paired' }, 247: { address: 126, secure: 'required' } },
    });
  });

  it.each([
    ['the address of all', { 1: { address: 127 } }, ['devices', '1', 'address'], '126'],
    ['an address twice', { 1: { address: 5 }, 2: { address: 5 } }, ['devices'], 'another address for each reader'],
    ['a unit that no door can name', { 248: { address: 1 } }, ['devices', '248'], '1 to 247'],
    ['a unit with a nought before it', { '01': { address: 1 } }, ['devices', '01'], '1 to 247'],
    ['a key', { 1: { address: 1, key: '00112233445566778899aabbccddeeff' } }, ['devices', '1'], 'key'],
    ['encryption by halves', { 1: { address: 1, secure: 'no' } }, ['devices', '1', 'secure'], 'required'],
  ])('takes no %s', (_, devices, path, text) => {
    expect(problem(devices)?.path).toEqual(path);
    const { message, ...rest } = problem(devices) ?? { message: '' };
    expect(`${message} ${JSON.stringify(rest)}`).toContain(text);
  });

  it('takes no more readers than a line has room for', () => {
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [String(i + 1), { address: i }]));
    expect(problem(many)?.message).toBe('must be 32 readers at most');
  });
});
