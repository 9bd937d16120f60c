import { compileFacility } from '@gatehouse/shared/access/facility.ts';
import { DEFAULT_POLICY, type FacilityFacts } from '@gatehouse/shared/access/facility-facts.ts';
import { compilePerson } from '@gatehouse/shared/access/person.ts';
import type { Grant, PersonFacts } from '@gatehouse/shared/access/person-facts.ts';
import { NOBODY_SPECIAL } from '@gatehouse/shared/access/testing/brisbane-gym.ts';
import { DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { PersonEntry, SnapshotEntry } from '@gatehouse/shared/snapshot/entries.ts';
import type { FacilityEntry } from '@gatehouse/shared/snapshot/facility-entry.ts';
import type { SnapshotPage } from '@gatehouse/shared/snapshot/page.ts';
import { cardText, memberText, presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import { setHash } from '@gatehouse/shared/snapshot/set-hash.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { digestOf } from './stored-entry.ts';

export const A_GYM = FacilityId.parse('fac_0123456789abcdef');
export const FRONT = DoorId.parse('door_0123456789abcdef');
export const POOL = DoorId.parse('door_00000000000000b1');
export const A_PARTNER = PartnerId.parse('ptr_0123456789abcdef');
export const AN_EPOCH = '11111111-2222-4333-8444-555555555555';
export const KEY = new Uint8Array(32).fill(9);

const FACTS: FacilityFacts = {
  timezone: 'Europe/Berlin',
  doors: [FRONT, POOL],
  scopes: [{ number: 1, doors: [FRONT] }],
  doorSets: [],
  planZones: [],
  sources: [{ number: 1, suspended: false }],
  policy: DEFAULT_POLICY,
};

/** A facility's entry, with whatever is to be different. */
export const aFacility = (over: Partial<FacilityFacts> = {}, more: Partial<FacilityEntry> = {}): FacilityEntry => {
  const { release, hash } = bundledZones();
  return {
    facts: { ...FACTS, ...over } as FacilityEntry['facts'],
    longestOutageS: 72 * 3_600,
    zones: { release, hash },
    sources: [{ number: 1, partnerId: A_PARTNER, name: 'Acme' }],
    credentialKey: Buffer.from(KEY).toString('base64'),
    passKeys: [],
    ...more,
  };
};

const EVERYWHERE: Grant = { target: { kind: 'facility' } };

/** A person whom a grant lets in everywhere, unless told otherwise. */
export const aPerson = (
  facts: Partial<PersonFacts> = {},
  { facility = aFacility(), ...more }: Partial<PersonEntry> & { facility?: FacilityEntry } = {},
): PersonEntry => {
  const compiled = compileFacility(facility.facts as FacilityFacts, bundledZones());
  const { bytes } = compilePerson({ ...NOBODY_SPECIAL, grants: [EVERYWHERE], ...facts }, compiled);
  return { record: Buffer.from(bytes).toString('base64'), keys: [], ...more };
};

export const cardKey = (text: string, pin = false): PersonEntry['keys'][number] => ({
  kind: 'card',
  hash: presentedHash(KEY, 'card', cardText(text) ?? ''),
  ...(pin && { pin }),
});
export const memberKey = (memberId: string, source = 1): PersonEntry['keys'][number] => ({
  kind: 'member',
  hash: presentedHash(KEY, 'member', memberText(source, memberId)),
});
export const shortIdKey = (digits: string): PersonEntry['keys'][number] => ({
  kind: 'short_id',
  hash: presentedHash(KEY, 'short_id', digits),
});

export type Put = SnapshotEntry extends infer E ? (E extends SnapshotEntry ? Omit<E, 'revision'> : never) : never;

/** What a cloud keeps of a facility's snapshot, and how it gives it page by page. */
export const cloudSnapshot = (epoch = AN_EPOCH, facilityId = A_GYM) => {
  const entries = new Map<string, SnapshotEntry>();
  let revision = 0;
  const live = () => [...entries.values()].filter(({ data }) => data !== null);
  const head = () => {
    const hash = setHash();
    for (const { kind, id, data } of live()) hash.add(digestOf(kind, id, data as NonNullable<SnapshotEntry['data']>));
    return { revision, hash: hash.text(), entries: live().length };
  };
  return {
    epoch,
    /** Changes these entries under one new revision. */
    put: (...changes: readonly Put[]) => {
      revision++;
      for (const change of changes) {
        const name = `${change.kind} ${change.id}`;
        entries.delete(name);
        entries.set(name, { ...change, revision } as SnapshotEntry);
      }
      return revision;
    },
    head,
    live,
    /** The page after a revision: whole revisions, and not many more entries than `most`. */
    page: (asked: { epoch?: string | undefined; after: number }, most = 1_000): SnapshotPage => {
      const after = asked.epoch === epoch ? asked.after : 0;
      const waiting = [...entries.values()].filter((entry) => entry.revision > after);
      const found: SnapshotEntry[] = [];
      for (const entry of waiting) {
        if (found.length >= most && found.at(-1)?.revision !== entry.revision) break;
        found.push(entry);
      }
      const complete = found.length === waiting.length;
      const through = complete ? revision : (found.at(-1)?.revision ?? after);
      return { v: 1, facilityId, epoch, after, through, complete, head: head(), entries: found };
    },
  };
};
export type CloudSnapshot = ReturnType<typeof cloudSnapshot>;

export const bytesOf = (page: unknown): Buffer => Buffer.from(JSON.stringify(page));
