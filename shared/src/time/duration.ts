declare const unit: unique symbol;

/** A span of time in milliseconds, made only by naming its unit, so that `after(5)` cannot be written. */
export type Duration = number & { readonly [unit]: 'ms' };

export const Milliseconds = (n: number): Duration => n as Duration;
export const Seconds = (n: number): Duration => (n * 1_000) as Duration;
export const Minutes = (n: number): Duration => (n * 60_000) as Duration;
export const Hours = (n: number): Duration => (n * 3_600_000) as Duration;
export const Days = (n: number): Duration => (n * 86_400_000) as Duration;
