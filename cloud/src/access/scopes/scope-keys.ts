import type { DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { type Revoked, revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AccessChangeLog } from './access-change-log.ts';
import { accessScopesOf, checkTarget } from './access-scopes.ts';
import { type AccessTarget, opensLess, parseTarget, targetText } from './access-target.ts';
import { type Closed, closedBy, closedWarning, openWarning, type ScopeKey, toScopeKey } from './scope-key.ts';
import { byUrgency } from './scope-key-order.ts';
import { createScopeKeyQuota } from './scope-key-quota.ts';
import { scopeKeysRepo } from './scope-keys.repo.ts';
import { noSuchSource } from './scopes.faults.ts';
import { scopesRepo } from './scopes.repo.ts';
import type { ScopesDeps } from './scopes.service.ts';
import type { ScopeKeyTable } from './scopes.tables.ts';
import type { Source, SourceReports } from './source-reports.ts';
import { sourcesRepo } from './sources.repo.ts';
import { countChanges } from './window-counts.ts';

/** A key as staff see it: what it is mapped to, and if it opens nothing, why and for how many members. */
export interface ListedKey extends ScopeKey {
  readonly partnerName: string;
  readonly closed: Closed | undefined;
  readonly firstAt: number;
}

export interface KeyRef extends Source {
  readonly key: string;
}

/** Scope keys: what partners call parts of a facility, and what staff take each for. */
export const createScopeKeys = (
  { db, clock, warnings }: Pick<ScopesDeps, 'db' | 'clock' | 'warnings'>,
  { recordChanges, lock, recordUnderLock }: Pick<AccessChangeLog, 'recordChanges' | 'lock' | 'recordUnderLock'>,
) => {
  const room = createScopeKeyQuota({ warnings });

  /** Opens, renews or closes the one warning of each key, as it stands now. */
  const warn = async (tx: Tx, facilityId: FacilityId, keys: readonly ScopeKey[]): Promise<void> => {
    const scopes = keys.some(({ target }) => target?.to === 'scopes')
      ? doorsById(await accessScopesOf(tx, facilityId))
      : new Map<string, readonly DoorId[]>();
    const names = new Map<string, string>();
    const open = [];
    const ended = [];
    for (const key of keys) {
      const why = key.memberCount === 0 ? undefined : closedBy(key, scopes);
      if (why === undefined) {
        ended.push(closedWarning(key));
        continue;
      }
      const name =
        names.get(key.partnerId) ?? (await scopesRepo(tx).findIntegration(facilityId, key.partnerId))?.name ?? '';
      names.set(key.partnerId, name);
      open.push(openWarning(key, why, name));
    }
    await warnings.keep(tx, open);
    await warnings.close(tx, ended);
  };

  /** Gives numbers to keys that nobody has named before: unmapped, and so closed. */
  const intern = async (tx: Tx, source: Source, counts: Iterable<readonly [string, number]>): Promise<ScopeKey[]> => {
    const first = await scopeKeysRepo(tx).nextNumber(source.facilityId);
    const rows = [...counts].map(([key, member_count], i) => ({
      facility_id: source.facilityId,
      partner_id: source.partnerId,
      key,
      number: first + i,
      target: null,
      disabled: 0,
      member_count,
      first_at: clock.wallMs(),
    }));
    await scopeKeysRepo(tx).insert(rows);
    return rows.map(toScopeKey);
  };

  const windowsStored: SourceReports['windowsStored'] = async (tx, { changes, ...source }) => {
    if (changes.length === 0) return;
    const { facilityId, partnerId } = source;
    await scopesRepo(tx).raiseVersion(facilityId);
    if (await sourcesRepo(tx).ensure(source)) await recordUnderLock(tx, facilityId, ['facility', 'all']);
    const counts = countChanges(changes);
    if (counts.size === 0) return;
    const rows = await scopeKeysRepo(tx).find(source, [...counts.keys()]);
    const known = rows.map((row) =>
      toScopeKey({ ...row, member_count: Math.max(0, row.member_count + (counts.get(row.key) ?? 0)) }),
    );
    const names = new Set(rows.map(({ key }) => key));
    for (const key of names)
      await scopeKeysRepo(tx).count({ facility_id: facilityId, partner_id: partnerId, key, by: counts.get(key) ?? 0 });
    const fresh = [...counts].filter(([key, by]) => by > 0 && !names.has(key));
    const fitting = fresh.slice(0, fresh.length === 0 ? 0 : await room.take(tx, source, fresh.length));
    const added = fitting.length === 0 ? [] : await intern(tx, source, fitting);
    if (fresh.length > 0) await recordUnderLock(tx, facilityId, ['facility']);
    await warn(tx, facilityId, [...known.filter(mayBeClosed), ...added]);
  };

  const setKey = async (
    tx: Tx,
    { key, ...source }: KeyRef,
    { target, disabled }: { readonly target?: AccessTarget | null; readonly disabled?: boolean },
  ): Promise<boolean> => {
    const { facilityId, partnerId } = source;
    await lock(tx, facilityId);
    if ((await scopesRepo(tx).findIntegration(facilityId, partnerId)) === undefined) throw noSuchSource();
    if (target != null) await checkTarget(tx, facilityId, target);
    const to = {
      ...(target !== undefined && { target: target === null ? null : targetText(target) }),
      ...(disabled !== undefined && { disabled: disabled ? 1 : 0 }),
    };
    const repo = scopeKeysRepo(tx);
    const [before] = await repo.find(source, [key]);
    if (before === undefined) await intern(tx, source, [[key, 0]]);
    else if (isAlready(before, to)) return false;
    await recordChanges(tx, facilityId, ['facility']);
    await repo.set({ facility_id: facilityId, partner_id: partnerId, key }, to);
    const after = await repo.find(source, [key]);
    revoked(tx, ...narrowedIn(before, after));
    await warn(tx, facilityId, after.map(toScopeKey));
    return true;
  };

  return {
    windowsStored,
    warn,
    /**
     * Maps a key, takes its mapping away (null: it opens nothing until somebody maps it again), or switches it off or on; under
     * the facility's lock, with its warning. A key that nobody has sent yet may be prepared. Throws 404 for doors and scopes of
     * other facilities. Resolves with whether that is news.
     */
    setKey,

    /** Every key of a facility, or of one partner there: those that open nothing for somebody first, the most members first. */
    listKeys: (facilityId: FacilityId, partnerId?: PartnerId): Promise<ListedKey[]> =>
      db.read(async (tx) => {
        const scopes = doorsById(await accessScopesOf(tx, facilityId));
        const rows = await scopeKeysRepo(tx).listOf(facilityId, partnerId);
        return rows
          .map((row) => {
            const key = toScopeKey(row);
            return { ...key, partnerName: row.partner_name, closed: closedBy(key, scopes), firstAt: row.first_at };
          })
          .sort(byUrgency);
      }),
  };
};

const isAlready = (
  now: Pick<ScopeKeyTable, 'target' | 'disabled'>,
  { target = now.target, disabled = now.disabled }: { target?: string | null; disabled?: number },
): boolean => target === now.target && disabled === now.disabled;

/** What is marked of a key that opens less than it did: how it is now. */
const narrowedIn = (before: ScopeKeyTable | undefined, now: readonly ScopeKeyTable[]): Revoked[] =>
  now.flatMap(({ facility_id, partner_id: subject, key, target, disabled }) => {
    const less =
      before?.disabled === 0 && (disabled === 1 || opensLess(parseTarget(before.target), parseTarget(target)));
    if (!less) return [];
    const value = [key, target ?? '', String(disabled)];
    return [{ kind: 'scope_key' as const, facilityId: facility_id, subject, value }];
  });

/** A key that is mapped to the whole facility has no warning that could change. */
const mayBeClosed = ({ target, disabled }: ScopeKey): boolean => disabled || target?.to !== 'facility';

const doorsById = (scopes: readonly { id: string; doors: readonly DoorId[] }[]): Map<string, readonly DoorId[]> =>
  new Map(scopes.map(({ id, doors }) => [id, doors]));
