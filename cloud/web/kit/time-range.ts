/** How far back from now: what stands in the address, and how long that is. */
const LASTS = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 } as const;
export type Last = keyof typeof LASTS;

/** What an address says of a period: `last=24h`, or `from` and `to` as moments (UTC). */
export interface RangeValues {
  readonly last?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
/** A period, half open (UTC). What is left out has no bound. */
export interface Bounds {
  readonly from?: string;
  readonly to?: string;
}

const momentIn = (text: string | undefined): string | undefined => {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};

/** How far back an address asks for; undefined where it names two times, or nothing that is known. */
export const lastOf = ({ last, from, to }: RangeValues, otherwise?: Last): Last | undefined => {
  if (from !== undefined || to !== undefined) return undefined;
  return Object.keys(LASTS).includes(last ?? '') ? (last as Last) : otherwise;
};

/** The period of an address as of now; `otherwise` where it names none. */
export const boundsOf = (values: RangeValues, nowMs: number, otherwise?: Last): Bounds => {
  const last = lastOf(values, otherwise);
  if (last !== undefined)
    return { from: new Date(nowMs - LASTS[last]).toISOString(), to: new Date(nowMs).toISOString() };
  const from = momentIn(values.from);
  const to = momentIn(values.to);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
};
