import { randomUUID } from 'node:crypto';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Json } from '@gatehouse/shared/json/canonical.ts';
import { entryDigest, setHash } from '@gatehouse/shared/snapshot/set-hash.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AccessService } from '../access/access.module.ts';
import type { ChangeKey, ScopesService } from '../scopes/scopes.module.ts';
import { type EntriesDeps, entriesOf, type WantedEntry } from './entries-of.ts';
import { madeBy } from './made-by.ts';
import { snapshotsRepo } from './snapshots.repo.ts';
import type { SnapshotHeadTable } from './snapshots.tables.ts';

export interface BuildDeps extends EntriesDeps {
  readonly access: EntriesDeps['access'] & Pick<AccessService, 'changeKeysAfter'>;
  readonly scopes: Pick<ScopesService, 'takeChanges'>;
  /** How many keys one revision is about at most. */
  readonly changeKeysAtOnce: number;
}

/** Where a facility's snapshot stands after a unit. */
export interface Built {
  readonly head: Pick<Selectable<SnapshotHeadTable>, 'epoch' | 'revision' | 'hash' | 'built'>;
  /** Whether the unit wrote a revision. */
  readonly changed: boolean;
  /** Whether there may be more to do. */
  readonly more: boolean;
}

/** Before the first key of a round. */
const BEGINNING = '';

/**
 * One unit: takes change keys from the access change log, makes their entries, and writes those that differ under one new
 * revision. INVARIANTS: the head's row lock comes first, so that builders take turns; keys are taken before anything is
 * read; a unit that fails has taken none.
 */
export const buildRevision = async (tx: Tx, deps: BuildDeps, facilityId: FacilityId): Promise<Built> => {
  const { access, scopes, changeKeysAtOnce } = deps;
  const repo = snapshotsRepo(tx);
  const by = madeBy(deps);
  const head = (await repo.lockHead(facilityId)) ?? (await newHead(tx, facilityId, by));
  const changed = await scopes.takeChanges(tx, facilityId, changeKeysAtOnce);
  const anew = changed.includes('all') || head.made_by !== by;
  const from = anew ? BEGINNING : head.round;
  const room = changeKeysAtOnce - changed.length;
  const swept = from === null || room <= 0 ? undefined : await access.changeKeysAfter(tx, facilityId, from, room);
  const round = swept === undefined ? from : swept.length < room ? null : (swept.at(-1) ?? null);
  const begins = swept !== undefined && from === BEGINNING;
  const keys = new Set([...changed, ...(swept ?? []), ...(begins ? await onesOfTheirOwn(tx, deps, facilityId) : [])]);
  const wanted = await entriesOf(tx, deps, await access.groundOf(tx, facilityId), [...keys]);
  const after = await writeChanged(tx, head, wanted);
  const built = head.built === 1 || round === null ? 1 : 0;
  await repo.setHead(facilityId, { ...after, round, built, made_by: by });
  return {
    head: { ...head, ...after, built },
    changed: after.revision !== head.revision,
    more: round !== null || changed.length >= changeKeysAtOnce,
  };
};

/** A facility that nobody has asked for yet: everybody is made. */
const newHead = async (tx: Tx, facilityId: FacilityId, by: string) => {
  const repo = snapshotsRepo(tx);
  const row = {
    facility_id: facilityId,
    epoch: randomUUID(),
    revision: 0,
    hash: setHash().text(),
    entries: 0,
    made_by: by,
    round: BEGINNING,
    built: 0,
  };
  await repo.insertHead(row);
  return (await repo.lockHead(facilityId)) ?? row;
};

/** What a round over everybody does not come to by itself. */
const onesOfTheirOwn = async (tx: Tx, { ports }: BuildDeps, facilityId: FacilityId): Promise<ChangeKey[]> => [
  'facility',
  ...(await ports.staffIds(tx, facilityId)).map((id): ChangeKey => `staff:${id}`),
  ...(await ports.revokedPassIds(tx, facilityId)).map((id): ChangeKey => `pass:${id}`),
];

/** Writes what is different from what is stored, under the next revision. Resolves with how the head is then. */
const writeChanged = async (
  tx: Tx,
  head: Selectable<SnapshotHeadTable>,
  wanted: readonly WantedEntry[],
): Promise<Pick<SnapshotHeadTable, 'revision' | 'hash' | 'entries'>> => {
  const changes = await changesAmong(tx, head.facility_id, wanted);
  if (changes.length === 0) return { revision: head.revision, hash: head.hash, entries: head.entries };
  const revision = head.revision + 1;
  const sum = setHash(head.hash);
  let { entries } = head;
  for (const { before, digest } of changes) {
    if (before !== null) {
      sum.remove(Buffer.from(before, 'hex'));
      entries--;
    }
    if (digest !== null) {
      sum.add(Buffer.from(digest, 'hex'));
      entries++;
    }
  }
  await snapshotsRepo(tx).putEntries(
    changes.map(({ before: _before, ...entry }) => ({ facility_id: head.facility_id, revision, ...entry })),
  );
  return { revision, hash: sum.text(), entries };
};

/** Those of the entries that are not as they are stored, with the digest of what is. */
const changesAmong = async (tx: Tx, facilityId: FacilityId, wanted: readonly WantedEntry[]) => {
  const changes = [];
  for (const [kind, own] of Map.groupBy(wanted, (entry) => entry.kind)) {
    const ids = own.map(({ id }) => id);
    const stored = await snapshotsRepo(tx).digestsOf(facilityId, kind, ids);
    const digests = new Map(stored.map(({ id, digest }) => [id, digest]));
    for (const { id, data } of own) {
      const before = digests.get(id) ?? null;
      const digest = data === undefined ? null : entryDigest(kind, id, data as Json).toString('hex');
      if (digest !== before)
        changes.push({ kind, id, before, digest, data: data === undefined ? null : JSON.stringify(data) });
    }
  }
  return changes;
};
