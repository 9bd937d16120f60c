import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { JsonHttps } from '../net/https-json.ts';
import type { Dice } from '../seeded-random.ts';
import type { Figures } from './figures.ts';

export interface Target {
  readonly facilityId: string;
  readonly doorId: string;
}

/** Partners that ask for doors all over a fleet, so many a second. */
export const startUnlockLoad = (deps: {
  readonly clock: Clock;
  readonly dice: Dice;
  readonly https: Pick<JsonHttps, 'send'>;
  readonly key: string;
  readonly perSecond: number;
  /** Those that can be opened now. */
  readonly targets: () => readonly Target[];
  readonly figures: Figures;
}): { stop(): Promise<void> } => {
  const { clock, dice, figures } = deps;
  const underWay = new Set<Promise<void>>();
  const authorization = `Basic ${Buffer.from(`${deps.key}:`).toString('base64')}`;
  const one = async ({ facilityId, doorId }: Target): Promise<void> => {
    const beganMs = clock.monoMs();
    try {
      const { status, body } = await deps.https.send({
        path: `/partner/v1/access-control/doors/${doorId}/unlock`,
        headers: { authorization },
        body: { facility_id: facilityId, member_id: 'F-1', first_name: 'Fleet', last_name: 'Member' },
      });
      if (status === 200) {
        figures.unlocks += 1;
        figures.unlockTimes.add(clock.monoMs() - beganMs);
      } else figures.error(`unlock ${status} ${reasonIn(body)}`);
    } catch (error) {
      figures.error(`unlock ${(error as Error).message.replace(/^https:\S+ /, '')}`);
    }
  };
  /** More than a second's worth under way, and the next is left out: a slow cloud must not fill the memory. */
  const most = Math.max(10, deps.perSecond * 10);
  const timer =
    deps.perSecond === 0
      ? undefined
      : clock.every(Milliseconds(1_000 / deps.perSecond), () => {
          const targets = deps.targets();
          if (targets.length === 0) return;
          if (underWay.size >= most) return figures.error('unlock left out: too many under way');
          const asking = one(dice.pick(targets)).finally(() => underWay.delete(asking));
          underWay.add(asking);
        });
  return {
    stop: async () => {
      timer?.cancel();
      await Promise.all(underWay);
    },
  };
};

const reasonIn = (body: unknown): string => {
  const { reason, error } = (body ?? {}) as { reason?: unknown; error?: unknown };
  return String(reason ?? error ?? '');
};
