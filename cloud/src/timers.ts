import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Logger } from 'pino';
import type { RevocationsService } from './modules/revocations/revocations.module.ts';
import type { Services } from './services.ts';

/** Attempts that a dead process left behind are ended within this time of their deadline. */
const SWEEP_EVERY = Seconds(10);

/** Lockdowns that nobody takes are told of soon after the ten seconds that boxes have. */
const LOOK_AT_LOCKDOWNS_EVERY = Seconds(2);

/** Whom staff have just banned shall not show a pass for longer than that. */
const LOOK_AT_PASSES_EVERY = Seconds(30);

/** What is looked at by the clock, and is too urgent or too frequent for a job. */
export const startTimers = async (
  { doors, journal, passes, snapshots, unlocks }: Services,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
) => {
  const logged = (work: () => Promise<unknown>, what: string) => async (): Promise<void> => {
    await work().catch((error: unknown) => log.error({ err: error }, what));
  };
  const sweep = logged(unlocks.sweep, 'overdue unlocks were not ended');
  await sweep();
  const timers = [
    clock.every(SWEEP_EVERY, () => void sweep()),
    ...(
      [
        [SWEEP_EVERY, journal.sweep, 'missing facts were not looked after'],
        [LOOK_AT_LOCKDOWNS_EVERY, doors.warnOfUntaken, 'lockdowns that nobody took were not looked for'],
        [LOOK_AT_PASSES_EVERY, () => passes.review().then(passes.sweep), 'passes were not looked at'],
      ] as const
    ).map(([every, work, what]) => {
      const run = logged(work, what);
      return clock.every(every, () => void run());
    }),
  ];
  snapshots.start();
  return {
    cancel: (): void => {
      for (const timer of timers) timer.cancel();
    },
  };
};

/** How exactly it is known how far the database has come. */
const BEAT_EVERY = Seconds(20);

/** Counts how far the database has come, and marks what could not be marked at once: now, and again and again. */
export const startBeats = async (
  restored: Pick<Services['restored'], 'revokeWaiting'>,
  revocations: Pick<RevocationsService, 'beat' | 'writeUnmarked'>,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<Timer> => {
  const beat = () =>
    revocations
      .beat()
      .then(revocations.writeUnmarked)
      .then(restored.revokeWaiting)
      .catch((error: unknown) => log.error({ err: error }, 'what was revoked is not marked outside the database'));
  await beat();
  return clock.every(BEAT_EVERY, () => void beat());
};
