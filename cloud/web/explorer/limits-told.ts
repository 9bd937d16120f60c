/** What is left of a minute, as the headers of an answer tell it. */
export interface Left {
  readonly requests: number;
  readonly of: number;
  /** Until there are more, in seconds. */
  readonly inSeconds: number;
}

const MINUTE = 60;

/** The items of `RateLimit` and `RateLimit-Policy`: `"graphql";r=93;t=60`. */
const itemsIn = (header: string | null): ReadonlyMap<string, ReadonlyMap<string, number>> =>
  new Map(
    (header ?? '').split(',').flatMap((item) => {
      const [name = '', ...members] = item.trim().split(';');
      const pairs = members.map((member) => member.trim().split('='));
      const told = pairs.map(([key = '', value = '']) => [key, Number(value)] as const);
      return name === '' ? [] : [[name, new Map(told)] as const];
    }),
  );

/** What is left of the minute; undefined where an answer does not tell. Limits of a second are of no use to people. */
export const leftIn = ({ headers }: Pick<Response, 'headers'>): Left | undefined => {
  const policies = itemsIn(headers.get('ratelimit-policy'));
  const left = itemsIn(headers.get('ratelimit'));
  for (const [name, policy] of policies) {
    const [of, requests] = [policy.get('q'), left.get(name)?.get('r')];
    if (policy.get('w') === MINUTE && of !== undefined && requests !== undefined)
      return { requests, of, inSeconds: left.get(name)?.get('t') ?? MINUTE };
  }
  return undefined;
};
