import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Json } from '@gatehouse/shared/json/canonical.ts';
import { SnapshotEntry as Entry, type SnapshotEntry } from '@gatehouse/shared/snapshot/entries.ts';
import { SnapshotPage as Page, type SnapshotPage } from '@gatehouse/shared/snapshot/page.ts';
import { entryDigest, setHash } from '@gatehouse/shared/snapshot/set-hash.ts';
import type { World } from '../../../test-kit/world.ts';

/** A box as far as a snapshot goes: it reads pages one by one, and holds what they say. */
export const createReader = (world: Pick<World, 'snapshots'>, facilityId: FacilityId) => {
  const entries = new Map<string, SnapshotEntry>();
  let epoch: string | undefined;
  let after = 0;

  /** One page; resolves with it. */
  const step = async (): Promise<SnapshotPage> => {
    const page = Page.parse(await world.snapshots.pageFor(facilityId, { epoch, after }));
    if (page.after === 0) entries.clear();
    for (const entry of page.entries) {
      Entry.parse(entry);
      if (entry.data === null) entries.delete(`${entry.kind} ${entry.id}`);
      else entries.set(`${entry.kind} ${entry.id}`, entry);
    }
    epoch = page.epoch;
    after = page.through;
    return page;
  };

  return {
    entries,
    step,
    /** Reads until a page is complete, and resolves with that. */
    finish: async (): Promise<SnapshotPage> => {
      for (;;) {
        const page = await step();
        if (page.complete) return page;
      }
    },
    hash: (): string => {
      const sum = setHash();
      for (const { kind, id, data } of entries.values()) sum.add(entryDigest(kind, id, data as Json));
      return sum.text();
    },
    people: () =>
      [...entries.values()].flatMap((entry) => (entry.kind === 'person' && entry.data !== null ? [entry] : [])),
    facility: () => [...entries.values()].find((entry) => entry.kind === 'facility')?.data,
  };
};
