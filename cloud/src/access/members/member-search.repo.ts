import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { loosePattern } from '../../kit/db/loose-pattern.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

export interface SearchedSource {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
}
interface Part {
  readonly after: string;
  readonly limit: number;
}

const ofSource = (tx: Tx, { partnerId, facilityId }: SearchedSource) =>
  tx.selectFrom('member').where('member.partner_id', '=', partnerId).where('member.facility_id', '=', facilityId);

/** Finds at least the members that are looked for, in the order of their ids. */
export const memberSearchRepo = (tx: Tx) => ({
  /** Those in whose record or id each word may be, whatever its capitals. */
  byWords: (source: SearchedSource, words: readonly string[], { after, limit }: Part) => {
    let query = ofSource(tx, source).where('member_id', '>', after);
    for (const word of words) {
      const [inRecord, inId] = [loosePattern(JSON.stringify(word).slice(1, -1)), loosePattern(word)];
      query = query.where((eb) =>
        eb.or([eb(eb.fn('lower', ['record']), 'like', inRecord), eb(eb.fn('lower', ['member_id']), 'like', inId)]),
      );
    }
    return query
      .select(['member_id', 'record', 'stored_at', 'picture_key'])
      .orderBy('member_id')
      .limit(limit)
      .execute();
  },

  /** Those who have a window with this scope key, and since when their windows are as they are. */
  byScopeKey: (source: SearchedSource, key: string, { after, limit }: Part) =>
    ofSource(tx, source)
      .innerJoin('member_windows as windows', (join) =>
        join
          .onRef('windows.partner_id', '=', 'member.partner_id')
          .onRef('windows.facility_id', '=', 'member.facility_id')
          .onRef('windows.member_id', '=', 'member.member_id'),
      )
      .where('member.member_id', '>', after)
      .where('windows.scope_keys', 'like', loosePattern(JSON.stringify(key)))
      .select(['member.member_id', 'member.record', 'member.stored_at', 'member.picture_key', 'windows.scope_keys'])
      .orderBy('member.member_id')
      .limit(limit)
      .execute(),
});
