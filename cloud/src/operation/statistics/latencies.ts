/** Times in whole ms, counted: any number of them takes room by how many different ones there are. */
export class Latencies {
  readonly #counts = new Map<number, number>();
  #total = 0;

  add(ms: number): void {
    this.#counts.set(ms, (this.#counts.get(ms) ?? 0) + 1);
    this.#total++;
  }

  /** The smallest that at least this share of them (0 to 1) does not exceed, for each share; null where there is none. */
  percentiles(shares: readonly number[]): (number | null)[] {
    const sorted = [...this.#counts].sort(([a], [b]) => a - b);
    return shares.map((share) => {
      let left = Math.max(1, Math.ceil(share * this.#total));
      for (const [ms, count] of sorted) {
        left -= count;
        if (left <= 0) return ms;
      }
      return null;
    });
  }
}
