import type { Clock, Timer } from './clock.ts';
import type { Duration } from './duration.ts';

interface Pending {
  dueMs: number;
  readonly order: number;
  readonly periodMs: number | undefined;
  readonly run: () => void;
}

/** A clock that stands still until a test moves it; its wall clock can also be made to jump. */
export class ManualClock implements Clock {
  #wallMs: number;
  #monoMs = 0;
  #order = 0;
  readonly #pending = new Set<Pending>();

  constructor(startsAt = '2026-01-01T00:00:00.000Z') {
    this.#wallMs = Date.parse(startsAt);
  }

  wallMs(): number {
    return this.#wallMs;
  }

  monoMs(): number {
    return this.#monoMs;
  }

  after(delay: Duration, run: () => void): Timer {
    return this.#add(delay, undefined, run);
  }

  every(period: Duration, run: () => void): Timer {
    return this.#add(period, period, run);
  }

  /** How many timers are waiting: a component that was closed must leave none. */
  get pendingTimers(): number {
    return this.#pending.size;
  }

  /** Moves both clocks, firing what falls due in order, and lets promises settle after each firing. */
  async advance(by: Duration): Promise<void> {
    const endMs = this.#monoMs + by;
    await settle();
    for (let next = this.#next(endMs); next !== undefined; next = this.#next(endMs)) {
      this.#moveTo(next.dueMs);
      if (next.periodMs === undefined) this.#pending.delete(next);
      else next.dueMs += next.periodMs;
      next.run();
      await settle();
    }
    this.#moveTo(endMs);
    await settle();
  }

  /** Time passes and nobody works, as on a machine that sleeps: what fell due meanwhile is run once, late. Costs as much for a year. */
  async sleep(by: Duration): Promise<void> {
    const dueMs = this.#monoMs + by;
    for (const pending of this.#pending) if (pending.dueMs < dueMs) pending.dueMs = dueMs;
    this.#moveTo(dueMs);
    await this.advance(0 as Duration);
  }

  /** Steps the wall clock alone, as NTP or a dead battery does. */
  jumpWall(by: Duration): void {
    this.#wallMs += by;
  }

  #add(delay: number, periodMs: number | undefined, run: () => void): Timer {
    const pending: Pending = { dueMs: this.#monoMs + Math.max(0, delay), order: this.#order++, periodMs, run };
    this.#pending.add(pending);
    return { cancel: () => void this.#pending.delete(pending) };
  }

  #next(endMs: number): Pending | undefined {
    let first: Pending | undefined;
    for (const p of this.#pending)
      if (
        p.dueMs <= endMs &&
        (first === undefined || p.dueMs < first.dueMs || (p.dueMs === first.dueMs && p.order < first.order))
      )
        first = p;
    return first;
  }

  #moveTo(monoMs: number): void {
    this.#wallMs += monoMs - this.#monoMs;
    this.#monoMs = monoMs;
  }
}

/** Lets every promise that is already resolved run its reactions, and theirs: a full turn of the event loop. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
