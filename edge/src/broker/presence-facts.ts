import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { createBudget, type Rate } from '@gatehouse/shared/time/budget.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';

/** A cable that is loose must not fill the journal: so often a client may come and go, then its news go to the log alone. */
const RATE: Rate = { perSecond: 1 / 60, burst: 10 };
const WHY_CHARACTERS_MAX = 200;

/** States in the journal that local clients came and went. Returns what to call when one did; `gone` says why. */
export const createPresenceFacts = (deps: {
  readonly clock: Clock;
  readonly record: (fact: FactBody) => void;
  readonly log: { info(detail: object, text: string): void };
}): ((client: string, gone?: string) => void) => {
  const budgets = new Map<string, () => boolean>();
  return (client, gone) => {
    deps.log.info({ client, gone }, gone === undefined ? 'a local client connected' : 'a local client is gone');
    const mayState = budgets.get(client) ?? createBudget(deps.clock, RATE);
    budgets.set(client, mayState);
    if (!mayState()) return;
    deps.record(
      gone === undefined
        ? { kind: 'local.connected', data: { client } }
        : { kind: 'local.gone', data: { client, why: gone.slice(0, WHY_CHARACTERS_MAX) } },
    );
  };
};
