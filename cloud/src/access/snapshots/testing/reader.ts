import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Json } from '@gatehouse/shared/json/canonical.ts';
import type { SnapshotEntry } from '@gatehouse/shared/snapshot/entries.ts';
import { SnapshotPage } from '@gatehouse/shared/snapshot/page.ts';
import { entryDigest, setHash } from '@gatehouse/shared/snapshot/set-hash.ts';
import type { ReadTo } from '../pages.ts';

/** A box as far as a snapshot goes: it reads pages one by one, and holds what they say. */
export const createReader = (
  pageFor: (facilityId: FacilityId, readTo: ReadTo) => Promise<SnapshotPage | undefined>,
  facilityId: FacilityId,
) => {
  const entries = new Map<string, SnapshotEntry>();
  let epoch: string | undefined;
  let after = 0;

  /** One page; resolves with it, or with nothing while there is none. */
  const step = async (): Promise<SnapshotPage | undefined> => {
    const answer = await pageFor(facilityId, { epoch, after });
    if (answer === undefined) return undefined;
    const page = SnapshotPage.parse(answer);
    if (page.after === 0) entries.clear();
    for (const entry of page.entries) {
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
        if (page === undefined) throw new Error('there is no snapshot yet');
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
