import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Placed } from '../../kit/ingest/batch-store.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import type { Guard } from './member-guard.ts';
import type { MemberRow } from './member-row.ts';
import { membersRepo } from './members.repo.ts';

interface Named {
  readonly facility_id: FacilityId;
  readonly member_id: string;
}
interface StoredVersion extends Named {
  readonly revision: number | null;
  readonly hash: string | null;
}
type GuardOf = (named: Named) => { readonly guard?: Guard };

const NONE: GuardOf = () => ({});
const nameOf = ({ facility_id, member_id }: Named): string => `${facility_id} ${member_id}`;
const memberOf = ({ facilityId, row }: Placed<MemberRow>): Named => ({
  facility_id: facilityId,
  member_id: row.memberId,
});

/** What the members of a piece are held against, where an item of it has to be. Most pieces have none, and nothing is asked for. */
export const loadGuards = async (
  tx: Tx,
  scopes: Pick<ScopesService, 'statusMapOf'>,
  {
    partnerId,
    rows,
    stored,
  }: { partnerId: PartnerId; rows: readonly Placed<MemberRow>[]; stored: readonly StoredVersion[] },
): Promise<GuardOf> => {
  const due = new Set(rows.flatMap((placed) => (placed.row.guarded === undefined ? [] : nameOf(memberOf(placed)))));
  if (due.size === 0 && !mayConflict(rows, stored)) return NONE;
  const effectOf = await scopes.statusMapOf(tx, partnerId);
  const windows = new Map<string, string>();
  const refs = stored
    .filter((row) => row.revision !== null && due.has(nameOf(row)))
    .map((row) => ({ partner_id: partnerId, facility_id: row.facility_id, member_id: row.member_id }));
  for (const row of await membersRepo(tx).canonicalOf(refs)) windows.set(nameOf(row), row.canonical);
  const denies = (status: string): boolean => effectOf(status) === 'deny';
  return (named) => ({ guard: { denies, windows: windows.get(nameOf(named)) } });
};

/** Whether windows of a row may be others than those of their revision: with what is stored, or with another row's. */
const mayConflict = (rows: readonly Placed<MemberRow>[], stored: readonly StoredVersion[]): boolean => {
  const versions = new Map(stored.map((row) => [nameOf(row), row]));
  const hashes = new Map<string, string>();
  for (const placed of rows) {
    const { windows } = placed.row;
    if (windows === undefined) continue;
    const name = nameOf(memberOf(placed));
    const version = versions.get(name);
    if (version?.revision === windows.revision && version.hash !== windows.hash) return true;
    const other = hashes.get(name);
    if (other !== undefined && other !== windows.hash) return true;
    hashes.set(name, windows.hash);
  }
  return false;
};
