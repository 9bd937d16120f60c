/** Lets a few at a time in, tenants in turn. */
export interface Turns {
  /** Resolves when it is this one's turn, with what ends it; nothing if too many wait already. */
  take(tenant: string): Promise<() => void> | undefined;
}

export interface TurnsOptions {
  /** How many may be in at a time. */
  readonly atOnce: number;
  /** How many of those may be one tenant's: fewer, so that slow ones of one tenant never keep all others out. */
  readonly atOncePerTenant: number;
  /** How many of one tenant may wait. */
  readonly waitingPerTenant: number;
  /** How many may wait in all. */
  readonly waitingMax: number;
}

/** INVARIANT: who waits longest goes first within a tenant, and no tenant waits for two of another one's in a row. */
export const createTurns = ({ atOnce, atOncePerTenant, waitingPerTenant, waitingMax }: TurnsOptions): Turns => {
  /** In the order of their turns: a tenant that had one goes to the end. */
  const queues = new Map<string, (() => void)[]>();
  const runningOf = new Map<string, number>();
  let running = 0;
  let waiting = 0;

  const mayEnter = (tenant: string): boolean => (runningOf.get(tenant) ?? 0) < atOncePerTenant;
  const count = (tenant: string, by: 1 | -1): void => {
    running += by;
    const now = (runningOf.get(tenant) ?? 0) + by;
    if (now === 0) runningOf.delete(tenant);
    else runningOf.set(tenant, now);
  };
  const leave = (left: string): void => {
    count(left, -1);
    const tenant = queues.keys().find(mayEnter);
    const queue = tenant === undefined ? undefined : queues.get(tenant);
    if (tenant === undefined || queue === undefined) return;
    queues.delete(tenant);
    const enter = queue.shift();
    waiting--;
    if (queue.length > 0) queues.set(tenant, queue);
    count(tenant, 1);
    enter?.();
  };
  const once = (tenant: string): (() => void) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leave(tenant);
    };
  };

  return {
    take: (tenant) => {
      if (running < atOnce && mayEnter(tenant)) {
        count(tenant, 1);
        return Promise.resolve(once(tenant));
      }
      const queue = queues.get(tenant) ?? [];
      if (waiting >= waitingMax || queue.length >= waitingPerTenant) return undefined;
      queues.set(tenant, queue);
      waiting++;
      return new Promise((resolve) => {
        queue.push(() => resolve(once(tenant)));
      });
    },
  };
};
