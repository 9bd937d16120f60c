import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventStream, type ServerEvent } from './event-stream.ts';
import { type BytesAnswer, type StreamAnswer, streamAnswer, textAnswer } from './media.ts';
import { mediaEndpoints, zipOf } from './testing/media-endpoints.ts';
import { type MemoryKit, memoryKit } from './testing/memory-kit.ts';
import { basic, sampleServed } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';

const CHUNK = new Uint8Array(65_536);
let kit: MemoryKit;
let bytes: () => BytesAnswer;
let stream: () => StreamAnswer;
let addAlone: MemoryKit['audit']['addAlone'];
let served: Served;
beforeEach(async () => {
  kit = memoryKit();
  const endpoints = mediaEndpoints({ bytes: () => bytes(), stream: () => stream(), events: () => stream() });
  const audit = { ...kit.audit, addAlone: (...row: Parameters<typeof kit.audit.addAlone>) => addAlone(...row) };
  addAlone = kit.audit.addAlone;
  served = await serve({ kit: { ...kit, audit }, surfaces: [sampleServed], endpoints });
});
afterEach(() => served.close());

/** An answer of which nothing is read yet. */
const begin = (path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options = {
      host: 'localhost',
      port: served.port,
      ca: served.ca,
      path,
      headers: basic('looker'),
      agent: false,
    };
    https.get(options, resolve).on('error', reject);
  });
const hangUp = (answer: IncomingMessage) => {
  answer.on('error', () => {}).destroy();
};
/** What has arrived of an answer by now, and whether it has ended. */
const listenTo = (answer: IncomingMessage) => {
  const heard = { text: '', ended: false };
  answer.on('data', (chunk) => {
    heard.text += chunk;
  });
  answer.on('end', () => {
    heard.ended = true;
  });
  return heard;
};

/** Chunks without end, counted; says how it ended. */
const endless = () => {
  const told = { given: 0, returned: false, aborted: false };
  const read = async function* (signal: AbortSignal) {
    signal.addEventListener('abort', () => {
      told.aborted = true;
    });
    try {
      for (;;) {
        told.given++;
        yield CHUNK;
      }
    } finally {
      told.returned = true;
    }
  };
  return { told, read };
};

describe('a client that reads slowly', () => {
  it('slows the source down, and gets it all as it goes on', async () => {
    const { told, read } = endless();
    bytes = () => zipOf({ length: 2 ** 40, read: (_range, signal) => read(signal) });
    const answer = await begin('/sample/v1/download');
    const settled = async () => {
      for (let last = -1; last !== told.given; await new Promise((resolve) => setTimeout(resolve, 50)))
        last = told.given;
      return told.given;
    };
    const before = await settled();
    expect(before).toBeLessThan(400);
    let taken = 0;
    answer.on('data', (chunk) => {
      taken += chunk.length;
      if (taken > 40_000_000) answer.pause();
    });
    await vi.waitFor(() => expect(taken).toBeGreaterThan(40_000_000), 5_000);
    expect(await settled()).toBeGreaterThan(before + 300);
    hangUp(answer);
    await vi.waitFor(() => expect(told).toMatchObject({ returned: true, aborted: true }));
  });

  it('is cut off when it takes nothing for half a minute', async () => {
    const { told, read } = endless();
    bytes = () => zipOf({ length: 2 ** 40, read: (_range, signal) => read(signal) });
    const answer = await begin('/sample/v1/download');
    const cut = new Promise((resolve) => answer.on('error', resolve));
    await vi.waitFor(() => expect(kit.clock.pendingTimers).toBeGreaterThan(0));
    await kit.clock.advance(Seconds(29));
    expect(told.returned).toBe(false);
    await vi.waitFor(async () => {
      await kit.clock.advance(Seconds(30));
      expect(told.returned).toBe(true);
    });
    answer.resume();
    await cut;
    expect(kit.logged).toEqual([]);
  });

  it('is cut off so too where all of the answer is there at once', async () => {
    stream = () => textAnswer({ type: 'text/event-stream', text: ':'.repeat(2 ** 25) });
    const answer = await begin('/sample/v1/watch');
    const cut = new Promise((resolve) => answer.on('error', resolve));
    await vi.waitFor(() => expect(kit.clock.pendingTimers).toBeGreaterThan(0));
    await vi.waitFor(async () => {
      await kit.clock.advance(Seconds(30));
      expect(kit.clock.pendingTimers).toBe(0);
    });
    answer.resume();
    await cut;
  });
});

