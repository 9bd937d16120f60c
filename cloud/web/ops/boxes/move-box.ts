import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Client } from '../../client/client.ts';
import { RefusedError } from '../../client/request-errors.ts';

const TRY_EVERY = Seconds(2);
/** A box that is online lets go within seconds; one that is not does not within any time that somebody waits. */
const TRIES = 15;

export interface BoxMove {
  readonly uuid: string;
  readonly from: string;
  readonly to: string;
  /** Doors that are taken from it first. */
  readonly release: readonly string[];
}

/**
 * Moves a box to another gym, and waits meanwhile until it has let go of everything here. Throws what the cloud says where it
 * refuses for another reason, or still does after half a minute.
 */
export const moveBox = async (
  { ask, wait }: { readonly ask: Client['ask']; readonly wait: (delay: Duration) => Promise<void> },
  { uuid, from, to, release }: BoxMove,
): Promise<void> => {
  const once = () => ({ idempotencyKey: crypto.randomUUID() });
  if (release.length > 0) {
    const { desired } = await ask('GET /api/devices/door-controllers/config/{uuid}', { path: { uuid } });
    const driven = release.filter((id) => desired.doors.some(({ doorId }) => doorId === id));
    const body = { uuid, expectedVersion: desired.version, release: driven };
    if (driven.length > 0)
      await ask('POST /api/devices/door-controllers/update/{club}', { path: { club: from }, body }, once());
  }
  for (let tries = 1; ; tries += 1) {
    try {
      await ask('POST /api/devices/move/{club}', { path: { club: from }, body: { uuid, toFacilityId: to } }, once());
      return;
    } catch (error) {
      const settles = error instanceof RefusedError && error.refusal.code === 'box_not_settled';
      if (!settles || tries === TRIES) throw error;
      await wait(TRY_EVERY);
    }
  }
};
