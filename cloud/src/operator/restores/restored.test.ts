import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createRestorable, type Restorable } from '../../testing/restorable.ts';

describe.each(ENGINES)('N4 a database that was restored from a backup, on $name', (engine) => {
  let db: Database;
  let clock: Restorable['clock'];
  let world: Restorable['world'];
  let it_: Restorable;
  beforeEach(async () => {
    it_ = await createRestorable(engine);
    ({ db } = it_);
    ({ clock, world } = it_);
    return () => world.snapshots.close();
  });
  const by = { by: 'user:usr_1', reason: 'stole a towel' };

  it('gives nothing back that was revoked since: keys, bans, cards, grants, panel staff, lockdowns', async () => {
    const { facilityId, partnerId, users, partners, access, credentials, lockdowns } = world;
    const user = await world.db.write((tx) =>
      users.addUser(tx, { email: 'kim@example.com', firstName: 'Kim', lastName: 'Example' }, 'test'),
    );
    const userKey = await world.db.write((tx) => users.addKey(tx, user.id, { label: 'x' }, 'test'));
    const partnerKey = await world.db.write((tx) => partners.createKey(tx, partnerId, 'live', 'x'));
    const rotated = await world.db.write((tx) => partners.createKey(tx, partnerId, 'live', 'y'));
    await it_.put('M-1');
    const personId = await world.db.write((tx) => access.personFor(tx, it_.member('M-1'), 'test'));
    const card = await world.db.write((tx) =>
      credentials.addCredential(tx, { facilityId, personId, by: 'test' }, { kind: 'card', text: '12345678' }),
    );
    const grant = await world.db.write((tx) =>
      access.grant(tx, { facilityId, personId }, { target: { to: 'facility' } }, 'test'),
    );
    const pin = await credentials.staffPin('739154');
    const staff = await world.db.write((tx) =>
      credentials.addStaff(tx, facilityId, { name: 'Sam', role: 'staff', pin }, 'test'),
    );

    const copy = await it_.backup();
    await world.db.write((tx) => users.removeKey(tx, user.id, userKey.id));
    await world.db.write((tx) => partners.revokeKey(tx, partnerKey.id));
    await world.db.write((tx) => partners.rotateKey(tx, rotated.id, Minutes(5)));
    await world.db.write((tx) => access.setFlags(tx, { facilityId, personId }, { banned: true }, by));
    await world.db.write((tx) => credentials.removeCredential(tx, facilityId, card));
    await world.db.write((tx) => access.revokeGrant(tx, facilityId, grant));
    await world.db.write((tx) => credentials.removeStaff(tx, facilityId, staff));
    const order = { userId: user.id, name: 'Kim', reason: 'threat' };
    const lockdown = await world.db.write((tx) => lockdowns.begin(tx, facilityId, { to: 'facility' }, order));
    await it_.restore(copy);
    expect(await users.authenticate(userKey.text)).toBeDefined();

    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await users.authenticate(userKey.text)).toBeUndefined();
    expect(await partners.authenticate(partnerKey.text)).toBeUndefined();
    expect(await partners.authenticate(rotated.text)).toBeDefined();
    await clock.advance(Minutes(5));
    expect(await partners.authenticate(rotated.text)).toBeUndefined();
    const rows = it_.rowsOf;
    expect(await rows('facility_person')).toMatchObject([{ id: personId, banned: 1 }]);
    expect(await rows('credential')).toMatchObject([{ id: card, disabled: 1 }]);
    expect([await rows('access_grant'), await rows('panel_staff')]).toEqual([[], []]);
    expect(await rows('lockdown')).toMatchObject([{ id: lockdown, released_at: null }]);
    expect((await world.doors.desiredState(world.boxId))?.lockdownWishes).toMatchObject([{ active: true }]);
    const kinds = (await world.db.read((tx) => world.restores.list(tx, facilityId, 'open'))).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['revoked', 'lockdown', 'box_doors']));

    expect(await world.restored.revokeRestored()).toBe(false);
    await world.db.write((tx) => access.setFlags(tx, { facilityId, personId }, { banned: false }, by));
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
        (await it_.rowsOf('member_windows')).map((row) => [row.member_id, JSON.parse(row.canonical as string).length]),
      );
    const at = (revision: number, windows: readonly object[]) => [revision, windows] as const;
    const FULL = [{ ...window('a', later), from: later - 172_800 }];
    const LONGER = [{ ...window('a', later + 60), from: later - 172_800 }];
    await push(['cut', 'ended', 'longer', 'same'].map((id) => [id, ...at(5, FULL)]));
    const copy = await it_.backup();
    await push([
      ['cut', ...at(6, [{ ...FULL[0], to: later - 60 }])],
      ['ended', ...at(6, [])],
      ['longer', ...at(6, LONGER)],
    ]);
    await it_.restore(copy);
    expect(await windowsOf()).toEqual({ cut: 1, ended: 1, longer: 1, same: 1 });
    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await windowsOf()).toEqual({ cut: 0, ended: 0, longer: 1, same: 1 });
    await push([['cut', ...at(6, [{ ...FULL[0], to: later - 60 }])]]);
    expect(await windowsOf()).toEqual({ cut: 1, ended: 0, longer: 1, same: 1 });
    expect(await world.restored.revokeRestored()).toBe(false);
  });

  it('keeps out whom staff banned since, though they are sent only later', async () => {
    const { facilityId } = world;
    const copy = await it_.backup();
    await it_.put('M-2');
    await world.db.write((tx) => world.access.flagMember(tx, it_.member('M-2'), { banned: true }, by));
    await it_.restore(copy);
    expect(await world.restored.revokeRestored()).toBe(true);
    await it_.put('M-2');
    await world.restored.revokeWaiting();
    const ban = await db.read((tx) => world.access.personOf(tx, it_.member('M-2')));
    expect(ban).toMatchObject({ facility_id: facilityId as FacilityId, banned: 1 });
  });

  it('knows that it is older though nothing was revoked since, and says so to every box', async () => {
    await world.revocations.beat();
    const copy = await it_.backup();
    await world.revocations.beat();
    const epoch = async () => (await world.doors.desiredState(world.boxId, { epochs: true }))?.epoch;
    expect(await world.restored.revokeRestored()).toBe(false);
    await it_.restore(copy);
    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await epoch()).toEqual(expect.any(String));
    expect(await world.restored.revokeRestored()).toBe(false);
  });

  it('knows it until all that follows is done, however often it was cut off before', async () => {
    const { revocations, restored } = world;
    await revocations.beat();
    const copy = await it_.backup();
    for (let i = 0; i < 2; i++) await revocations.beat();
    await it_.restore(copy);
    for (let start = 0; start < 4; start++) {
      expect(await revocations.fellBack()).toBe(true);
      await revocations.beat();
    }
    expect(await restored.revokeRestored()).toBe(true);
    await revocations.beat();
    expect(await revocations.fellBack()).toBe(false);
  });

  it('revokes nothing by what was written under no key of ours, nor where a page is damaged, and says so', async () => {
    const { facilityId, partners, partnerId } = world;
    const key = await world.db.write((tx) => partners.createKey(tx, partnerId, 'live', 'x'));
    const copy = await it_.backup();
    await world.db.write((tx) => partners.revokeKey(tx, key.id));
    const pages = () => [...world.objects.objects.keys()].filter((name) => /^revocations\/20/.test(name));
    expect(pages()).toHaveLength(1);
    const [page = ''] = pages();
    const whole = world.objects.objects.get(page);
    const text = Buffer.from(whole?.bytes ?? '').toString();
    expect(text).not.toContain(facilityId);
    await it_.restore(copy);
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
    const key = await world.db.write((tx) => partners.createKey(tx, partnerId, 'live', 'x'));
    const copy = await it_.backup();
    world.objects.failures.push(new Error('the bucket is gone'));
    await world.db.write((tx) => partners.revokeKey(tx, key.id));
    expect(await partners.authenticate(key.text)).toBeUndefined();
    await world.revocations.writeUnmarked();
    await it_.restore(copy);
    expect(await world.restored.revokeRestored()).toBe(true);
    expect(await partners.authenticate(key.text)).toBeUndefined();
  });
});
