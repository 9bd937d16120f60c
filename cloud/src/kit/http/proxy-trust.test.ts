import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { originReader } from './proxy-trust.ts';

const from = (remoteAddress: string, headers: Record<string, string> = {}, encrypted = false) =>
  ({ socket: { remoteAddress, ...(encrypted ? { encrypted } : {}) }, headers }) as unknown as IncomingMessage;
const forwarded = (chain: string, proto?: string) => ({
  'x-forwarded-for': chain,
  ...(proto === undefined ? {} : { 'x-forwarded-proto': proto }),
});

describe('whom a request comes from', () => {
  const origin = originReader(['10.0.0.1', '192.168.0.0/16', 'fd00::/8']);

  it.each([
    ['a client on TLS', from('203.0.113.9', {}, true), '203.0.113.9', true],
    ['a client on plain HTTP', from('203.0.113.9'), '203.0.113.9', false],
    ['a liar on plain HTTP', from('203.0.113.9', forwarded('1.2.3.4', 'https')), '203.0.113.9', false],
    ['a liar on TLS', from('203.0.113.9', forwarded('10.0.0.1', 'http'), true), '203.0.113.9', true],
    ['the proxy for a client on TLS', from('10.0.0.1', forwarded('203.0.113.9', 'https')), '203.0.113.9', true],
    [
      'the proxy for a client on plain HTTP',
      from('10.0.0.1', forwarded('203.0.113.9', 'http'), true),
      '203.0.113.9',
      false,
    ],
    ['the proxy, not saying how', from('10.0.0.1', forwarded('203.0.113.9')), '203.0.113.9', false],
    ['the proxy, seen as IPv6', from('::ffff:10.0.0.1', forwarded('203.0.113.9', 'https')), '203.0.113.9', true],
    [
      'two proxies and a made-up hop',
      from('10.0.0.1', forwarded('1.1.1.1, 203.0.113.9, 192.168.4.4', 'https')),
      '203.0.113.9',
      true,
    ],
    [
      'two proxies, one hop plain',
      from('10.0.0.1', forwarded('203.0.113.9, 192.168.4.4', 'http, https')),
      '203.0.113.9',
      false,
    ],
    ['an IPv6 proxy and client', from('fd00::1', forwarded('2001:db8::7', 'https')), '2001:db8::7', true],
    ['the proxy itself', from('10.0.0.1', { 'x-forwarded-proto': 'https' }), '10.0.0.1', true],
    ['the proxy, with a hop that is no address', from('10.0.0.1', forwarded('<script>', 'https')), '10.0.0.1', true],
  ] as const)('is read right for %s', (_what, request, remoteAddress, secure) => {
    expect(origin(request)).toEqual({ remoteAddress, secure });
  });
  it('believes nobody unless told to', () => {
    expect(originReader([])(from('127.0.0.1', forwarded('1.2.3.4', 'https')))).toEqual({
      remoteAddress: '127.0.0.1',
      secure: false,
    });
  });
  it('refuses a proxy that is no address', () => {
    expect(() => originReader(['proxy.example'])).toThrow();
  });
});
