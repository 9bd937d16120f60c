import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Revoked, revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BatchStore, Change, Placed } from '../../kit/ingest/batch-store.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import { loadGuards } from './load-guards.ts';
import type { MemberRow } from './member-row.ts';
import { judgeMember, type MemberState, sameState } from './member-state.ts';
import { membersRepo } from './members.repo.ts';
import { narrows } from './narrowings.ts';
import { picturesRepo } from './pictures.repo.ts';

interface StoreDeps {
  readonly clock: Clock;
  readonly scopes: Pick<
    ScopesService,
    'windowsStored' | 'statusesSeen' | 'statusMapOf' | 'recordChanges' | 'membersStored'
  >;
}

/** How members are stored: see the frame's own words for when each part is called. */
export const createMembersStore = ({ clock, scopes }: StoreDeps): BatchStore<MemberRow, MemberState> => ({
  keyOf: ({ row }) => row.memberId,

  load: async (tx, partnerId, rows) => {
    const stored = await membersRepo(tx).states(rows.map((row) => refOf(partnerId, row)));
    const guardOf = await loadGuards(tx, scopes, { partnerId, rows, stored });
    return stored.map(({ facility_id, member_id, ...state }) => ({
      facilityId: facility_id,
      key: member_id,
      state: {
        record: state.record,
        updatedMs: state.updated_at,
        pictureKey: state.picture_key,
        windows:
          state.revision === null || state.hash === null
            ? undefined
            : {
                revision: state.revision,
                hash: state.hash,
                scopeKeys: JSON.parse(state.scope_keys ?? '[]') as string[],
                ...(state.held === 1 && { held: true }),
              },
        ...guardOf({ facility_id, member_id }),
      },
    }));
  },

  judge: ({ row, timezone }, stored) => judgeMember(row, stored, timezone),

  save: async (tx, partnerId, judged) => {
    const changes = judged.filter(({ before, after }) => before === undefined || !sameState(before, after));
    if (changes.length === 0) return;
    const now = clock.wallMs();
    const repo = membersRepo(tx);
    revoked(tx, ...(await narrowedBy(tx, partnerId, changes, now)));
    await repo.putMembers(
      changes.filter(memberChanged).map(({ facilityId, key, after }) => ({
        partner_id: partnerId,
        facility_id: facilityId,
        member_id: key,
        record: after.record,
        updated_at: after.updatedMs,
        stored_at: now,
        picture_key: after.pictureKey,
      })),
    );
    await saveWindows(tx, partnerId, changes);
    await savePictures(tx, changes, now);
    for (const [facilityId, own] of byFacility(changes)) {
      const windows = own.flatMap(windowChange);
      if (windows.length > 0) await scopes.windowsStored(tx, { partnerId, facilityId, changes: windows });
      else await scopes.recordChanges(tx, facilityId, []);
      const memberIds = own.filter(reachesDevices).map(({ key }) => key);
      const fresh = own.some(({ before }) => before === undefined);
      await scopes.membersStored(tx, { partnerId, facilityId, memberIds, fresh });
      const statuses = new Set(own.flatMap(({ after }) => after.statuses ?? []));
      if (statuses.size > 0) await scopes.statusesSeen(tx, { partnerId, facilityId, statuses: [...statuses] });
    }
  },
});

/** Whose access gets less, one entry a facility: so that a restored database does not give it back. */
const narrowedBy = async (
  tx: Tx,
  partnerId: PartnerId,
  changes: readonly Change<MemberState>[],
  now: number,
): Promise<Revoked[]> => {
  const known = changes.flatMap(({ before, ...change }) => (before === undefined ? [] : [{ ...change, before }]));
  const found: Revoked[] = [];
  for (const [facilityId, own] of Map.groupBy(known, (change) => change.facilityId)) {
    const replaced = own.filter(
      ({ before, after }) => after.windows?.row !== undefined && before.windows !== undefined,
    );
    const refs = replaced.map(({ key }) => ({ partner_id: partnerId, facility_id: facilityId, member_id: key }));
    const windows = new Map(
      (refs.length === 0 ? [] : await membersRepo(tx).canonicalOf(refs)).map((row) => [row.member_id, row.canonical]),
    );
    const members = own
      .filter((change) => narrows({ ...change, windowsBefore: windows.get(change.key) }, Math.floor(now / 1_000)))
      .map(({ key: memberId, after: { windows: after } }) => ({
        partnerId,
        memberId,
        ...(after !== undefined && { revision: after.revision }),
      }));
    if (members.length > 0) found.push({ kind: 'members', facilityId, subject: partnerId, members });
  }
  return found;
};

/** When a picture has changed, or when the partner last looked, no door need hear of it. */
const reachesDevices = ({ before, after }: Change<MemberState>): boolean =>
  before === undefined || before.record !== after.record || before.windows !== after.windows;

/** Often only the windows have: then their row is all that has to be written. */
const memberChanged = ({ before, after }: Change<MemberState>): boolean =>
  before === undefined || !sameState({ ...before, windows: undefined }, { ...after, windows: undefined });

const refOf = (partnerId: PartnerId, { facilityId, row }: Placed<MemberRow>) => ({
  partner_id: partnerId,
  facility_id: facilityId,
  member_id: row.memberId,
});

const saveWindows = async (tx: Tx, partnerId: PartnerId, changes: readonly Change<MemberState>[]): Promise<void> => {
  const rows = changes.flatMap(({ facilityId, key, after: { windows } }) =>
    windows?.row === undefined
      ? []
      : [
          {
            partner_id: partnerId,
            facility_id: facilityId,
            member_id: key,
            revision: windows.revision,
            hash: windows.hash,
            canonical: windows.row.canonical,
            scope_keys: JSON.stringify(windows.scopeKeys),
            program: windows.row.program,
            held: windows.held === true ? 1 : 0,
          },
        ],
  );
  if (rows.length === 0) return;
  const stored = await membersRepo(tx).putWindows(rows);
  if (stored.length !== rows.length) throw new Bug('windows were judged new, and are not');
};

/** A picture that a row begins to name is in use; one that it no longer names is to be removed. */
const savePictures = async (tx: Tx, changes: readonly Change<MemberState>[], now: number): Promise<void> => {
  for (const { before, after } of changes) {
    const old = before?.pictureKey ?? null;
    if (old === after.pictureKey) continue;
    if (after.pictureKey !== null && !(await picturesRepo(tx).use(after.pictureKey, now)))
      throw new Bug('a picture was removed before it could be used');
    if (old !== null) await picturesRepo(tx).doom([old], now);
  }
};

/** In the order of the facilities' ids: two units must not wait for each other's. */
const byFacility = (changes: readonly Change<MemberState>[]): [FacilityId, Change<MemberState>[]][] =>
  [...Map.groupBy(changes, ({ facilityId }) => facilityId)].sort(([a], [b]) => (a < b ? -1 : 1));

const windowChange = ({ key, before, after }: Change<MemberState>) =>
  after.windows?.row === undefined
    ? []
    : [{ memberId: key, before: before?.windows?.scopeKeys ?? [], after: after.windows.scopeKeys }];
