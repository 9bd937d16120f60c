/** Lets a few at a time in, tenants in turn. */
export interface Turns {
  /** Resolves when it is this one's turn, with what ends it; nothing if too many wait already. */
  take(tenant: string): Promise<() => void> | undefined;
}

export interface TurnsOptions {
  /** How many may be in at a time. */
  readonly atOnce: number;
  /** How many of one tenant may wait. */
  readonly waitingPerTenant: number;
  /** How many may wait in all. */
  readonly waitingMax: number;
}

/** INVARIANT: who waits longest goes first within a tenant, and no tenant waits for two of another one's in a row. */
export const createTurns = ({ atOnce, waitingPerTenant, waitingMax }: TurnsOptions): Turns => {
  /** In the order of their turns: a tenant that had one goes to the end. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  const leave = (): void => {
    running--;
    const [first] = queues;
    if (first === undefined) return;
    const [tenant, queue] = first;
    queues.delete(tenant);
    const enter = queue.shift();
    waiting--;
    if (queue.length > 0) queues.set(tenant, queue);
    running++;
    enter?.();
  };
  const once = (): (() => void) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leave();
    };
  };

  return {
    take: (tenant) => {
      if (running < atOnce) {
        running++;
        return Promise.resolve(once());
      }
      const queue = queues.get(tenant) ?? [];
      if (waiting >= waitingMax || queue.length >= waitingPerTenant) return undefined;
      queues.set(tenant, queue);
      waiting++;
      return new Promise((resolve) => {
        queue.push(() => resolve(once()));
      });
    },
  };
};
