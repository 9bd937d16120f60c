import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { signInRepo } from './sign-in.repo.ts';

/** So many turns within so long. */
export interface TurnRule {
  readonly turns: number;
  readonly within: Duration;
}

/**
 * Takes a turn, counted in the database: each turn is a row that is taken again once it is old enough. So of many that ask at
 * once, on however many replicas, exactly so many get one, in any span of that length. Resolves with how long there is none, if
 * that is so; a unit that is undone has taken none.
 */
export const takeTurn = async (
  tx: Tx,
  clock: Pick<Clock, 'wallMs'>,
  ofHash: string,
  { turns, within }: TurnRule,
): Promise<{ readonly waitMs: Duration } | undefined> => {
  const now = clock.wallMs();
  const since = now - within;
  const takenAt = new Map((await signInRepo(tx).turnsOf(ofHash)).map(({ slot, taken_at }) => [slot, taken_at]));
  for (let slot = 0; slot < turns; slot += 1) {
    if ((takenAt.get(slot) ?? since) > since) continue;
    if (await signInRepo(tx).claimTurn(ofHash, slot, { now, since })) return undefined;
  }
  const first = Math.min(...takenAt.values(), now);
  return { waitMs: Milliseconds(Math.max(first - since, 1)) };
};

/** Whether there is a turn to take: asked before work that costs somebody else something. Several that ask at once may all hear so. */
export const hasTurn = async (
  tx: Tx,
  clock: Pick<Clock, 'wallMs'>,
  ofHash: string,
  { turns, within }: TurnRule,
): Promise<boolean> => {
  const since = clock.wallMs() - within;
  return (await signInRepo(tx).turnsOf(ofHash)).filter(({ taken_at }) => Number(taken_at) > since).length < turns;
};
