import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../log.ts';
import type { Health } from './health-check.ts';
import type { ReleaseHome } from './release-home.ts';
import { EXIT } from './release-home.ts';
import type { UpdateMemory } from './update-memory.ts';

const LOOK_EVERY = Seconds(1);
/** All must be well for this long without a break before the release may stay. */
const WELL_FOR = Seconds(20);

export interface Trial {
  /** What is missing yet; empty while all is well. */
  missing(): readonly string[];
  close(): void;
}

/** Watches the running release until it has proven itself. When it never does, the supervisor ends it. */
export const runTrial = (deps: {
  readonly version: string;
  /** The floor that counts once it stays. */
  readonly floor: string;
  readonly check: () => Health;
  readonly home: Pick<ReleaseHome, 'confirm' | 'giveUp'>;
  readonly memory: Pick<UpdateMemory, 'raiseFloor' | 'kept'>;
  readonly restart: (code: number, why: string) => void;
  readonly onEnd: () => void;
  readonly clock: Clock;
  readonly log: Log;
}): Trial => {
  const { version, home, memory, clock, log } = deps;
  let missing: readonly string[] = ['a first look'];
  let wellSinceMs: number | undefined;
  let timer: Timer | undefined;
  const close = () => timer?.cancel();

  const keep = (): void => {
    try {
      home.confirm(version);
      memory.raiseFloor(deps.floor);
    } catch (error) {
      log.error(
        { version, err: error },
        'The new release is well, but the disk does not take it; the next look tries again.',
      );
      return;
    }
    close();
    log.info({ version }, 'The new release is well, and stays.');
    void memory.kept(version);
    deps.onEnd();
  };
  const look = (): void => {
    const health = deps.check();
    missing = health.missing;
    if (health.hopeless !== undefined) {
      close();
      log.error({ version, why: health.hopeless }, 'The new release is not fit, and is given up.');
      home.giveUp(health.hopeless);
      deps.restart(EXIT.givenUp, 'the new release is not fit');
      return;
    }
    const nowMs = clock.monoMs();
    wellSinceMs = missing.length > 0 ? undefined : (wellSinceMs ?? nowMs);
    if (wellSinceMs !== undefined && nowMs - wellSinceMs >= WELL_FOR) keep();
  };
  timer = clock.every(LOOK_EVERY, look);
  return { missing: () => missing, close };
};
