import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('a password of the key that seals documents is nothing without that key', () => {
  expect(readConfig({}).sealP12).toBeUndefined();
  const own = { SEAL_P12_FILE: '/etc/seal.p12', SEAL_P12_PASSWORD_FILE: '/etc/seal.password' };
  expect(readConfig(own).sealP12).toEqual({ file: '/etc/seal.p12', passwordFile: '/etc/seal.password' });
  expect(() => readConfig({ SEAL_P12_PASSWORD_FILE: '/etc/seal.password' })).toThrow(/SEAL_P12_FILE/);
});

describe('the unified API as it is set', () => {
  it('changes what its graph is asked to change, unless told otherwise', () => {
    expect(readConfig({}).unified.mutations).toBe(true);
    expect(readConfig({ UNIFIED_MUTATIONS: 'off' }).unified.mutations).toBe(false);
    expect(() => readConfig({ UNIFIED_MUTATIONS: 'maybe' })).toThrow(/UNIFIED_MUTATIONS/);
  });
  it('is asked by pages of no other origin, unless they are named', () => {
    expect(readConfig({}).unified.origins).toEqual([]);
    const origins = 'https://one.example.com, https://two.example.com:8443';
    expect(readConfig({ UNIFIED_ORIGINS: origins }).unified.origins).toEqual(origins.split(', '));
    expect(() => readConfig({ UNIFIED_ORIGINS: 'http://one.example.com' })).toThrow(/UNIFIED_ORIGINS/);
  });
});
