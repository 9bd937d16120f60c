import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { BOX_DAYS } from '@gatehouse/shared/tls/certificates.ts';
import { isLoopbackName } from '@gatehouse/shared/tls/private-names.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { authoritiesRepo } from './authorities.repo.ts';

/** A listener of a box at its facility. */
export interface ListenerAt {
  readonly boxId: BoxId;
  readonly facilityId: FacilityId;
  readonly listener: string;
}

/** Whether these can be of one machine: it has one name on its link, and whoever asks for more asks for those of others. */
export const areOfOneHost = (names: readonly string[]): boolean =>
  new Set(names.map((name) => name.toLowerCase()).filter((name) => name.endsWith('.local'))).size <= 1;

/**
 * Gives a listener the names of its next certificate, in place of those of its last. Where another active box of the facility
 * has one of them, the listener gets none, and that is the answer; what it asks for no more is free all the same, so that two
 * boxes that change addresses do not wait for each other for ever.
 */
export const takeNames = async (
  tx: Tx,
  { boxId, facilityId, listener }: ListenerAt,
  { names, now }: { readonly names: readonly string[]; readonly now: number },
): Promise<{ readonly name: string; readonly box_id: string } | undefined> => {
  const repo = authoritiesRepo(tx);
  const own = [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => !isLoopbackName(name));
  await repo.lock(facilityId);
  await repo.release({ boxId, listener }, own);
  const held = await repo.holderOf(own, { facilityId, but: boxId, now });
  if (held !== undefined) return held;
  const until = { facility_id: facilityId, ends_at: now + Days(BOX_DAYS) };
  await repo.hold(own.map((name) => ({ box_id: boxId, listener, name, ...until })));
  return undefined;
};
