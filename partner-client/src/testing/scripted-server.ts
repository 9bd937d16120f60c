import type { Fetch } from '../request.ts';
import type { Timing } from '../timing.ts';

export interface Seen {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any;
}
export interface Scripted {
  readonly status: number;
  readonly json?: unknown;
  /** In place of JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A `fetch` that answers from a script (an `Error` is a lost answer), and a clock that only ever jumps. */
export const scriptedServer = (script: (request: Seen, at: number) => Scripted | Error) => {
  const seen: Seen[] = [];
  const slept: number[] = [];
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const fetch: Fetch = async (url, { method, headers, body }) => {
    const request = { url, method, headers, body: body === undefined ? undefined : JSON.parse(body) };
    seen.push(request);
    const answer = script(request, seen.length - 1);
    if (answer instanceof Error) throw answer;
    const all = new Headers({ 'x-request-id': `req_${seen.length}`, ...answer.headers });
    return { status: answer.status, headers: all, text: async () => answer.text ?? JSON.stringify(answer.json ?? {}) };
  };
  const timing: Timing = {
    nowMs: () => nowMs,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      nowMs += ms;
    },
    deadline: () => new AbortController().signal,
  };
  return { fetch, timing, seen, slept };
};

export const A_KEY = `sk_live_${'Zx9'.repeat(14)}Q`;
