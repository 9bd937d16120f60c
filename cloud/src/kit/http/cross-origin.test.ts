import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossOriginFor } from './cross-origin.ts';
import type { Client } from './testing/https-client.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { sampleServed } from './testing/sample-surface.ts';
import { serve } from './testing/serve.ts';

const OURS = 'https://tools.example:8000';

describe('pages of other origins', () => {
  const of = crossOriginFor([OURS]);
  const asked = (origin: string | undefined, method = 'GET', more = {}) =>
    of({ method, headers: { ...(origin !== undefined && { origin }), ...more } });

  it('may ask if they are named, and read what tells them how it went', () => {
    expect(asked(OURS)).toEqual({
      Vary: 'Origin',
      'Access-Control-Allow-Origin': OURS,
      'Access-Control-Expose-Headers': expect.stringContaining('Retry-After'),
    });
  });
  it('learn beforehand what they may send, and ask again within ten minutes', () => {
    expect(asked(OURS, 'OPTIONS', { 'access-control-request-method': 'PATCH' })).toMatchObject({
      'Access-Control-Allow-Methods': expect.stringContaining('PATCH'),
      'Access-Control-Allow-Headers': expect.stringContaining('Authorization'),
      'Access-Control-Max-Age': '600',
    });
  });
  it.each([
    undefined,
    'null',
    'https://tools.example',
    'http://tools.example:8000',
    `${OURS}.evil.example`,
    'https://evil.example',
    '*',
  ])('are told nothing if they are not: %s', (origin) => expect(asked(origin)).toEqual({ Vary: 'Origin' }));
  it('are told nothing where nobody is named', () => {
    expect(crossOriginFor([])({ method: 'GET', headers: { origin: OURS } })).toBeUndefined();
  });
});

describe('a listener that pages of other origins may ask', () => {
  let send: Client;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ send, close } = await serve({
      kit: memoryKit(),
      surfaces: [sampleServed],
      endpoints: [],
      origins: [OURS],
    }));
  });
  afterAll(() => close());

  it('says so with every answer, refusals too, and never lets a browser add what it has anyway', async () => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const { headers } = await send({ method, path: '/nothing', headers: { origin: OURS } });
      expect(headers).toMatchObject({ 'access-control-allow-origin': OURS, vary: expect.stringContaining('Origin') });
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });
});
