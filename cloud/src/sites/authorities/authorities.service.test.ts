import { X509Certificate } from 'node:crypto';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { newSigningRequest } from '@gatehouse/shared/tls/certificates.ts';
import type { CertificateAnswer } from '@gatehouse/shared/wire/device-api.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { createAuthoritiesService } from './authorities.service.ts';

const isFrom = (answer: CertificateAnswer, ca: string): boolean => {
  const certificate = new X509Certificate(answer.certificate);
  const authority = new X509Certificate(ca);
  return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
};

describe.each(ENGINES)('the authority of a facility on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    world = await createWorld(db, clock, scriptedLink(confirms).link);
  });
  /** What a replica of its own would do, some days from now: nothing is shared but the database. */
  const replica = (days = 0) => {
    const then = new ManualClock(new Date(clock.wallMs() + Days(days)).toISOString());
    return createAuthoritiesService({ ...world, db, clock: then });
  };
  const certified = async (boxId: BoxId = world.boxId, by = replica()): Promise<CertificateAnswer> => {
    const answer = await by.certify(boxId, (await newSigningRequest(['localhost', `${boxId}.local`])).csr);
    if (!answer.ok) throw new Error(answer.why);
    return answer;
  };
  const anotherGym = async (): Promise<{ facilityId: FacilityId; boxId: BoxId }> => {
    const facilityId = await world.organisations.createFacility({
      orgId: world.orgId,
      name: 'Harbour Gym',
      timezone: 'Australia/Brisbane',
    });
    return { facilityId, boxId: await world.aBox(facilityId) };
  };

  it('signs for its boxes, says whose it is, and can make no other authority', async () => {
    const answer = await certified();
    expect(answer.authorities).toHaveLength(1);
    expect(isFrom(answer, answer.authorities[0]!)).toBe(true);
    const authority = new X509Certificate(answer.authorities[0]!);
    expect(authority.subject).toBe(`CN=Harbour Gym doors\nOU=${world.facilityId} 1`);
    expect(authority.ca).toBe(true);
    expect(new X509Certificate(answer.certificate).ca).toBe(false);
  });

  it('is the same for all boxes, replicas and times, whoever needs it first', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => certified()));
    const authorities = new Set(answers.flatMap((answer) => answer.authorities));
    expect(authorities.size).toBe(1);
    for (const answer of answers) expect(isFrom(answer, answer.authorities[0]!)).toBe(true);
    expect((await certified(world.boxId, replica(700))).authorities).toEqual([...authorities]);
    const [offered] = await replica().offered(world.facilityId);
    expect(offered).toMatchObject({ certificate: [...authorities][0] });
    expect(offered?.fingerprint).toBe(new X509Certificate(offered!.certificate).fingerprint256);
  });

  it('is another one at each facility, so that a box that moves gets that one', async () => {
    const here = await certified();
    const there = await anotherGym();
    const moved = await certified(there.boxId);
    expect(moved.authorities).not.toEqual(here.authorities);
    expect(isFrom(moved, here.authorities[0]!)).toBe(false);
    await db.write((tx) =>
      tx.updateTable('box').set({ facility_id: there.facilityId }).where('id', '=', world.boxId).execute(),
    );
    expect((await certified()).authorities).toEqual(moved.authorities);
  });

  it('gets a successor two years before its end, which signs a year later; both are offered meanwhile', async () => {
    const [first] = (await certified()).authorities;
    const later = () => certified(world.boxId, replica(3_650 - 729));
    const twins = await Promise.all([later(), later(), later()]);
    const [one, successor] = twins[0].authorities;
    expect(one).toBe(first);
    for (const twin of twins) {
      expect(twin.authorities).toEqual([first, successor]);
      expect(isFrom(twin, first!)).toBe(true);
    }
    expect(new X509Certificate(successor!).subject).toContain(`OU=${world.facilityId} 2`);
    const after = await certified(world.boxId, replica(3_650 - 364));
    expect(after.authorities).toEqual([successor]);
    expect(isFrom(after, successor!)).toBe(true);
  });

  it('that nobody asked of for ten years is replaced at once', async () => {
    const [first] = (await certified()).authorities;
    const answer = await certified(world.boxId, replica(4_000));
    expect(answer.authorities).toHaveLength(1);
    expect(answer.authorities[0]).not.toBe(first);
    expect(new X509Certificate(answer.authorities[0]!).subject).toContain(' 2');
  });

  it('signs nothing public, nothing unproven, and nothing for a box that belongs nowhere', async () => {
    for (const name of ['api.example.com', '8.8.8.8', 'box.local.example.com']) {
      const { csr } = await newSigningRequest(['localhost', name]);
      expect(await replica().certify(world.boxId, csr)).toMatchObject({ ok: false });
    }
    expect(await replica().certify(world.boxId, 'hello')).toMatchObject({ ok: false });
    await world.db.write((tx) => world.doorControllers.decommission(tx, { boxId: world.boxId, by: 'test' }));
    const { csr } = await newSigningRequest(['localhost']);
    expect(await replica().certify(world.boxId, csr)).toMatchObject({ ok: false });
  });

  describe('N11 certifies a name for one box of a facility at a time', () => {
    const asks = async (boxId: BoxId, names: readonly string[], { of, days }: { of?: string; days?: number } = {}) => {
      const answer = await replica(days).certify(boxId, (await newSigningRequest(['localhost', ...names], of)).csr);
      return answer.ok ? 'certified' : answer.why;
    };
    const warned = async () =>
      (await world.warnings.list(world.facilityId)).map(({ kind, subject }) => `${kind} ${subject}`);

    it('and tells operators of who asks in vain until they ask for what is theirs', async () => {
      const other = await world.aBox();
      expect(await asks(world.boxId, ['192.168.1.20', 'Desk.local', '127.0.0.1'])).toBe('certified');
      expect(await asks(other, ['192.168.1.21', 'desk.local'])).toContain('desk.local');
      expect(await asks(other, ['192.168.1.20', 'pool.local'])).toContain(`192.168.1.20: box ${world.boxId}`);
      expect(await warned()).toEqual([`certificate_refused ${other}/panel`]);
      expect(await asks(world.boxId, ['192.168.1.20', 'desk.local'])).toBe('certified');
      expect(await asks(other, ['192.168.1.21', 'pool.local', '127.0.0.1', '::1'])).toBe('certified');
      expect(await warned()).toEqual([]);
      // At another gym, the same router gives the same addresses.
      expect(await asks((await anotherGym()).boxId, ['192.168.1.20', 'desk.local'])).toBe('certified');
    });

    it('each listener of it apart, of one host alone', async () => {
      const other = await world.aBox();
      expect(await asks(world.boxId, ['192.168.1.20', 'desk.local'], { of: 'panel' })).toBe('certified');
      expect(await asks(world.boxId, ['10.0.0.20', 'desk.local'], { of: 'broker' })).toBe('certified');
      for (const taken of ['192.168.1.20', '10.0.0.20', 'desk.local'])
        expect(await asks(other, [taken], { of: 'broker' })).toContain(taken);
      expect(await asks(other, ['a.local', 'b.local'])).toContain('one host');
    });

    it('until it asks for others, also where two boxes change addresses', async () => {
      const other = await world.aBox();
      const [one, two] = ['192.168.1.20', '192.168.1.21'];
      expect([await asks(world.boxId, [one]), await asks(other, [two])]).toEqual(['certified', 'certified']);
      expect(await asks(world.boxId, [two])).toContain(two);
      expect(await asks(other, [one])).toBe('certified');
      expect(await asks(world.boxId, [two])).toBe('certified');
    });

    it('until it is decommissioned, moved, or its certificate ends', async () => {
      const name = ['desk.local'];
      const boxes = await Promise.all([1, 2, 3].map(() => world.aBox()));
      const [first, second, third] = boxes as [BoxId, BoxId, BoxId];
      expect(await asks(first, name)).toBe('certified');
      await world.db.write((tx) => world.doorControllers.decommission(tx, { boxId: first, by: 'test' }));
      expect(await asks(second, name)).toBe('certified');
      const there = await anotherGym();
      await db.write((tx) =>
        tx.updateTable('box').set({ facility_id: there.facilityId }).where('id', '=', second).execute(),
      );
      expect(await asks(third, name)).toBe('certified');
      expect(await asks(second, name)).toBe('certified');
      expect(await asks(world.boxId, name, { days: 89 })).toContain('desk.local');
      expect(await asks(world.boxId, name, { days: 91 })).toBe('certified');
    });

    it('whichever of many asks first', async () => {
      const boxes = await Promise.all(Array.from({ length: 4 }, () => world.aBox()));
      const answers = await Promise.all(boxes.map((boxId) => asks(boxId, ['desk.local'])));
      expect(answers.filter((answer) => answer === 'certified')).toHaveLength(1);
    });
  });
});
