import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createDispatch } from './dispatch.ts';

describe('looking for new events', () => {
  it('is done again for whoever pokes while a look ends, at whatever moment of that', async () => {
    for (let moment = 0; moment < 12; moment++) {
      let looks = 0;
      let poked = false;
      const poke = async (): Promise<void> => {
        for (let i = 0; i < moment; i++) await undefined;
        poked = true;
        dispatch.poke('org_1' as OrgId);
      };
      const db = {
        write: async () => {
          if (looks++ === 0) void poke();
          return false;
        },
      } as unknown as Database;
      const dispatch = createDispatch({
        db,
        clock: new ManualClock(),
        random: systemRandom,
        jobs: { enqueue: async () => '' },
        log: { error: () => undefined },
      });
      dispatch.poke('org_1' as OrgId);
      await new Promise((resolve) => setImmediate(resolve));
      expect([poked, looks], `poked ${moment} turns after the look`).toEqual([true, 2]);
    }
  });
});
