import { useState } from 'preact/hooks';
import type { Operations } from '../../client/console-api.gen.ts';
import { UnreachableError } from '../../client/request-errors.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { usePartner } from '../partner-console.ts';
import type { callOf } from './try-call.ts';

type TryKey = Operations['POST /console/v1/try-keys']['answer'];

/** What came back from a call that was tried. */
export interface Tried {
  readonly status: number;
  readonly tookMs: number;
  readonly requestId: string | undefined;
  /** JSON, laid out for people. */
  readonly text: string;
}

/** Of every page of this tab, and of nothing else: no storage has it. */
let held: TryKey | undefined;

/** Calls the partner API with a key that rehearses. One that has ended is replaced on the way. */
export const useTry = () => {
  const { ask, clock, serverNow } = usePartner();
  const { busy, error, run } = useAttempt();
  const [tried, setTried] = useState<Tried>();
  const [key, setKey] = useState(held);
  const newKey = async (): Promise<TryKey> => {
    // Where the session has ended, and the key with it, this asks for it in place.
    held = await ask('POST /console/v1/try-keys', {});
    setKey(held);
    return held;
  };
  const send = (call: ReturnType<typeof callOf>): Promise<void> =>
    run(async () => {
      setTried(undefined);
      const known = held !== undefined && Date.parse(held.endsAt) > serverNow() ? held : undefined;
      const began = clock.monoMs();
      let answer = await sendWith(call, (known ?? (await newKey())).key);
      if (answer.status === 401 && known !== undefined) answer = await sendWith(call, (await newKey()).key);
      const tookMs = clock.monoMs() - began;
      const requestId = answer.headers.get('x-request-id') ?? undefined;
      setTried({ status: answer.status, tookMs, requestId, text: laidOut(await answer.text()) });
    });
  return { busy, error, tried, key, send };
};

/** The consoles' listener has the partner API too, for keys like this one. */
const sendWith = ({ method, address, headers, body }: ReturnType<typeof callOf>, key: string): Promise<Response> =>
  fetch(address, {
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      authorization: `Basic ${btoa(`${key}:`)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    // Neither a cookie, nor a browser that asks for a password.
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    ...(body !== undefined && { body }),
  }).catch((cause: unknown) => {
    throw new UnreachableError({ cause });
  });

const laidOut = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
