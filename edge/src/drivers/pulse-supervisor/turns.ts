/** One call at a time to what cannot take two. */
export interface Turns {
  /** When all that was asked for before is over. */
  last<T>(work: () => Promise<T>): Promise<T>;
  /** Before everything that waits with `last`. */
  first<T>(work: () => Promise<T>): Promise<T>;
}

export const createTurns = (): Turns => {
  const urgent: (() => Promise<void>)[] = [];
  const waiting: (() => Promise<void>)[] = [];
  let busy = false;

  const pump = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (let next = urgent.shift() ?? waiting.shift(); next !== undefined; next = urgent.shift() ?? waiting.shift())
      await next();
    busy = false;
  };
  const into =
    (queue: (() => Promise<void>)[]) =>
    <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        queue.push(() => Promise.resolve().then(work).then(resolve, reject));
        void pump();
      });
  return { last: into(waiting), first: into(urgent) };
};
