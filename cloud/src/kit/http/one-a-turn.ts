/**
 * Does one thing a turn of the event loop, in order: however much comes at once, whatever else has arrived waits for no more
 * than one of them.
 */
export const oneATurn = (): ((work: () => void) => void) => {
  const queue: (() => void)[] = [];
  const next = (): void => {
    const work = queue.shift();
    if (queue.length > 0) setImmediate(next);
    work?.();
  };
  return (work) => {
    if (queue.push(work) === 1) setImmediate(next);
  };
};
