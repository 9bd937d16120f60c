/** Zone tables that cannot be used: `problems` names everything that is wrong with them, up to a bound. */
export class ZonesError extends Error {
  override readonly name = 'ZonesError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The zone tables cannot be used: ${problems.join('; ')}`);
    this.problems = problems;
  }
}
