import { describe, expect, it } from 'vitest';
import { wrongInSignature } from './signature.ts';

/** The first example of "Authenticating Requests: Using the Authorization Header" in the API reference of Amazon S3. */
const SETTINGS = {
  region: 'us-east-1',
  bucket: 'examplebucket',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const EXAMPLE = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  },
  body: Buffer.alloc(0),
  atMs: Date.parse('2013-05-24T00:00:00Z'),
};
const withHeaders = (headers: Record<string, string>) => ({ ...EXAMPLE, headers: { ...EXAMPLE.headers, ...headers } });

describe('a signature of version 4', () => {
  it('is right in the example of its specification', () => {
    expect(wrongInSignature(EXAMPLE, SETTINGS)).toBeUndefined();
  });

  it.each([
    ['another object', { ...EXAMPLE, url: '/test2.txt' }, 'another signature'],
    ['another query', { ...EXAMPLE, url: '/test.txt?acl=' }, 'another signature'],
    ['another method', { ...EXAMPLE, method: 'DELETE' }, 'another signature'],
    ['another range', withHeaders({ range: 'bytes=0-99' }), 'another signature'],
    ['other bytes', { ...EXAMPLE, body: Buffer.from('x') }, 'XAmzContentSHA256Mismatch'],
    [
      'bytes that are not signed',
      { ...withHeaders({ 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }), method: 'PUT' },
      'payload',
    ],
    ['a quarter of an hour too late', { ...EXAMPLE, atMs: EXAMPLE.atMs + 900_001 }, 'RequestTimeTooSkewed'],
    ['another day', withHeaders({ 'x-amz-date': '20130525T000000Z' }), 'no date'],
    ['a moment that is none', withHeaders({ 'x-amz-date': '20130524' }), 'RequestTimeTooSkewed'],
    ['no signature', withHeaders({ authorization: 'Basic abc' }), 'no signature'],
    [
      'a host that is not signed',
      withHeaders({ authorization: EXAMPLE.headers.authorization.replace('host;', '') }),
      'host is not signed',
    ],
  ])('is wrong for %s', (_what, call, wrong) => {
    expect(wrongInSignature(call, SETTINGS)).toContain(wrong);
  });

  it('is wrong for who has another secret, key or region', () => {
    for (const other of [{ secretAccessKey: 'x' }, { accessKeyId: 'x' }, { region: 'x' }])
      expect(wrongInSignature(EXAMPLE, { ...SETTINGS, ...other })).toMatch(/^another/);
  });
});
