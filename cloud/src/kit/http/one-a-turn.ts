import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/**
 * Does one thing a turn of the event loop, in order: however much comes at once, whatever else has arrived waits for no more
 * than one of them, and somebody at a door for none but the one that has begun.
 */
export const oneATurn = (): ((work: () => void) => void) => {
  const queue: (() => void)[] = [];
  const next = (): void => {
    const work = queue.shift();
    if (queue.length > 0) later();
    work?.();
  };
  const later = () => void yieldToEventLoop().then(next);
  return (work) => {
    if (queue.push(work) === 1) later();
  };
};
