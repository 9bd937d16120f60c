import type { Asked } from './asked.ts';
import { type Begun, letIn, quotaOf, type Running, type TurnTaken, taken } from './begin.ts';
import type { Caller } from './call.ts';
import type { AnyEndpoint, Inputs } from './endpoint.ts';
import type { Kit } from './pipeline.ts';

/** One of many that nothing has refused. */
export type OneBegun = Running & Begun;

interface Beginning extends Running {
  caller?: Caller;
  ofQuota?: Awaited<ReturnType<typeof quotaOf>>;
  turn?: TurnTaken;
  input?: Inputs<unknown, unknown, unknown>;
  isRefused?: true;
}

/**
 * `begin` for each of many, step by step: of hundreds a promise a step would cost more than what it waits for, so what is known
 * already is not waited for, and a turn that is one for all of them once. `refuse` hears of the others, with what was thrown.
 */
export const beginMany = async (
  kit: Kit,
  declaration: AnyEndpoint,
  all: readonly Asked[],
  refuse: (running: Running, thrown: unknown) => Promise<void>,
): Promise<readonly OneBegun[]> => {
  const each = all.map((asked): Beginning => ({ asked, progress: { rateHeaders: {} } }));
  const end = (one: Beginning, thrown: unknown): Promise<void> => {
    one.isRefused = true;
    return refuse(one, thrown);
  };
  /** What cannot be done at once is waited for, for all of them together. */
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
  await step((one) => set(one, 'caller', one.asked.authenticate()));
  await step((one) => {
    const quota = quotaOf(kit, declaration, one, one.caller as Caller);
    return quota && set(one, 'ofQuota', quota);
  });
  await step((one) => {
    one.turn = letIn(kit, declaration, one, { caller: one.caller as Caller, ofQuota: one.ofQuota });
    return undefined;
  });
  const turns = await settled(each.flatMap(({ turn }) => turn ?? []));
  await step((one) => {
    const turn = turns.get(one.turn as TurnTaken);
    if (turn?.status !== 'fulfilled') throw turn?.reason;
    one.progress.rateHeaders = turn.value;
    return set(one, 'input', one.asked.input(one.caller as Caller));
  });
  await step((one) => {
    taken(declaration, one, one as Begun);
    return undefined;
  });
  return each.filter((one): one is Beginning & Begun => one.isRefused !== true);
};

/** What is there already is set at once, without a promise. */
const set = <Name extends 'caller' | 'ofQuota' | 'input'>(
  one: Beginning,
  name: Name,
  value: Beginning[Name] | Promise<Beginning[Name]>,
): Promise<void> | undefined => {
  if (value instanceof Promise)
    return value.then((found: Beginning[Name]) => {
      one[name] = found;
    });
  one[name] = value;
  return undefined;
};

/** Each of them, however often it is named, is waited for once. */
const settled = async <T>(all: readonly Promise<T>[]): Promise<ReadonlyMap<Promise<T>, PromiseSettledResult<T>>> => {
  const distinct = [...new Set(all)];
  const results = await Promise.allSettled(distinct);
  return new Map(distinct.map((one, at) => [one, results[at] as PromiseSettledResult<T>]));
};
