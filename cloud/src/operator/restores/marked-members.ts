import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { MarkedUnit, RevocationsService } from '../../platform/revocations/revocations.module.ts';
import type { MemberOf, Takers } from './revoked-again.ts';

interface Deps {
  readonly db: Pick<Database, 'read'>;
  readonly revocations: Pick<RevocationsService, 'hashOf'>;
  readonly takers: Takers;
}

const IDS_AT_ONCE = 1_000;

const wantedIn = (units: readonly MarkedUnit[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const wanted = new Map<string, Set<string>>();
  for (const { facilityId = '', members = [] } of units.flatMap(({ marks }) => marks))
    for (const [partnerId, hash] of members) {
      const source = `${partnerId} ${facilityId}`;
      wanted.set(source, (wanted.get(source) ?? new Set()).add(hash));
    }
  return wanted;
};

/** Ids page by page, to their end. */
async function* pages(db: Deps['db'], idsAfter: (tx: Tx, after: string) => Promise<string[]>) {
  let ids: string[] = [];
  do {
    const after = ids.at(-1) ?? '';
    ids = await db.read((tx) => idsAfter(tx, after));
    yield ids;
  } while (ids.length >= IDS_AT_ONCE);
}

/** Whom marks are about, of those who are stored: every id is looked at once, however many marks there are. */
export const markedMembers = async (
  { db, revocations, takers }: Deps,
  units: readonly MarkedUnit[],
): Promise<MemberOf> => {
  const found = new Map<string, string>();
  for (const [source, hashes] of wantedIn(units)) {
    const [partnerId, facilityId] = source.split(' ') as [PartnerId, FacilityId];
    const note = (id: string): void => {
      const hash = revocations.hashOf(partnerId, facilityId, id);
      if (hashes.has(hash)) found.set(`${source} ${hash}`, id);
    };
    for (const list of [takers.members.idsAfter, takers.access.linkedAfter])
      for await (const ids of pages(db, (tx, after) => list(tx, { partnerId, facilityId }, after, IDS_AT_ONCE)))
        ids.forEach(note);
  }
  return (partnerId, facilityId, hash) => found.get(`${partnerId} ${facilityId} ${hash}`);
};
