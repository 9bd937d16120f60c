import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { signal } from '@preact/signals';
import type { Operations } from '../../client/console-api.gen.ts';
import { usePartner, useSignedIn } from '../partner-console.ts';

type TryKey = Operations['POST /console/v1/try-keys']['answer'];

/** In the memory of this page and nowhere else: whoever loads it anew makes another. */
const held = signal<(TryKey & { readonly sessionId: string }) | undefined>(undefined);

/** What a call that was tried was answered. */
export interface Tried {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly status: number;
  readonly requestId: string;
  /** As it came, or laid out where it is JSON. */
  readonly text: string;
  /** The same as JSON has it. */
  readonly body: unknown;
}
export interface TryCall extends Pick<Tried, 'method' | 'path'> {
  readonly body?: object;
}

const TOO_SOON = 429;
const LOOKS_MAX = 3;
/** The limits of this API are of a second. */
const A_LIMIT = Seconds(1);

/** The key of this page, and calls of the partner API with it. Each throws where nobody answers. */
export const useTrying = () => {
  const { ask, clock, serverNow } = usePartner();
  const { sessionId } = useSignedIn();
  const current = (): TryKey | undefined =>
    held.value?.sessionId === sessionId && Date.parse(held.value.endsAt) > serverNow() ? held.value : undefined;

  const make = async (): Promise<TryKey> => {
    const made = await ask('POST /console/v1/try-keys', {});
    held.value = { ...made, sessionId };
    return made;
  };
  const call = async (what: TryCall): Promise<Tried> => {
    const tried = await send((current() ?? (await make())).key, what);
    if (tried.status === 401) held.value = undefined;
    return tried;
  };
  /** What a page shows by itself: nobody asked it to come too soon, so that is waited out. */
  const look = async (path: string): Promise<Tried> => {
    for (let times = 1; ; times++) {
      const tried = await call({ method: 'GET', path });
      if (tried.status !== TOO_SOON || times === LOOKS_MAX) return tried;
      await sleep(clock, A_LIMIT);
    }
  };
  return { key: current(), make, call, look };
};

const send = async (key: string, { method, path, body }: TryCall): Promise<Tried> => {
  const response = await fetch(path, {
    method,
    // The cookie of the session is not for this API.
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      authorization: `Basic ${btoa(`${key}:`)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const read = jsonOf(text);
  return {
    method,
    path,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
    text: read === undefined ? text : JSON.stringify(read, undefined, 2),
    body: read,
  };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
