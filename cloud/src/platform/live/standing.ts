import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Caller } from '../../kit/http/call.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import type { AnySurface } from '../../kit/http/surfaces.ts';
import type { Standing, Watching } from '../../kit/live/watcher.ts';
import type { PlatformCaller } from '../users/platform-surface.ts';
import type { UserStanding } from '../users/user-standing.ts';
import type { UsersService } from '../users/users.service.ts';

/** A gate is asked again at least so often, also of those who hold what they held: places move too. */
const ASKED_AGAIN_AFTER = Seconds(30);
/** The same of callers without a key: nobody but their surface knows whether they are still signed in. */
const WITHOUT_KEY_AFTER = Seconds(1);

/** Who really sits at the other end. */
export const userIdOf = ({ user, simulatedBy }: Pick<PlatformCaller, 'user' | 'simulatedBy'>): string =>
  (simulatedBy ?? user).id;

/**
 * Whether callers of the platform may still watch what they do. What all of them hold is read at once; only of those of whom it
 * is not what it was is the gate asked, with the caller made anew, as a request would be.
 */
export const createStanding = ({
  users,
  clock,
}: {
  readonly users: Pick<UsersService, 'standingOf'>;
  readonly clock: Pick<Clock, 'monoMs'>;
}): Standing => {
  const last = new WeakMap<Caller, { readonly held: string; readonly atMs: number }>();

  const ask = async (tx: Tx, { caller, topic }: Watching, standings: ReadonlyMap<string, UserStanding>) => {
    const { user, keyId } = caller as PlatformCaller;
    const real = standings.get(userIdOf(caller as PlatformCaller));
    if (keyId !== undefined && real?.keys.has(keyId) !== true)
      throw kitFault('unauthenticated', 'The key that this was opened with has ended.');
    const held = `${real?.held} ${standings.get(user.id)?.held}`;
    const known = last.get(caller);
    const isFor: Duration = keyId === undefined ? WITHOUT_KEY_AFTER : ASKED_AGAIN_AFTER;
    if (known?.held === held && clock.monoMs() - known.atMs < isFor) return;
    const renewed = (await caller.renewed?.(tx)) ?? caller;
    (topic.surface as AnySurface).authorise(renewed as never, topic.gate as never, 'GET');
    last.set(caller, { held, atMs: clock.monoMs() });
  };

  return async (tx, watchers) => {
    const ids = new Set<string>();
    for (const { caller } of watchers) {
      ids.add(userIdOf(caller as PlatformCaller));
      ids.add((caller as PlatformCaller).user.id);
    }
    const standings = await users.standingOf(tx, [...ids]);
    const faults: (Fault | undefined)[] = [];
    for (const watching of watchers)
      try {
        await ask(tx, watching, standings);
        faults.push(undefined);
      } catch (thrown) {
        if (!(thrown instanceof Fault)) throw thrown;
        faults.push(thrown);
      }
    return faults;
  };
};