describe('an answer that cannot be audited', () => {
  it('is refused, and its source ended though it has begun', async () => {
    const { told, read } = endless();
    bytes = () => zipOf({ length: 2 ** 40, read: (_range, signal) => read(signal) });
    addAlone = async () => {
      throw new Error('the database is away');
    };
    expect((await begin('/sample/v1/download')).statusCode).toBe(500);
    expect(told).toEqual({ given: 1, returned: true, aborted: true });
  });
});

describe('a client that goes away', () => {
  it('ends the source at once, though that waits for something', async () => {
    let waiting = false;
    let ended = false;
    stream = () =>
      streamAnswer({
        type: 'text/event-stream',
        read: async function* (signal) {
          yield ': first\n\n';
          waiting = true;
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          ended = true;
        },
      });
    const answer = await begin('/sample/v1/watch');
    await vi.waitFor(() => expect(waiting).toBe(true));
    expect(ended).toBe(false);
    hangUp(answer);
    await vi.waitFor(() => expect(ended).toBe(true));
    expect(kit.clock.pendingTimers).toBe(0);
    expect(kit.logged).toEqual([]);
    await vi.waitFor(() => expect(kit.requested).toMatchObject([{ endpoint: 'things.watch', status: 200 }]));
  });
});

describe('server-sent events', () => {
  /** Events that the test gives. */
  const feed = () => {
    let give: (event: ServerEvent | undefined) => void = () => {};
    const read = async function* (signal: AbortSignal) {
      for (;;) {
        const event = await new Promise<ServerEvent | undefined>((resolve) => {
          give = resolve;
          signal.addEventListener('abort', () => resolve(undefined));
        });
        if (event === undefined) return;
        yield event;
      }
    };
    stream = () => eventStream(read);
    return { give: (event?: ServerEvent) => give(event) };
  };

  it('arrive one by one as they come, behind a head that comes at once', async () => {
    const { give } = feed();
    const answer = await begin('/sample/v1/watch');
    expect(answer.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    const heard = listenTo(answer);
    give({ id: '7', event: 'moved', data: 'a\nb\r\nc\rd' });
    await vi.waitFor(() => expect(heard.text).toBe('id: 7\nevent: moved\ndata: a\ndata: b\ndata: c\ndata: d\n\n'));
    give({ data: '' });
    await vi.waitFor(() => expect(heard.text).toContain('\n\ndata: \n\n'));
    give();
    await vi.waitFor(() => expect(heard.ended).toBe(true));
  });

  it('have a comment between them every 15 seconds, and no timer once they have ended', async () => {
    const { give } = feed();
    const heard = listenTo(await begin('/sample/v1/watch'));
    await kit.clock.advance(Seconds(14));
    await kit.clock.advance(Seconds(1));
    await vi.waitFor(() => expect(heard.text).toBe(':\n\n'));
    await kit.clock.advance(Seconds(30));
    await vi.waitFor(() => expect(heard.text).toBe(':\n\n'.repeat(3)));
    give();
    await vi.waitFor(() => expect(heard.ended).toBe(true));
    expect(kit.clock.pendingTimers).toBe(0);
  });

  it('never have a field of two lines, by which one could pass for another event', async () => {
    const { give } = feed();
    const answer = await begin('/sample/v1/watch');
    const cut = new Promise((resolve) => answer.on('error', resolve));
    answer.resume();
    give({ id: '7\ndata: 8', data: '' });
    await cut;
    expect(kit.logged).toMatchObject([{ level: 'error', message: 'an answer broke off' }]);
  });

  it('end well when the server is to stop, and keep it from stopping no longer', async () => {
    feed();
    const heard = listenTo(await begin('/sample/v1/watch'));
    await served.close();
    await vi.waitFor(() => expect(heard).toEqual({ text: '', ended: true }));
  });
});
