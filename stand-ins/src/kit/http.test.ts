import { request as httpRequest } from 'node:http';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from './faults.ts';
import { httpStandIn } from './http.ts';
import { type ServedStandIn, serveStandIn } from './serve.ts';

/** A service that counts. Each POST is an effect. */
const aCounter = (clock: ManualClock, effects: string[]) =>
  httpStandIn({
    plays: 'a counter',
    clock,
    answer: ({ method, path, body }) => {
      if (path === '/broken') throw new Error('a fault of the stand-in itself');
      if (method === 'POST') effects.push(`${path} ${body}`);
      return { body: { effects: effects.length } };
    },
    refusal: (status) => ({ status, body: { no: status } }),
  });

describe('a service that speaks HTTP', () => {
  const clock = new ManualClock();
  let effects: string[];
  let counter: ServedStandIn<ReturnType<typeof aCounter>>;
  beforeEach(async () => {
    effects = [];
    counter = await serveStandIn(aCounter(clock, effects));
  });
  afterEach(() => counter.close());
  const post = (path = '/count', body = 'one') => fetch(`${counter.url}${path}`, { method: 'POST', body });
  const want = (...faults: Fault[]) => counter.faults.want(...faults);
  /** A connection that ended before its answer was whole. */
  const broken = (asked: Promise<Response>) => expect(asked.then((answer) => answer.text())).rejects.toThrow();

  it('does what is asked, and keeps what came as it came', async () => {
    expect(await (await post('/count?by=1')).json()).toEqual({ effects: 1 });
    expect(effects).toEqual(['/count one']);
    expect(counter.received).toMatchObject([
      { atMs: clock.wallMs(), what: 'POST /count?by=1', path: '/count', body: Buffer.from('one') },
    ]);
    expect(counter.received[0]?.query.get('by')).toBe('1');
  });

  it('refuses in its own words, and does nothing', async () => {
    want({ kind: 'refuse', status: 403 });
    const answer = await post();
    expect([answer.status, await answer.json()]).toEqual([403, { no: 403 }]);
    expect(effects).toEqual([]);
  });

  it('has had too many, and says when to come again', async () => {
    want({ kind: 'too-many', retryAfterSeconds: 7 });
    const answer = await post();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
    expect(effects).toEqual([]);
  });

  it('is late by its clock, having done what was asked', async () => {
    want({ kind: 'late', ms: 2_000 });
    let answered = false;
    const asked = post().then((answer) => {
      answered = true;
      return answer.json();
    });
    await expect.poll(() => clock.pendingTimers).toBe(1);
    expect(effects).toHaveLength(1);
    await clock.advance(Seconds(1));
    expect(answered).toBe(false);
    await clock.advance(Seconds(1));
    expect(await asked).toEqual({ effects: 1 });
  });

  it('does nothing and says nothing', async () => {
    want({ kind: 'no-answer' });
    const asked = post();
    await expect.poll(() => counter.received).toHaveLength(1);
    await clock.advance(Seconds(3_600));
    await counter.close();
    await broken(asked);
    expect(effects).toEqual([]);
  });

  it('cuts the connection in the middle, and has done nothing', async () => {
    want({ kind: 'cut' });
    const answer = await post();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(effects).toEqual([]);
  });

  it('does what was asked, and its answer is lost', async () => {
    want({ kind: 'lost-answer' });
    await broken(post());
    expect(effects).toHaveLength(1);
  });

  it('answers as somebody else would, without end, and as it is told', async () => {
    want({ kind: 'page', times: 1 }, { kind: 'endless', times: 1 });
    want({ kind: 'answer', status: 302, headers: { location: '/elsewhere' }, body: 'gone', times: 1 });
    const page = await post();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<!doctype html>');
    expect((await (await post()).text()).length).toBe(1_000_000);
    const moved = await fetch(counter.url, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location'), await moved.text()]).toEqual([302, '/elsewhere', 'gone']);
    expect(effects).toEqual([]);
    await post();
    expect(effects).toHaveLength(1);
  });

  it('still answers who has ended its side', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const asked = httpRequest(counter.url, { method: 'POST', headers: { connection: 'close' } }, (response) => {
        response.setEncoding('utf8').on('data', resolve);
      });
      asked.on('error', reject).on('socket', (socket) => asked.once('finish', () => socket.end()));
      asked.end('one');
    });
    expect(JSON.parse(answer)).toEqual({ effects: 1 });
  });

  it('takes no more than a megabyte, and leaves nobody waiting for its own mistakes', async () => {
    const tooMuch = post('/count', 'x'.repeat(1024 * 1024 + 1)).then(({ status }) => status);
    expect(await tooMuch).toBe(413);
    expect(effects).toEqual([]);
    expect(counter.received).toEqual([]);
  });

  it('leaves no timer behind', async () => {
    want({ kind: 'late' });
    const asked = post();
    await expect.poll(() => clock.pendingTimers).toBe(1);
    await counter.close();
    await broken(asked);
    expect(clock.pendingTimers).toBe(0);
  });
});
