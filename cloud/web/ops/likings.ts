import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { signal } from '@preact/signals';
import type { Client } from '../client/client.ts';
import type { Preferences, Session } from '../client/platform-api.gen.ts';
import type { Look } from '../kit/look.ts';

/** So long somebody waits for their own look; then their first page is drawn as it is. */
const WAITED = Seconds(1);

export interface LikingsDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly client: Client;
  readonly wear: (look: Look) => void;
  /** Whether whoever comes has named no page: then they see the one that they like to see first. */
  readonly isAtHome: () => boolean;
}

/** What whoever is signed in likes: stored by the cloud, so that it is theirs on every device. */
export const createLikings = ({ clock, client, wear, isAtHome }: LikingsDeps) => {
  const preferences = signal<Preferences | undefined>(undefined);
  let home: string | undefined;
  const take = (next: Preferences): void => {
    preferences.value = next;
    wear(next);
  };
  return {
    preferences,

    /** Resolves once they are known and worn, or where that takes too long; never rejects. */
    arrive: async ({ desk }: Session): Promise<void> => {
      // A desk is nobody's own.
      if (desk !== undefined) return;
      let isLate = false;
      const known = client.ask('GET /api/preferences', {}).then(
        (next) => {
          take(next);
          if (!isLate && isAtHome()) home = next.homeFacilityId ?? undefined;
        },
        () => undefined,
      );
      await Promise.race([known, new Promise<void>((done) => void clock.after(WAITED, done))]);
      isLate = true;
    },

    /** Changes a part; what was set on another device meanwhile stays. Rejects as requests do. */
    change: async (part: Partial<Omit<Preferences, 'changedAt'>>): Promise<void> => {
      const { changedAt: _changedAt, ...now } = await client.ask('GET /api/preferences', {});
      take(await client.ask('PUT /api/preferences', { body: { ...now, ...part } }));
    },

    /** The facility to show first, once for whoever has just come. */
    takeHome: (): string | undefined => {
      const taken = home;
      home = undefined;
      return taken;
    },

    leave: (): void => {
      preferences.value = undefined;
      home = undefined;
    },
  };
};
