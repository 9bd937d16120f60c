import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { aiSettingsRepo } from './ai-settings.repo.ts';
import type { ActivityKind } from './ai-shapes.ts';

export interface Noted {
  readonly kind: ActivityKind;
  readonly what: string;
  readonly by: string;
}

/** What somebody did to the AI credit of a facility, in the unit that does it. */
export const createAiActivity = ({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
}) => ({
  note: async (tx: Tx, facilityId: FacilityId, { kind, what, by }: Noted): Promise<void> => {
    const at = clock.wallMs();
    const id = randomId('aia', random, at);
    await aiSettingsRepo(tx).addActivity({ id, facility_id: facilityId, kind, what, made_by: by, at });
  },

  /** The newest first; of some kinds alone where they are named. */
  page: async (
    tx: Tx,
    facilityId: FacilityId,
    asked: {
      readonly kinds?: readonly ActivityKind[];
      readonly after?: string | undefined;
      readonly limit: number;
    },
  ) => {
    const { kinds, after: before, limit } = asked;
    const rows = await aiSettingsRepo(tx).activity(facilityId, { kinds, before, limit });
    return rows.map(({ id, at, made_by: by, kind, what }) => ({
      activityId: id,
      at: isoOf(Number(at)),
      by,
      kind,
      what,
    }));
  },

  forgetBefore: (tx: Tx, at: number, limit: number): Promise<number> => aiSettingsRepo(tx).forgetActivity(at, limit),
});
export type AiActivity = ReturnType<typeof createAiActivity>;
