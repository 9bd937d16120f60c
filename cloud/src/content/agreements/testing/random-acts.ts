import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect } from 'vitest';
import type { World } from '../../../testing/world.ts';
import type { Given } from '../saving.ts';

/** Numbers from 0 to under `below`, the same for the same seed. */
const numbers = (seed: number) => {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

interface Agreement {
  readonly id: string;
  readonly owner: OrgId | null;
  audience: 'all' | { organisations: OrgId[]; facilities: FacilityId[] };
  isActive: boolean;
  requirement: 'signature' | 'checkbox' | 'none';
  version: number;
  countsFrom: number;
  effectiveOn: string;
}
interface Variation {
  revision: number;
  isEmpty: boolean;
  fromOn: string;
  untilOn: string | null;
}
const FILTERS = {
  sort: 'alphabetical',
  acknowledgement: 'unacknowledged',
  requirement: 'all',
  status: 'active',
} as const;

/** What is known of who has agreed to what, kept beside the product by other means, and what is done at random. */
export const randomActs = async (world: World, clock: ManualClock, seed: number) => {
  const below = numbers(seed);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const { db, agreements, organisations } = world;
  const user = await db.write((tx) =>
    world.users.addUser(tx, { email: `acts-${seed}@example.com`, firstName: 'A', lastName: 'B' }, 'test'),
  );
  const orgs = [world.orgId, await organisations.createOrganisation('Others')];
  const clubs = new Map<FacilityId, OrgId>([[world.facilityId, world.orgId]]);
  for (const [name, timezone] of [
    ['Apia', 'Pacific/Apia'],
    ['Midway', 'Pacific/Midway'],
    ['Berlin', 'Europe/Berlin'],
  ] as const) {
    const orgId = oneOf(orgs);
    clubs.set(await organisations.createFacility({ orgId, name, timezone }), orgId);
  }
  const zones: Record<string, string> = {};
  for (const id of clubs.keys())
    zones[id] = (await db.read((tx) => organisations.findFacility(tx, id)))?.timezone ?? expect.fail('no zone');
  const known: Agreement[] = [];
  const variations = new Map<string, Variation>();
  const signed = new Set<string>();

  const dayAt = (club: FacilityId, ahead = 0): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zones[club] as string }).format(clock.wallMs() + Days(ahead));
  const isFor = ({ owner, audience }: Agreement, club: FacilityId): boolean => {
    const org = clubs.get(club) as OrgId;
    if (owner !== null && owner !== org) return false;
    return audience === 'all' || audience.organisations.includes(org) || audience.facilities.includes(club);
  };
  const inForce = (agreement: Agreement, club: FacilityId): number => {
    const variation = variations.get(`${agreement.id} ${club}`);
    const day = dayAt(club);
    if (variation === undefined || variation.isEmpty || variation.fromOn > day) return 0;
    return variation.untilOn !== null && variation.untilOn < day ? 0 : variation.revision;
  };
  const key = (agreement: Agreement, club: FacilityId, version: number): string =>
    `${agreement.id} ${club} ${version} ${inForce(agreement, club)}`;
  const isOutstanding = (agreement: Agreement, club: FacilityId): boolean => {
    if (!agreement.isActive || agreement.requirement === 'none' || !isFor(agreement, club)) return false;
    for (let version = agreement.countsFrom; version <= agreement.version; version += 1)
      if (signed.has(key(agreement, club, version))) return false;
    return true;
  };
  const save = (id: string | undefined, given: Given): Promise<string> =>
    db.write(async (tx) => {
      const row = id === undefined ? undefined : await agreements.catalogue.find(tx, id);
      return agreements.save(tx, row, given, 'test');
    });
  const anAudience = (owner: OrgId | null): Agreement['audience'] => {
    if (below(2) === 0) return 'all';
    const within = [...clubs].filter(([, org]) => owner === null || org === owner).map(([club]) => club);
    return {
      organisations: below(2) === 0 ? [owner ?? oneOf(orgs)] : [],
      facilities: within.length > 0 && below(2) === 0 ? [oneOf(within)] : [],
    };
  };
  let body = 0;

  const begin = async (): Promise<void> => {
    const owner = oneOf([null, ...orgs]);
    const audience = anAudience(owner);
    const requirement = oneOf(['signature', 'checkbox', 'checkbox', 'none'] as const);
    const effectiveOn = dayAt(world.facilityId, below(5) - 2);
    body += 1;
    const said = { title: `T ${body}`, body: `${body}`, requirement, audience, effectiveOn };
    const id = await save(undefined, { ...said, organisationId: owner, kind: 'club', action: 'publish' });
    known.push({ id, owner, audience, isActive: true, requirement, version: 1, countsFrom: 1, effectiveOn });
  };
  const publish = async (agreement: Agreement): Promise<void> => {
    const reacknowledge = below(2) === 0;
    const effectiveOn = dayAt(world.facilityId, below(5) - 2);
    body += 1;
    await save(agreement.id, { body: `${body}`, reacknowledge, effectiveOn, action: 'publish' });
    agreement.version += 1;
    agreement.countsFrom = reacknowledge ? agreement.version : agreement.countsFrom;
    Object.assign(agreement, { isActive: true, effectiveOn });
  };
  const vary = async (agreement: Agreement, club: FacilityId): Promise<void> => {
    if (!agreement.isActive || !isFor(agreement, club)) return;
    const isEmpty = below(3) === 0;
    const fromOn = dayAt(club, below(4) - 2);
    const untilOn = below(2) === 0 ? null : dayAt(club, 2 + below(2));
    body += 1;
    const given = { clauses: isEmpty ? [] : [{ heading: 'H', text: `${body}` }], note: `${body}`, fromOn, untilOn };
    const { revision } = await db.write(async (tx) => {
      const row = (await agreements.catalogue.find(tx, agreement.id)) ?? expect.fail('it is there');
      return agreements.variations.put(tx, { agreement: row, facilityId: club }, given, 'test');
    });
    variations.set(`${agreement.id} ${club}`, { revision, isEmpty, fromOn, untilOn });
  };
  const sign = async (agreement: Agreement, club: FacilityId): Promise<void> => {
    if (!agreement.isActive || agreement.requirement === 'none' || !isFor(agreement, club)) return;
    const signer = { userId: user.id, email: user.email, accountName: 'A B', sessionId: null, keyId: null };
    const cameBy = { requestId: 'req', remoteAddress: '::1', userAgent: null, isSimulated: false };
    await db.write(async (tx) => {
      const { standing } = await agreements.clubs.document(tx, club, agreement.id);
      const signing = { documentSha256: standing.documentSha256, name: 'A B', typed: true };
      await agreements.sign(tx, { facilityId: club, agreementId: agreement.id }, signing, { ...signer, ...cameBy });
    });
    signed.add(key(agreement, club, agreement.version));
  };
  const move = async (club: FacilityId): Promise<void> => {
    const orgId = oneOf(orgs);
    await db.write((tx) => organisations.moveFacility(tx, club, { orgId }));
    clubs.set(club, orgId);
  };
  const others = [
    publish,
    vary,
    vary,
    sign,
    sign,
    sign,
    sign,
    (_agreement: Agreement, club: FacilityId) => move(club),
    async (agreement: Agreement) => {
      await save(agreement.id, { action: 'archive' });
      agreement.isActive = false;
    },
    async (agreement: Agreement) => {
      const audience = anAudience(agreement.owner);
      await save(agreement.id, { audience, action: 'draft' });
      agreement.audience = audience;
    },
    () => clock.advance(Days(1)),
  ];

  return {
    act: async (): Promise<void> => {
      if (known.length < 3 || (known.length < 12 && below(8) === 0)) return begin();
      await oneOf(others)(oneOf(known), oneOf([...clubs.keys()]));
    },

    /** The counts are what the lists show, and both are what is known. */
    prove: () =>
      db.read(async (tx) => {
        const everywhere = { reach: 'everywhere' } as const;
        const counts = await agreements.clubs.outstanding(tx, everywhere, { limit: 100 });
        const byClub = new Map(counts.data.map((club) => [club.facilityId, club]));
        const owed = new Map<string, number>();
        let total = 0;
        for (const club of clubs.keys()) {
          const expected = known.filter((agreement) => isOutstanding(agreement, club));
          const listed = (await agreements.clubs.list(tx, club, FILTERS)).filter(({ outstanding }) => outstanding);
          expect(listed.map(({ agreementId }) => agreementId).sort()).toEqual(expected.map(({ id }) => id).sort());
          const overdue = expected.filter(({ effectiveOn }) => effectiveOn <= dayAt(club)).length;
          expect(listed.filter((one) => one.overdue)).toHaveLength(overdue);
          const { outstanding = 0, overdue: overdueOf = 0 } = byClub.get(club) ?? {};
          expect([outstanding, overdueOf]).toEqual([expected.length, overdue]);
          for (const { id } of expected) owed.set(id, (owed.get(id) ?? 0) + 1);
          total += expected.length;
        }
        expect(counts.total).toBe(total);
        const { data } = await agreements.catalogue.list(tx, { ...everywhere, limit: 100 });
        for (const { agreementId, outstanding } of data) expect(outstanding).toBe(owed.get(agreementId) ?? 0);
      }),
  };
};
