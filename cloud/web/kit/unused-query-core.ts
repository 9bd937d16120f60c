/**
 * In place of what the client of query-core brings whether anybody uses it or not. What pages change goes by `ask`, which knows of
 * idempotency keys and of sessions that end on the way; long lists are read by `Pages`.
 */
export class MutationCache {
  clear(): void {}
  resumePausedMutations(): Promise<void> {
    return Promise.resolve();
  }
}

export const infiniteQueryBehavior = (): undefined => undefined;
export const hasNextPage = (): boolean => false;
export const hasPreviousPage = (): boolean => false;
