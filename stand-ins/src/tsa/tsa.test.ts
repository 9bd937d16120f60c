import { X509Certificate } from 'node:crypto';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedStandIn, serveStandIn } from '../kit/serve.ts';
import { createTsa } from './tsa.ts';

describe('an authority for time stamps', () => {
  const clock = new ManualClock('2026-06-21T01:20:00Z');
  let tsa: ServedStandIn<Awaited<ReturnType<typeof createTsa>>>;
  beforeAll(async () => {
    tsa = await serveStandIn(await createTsa({ clock }));
  });
  afterAll(() => tsa.close());
  const ask = async (body: string, type = 'application/timestamp-query') => {
    const answer = await fetch(`${tsa.url}/tsr`, { method: 'POST', headers: { 'content-type': type }, body });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
  };

  it('refuses in its own words what is no query, and takes queries alone', async () => {
    expect(await ask('what time is it?')).toMatchObject({
      status: 200,
      body: expect.stringContaining('no TimeStampReq'),
    });
    expect(await ask('what time is it?', 'text/plain')).toMatchObject({ status: 400 });
  });
  it('has a certificate that says what it is for, for whoever wants to trust it', () => {
    const certificate = new X509Certificate(tsa.facts().certificate ?? '');
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.8']);
  });
});
