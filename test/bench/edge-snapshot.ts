import { createWriter } from '@gatehouse/edge/access/writer.ts';
import { bindScopes } from '@gatehouse/shared/access/bind-scopes.ts';
import { compileFacility, type Facility } from '@gatehouse/shared/access/facility.ts';
import { DEFAULT_POLICY, type FacilityFacts } from '@gatehouse/shared/access/facility-facts.ts';
import { compilePerson } from '@gatehouse/shared/access/person.ts';
import { snapshotOf } from '@gatehouse/shared/access/snapshot.ts';
import { type DoorId, type FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { PersonEntry, SnapshotEntry } from '@gatehouse/shared/snapshot/entries.ts';
import type { FacilityEntry } from '@gatehouse/shared/snapshot/facility-entry.ts';
import type { SnapshotPage } from '@gatehouse/shared/snapshot/page.ts';
import { memberText, presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import { entryDigest, setHash } from '@gatehouse/shared/snapshot/set-hash.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { memberWindows } from './decide-scenarios.ts';
import { seeded } from './seeded.ts';

const EPOCH = '11111111-2222-4333-8444-555555555555';
const CREDENTIAL_KEY = Buffer.alloc(32, 9);
const SOURCE = 1;
const SCOPE = 1;
/** Different programs; the other members have copies of them. */
const DISTINCT = 500;
const PAGE = 1_000;

/** How the bench's members are called. */
export const memberName = (number: number): string => `M-${number}`;
export const PARTNER = PartnerId.parse('ptr_0123456789abcdef');

/** A facility whose doors all open to the windows of one partner's members. */
const facilityFacts = (doors: readonly DoorId[]): FacilityFacts => ({
  timezone: 'Europe/London',
  doors,
  scopes: [{ number: SCOPE, doors }],
  doorSets: [],
  planZones: [],
  sources: [{ number: SOURCE, suspended: false }],
  policy: DEFAULT_POLICY,
});

/** Records of members with 50 windows in 5 zones each. */
const recordsFor = (facility: Facility): readonly string[] => {
  const random = seeded(7);
  return Array.from({ length: DISTINCT }, () => {
    const { program } = snapshotOf(memberWindows(random), bundledZones());
    bindScopes(program, [SCOPE]);
    const person = compilePerson(
      {
        banned: false,
        disabled: false,
        blocked: false,
        grants: [],
        memberships: [],
        windows: [{ source: SOURCE, program }],
      },
      facility,
    );
    return Buffer.from(person.bytes).toString('base64');
  });
};

/**
 * Writes the snapshot of a facility with so many members through the box's own writer, page by page as a cloud gives it.
 */
export const writeSnapshot = async (
  files: { readonly path: string; readonly rosterPath: string },
  { facilityId, doors, members }: { facilityId: FacilityId; doors: readonly DoorId[]; members: number },
): Promise<void> => {
  const { release, hash: zonesHash } = bundledZones();
  const facts = facilityFacts(doors);
  const records = recordsFor(compileFacility(facts, bundledZones()));
  const facility: FacilityEntry = {
    facts: facts as FacilityEntry['facts'],
    longestOutageS: 72 * 3_600,
    zones: { release, hash: zonesHash },
    sources: [{ number: SOURCE, partnerId: PARTNER, name: 'Bench' }],
    credentialKey: CREDENTIAL_KEY.toString('base64'),
    passKeys: [],
  };
  const hash = setHash();
  hash.add(entryDigest('facility', '', facility));
  const person = (number: number): PersonEntry => ({
    record: records[number % records.length] as string,
    keys: [{ kind: 'member', hash: presentedHash(CREDENTIAL_KEY, 'member', memberText(SOURCE, memberName(number))) }],
  });
  const writer = createWriter({ ...files, clock: systemClock });
  const awake = systemClock.every(Seconds(1), () => undefined); // The writer's thread keeps no process alive.
  const pages = Math.ceil(members / PAGE);
  const lastRevision = pages + 1;
  const send = async (page: Omit<SnapshotPage, 'v' | 'facilityId' | 'epoch' | 'head'>, revision: number) => {
    const head = { revision: lastRevision, hash: hash.text(), entries: members + 1 };
    const whole: SnapshotPage = { v: 1, facilityId, epoch: EPOCH, head, ...page };
    const { outcome } = await writer.ask({
      do: 'page',
      bytes: new TextEncoder().encode(JSON.stringify(whole)),
      facilityId,
    });
    if (outcome.is !== (revision === lastRevision ? 'switched' : 'more'))
      throw new Error(`revision ${revision}: ${JSON.stringify(outcome)}`);
  };
  await send(
    { after: 0, through: 1, complete: false, entries: [{ kind: 'facility', id: '', revision: 1, data: facility }] },
    1,
  );
  for (let page = 0; page < pages; page++) {
    const revision = page + 2;
    const entries: SnapshotEntry[] = [];
    for (let number = page * PAGE; number < Math.min(members, (page + 1) * PAGE); number++) {
      const data = person(number);
      hash.add(entryDigest('person', String(number), data));
      entries.push({ kind: 'person', id: String(number), revision, data });
    }
    await send({ after: revision - 1, through: revision, complete: revision === lastRevision, entries }, revision);
  }
  awake.cancel();
  await writer.close();
};
