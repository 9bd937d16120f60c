import { createClient } from 'graphql-ws';
import type { Sent, Shown } from './asking.ts';

/** What a round ended with: the server’s close, errors of the subscription, its end, or because nobody listens any more. */
export type Ended =
  | { readonly by: 'close'; readonly code: number; readonly reason: string }
  | { readonly by: 'errors'; readonly errors: NonNullable<Shown['errors']> }
  | { readonly by: 'complete' | 'stop' };

export interface Round {
  /** The next message, or what the round ended with. */
  readonly next: () => Promise<{ readonly message: Shown } | { readonly ended: Ended }>;
  readonly close: () => void;
}

interface RoundOf {
  readonly url: string;
  readonly token: string;
  readonly sent: Sent;
  /** Ends it at once. */
  readonly stopped: AbortSignal;
}

/** One socket for one subscription, by `graphql-transport-ws`, until either ends. */
export const openRound = ({ url, token, sent, stopped }: RoundOf): Round => {
  const client = createClient({
    url,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    // It goes with its only subscription.
    lazyCloseTimeout: 0,
    onNonLazyError: () => undefined,
  });
  const queue: Shown[] = [];
  let ended: Ended | undefined;
  let wake = (): void => undefined;
  const end = (how: Ended): void => {
    ended ??= how;
    wake();
  };
  const { query, variables, operationName } = sent;
  const payload = {
    query,
    ...(variables !== undefined && variables !== null && { variables: variables as Record<string, unknown> }),
    ...(operationName && { operationName }),
  };
  const unsubscribe = client.subscribe<Record<string, unknown>>(payload, {
    next: (message) => {
      queue.push(message as Shown);
      wake();
    },
    error: (error) => end(endOf(error)),
    complete: () => end({ by: 'complete' }),
  });
  stopped.addEventListener('abort', () => end({ by: 'stop' }), { once: true });
  return {
    next: async () => {
      for (;;) {
        const message = stopped.aborted ? undefined : queue.shift();
        if (message !== undefined) return { message };
        if (ended !== undefined) return { ended };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => {
      unsubscribe();
      void client.dispose();
    },
  };
};

/** What the client tells: errors of the subscription, a close, or that there was no connection at all. */
const endOf = (error: unknown): Ended => {
  if (Array.isArray(error)) return { by: 'errors', errors: error };
  const { code, reason } = (error ?? {}) as { readonly code?: unknown; readonly reason?: unknown };
  return { by: 'close', code: typeof code === 'number' ? code : 0, reason: String(reason ?? '') };
};
