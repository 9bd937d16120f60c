import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { begunStream } from './begun-stream.ts';
import { UpstreamSilent } from './upstream.ts';

const FIRST = ': hello\n\ndata: {"id":"1","choices":[{"index":0,"delta":{"content":"ü 🚪"}}]}\n\n';
const WHOLE = `${FIRST}data: {"id":"1","choices":[]}\n\ndata: [DONE]\n\n`;
const BYTES = Buffer.from(WHOLE);

/** An answer whose bytes come in these parts, and that breaks off or ends behind them. */
const answerOf = (parts: readonly Uint8Array[], end: 'ends' | 'breaks' | 'waits') => {
  const did = { dropped: 0, ended: false };
  const body = (async function* () {
    yield* parts;
    if (end === 'breaks') throw new UpstreamSilent('the answer broke off');
    if (end === 'waits') await new Promise(() => undefined);
    did.ended = true;
  })();
  const drop = (): void => {
    did.dropped += 1;
  };
  return { answer: { status: 200, retryAfterSeconds: undefined, generationId: undefined, body, drop }, did };
};
const readAll = async (parts: readonly Uint8Array[], end: 'ends' | 'breaks') => {
  const { answer, did } = answerOf(parts, end);
  const begun = await begunStream(new ManualClock(), answer);
  const events: unknown[] = [];
  for (let event = await begun.next(); event !== undefined; event = await begun.next()) events.push(event);
  return { events, isWhole: begun.isWhole(), did };
};

describe('a stream that begins', () => {
  it('is one of which nobody has got anything, wherever it is cut before its first event is whole', async () => {
    const first = Buffer.byteLength(FIRST);
    for (let at = 0; at < BYTES.length; at += 1)
      for (const end of ['ends', 'breaks'] as const) {
        const { answer } = answerOf([BYTES.subarray(0, at)], end);
        const begun = await begunStream(new ManualClock(), answer).catch((error: unknown) => error);
        // The line that ends an event may be cut: then it has come, or it has not.
        if (at < first - 1) expect(begun, `${at} ${end}`).toBeInstanceOf(UpstreamSilent);
        if (at >= first) expect(begun, `${at} ${end}`).toMatchObject({ isSlow: false });
      }
  });

  it('has the same events wherever its bytes are split, and is read to its end', async () => {
    const events = [
      { id: '1', choices: [{ index: 0, delta: { content: 'ü 🚪' } }] },
      { id: '1', choices: [] },
    ];
    const same = async (cuts: readonly number[]) => {
      const parts = [0, ...cuts].map((at, index) => BYTES.subarray(at, cuts[index] ?? BYTES.length));
      const { did, ...read } = await readAll(parts, 'ends');
      expect(read).toEqual({ events, isWhole: true });
      await new Promise((resolve) => setImmediate(resolve));
      expect(did).toEqual({ dropped: 0, ended: true });
    };
    for (let at = 0; at <= BYTES.length; at += 1) await same([at]);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(BYTES.length)), (cuts) => same(cuts.toSorted((a, b) => a - b))),
    );
  });

  it('has not where its first event says that it failed, or is none', async () => {
    for (const text of ['data: {"error":{"message":"no"}}\n\n', 'data: <html>\n\n', '<!doctype html>\n\n', '']) {
      const begun = begunStream(new ManualClock(), answerOf([Buffer.from(text)], 'ends').answer);
      await expect(begun, text).rejects.toBeInstanceOf(UpstreamSilent);
    }
  });

  it('is not waited for any longer than a client hears nothing, nor for what comes behind its end', async () => {
    const clock = new ManualClock();
    const waiting = begunStream(clock, answerOf([], 'waits').answer);
    await clock.advance(Seconds(15));
    expect(await waiting).toMatchObject({ isSlow: true });
    const { answer, did } = answerOf([BYTES], 'waits');
    const begun = await begunStream(clock, answer);
    while ((await begun.next()) !== undefined);
    await clock.advance(Seconds(4));
    expect(did.dropped).toBe(0);
    await clock.advance(Seconds(1));
    expect(did.dropped).toBe(1);
  });
});
