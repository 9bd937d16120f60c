import { Days, Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import { createPayerPeople } from './payer-people.ts';
import { createTellDue } from './tell-due.ts';
import { createTellOwners } from './tell-owners.ts';

const never = new AbortController().signal;

describe.each(ENGINES)('what owners are told of their money on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  let api: PlatformApi;
  let org: OwnerKey;
  let facility: OwnerKey;
  let n = 0;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());
  /** Owners and people of its own for each test. */
  beforeEach(async () => {
    const { organisations, users, db } = api.world;
    n += 1;
    const orgId = await organisations.createOrganisation(`Clubs ${n}`);
    const facilityId = await organisations.createFacility({ orgId, name: `Gym ${n}`, timezone: 'Europe/Berlin' });
    org = `org#${orgId}`;
    facility = `facility#${facilityId}`;
    const person = async (
      name: string,
      right: 'org-admin' | 'facility-manager' | 'facility-staff',
      scopeId: string,
    ) => {
      const scope = right === 'org-admin' ? ('organisation' as const) : ('facility' as const);
      await db.write(async (tx) => {
        const email = `${name}${n}@example.com`;
        const user = await users.addUser(tx, { email, firstName: name, lastName: 'Person' }, 'test');
        await users.addGrant(tx, user.id, { right, scope, scopeId } as never, 'test');
      });
    };
    await person('admin', 'org-admin', orgId);
    await person('manager', 'facility-manager', facilityId);
    await person('staff', 'facility-staff', facilityId);
  });

  const tellDue = () => api.world.billing.tellDue(never);
  /** Subjects of what people of this test were sent, the first first, and to whom. */
  const told = async () =>
    (
      await api.world.db.read((tx) =>
        tx.selectFrom('mail').selectAll().orderBy('created_at').orderBy('subject').execute(),
      )
    )
      .filter(({ recipient }) => recipient.endsWith(`${n}@example.com`))
      .map(({ recipient, subject }) => `${recipient.split(String(n))[0]}: ${subject}`);
  const put = (ownerKey: string, change: object) =>
    api.world.db.write((tx) => api.world.billing.putProfile(tx, { ownerKey, ...change }, 'user:test'));
  const adjust = async (ownerKey: string, amountCents: number) => {
    await clock.advance(Seconds(1));
    return api.world.db.write(async (tx) =>
      api.world.billing.wallets.adjust(tx, await api.world.billing.owners.require(tx, ownerKey), {
        ...{ amountCents, note: 'Test', allowNegative: true, by: 'user:test' },
      }),
    );
  };
  const aRecord = (payerKey: OwnerKey, dueIn: number) =>
    api.world.db.write((tx) =>
      tx
        .insertInto('monthly_record')
        .values({
          ...{
            id: `mrec_${n}`,
            payer_key: payerKey,
            org_id: org.slice(4) as never,
            month: '2026-02',
            method: 'invoice',
          },
          ...{ lines: '[]', total_cents: 42_000, micros: 420_000_000, state: 'issued', reference: `GH-${n}` },
          ...{ due_at: clock.wallMs() + dueIn, closed_at: clock.wallMs(), paid_at: null, received_cents: null },
        })
        .execute(),
    );
  const autoTopup = { enabled: true, thresholdCents: 1_000, amountCents: 5_000, monthlyMaxCents: null };

  it('[R94] is told once each time that the balance gets low, and once that it is used up', async () => {
    await put(facility, { autoTopup });
    await adjust(facility, 5_000);
    await tellDue();
    expect(await told()).toEqual([]);
    await adjust(facility, -4_500);
    await Promise.all([tellDue(), tellDue(), tellDue()]);
    clock.jumpWall(Days(3));
    await tellDue();
    const low = `manager: The balance of Gym ${n} is low`;
    const usedUp = `manager: The balance of Gym ${n} is used up`;
    expect(await told(), 'staff and who runs the organisation are not told of what a manager is').toEqual([low]);
    await adjust(facility, -600);
    await tellDue();
    await tellDue();
    expect(await told()).toEqual([low, usedUp]);
    await adjust(facility, 5_000);
    await adjust(facility, -4_500);
    await tellDue();
    expect(await told()).toEqual([low, usedUp, low]);
  });

  it('[R101] is told to the admins of an organisation that pays, and to who runs it of a gym without a manager', async () => {
    await adjust(org, -100);
    const { organisations } = api.world;
    const orgId = org.slice(4) as never;
    const other = await organisations.createFacility({ orgId, name: 'Other', timezone: 'Europe/Berlin' });
    await adjust(`facility#${other}`, -100);
    await tellDue();
    expect(await told()).toEqual([
      `admin: The balance of Clubs ${n} is used up`,
      'admin: The balance of Other is used up',
    ]);
  });

  it('is told once of a record, once that it is overdue, and seven days ahead of a restriction', async () => {
    await put(org, { lockoutPolicy: { mode: 'restrict', graceDays: 14 } });
    await aRecord(org, Days(14));
    for (let times = 0; times < 3; times++) await tellDue();
    const issued = `admin: Clubs ${n}: EUR 420.00 for 2026-02`;
    const overdue = `admin: Clubs ${n}: 2026-02 is overdue`;
    expect(await told()).toEqual([issued]);
    clock.jumpWall(Days(14));
    clock.jumpWall(Hours(1));
    await Promise.all([tellDue(), tellDue()]);
    expect(await told()).toEqual([issued, overdue]);
    clock.jumpWall(Days(6));
    clock.jumpWall(Hours(22));
    await tellDue();
    expect(await told()).toEqual([issued, overdue]);
    clock.jumpWall(Days(3));
    for (let times = 0; times < 3; times++) await tellDue();
    expect(await told()).toHaveLength(3);
    expect((await told())[2]).toMatch(/^admin: Clubs \d+ is restricted from 2026-/);
  });

  it('is not told of what was paid before anybody looked, of what is disabled, nor of what is old', async () => {
    await put(org, { lockoutPolicy: { mode: 'restrict', graceDays: 10 } });
    await aRecord(org, -Days(31));
    await put(facility, { billingDisabled: true });
    await adjust(facility, -100);
    await tellDue();
    await put(facility, { billingDisabled: false });
    await adjust(facility, 200);
    await tellDue();
    expect(await told()).toEqual([]);
  });

  it('is in the feed of the organisation too, once, without amounts, and where nobody gets e-mail', async () => {
    const { db } = api.world;
    await db.write((tx) =>
      tx
        .deleteFrom('role_grant')
        .where('scope_id', '=', facility.slice(9) as never)
        .execute(),
    );
    await adjust(facility, -100);
    await adjust(org, -100);
    await Promise.all([tellDue(), tellDue()]);
    const events = await db.read((tx) =>
      tx
        .selectFrom('operator_event')
        .selectAll()
        .where('org_id', '=', org.slice(4) as never)
        .orderBy('written')
        .execute(),
    );
    const inFeed = events.map(({ type, facility_id, data }) => [type, facility_id, JSON.parse(data).ownerKey]);
    expect(inFeed.sort()).toEqual([
      ['billing.balance_used_up', facility.slice(9), facility],
      ['billing.balance_used_up', facility.slice(9), org],
    ]);
    expect(events.map(({ data }) => data).join()).not.toMatch(/EUR|1\.00/);
  });

  it('keeps money as it is where no e-mail can be sent, tells others all the same, and is made up for', async () => {
    await adjust(org, -100);
    await adjust(facility, -100);
    const { world } = api;
    const { owners, profiles, wallets } = world.billing;
    let broken = true;
    const mail: Pick<typeof world.mail, 'send'> = {
      send: (tx, order) =>
        broken && order.to.startsWith('admin') ? Promise.reject(new Error('no mail')) : world.mail.send(tx, order),
    };
    const tell = createTellOwners({ ...world, clock, mail, owners, people: createPayerPeople(world) });
    const { currency } = world.ledger;
    const due = createTellDue({ ...world, clock, currency, owners, profiles, wallets, tell });
    await expect(due(never)).rejects.toThrow('could not be told');
    const balances = () =>
      world.db.read(async (tx) => [await wallets.balance(tx, org), await wallets.balance(tx, facility)]);
    expect(await balances()).toEqual([-1_000_000, -1_000_000]);
    expect(await told()).toEqual([`manager: The balance of Gym ${n} is used up`]);
    broken = false;
    await due(never);
    await tellDue();
    expect((await told()).sort()).toEqual([
      `admin: The balance of Clubs ${n} is used up`,
      `manager: The balance of Gym ${n} is used up`,
    ]);
    expect(await balances()).toEqual([-1_000_000, -1_000_000]);
  });
});
