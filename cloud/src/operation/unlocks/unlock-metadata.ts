import type { EventId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { KeptJson } from '../../kit/http/kept-object.ts';
import type { PartnerCaller } from '../../partner/partners/partners.service.ts';
import { unlockMetadataRepo } from './unlock-metadata.repo.ts';
import type { UnlockRequest, UnlocksDeps } from './unlocks.service.ts';

/** Longer JSON has rows of its own: lists of attempts read whole rows. */
const IN_ROW_MAX = 16_384;
/** SQLite writes and deletes in the event loop's thread: whatever else waits has its turn after a few of these. */
const PART_BYTES = 16_384;
const PARTS_A_UNIT = 4;

/** What of it stands in the row of the attempt. */
export const metadataInRow = (metadata: KeptJson | undefined): string | null =>
  typeof metadata === 'string' && metadata.length <= IN_ROW_MAX ? metadata : null;

/** Keeps what is too long for the attempt's row, in short units, those of all attempts one after the other. */
export const createMetadataKeeper = ({ db, clock, log }: Pick<UnlocksDeps, 'db' | 'clock' | 'log'>) => {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };

  /** Never rejects: whether a door has opened does not depend on what was sent along. */
  return async (
    eventId: EventId,
    { partnerId }: PartnerCaller,
    facilityId: FacilityId,
    { metadata, member_id }: UnlockRequest,
  ): Promise<void> => {
    if (metadata === undefined || metadataInRow(metadata) !== null) return;
    const bytes =
      typeof metadata === 'string'
        ? Buffer.from(metadata)
        : Buffer.from(metadata.buffer, metadata.byteOffset, metadata.byteLength);
    const cuts = cutsOf(bytes);
    const whose = { event_id: eventId, partner_id: partnerId, facility_id: facilityId, member_id };
    const row = (part: number) => ({
      ...whose,
      part,
      parts: cuts.length,
      stored_at: clock.wallMs(),
      text: bytes.toString('utf8', cuts[part], cuts[part + 1] ?? bytes.length),
    });
    try {
      for (let part = 0; part < cuts.length; part += PARTS_A_UNIT) {
        const some = cuts.slice(part, part + PARTS_A_UNIT).map((_cut, at) => row(part + at));
        await inTurn(() => db.write((tx) => unlockMetadataRepo(tx).add(some)));
      }
    } catch (error) {
      log.error({ err: error, event_id: eventId }, 'the metadata of an unlock was not kept whole');
    }
  };
};

/** Where each part begins: never within a character. */
const cutsOf = (bytes: Buffer): number[] => {
  const cuts: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    cuts.push(at);
    at += PART_BYTES;
    while (at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80) at--;
  }
  return cuts;
};
