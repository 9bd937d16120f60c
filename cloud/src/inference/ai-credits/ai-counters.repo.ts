import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Reset } from '../ai-settings/ai-shapes.ts';

export const aiCountersRepo = (tx: Tx) => ({
  /** What counts towards the limit of a facility by now: of a span that has not ended. */
  ofFacility: async (
    id: FacilityId,
    { reset, epoch, now }: { readonly reset: Reset; readonly epoch: number; readonly now: number },
  ): Promise<number> => {
    const counters = await tx
      .selectFrom('ai_counter')
      .where('subject', '=', `facility:${id}`)
      .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
      .select(['span', 'used_micros'])
      .execute();
    const is = (span: string) => (reset === 'total' ? span === `total:${epoch}` : span.startsWith(`${reset}:`));
    return Number(counters.find(({ span }) => is(span))?.used_micros ?? 0);
  },
});
