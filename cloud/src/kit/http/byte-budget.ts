/** What one request holds of the budget. */
export interface HeldBytes {
  /** Says whether there was room. */
  take(bytes: number): boolean;
  /** Gives everything back. Safe to call twice. */
  close(): void;
}

/** Bounds the memory that large bodies take while they arrive and wait, over all requests and for each caller. */
export interface ByteBudget {
  open(tenant: string): HeldBytes;
}

/** INVARIANT: no tenant can hold so much that nothing is left for another one. */
export const byteBudget = ({ total, perTenant }: { total: number; perTenant: number }): ByteBudget => {
  const heldBy = new Map<string, number>();
  let held = 0;
  const add = (tenant: string, bytes: number): void => {
    held += bytes;
    const now = (heldBy.get(tenant) ?? 0) + bytes;
    if (now === 0) heldBy.delete(tenant);
    else heldBy.set(tenant, now);
  };
  return {
    open: (tenant) => {
      let own = 0;
      return {
        take: (bytes) => {
          if (held + bytes > total || (heldBy.get(tenant) ?? 0) + bytes > perTenant) return false;
          own += bytes;
          add(tenant, bytes);
          return true;
        },
        close: () => {
          if (own === 0) return;
          add(tenant, -own);
          own = 0;
        },
      };
    },
  };
};

const MEGABYTE = 1024 * 1024;

/** Two shares of the memory, neither of which can take anything from the other. */
export interface BodyBudgets {
  /** Of hot endpoints, at which somebody waits. */
  readonly hot: ByteBudget;
  readonly others: ByteBudget;
}

/** For a whole process, in the largest bodies: three for each caller and six in all at hot endpoints, six and 19 at others. */
export const defaultBodyBudgets = (): BodyBudgets => ({
  hot: byteBudget({ total: 60 * MEGABYTE, perTenant: 30 * MEGABYTE }),
  others: byteBudget({ total: 190 * MEGABYTE, perTenant: 60 * MEGABYTE }),
});
