/** Where the client's time comes from. Tests bring their own; everybody else uses `realTime`. */
export interface Timing {
  /** Milliseconds since 1970. Read only where the server names a date to come back at. */
  nowMs(): number;
  /** Resolves after so many milliseconds, or rejects with the signal's reason as soon as that is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that is aborted after so many milliseconds. */
  deadline(ms: number): AbortSignal;
}

export const realTime: Timing = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
  deadline: (ms) => AbortSignal.timeout(ms),
};
