import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Tables } from '../../db/tables.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../test-kit/world.ts';

/** What these tests change, each with its key: parents first. */
const TABLES = {
  platform_user: ['id'],
  user_key: ['id'],
  role_grant: ['id'],
  partner_key: ['id'],
  partner_key_organisation: ['key_id', 'org_id'],
  facility_person: ['id'],
  person_member: ['partner_id', 'facility_id', 'member_id'],
  access_grant: ['id'],
  credential: ['id'],
  person_pin: ['person_id'],
  panel_staff: ['id'],
  member: ['partner_id', 'facility_id', 'member_id'],
  member_windows: ['partner_id', 'facility_id', 'member_id'],
  door_wish: ['id'],
  lockdown: ['id'],
  lockdown_door: ['lockdown_id', 'door_id'],
  revocation: ['id'],
  database_pulse: ['id'],
} as const satisfies { [Name in keyof Tables]?: readonly string[] };
type Name = keyof typeof TABLES;
type Row = Record<string, unknown>;
const NAMES = Object.keys(TABLES) as Name[];

describe.each(ENGINES)('N4 a database that was restored from a backup, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let world: World;
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    world = await createWorld(db, clock, scriptedLink(confirms).link);
    return () => world.snapshots.close();
  });

  const rowsOf = (name: Name): Promise<Row[]> =>
    db.read((tx) =>
      tx
        .selectFrom(name as 'revocation')
        .selectAll()
        .execute(),
    ) as unknown as Promise<Row[]>;
  const backup = async (): Promise<Map<Name, Row[]>> => {
    const kept = new Map<Name, Row[]>();
    for (const name of NAMES) kept.set(name, await rowsOf(name));
    return kept;
  };
  const of = (name: Name) => name as 'revocation';
  const keyOf = (name: Name, row: Row) => JSON.stringify(TABLES[name].map((column) => row[column]));
  const remove = async (tx: Tx, name: Name, row: Row): Promise<void> => {
    let gone = tx.deleteFrom(of(name));
    for (const column of TABLES[name]) gone = gone.where(column as 'id', '=', row[column] as string);
    await gone.execute();
  };
  const putBack = (tx: Tx, name: Name, row: Row) =>
    tx
      .insertInto(of(name))
      .values(row as never)
      .onConflict((c) => c.columns([...TABLES[name]] as 'id'[]).doUpdateSet(row as never))
      .execute();
  const restore = async (kept: ReadonlyMap<Name, Row[]>): Promise<void> => {
    const now = await backup();
    const newer = (name: Name): Row[] => {
      const old = new Set((kept.get(name) ?? []).map((row) => keyOf(name, row)));
      return (now.get(name) ?? []).filter((row) => !old.has(keyOf(name, row)));
    };
    await db.write(async (tx) => {
      for (const name of NAMES.toReversed()) for (const row of newer(name)) await remove(tx, name, row);
      for (const name of NAMES) for (const row of kept.get(name) ?? []) await putBack(tx, name, row);
    });
  };
  const by = { by: 'user:usr_1', reason: 'stole a towel' };
  const member = (memberId: string) => {
    const { partnerId, facilityId } = world;
    return { partnerId, facilityId, memberId };
  };
  const put = (memberId: string) => world.members.put([{ ...member(memberId), firstName: 'Ada', lastName: 'Byron' }]);

  it('gives nothing back that was revoked since: keys, bans, cards, grants, panel staff, lockdowns', async () => {
    const { facilityId, partnerId, users, partners, access, credentials, lockdowns } = world;
    const user = await world.db.write((tx) =>
      users.addUser(tx, { email: 'kim@example.com', firstName: 'Kim', lastName: 'Example' }, 'test'),
    );
    const userKey = await world.db.write((tx) => users.addKey(tx, user.id, { label: 'x' }, 'test'));
    const partnerKey = await partners.createKey(partnerId, 'live', 'x');
    const rotated = await partners.createKey(partnerId, 'live', 'y');
    await put('M-1');
    const personId = await access.personFor(member('M-1'), 'test');
    const card = await credentials.addCredential(
      { facilityId, personId, by: 'test' },
      { kind: 'card', text: '12345678' },
    );
    const grant = await access.grant({ facilityId, personId }, { target: { to: 'facility' } }, 'test');
    const staff = await credentials.addStaff(facilityId, { name: 'Sam', role: 'staff', pin: '739154' }, 'test');

    const copy = await backup();
    await world.db.write((tx) => users.removeKey(tx, user.id, userKey.id));
    await partners.revokeKey(partnerKey.id);
    await partners.rotateKey(rotated.id, Minutes(5));
    await access.setFlags({ facilityId, personId }, { banned: true }, by);
    await credentials.removeCredential(facilityId, card);
    await access.takeBack(facilityId, grant);
    await credentials.removeStaff(facilityId, staff);
    const order = { userId: user.id, name: 'Kim', reason: 'threat' };
    const lockdown = await lockdowns.begin(facilityId, { to: 'facility' }, order);
    await restore(copy);
    expect(await users.authenticate(userKey.text)).toBeDefined();

    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await users.authenticate(userKey.text)).toBeUndefined();
    expect(await partners.authenticate(partnerKey.text)).toBeUndefined();
    expect(await partners.authenticate(rotated.text)).toBeDefined();
    await clock.advance(Minutes(5));
    expect(await partners.authenticate(rotated.text)).toBeUndefined();
    const rows = async (name: Name) => (await rowsOf(name)) as Row[];
    expect(await rows('facility_person')).toMatchObject([{ id: personId, banned: 1 }]);
    expect(await rows('credential')).toMatchObject([{ id: card, disabled: 1 }]);
    expect([await rows('access_grant'), await rows('panel_staff')]).toEqual([[], []]);
    expect(await rows('lockdown')).toMatchObject([{ id: lockdown, released_at: null }]);
    expect((await world.doors.desiredState(world.boxId))?.lockdownWishes).toMatchObject([{ active: true }]);
    const kinds = (await world.restores.list(facilityId, 'open')).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['revoked', 'lockdown', 'box_doors']));

    expect(await world.restored.revokeRestored()).toBe(false);
    await access.setFlags({ facilityId, personId }, { banned: false }, by);
    expect(await world.restored.revokeRestored()).toBe(false);
    expect(await rows('facility_person')).toMatchObject([{ id: personId, banned: 0 }]);
  });

  it('lets a member whose partner took something away wait for the next push, and nobody else', async () => {
    const window = (external_id: string, to: number) => ({ external_id, kind: 'absolute', from: 0, to });
    const push = async (items: readonly [string, number, readonly object[]][]) => {
      const members = items.map(([member_id, access_time_windows_revision, access_time_windows]) => ({
        facility_id: world.facilityId,
        member_id,
        first_name: 'Ada',
        last_name: 'Byron',
        access_time_windows_revision,
        access_time_windows,
      }));
      const { result } = await world.members.push(Buffer.from(JSON.stringify({ members })), world.callBy());
      expect(result).toMatchObject({ success: items.length, skipped: 0 });
    };
    const later = Math.floor(clock.wallMs() / 1_000) + 86_400;
    const windowsOf = async () =>
      Object.fromEntries(
        (await rowsOf('member_windows')).map((row) => [row.member_id, JSON.parse(row.canonical as string).length]),
      );
    const at = (revision: number, windows: readonly object[]) => [revision, windows] as const;
    const FULL = [{ ...window('a', later), from: later - 172_800 }];
    const LONGER = [{ ...window('a', later + 60), from: later - 172_800 }];
    await push(['cut', 'ended', 'longer', 'same'].map((id) => [id, ...at(5, FULL)]));
    const copy = await backup();
    await push([
      ['cut', ...at(6, [{ ...FULL[0], to: later - 60 }])],
      ['ended', ...at(6, [])],
      ['longer', ...at(6, LONGER)],
    ]);
    await restore(copy);
    expect(await windowsOf()).toEqual({ cut: 1, ended: 1, longer: 1, same: 1 });
    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await windowsOf()).toEqual({ cut: 0, ended: 0, longer: 1, same: 1 });
    await push([['cut', ...at(6, [{ ...FULL[0], to: later - 60 }])]]);
    expect(await windowsOf()).toEqual({ cut: 1, ended: 0, longer: 1, same: 1 });
    expect(await world.restored.revokeRestored()).toBe(false);
  });

  it('keeps out whom staff banned since, though they are sent only later', async () => {
    const { facilityId } = world;
    const copy = await backup();
    await put('M-2');
    await world.access.flagMember(member('M-2'), { banned: true }, by);
    await restore(copy);
    expect(await world.restored.revokeRestored()).toBe(true);
    await put('M-2');
    await world.restored.revokeWaiting();
    const ban = await db.read((tx) => world.access.personOf(tx, member('M-2')));
    expect(ban).toMatchObject({ facility_id: facilityId as FacilityId, banned: 1 });
  });

  it('knows that it is older though nothing was revoked since, and says so to every box', async () => {
    await world.revocations.beat();
    const copy = await backup();
    await world.revocations.beat();
    const epoch = async () => (await world.doors.desiredState(world.boxId, { epochs: true }))?.epoch;
    expect(await world.restored.revokeRestored()).toBe(false);
    await restore(copy);
    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await epoch()).toEqual(expect.any(String));
    expect(await world.restored.revokeRestored()).toBe(false);
  });

  it('revokes nothing by what was written under no key of ours, nor where a page is damaged, and says so', async () => {
    const { facilityId, partners, partnerId } = world;
    const key = await partners.createKey(partnerId, 'live', 'x');
    const copy = await backup();
    await partners.revokeKey(key.id);
    const pages = () => [...world.objects.objects.keys()].filter((name) => /^revocations\/20/.test(name));
    expect(pages()).toHaveLength(1);
    const [page = ''] = pages();
    const whole = world.objects.objects.get(page);
    const text = Buffer.from(whole?.bytes ?? '').toString();
    expect(text).not.toContain(facilityId);
    await restore(copy);
    const put_ = (bytes: string) => world.objects.objects.set(page, { bytes: Buffer.from(bytes), type: 'text/plain' });
    for (const [bytes, words] of [
      [text.replace(/"at":\d+/, '"at":1'), 'not of this erasure key'],
      [text.slice(0, 40), 'is damaged'],
    ] as const) {
      put_(bytes);
      await expect(world.restored.revokeRestored()).rejects.toThrow(words);
      expect(await partners.authenticate(key.text)).toBeDefined();
    }
    put_(text);
    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await partners.authenticate(key.text)).toBeUndefined();
  });

  it('refuses and delays no revocation because the place of the marks is away: they follow', async () => {
    const { partners, partnerId } = world;
    const key = await partners.createKey(partnerId, 'live', 'x');
    const copy = await backup();
    world.objects.failures.push(new Error('the bucket is gone'));
    await partners.revokeKey(key.id);
    expect(await partners.authenticate(key.text)).toBeUndefined();
    await world.revocations.writeUnmarked();
    await restore(copy);
    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await partners.authenticate(key.text)).toBeUndefined();
  });
});
