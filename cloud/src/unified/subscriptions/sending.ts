import type { ExecutionResult } from 'graphql';
import type { LiveSocket } from '../../kit/http/sockets.ts';
import type { Messages } from '../graphql/subscribe.ts';
import { SubscriptionOver } from './subscribe-errors.ts';

/** While more waits for the client, nothing more is sent. */
export const UNSENT_BYTES = 262_144;

/** Resolves once there is room for more, or nobody to send it to. */
export const createDrained = (socket: LiveSocket): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  const goOn = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  socket.onDrained(goOn);
  socket.signal.addEventListener('abort', goOn, { once: true });
  return () =>
    socket.waiting() <= UNSENT_BYTES || socket.signal.aborted
      ? Promise.resolve()
      : new Promise((resolve) => waiting.push(resolve));
};

/** What never began. */
export const failing = (why: SubscriptionOver): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(why) }),
});

/** The answers of a subscription alone. `sent` is told the cursor of each, `over` that there are no more. */
export const answersOf = (
  messages: Messages,
  {
    requestId,
    sent,
    over,
  }: { readonly requestId: string; readonly sent: (cursor: number) => void; readonly over: () => void },
): AsyncIterableIterator<ExecutionResult> => {
  const ended = { done: true, value: undefined } as const;
  const answers: AsyncIterableIterator<ExecutionResult> = {
    next: async () => {
      try {
        const { done, value } = await messages.next();
        if (!done) {
          sent(value.cursor);
          return { done: false, value: value.answer };
        }
      } catch (thrown) {
        over();
        throw new SubscriptionOver(thrown, requestId);
      }
      over();
      return ended;
    },
    return: async () => {
      over();
      await messages.return();
      return ended;
    },
    [Symbol.asyncIterator]: () => answers,
  };
  return answers;
};
