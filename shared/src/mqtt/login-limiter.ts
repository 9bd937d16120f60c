import type { Clock } from '@gatehouse/shared/time/clock.ts';

export interface LoginLimiter {
  /** Whether an address may try (again) at all. */
  mayTry(address: string): boolean;
  failed(address: string): void;
}

const FAILURES_MAX = 20;
const WINDOW_MS = 60_000;
const ADDRESSES_MAX = 10_000;

/** After 20 failed logins within a minute an address waits until the oldest of them is a minute old. */
export const createLoginLimiter = (clock: Clock): LoginLimiter => {
  const failures = new Map<string, number[]>();
  const recent = (address: string): number[] => {
    const since = clock.monoMs() - WINDOW_MS;
    const times = (failures.get(address) ?? []).filter((at) => at > since);
    if (times.length === 0) failures.delete(address);
    return times;
  };
  return {
    mayTry: (address) => recent(address).length < FAILURES_MAX,
    failed: (address) => {
      const times = [...recent(address), clock.monoMs()].slice(-FAILURES_MAX);
      failures.delete(address); // Back in as the youngest: the oldest entry is the one to forget when there are too many.
      failures.set(address, times);
      const [oldest] = failures.keys();
      if (failures.size > ADDRESSES_MAX && oldest !== undefined) failures.delete(oldest);
    },
  };
};
