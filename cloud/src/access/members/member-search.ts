import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { MemberRecord } from './member-row.ts';
import { memberSearchRepo, type SearchedSource } from './member-search.repo.ts';

/** A member in a list: without windows. */
export interface FoundMember {
  readonly partnerId: PartnerId;
  readonly memberId: string;
  readonly record: MemberRecord;
  readonly storedAt: number;
  readonly hasPicture: boolean;
}
/** A place in the list: partners in the order of their ids, and in it their members. */
export interface FoundPosition {
  readonly partnerId: PartnerId;
  readonly memberId: string;
}

const WORDS_MAX = 5;

/** The words that are looked for: each must be somewhere in a name, an e-mail address or an id. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);

export const fits = ({ memberId, record }: FoundMember, words: readonly string[]): boolean => {
  const text = [record.first_name, record.last_name, record.email ?? '', memberId].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
};

/** Members of a facility as staff look for them. */
export const createMemberSearch = () => {
  /** Reads rows until there are enough that fit, or none are left: the database finds a few too many. */
  const collect = async <Row extends { readonly member_id: string }>(
    read: (part: { after: string; limit: number }) => Promise<readonly Row[]>,
    keep: (row: Row) => FoundMember | undefined,
    { after, limit }: { after: string; limit: number },
  ): Promise<FoundMember[]> => {
    const found: FoundMember[] = [];
    for (let from: string | undefined = after; from !== undefined && found.length < limit; ) {
      const rows: readonly Row[] = await read({ after: from, limit });
      for (const row of rows) found.push(...[keep(row) ?? []].flat());
      from = rows.length < limit ? undefined : rows.at(-1)?.member_id;
    }
    return found.slice(0, limit);
  };

  return {
    /** Up to `limit` members of these partners at a facility, after that position: all, or those whom the words find. */
    searchMembers: async (
      tx: Tx,
      facilityId: FacilityId,
      {
        partners,
        text,
        after,
        limit,
      }: {
        readonly partners: readonly PartnerId[];
        readonly text: string;
        readonly after: FoundPosition | undefined;
        readonly limit: number;
      },
    ): Promise<FoundMember[]> => {
      const words = wordsOf(text);
      const found: FoundMember[] = [];
      for (const partnerId of [...partners].sort()) {
        if (found.length >= limit || (after !== undefined && partnerId < after.partnerId)) continue;
        const source: SearchedSource = { partnerId, facilityId };
        const from = after?.partnerId === partnerId ? after.memberId : '';
        found.push(
          ...(await collect(
            (part) => memberSearchRepo(tx).byWords(source, words, part),
            (row) => {
              const member = foundMember(partnerId, row);
              return fits(member, words) ? member : undefined;
            },
            { after: from, limit: limit - found.length },
          )),
        );
      }
      return found;
    },

    /** Up to `limit` members of a partner at a facility who have a window with this scope key, after that one. */
    membersWithKey: (
      tx: Tx,
      { key, ...source }: SearchedSource & { readonly key: string },
      part: { readonly after: string; readonly limit: number },
    ): Promise<FoundMember[]> =>
      collect(
        (of) => memberSearchRepo(tx).byScopeKey(source, key, of),
        (row) =>
          (JSON.parse(row.scope_keys) as string[]).includes(key) ? foundMember(source.partnerId, row) : undefined,
        part,
      ),
  };
};

export const foundMember = (
  partnerId: PartnerId,
  row: { member_id: string; record: string; stored_at: number; picture_key: string | null },
): FoundMember => ({
  partnerId,
  memberId: row.member_id,
  record: JSON.parse(row.record) as MemberRecord,
  storedAt: row.stored_at,
  hasPicture: row.picture_key !== null,
});
