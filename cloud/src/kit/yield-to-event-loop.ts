/** Between the steps of long computations: whatever has arrived meanwhile has its turn first. Not a wait for time. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
