import { type Begun, letIn, quotaOf, type Running, type TurnTaken, taken } from './begin.ts';
import type { Caller } from './call.ts';
import type { AnyEndpoint, Inputs } from './endpoint.ts';
import type { Kit } from './pipeline.ts';

interface Beginning {
  readonly running: Running;
  caller?: Caller;
  ofQuota?: Awaited<ReturnType<typeof quotaOf>>;
  turn?: TurnTaken;
  input?: Inputs<unknown, unknown, unknown>;
  isRefused?: true;
}

/** One of many that nothing has refused. */
export type OneBegun = Running & Begun;

/**
 * `begin` for each of many, step by step: of hundreds a promise a step would cost more than what it waits for, so what is known
 * already is not waited for, and a turn that is one for all of them once. `refuse` hears of the others, with what was thrown.
 */
export const beginMany = async (
  kit: Kit,
  declaration: AnyEndpoint,
  all: readonly Running[],
  refuse: (running: Running, thrown: unknown) => Promise<void>,
): Promise<readonly OneBegun[]> => {
  const each = all.map((running): Beginning => ({ running }));
  const end = (one: Beginning, thrown: unknown): Promise<void> => {
    one.isRefused = true;
    return refuse(one.running, thrown);
  };
  const step = async (take: (one: Beginning) => Promise<void> | undefined): Promise<void> => {
    const waiting: Promise<void>[] = [];
    for (const one of each) {
      if (one.isRefused) continue;
      try {
        const waits = take(one);
        if (waits !== undefined) waiting.push(waits.catch((thrown: unknown) => end(one, thrown)));
      } catch (thrown) {
        waiting.push(end(one, thrown));
      }
    }
    if (waiting.length > 0) await Promise.all(waiting);
  };
  await step((one) =>
    noted(one.running.asked.authenticate(), (caller) => {
      one.caller = caller;
    }),
  );
  await step((one) => {
    const quota = quotaOf(kit, declaration, one.running, one.caller as Caller);
    return (
      quota &&
      noted(quota, (ofQuota) => {
        one.ofQuota = ofQuota;
      })
    );
  });
  await step((one) => {
    one.turn = letIn(kit, declaration, one.running, { caller: one.caller as Caller, ofQuota: one.ofQuota });
    return undefined;
  });
  const turns = await settled(each.flatMap(({ turn }) => turn ?? []));
  await step((one) => {
    const turn = turns.get(one.turn as TurnTaken);
    if (turn?.status !== 'fulfilled') throw turn?.reason;
    one.running.progress.rateHeaders = turn.value;
    return noted(one.running.asked.input(one.caller as Caller), (input) => {
      one.input = input;
    });
  });
  await step((one) => {
    taken(declaration, one.running, one as Begun);
    return undefined;
  });
  return each.flatMap((one) => (one.isRefused ? [] : { ...one.running, ...(one as Begun) }));
};

/** What is there already is noted at once, without a promise. */
const noted = <T extends object | undefined>(
  value: T | Promise<T>,
  note: (value: T) => void,
): Promise<void> | undefined => {
  if (value instanceof Promise) return value.then(note);
  note(value);
  return undefined;
};

/** Each of them, however often it is named, is waited for once. */
const settled = async <T>(all: readonly Promise<T>[]): Promise<ReadonlyMap<Promise<T>, PromiseSettledResult<T>>> => {
  const distinct = [...new Set(all)];
  const results = await Promise.allSettled(distinct);
  return new Map(distinct.map((one, at) => [one, results[at] as PromiseSettledResult<T>]));
};
