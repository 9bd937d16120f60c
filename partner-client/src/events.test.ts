import { describe, expect, it } from 'vitest';
import { createPartnerClient, eventPages } from './partner-client.ts';
import { A_KEY, scriptedServer } from './testing/scripted-server.ts';

/** A feed of so many events, two to a page whatever is asked for. */
const feedOf = (count: number) => {
  let grown = count;
  const server = scriptedServer(({ url }) => {
    const after = Number(new URL(url).searchParams.get('after') ?? 0);
    const ids = Array.from({ length: Math.min(2, grown - after) }, (_, n) => ({ id: `fev_${after + n + 1}` }));
    const next = after + ids.length;
    return { status: 200, json: { data: ids, next: String(next), has_more: next < grown, complete: after !== 99 } };
  });
  const client = createPartnerClient({ baseUrl: 'https://api.example.org', key: A_KEY, ...server });
  return { ...server, client, grow: () => void grown++ };
};

describe('the event feed', () => {
  it('comes page by page up to the last event there is', async () => {
    const { client, seen } = feedOf(5);
    const pages: string[][] = [];
    for await (const page of eventPages(client, { limit: 2 })) pages.push(page.data.map(({ id }) => id));
    expect(pages).toEqual([['fev_1', 'fev_2'], ['fev_3', 'fev_4'], ['fev_5']]);
    expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?after=2&limit=2', '?after=4&limit=2']);
  });
  it('goes on from where a reader has stored that it was', async () => {
    const { client } = feedOf(5);
    let stored: string | undefined;
    const read: string[] = [];
    for await (const { data, next } of eventPages(client)) {
      read.push(...data.map(({ id }) => id));
      stored = next;
      break; // The reader dies here.
    }
    for await (const { data } of eventPages(client, { after: stored })) read.push(...data.map(({ id }) => id));
    expect(read).toEqual([1, 2, 3, 4, 5].map((n) => `fev_${n}`));
  });
  it('waits for more where it is told to, until it is stopped', async () => {
    const { client, timing, slept, grow } = feedOf(0);
    const stop = new AbortController();
    const waiting = {
      ...timing,
      sleep: async (ms: number, signal?: AbortSignal) => {
        grow();
        await timing.sleep(ms, signal);
      },
    };
    const read: string[] = [];
    const follow = async () => {
      for await (const { data } of eventPages(client, { pollMs: 5_000, timing: waiting, signal: stop.signal })) {
        read.push(...data.map(({ id }) => id));
        if (read.length === 3) stop.abort(new Error('enough'));
      }
    };
    await expect(follow()).rejects.toThrow('enough');
    expect(read).toEqual(['fev_1', 'fev_2', 'fev_3']);
    expect(slept).toEqual([5_000, 5_000, 5_000]);
  });
  it('says so where events are gone for good, even if none follow', async () => {
    const { client } = feedOf(99);
    const pages = [];
    for await (const page of eventPages(client, { after: '99' })) pages.push(page.complete);
    expect(pages).toEqual([false]);
  });
});
