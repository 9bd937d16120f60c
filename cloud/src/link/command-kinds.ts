import { SimulateCommand, type SimulateOutcome, simulateMessage } from '@gatehouse/shared/wire/simulate.ts';
import { UnlockCommand, type UnlockOutcome, unlockMessage } from '@gatehouse/shared/wire/unlock.ts';
import type { CommandKind } from './command-exchange.ts';
import type { SimulateOrder, UnlockOrder } from './link.ts';

/** The box's verdict needs this long to reach us, in ms. */
const VERDICT_TRAVEL_MS = 1_000;
const JUDGE_MS = { least: 100, most: 30_000 };

/** An unlock: whether the lock was seen to move is judged early enough for the verdict to get here in time. */
export const unlockKind: CommandKind<UnlockOrder, UnlockOutcome> = {
  message: unlockMessage.name,
  write: ({ startWithinMs: _, answerWithinMs: __, ...order }, { waitsMs, ...stamp }) =>
    UnlockCommand.parse({
      v: 1,
      ...order,
      ...stamp,
      judgeAfterMs: Math.min(JUDGE_MS.most, Math.max(JUDGE_MS.least, Math.round(waitsMs - VERDICT_TRAVEL_MS))),
    }),
  refusal: (outcome) => (outcome.outcome === 'refused' ? outcome : undefined),
};

export const simulateKind: CommandKind<SimulateOrder, SimulateOutcome> = {
  message: simulateMessage.name,
  write: ({ startWithinMs: _, answerWithinMs: __, ...order }, { waitsMs: ___, ...stamp }) =>
    SimulateCommand.parse({ v: 1, ...order, ...stamp }),
  refusal: (outcome) => (outcome.outcome === 'not_simulated' ? outcome : undefined),
};
