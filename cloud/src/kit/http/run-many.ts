import { Bug, Fault } from '@gatehouse/shared/fault/fault.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { Asked } from './asked.ts';
import { auditAlone, noteOf } from './attempt-audit.ts';
import type { Running } from './begin.ts';
import { beginMany, type OneBegun } from './begin-many.ts';
import type { ReadCall } from './call.ts';
import type { MountedEndpoint } from './mount.ts';
import type { Kit } from './pipeline.ts';
import { refusalOf } from './refusal.ts';
import { checked, type Ran } from './run-declared.ts';

/** So many inputs are read at once: what they take of one unit stays short. */
const INPUTS_AT_ONCE = 200;
/** Of more than so many, answers are held against their schema in a turn of their own. */
const STEP = 50;

/**
 * The one path of many requests to an endpoint that has `many`, all of one caller: each begins as it would alone, and what was
 * let through is read at once, 200 at a time, between which others have their turn. What is refused is a fault in its place. Never throws.
 */
export const runMany = async (kit: Kit, endpoint: MountedEndpoint, all: readonly Asked[]): Promise<readonly Ran[]> => {
  const results = new Map<Asked, Ran>();
  const end = (one: Running, result: NonNullable<Ran['result']>) =>
    results.set(one.asked, { caller: one.progress.caller, headers: one.progress.rateHeaders, result });
  const refuse = async (one: Running, thrown: unknown): Promise<void> => {
    end(one, {
      fault: await refusalOf(kit, endpoint.declaration, { asked: one.asked, progress: one.progress, thrown }),
    });
  };
  for (let from = 0; from < all.length; from += INPUTS_AT_ONCE) {
    if (from > 0) await yieldToEventLoop();
    const begun = await beginMany(kit, endpoint.declaration, all.slice(from, from + INPUTS_AT_ONCE), refuse);
    const answers = await answersTo(kit, endpoint, begun);
    if (begun.length > STEP) await yieldToEventLoop();
    for (const [index, one] of begun.entries()) {
      const settled = settle(kit, endpoint, one, answers[index], { end, refuse });
      // Nothing, mostly: of hundreds each promise would be a turn of its own.
      if (settled !== undefined) await settled;
    }
  }
  return all.map((asked) => results.get(asked) as Ran);
};

/** What `many` answers; where it throws, that is what each is refused with. */
const answersTo = async (
  kit: Kit,
  endpoint: MountedEndpoint,
  part: readonly OneBegun[],
): Promise<readonly unknown[]> => {
  const [first] = part;
  if (first === undefined) return [];
  const call: ReadCall = {
    requestId: first.asked.requestId,
    caller: first.caller,
    remoteAddress: first.asked.remoteAddress,
    startedMonoMs: first.asked.startedMonoMs,
    header: first.asked.header,
    at: () => undefined,
    about: () => undefined,
    read: kit.db.read,
    resource: undefined,
  };
  try {
    const answers = await endpoint.many?.(
      part.map(({ input }) => input),
      call,
    );
    if (answers?.length === part.length) return answers;
    throw new Bug(`${endpoint.declaration.id} answered ${answers?.length} of ${part.length} inputs`);
  } catch (thrown) {
    return part.map(() => new Thrown(thrown));
  }
};
class Thrown {
  readonly cause: unknown;
  constructor(cause: unknown) {
    this.cause = cause;
  }
}

const OK = { outcome: 'ok' } as const;

const settle = (
  kit: Kit,
  { declaration }: MountedEndpoint,
  one: OneBegun,
  answer: unknown,
  {
    end,
    refuse,
  }: {
    readonly end: (one: Running, result: NonNullable<Ran['result']>) => unknown;
    readonly refuse: (one: Running, thrown: unknown) => Promise<void>;
  },
): Promise<void> | undefined => {
  if (answer instanceof Fault) return refuse(one, answer);
  if (answer instanceof Thrown) return refuse(one, answer.cause);
  try {
    const outcome = checked(kit, declaration, { caller: one.caller, isRead: one.asked.level !== undefined }, answer);
    const told = { asked: one.asked, progress: one.progress, outcome: OK };
    if (!noteOf(declaration, told))
      return auditAlone(kit, declaration, told).then(
        () => void end(one, outcome),
        (thrown: unknown) => refuse(one, thrown),
      );
    end(one, outcome);
    return undefined;
  } catch (thrown) {
    return refuse(one, thrown);
  }
};
