import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { byteBudget } from './byte-budget.ts';
import { endpointsFor } from './endpoint.ts';
import { keptObject } from './kept-object.ts';
import { bodyShapeOf, createLargeBodies, type LargeBodies } from './large-bodies.ts';
import { mount } from './mount.ts';
import { serveSurface } from './surfaces.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { basic, sampleServed, sampleSurface } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';

const LIMIT = 300_000;
const surface = { ...sampleSurface, bodyLimit: { bytes: LIMIT, keys: 100_000 } };
const noted = (id: string, hot: { hot?: true }) =>
  mount(
    endpointsFor(surface)<undefined>()({
      id,
      method: 'POST',
      path: `/sample/v1/${id}`,
      summary: 'Note something',
      description: 'Takes a note.',
      gate: { scope: 'move' },
      body: z.object({ name: z.string(), notes: keptObject().optional() }),
      success: { status: 200, description: 'Noted.', schema: z.object({ name: z.string(), notes: z.string() }) },
      faults: {},
      audit: { event: 'things.noted', target: () => undefined },
      unit: 'own',
      ...hot,
      handle: async (_deps, { body: { name, notes } }) => {
        await gate;
        return { name, notes: notes === undefined ? 'none' : `${typeof notes} ${notes.length}` };
      },
    }),
    undefined,
  );
let gate: Promise<void> | undefined;

describe('P10 an endpoint whose bodies may be large', () => {
  const kit = memoryKit();
  const asked: boolean[] = [];
  let beside: LargeBodies;
  let served: Served;
  beforeEach(async () => {
    gate = undefined;
    asked.length = 0;
    beside = createLargeBodies({ clock: kit.clock });
    const largeBodies: Pick<LargeBodies, 'read'> = {
      read: (bytes, ask) => {
        asked.push(ask.hot);
        return beside.read(bytes, ask);
      },
    };
    served = await serve({
      kit: {
        ...kit,
        largeBodies,
        bodies: {
          hot: byteBudget({ total: 2 * LIMIT, perTenant: LIMIT }),
          others: byteBudget({ total: LIMIT, perTenant: LIMIT }),
        },
      },
      surfaces: [serveSurface(surface, sampleServed.authenticate as never)],
      endpoints: [noted('hot', { hot: true }), noted('other', {})],
    });
  });
  afterEach(async () => {
    await served.close();
    await beside.close();
    await kit.clock.advance(Seconds(1));
    kit.logged.length = 0;
  });
  const send = (body: string, where = 'hot', headers: Record<string, string> = {}, as = 'mover') =>
    served.send({ method: 'POST', path: `/sample/v1/${where}`, headers: { ...basic(as), ...headers }, body });
  const sized = (bytes: number) => {
    const around = JSON.stringify({ name: 'Ada', notes: { n: '' } }).length;
    return JSON.stringify({ name: 'Ada', notes: { n: 'x'.repeat(bytes - around) } });
  };

  it('takes 64 kB where they arrive, and asks nobody', async () => {
    expect(await send(sized(65_536))).toMatchObject({
      status: 200,
      json: { notes: expect.stringMatching(/^string /) },
    });
    expect(asked).toEqual([]);
  });

  it('has all that is larger read by the worker, to the byte of its limit, said or not', async () => {
    for (const [where, bytes] of [
      ['hot', 65_537],
      ['hot', LIMIT],
      ['other', LIMIT],
    ] as const)
      expect(await send(sized(bytes), where, { 'transfer-encoding': 'chunked' })).toMatchObject({
        status: 200,
        json: { name: 'Ada', notes: `object ${bytes - '{"name":"Ada","notes":}'.length}` },
      });
    expect(asked).toEqual([true, true, false]);
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as const)
      expect(await send(sized(LIMIT + 1), 'hot', headers)).toMatchObject({ status: 413 });
  });

  it('answers what is wrong as for small ones', async () => {
    const padded = (json: string) => json + ' '.repeat(70_000);
    for (const [json, rule] of [
      ['{"half":', 'invalid_json'],
      ['[]', 'invalid_type'],
      ['{"name":"Ada","notes":[]}', 'invalid_type'],
      ['{"notes":{}}', 'invalid_type'],
      ['{"name":"Ada","name":"Bob"}', 'duplicate_key'],
    ] as const) {
      const answers = [await send(json), await send(padded(json))];
      const [small, large] = answers.map(({ status, json: { request_id: _id, ...body } }) => ({ status, body }));
      expect(large).toEqual(small);
      expect(large).toMatchObject({ status: 400, body: { errors: [{ rule }] } });
      await kit.clock.advance(Seconds(1));
    }
    expect(await send(padded('{"name":"Ada","notes":null}'))).toMatchObject({ status: 200, json: { notes: 'none' } });
  });

  it('has a share of the memory that others cannot take, nor it theirs', async () => {
    let finish = () => {};
    gate = new Promise((resolve) => {
      finish = resolve;
    });
    const held = send(sized(LIMIT), 'other');
    while (asked.length < 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await send(sized(70_000 + 65_536), 'other', {}, 'busy')).toMatchObject({ status: 503 });
    const hot = send(sized(LIMIT), 'hot');
    while (asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const small = [send(sized(65_536), 'other'), send(sized(65_536), 'hot')];
    const [refused, other] = [await send(sized(200_000), 'hot'), send(sized(200_000), 'hot', {}, 'busy')];
    expect(refused).toMatchObject({ status: 503, json: { error: 'overloaded' } });
    while (asked.length < 3) await new Promise((resolve) => setImmediate(resolve));
    finish();
    const answers = await Promise.all([held, hot, other, ...small]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    gate = undefined;
    await kit.clock.advance(Seconds(1));
    expect((await send(sized(LIMIT), 'other')).status).toBe(200);
  });
});

describe('P10 the thread that reads large bodies', () => {
  it('reads those of hot endpoints first, and one at a time', async () => {
    const bodies = createLargeBodies({ clock: memoryKit().clock });
    const shape = bodyShapeOf(z.object({ n: z.int() }));
    const order: string[] = [];
    const read = async (name: string, hot: boolean) => {
      const bytes = Buffer.from(`{"n":1}${' '.repeat(100_000)}`);
      expect(await bodies.read(bytes, { limit: { keys: 9 }, shape, hot })).toEqual({ text: '{"n":1}', kept: {} });
      order.push(name);
    };
    await Promise.all([read('a', false), read('b', false), read('c', true), read('d', true)]);
    expect(order).toEqual(['a', 'c', 'd', 'b']);
    await bodies.close();
    await expect(read('e', true)).rejects.toThrow('the process ends');
  });
});
