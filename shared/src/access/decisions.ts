import type { ClockFlag, Decision, Denied, Granted, Via } from './decision.ts';
import { type DenyReason, REASONS } from './reasons.ts';

/** Every denial there is, made once. */
export const DENIED = Object.fromEntries(
  Object.keys(REASONS).map((reason) => [reason, Object.freeze({ allowed: false, reason })]),
) as unknown as Readonly<Record<DenyReason, Denied>>;

export const VIAS: readonly Via[] = ['permanent_grant', 'plan', 'grace', 'window', 'maintenance_open'];
const CLOCKS: readonly ClockFlag[] = ['trusted', 'uncertain', 'lenient'];

/** `indexOf` would cost as much as a rule. */
const clockIndex = (clock: ClockFlag): number => (clock === 'trusted' ? 0 : clock === 'uncertain' ? 1 : 2);

/** What opens, as a number: an index into `VIAS`. */
export const PERMANENT_GRANT = 0;
export const PLAN = 1;
export const GRACE = 2;
export const WINDOW = 3;
export const MAINTENANCE_OPEN = 4;

/** All grants of a facility, made once: row 0 for those without a source, then a row a source. */
export type Decisions = readonly Granted[];

const ROW = VIAS.length * CLOCKS.length * 2;

export const createDecisions = (sources: readonly number[]): Decisions =>
  [undefined, ...sources].flatMap((source) =>
    VIAS.flatMap((via) =>
      CLOCKS.flatMap((clock) =>
        [false, true].map((stale) =>
          Object.freeze({ allowed: true, reason: 'granted', via, source, stale, clock } as const),
        ),
      ),
    ),
  );

/** `opening`: what opens, with the row of its source, as `openingOf` packs them. */
export const grantedBy = (decisions: Decisions, opening: number, clock: ClockFlag, stale: boolean): Decision =>
  decisions[
    (opening >>> 3) * ROW + ((opening & 7) * CLOCKS.length + clockIndex(clock)) * 2 + (stale ? 1 : 0)
  ] as Granted;

export const openingOf = (via: number, row: number): number => via | (row << 3);
