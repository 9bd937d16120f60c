import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { openName, unwrapNameKey } from '@gatehouse/shared/snapshot/names.ts';
import { pinMatches } from '@gatehouse/shared/snapshot/pin.ts';
import { presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createWorld, scriptedLink, type World } from '../../testing/world.ts';

const PIN = '190283';

describe.each(ENGINES)('credentials on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let ada: { facilityId: FacilityId; personId: string; by: string };
  let bob: typeof ada;
  beforeEach(async () => {
    db = await open();
    world = await createWorld(db, new ManualClock(), scriptedLink(() => Promise.reject(new Error('no unlock'))).link);
    const { facilityId, partnerId } = world;
    const person = async (memberId: string) => ({
      facilityId,
      personId: await world.db.write((tx) => world.access.personFor(tx, { facilityId, partnerId, memberId }, 'Sam')),
      by: 'Sam',
    });
    ada = await person('M-1');
    bob = await person('M-2');
    await db.write((tx) => world.scopes.clearChanges(tx, facilityId));
  });
  const cards = () => world.credentials;
  const card = (text: string, of = ada) => db.write((tx) => cards().addCredential(tx, of, { kind: 'card', text }));
  const setPin = async (pin: string) => {
    const verifier = await cards().verifierOfPin(pin);
    return db.write((tx) => cards().setPin(tx, ada, verifier));
  };
  const addStaff = async (text: string) => {
    const pin = await cards().staffPin(text);
    return db.write((tx) => cards().addStaff(tx, ada.facilityId, { name: 'Sam', role: 'staff', pin }, 'Kim'));
  };
  const given = async (of = ada) =>
    (await db.read((tx) => cards().credentialsOf(tx, of.facilityId, [of.personId]))).get(of.personId);
  const marked = () =>
    db
      .read((tx) => tx.selectFrom('snapshot_change').select('subject').orderBy('subject').execute())
      .then((rows) => rows.map(({ subject }) => subject));
  const code = (code: string) => expect.objectContaining({ code });

  it('a card comes as a reader writes it, and is kept as a hash with its end', async () => {
    const id = await card('04:a2:2b:ff');
    const { credentialKey } = await db.write((tx) => cards().keysOf(tx, ada.facilityId));
    expect(await given()).toEqual({
      keys: [{ kind: 'card', hash: presentedHash(credentialKey, 'card', '4A22BFF') }],
    });
    expect(await db.read((tx) => cards().listCredentials(tx, ada.facilityId, ada.personId))).toMatchObject([
      { id, kind: 'card', endsWith: 'FF', asksPin: false, disabled: false, addedBy: 'Sam' },
    ]);
    const [row] = await db.read((tx) => tx.selectFrom('credential').selectAll().execute());
    expect(JSON.stringify(row)).not.toMatch(/4A22BFF/i);
  });

  it('every change marks its person for the boxes, and nobody else', async () => {
    const clear = () => db.write((tx) => world.scopes.clearChanges(tx, ada.facilityId));
    const id = await card('04A22BFF');
    for (const change of [
      () => db.write((tx) => cards().disableCredential(tx, ada.facilityId, id, true)),
      () => setPin(PIN),
      () => db.write((tx) => cards().removePin(tx, ada)),
      () => db.write((tx) => cards().removeCredential(tx, ada.facilityId, id)),
    ]) {
      expect(await marked()).toEqual([`person:${ada.personId}`]);
      await clear();
      await change();
    }
    expect(await marked()).toEqual([`person:${ada.personId}`]);
  });

  it('a card is of one person at a facility, also while it is disabled, and of whoever is given it afterwards', async () => {
    const id = await card('04A22BFF');
    await expect(card('4a22bff', bob)).rejects.toEqual(code('credential_of_another_person'));
    await db.write((tx) => cards().disableCredential(tx, ada.facilityId, id, true));
    expect((await given())?.keys ?? []).toEqual([]);
    await expect(card('4a22bff', bob)).rejects.toEqual(code('credential_of_another_person'));
    await db.write((tx) => cards().removeCredential(tx, ada.facilityId, id));
    await card('4a22bff', bob);
    expect((await given(bob))?.keys).toHaveLength(1);
  });

  it('of two who are given one card at once, one gets it', async () => {
    const both = await Promise.allSettled([card('04A22BFF', ada), card('04A22BFF', bob)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('a lost card is replaced at once, and stays if the new one is somebody else’s', async () => {
    const lost = await card('0A0B0C0D');
    await card('01020304', bob);
    await expect(
      db.write((tx) => cards().replaceCredential(tx, ada.facilityId, lost, { text: '01020304', by: 'Kim' })),
    ).rejects.toEqual(code('credential_of_another_person'));
    expect(await db.read((tx) => cards().listCredentials(tx, ada.facilityId, ada.personId))).toMatchObject([
      { id: lost },
    ]);
    const fresh = await db.write((tx) =>
      cards().replaceCredential(tx, ada.facilityId, lost, { text: 'AABBCCDD', by: 'Kim' }),
    );
    expect(await db.read((tx) => cards().listCredentials(tx, ada.facilityId, ada.personId))).toMatchObject([
      { id: fresh, endsWith: 'CCDD', addedBy: 'Kim' },
    ]);
  });

  it('a short id counts only with a PIN, and neither stands without the other', async () => {
    const shortId = () => db.write((tx) => cards().addCredential(tx, ada, { kind: 'short_id', text: '0042' }));
    await expect(shortId()).rejects.toEqual(code('pin_needed'));
    await setPin(PIN);
    const id = await shortId();
    await db.write((tx) => cards().addCredential(tx, ada, { kind: 'card', text: 'AABBCCDD', asksPin: true }));
    const { keys, pin } = (await given()) ?? { keys: [] };
    expect(keys.map(({ kind, pin: asked }) => [kind, asked])).toEqual(
      expect.arrayContaining([
        ['short_id', undefined],
        ['card', true],
      ]),
    );
    expect(pin && (await pinMatches(PIN, pin))).toBe(true);
    await expect(db.write((tx) => cards().removePin(tx, ada))).rejects.toEqual(code('pin_needed'));
    await db.write((tx) => cards().removeCredential(tx, ada.facilityId, id));
    await expect(db.write((tx) => cards().removePin(tx, ada))).rejects.toEqual(code('pin_needed'));
  });

  it.each(['12345', '000000', '456789', '1234567890123', 'abcdef'])('refuses the PIN %s', async (pin) =>
    expect(setPin(pin)).rejects.toEqual(code('credential_refused')),
  );
  it.each([
    ['card', 'xyz'],
    ['card', '0000'],
    ['short_id', '12'],
  ] as const)('refuses the %s %s', async (kind, text) => {
    await setPin(PIN);
    await expect(db.write((tx) => cards().addCredential(tx, ada, { kind, text }))).rejects.toEqual(
      code('credential_refused'),
    );
  });

  it('a person has twenty cards and short ids at most', async () => {
    for (let n = 1; n <= 20; n++) await card(`AABB${n}`);
    await expect(card('CCDD')).rejects.toEqual(code('credentials_too_many'));
  });

  it('nobody is found through another facility', async () => {
    const elsewhere = await world.organisations.createFacility({ orgId: world.orgId, name: 'B', timezone: 'UTC' });
    const id = await card('AABBCCDD');
    await expect(card('AABBCCDD', { ...ada, facilityId: elsewhere })).rejects.toEqual(code('person_unknown'));
    await expect(db.write((tx) => cards().removeCredential(tx, elsewhere, id))).rejects.toEqual(
      code('credential_unknown'),
    );
    expect(await given({ ...ada, facilityId: elsewhere })).toBeUndefined();
    const keyOf = (at: FacilityId) =>
      db.write(async (tx) => (await cards().keysOf(tx, at)).credentialKey.toString('hex'));
    expect(await keyOf(elsewhere)).not.toBe(await keyOf(ada.facilityId));
    expect(await keyOf(elsewhere)).toBe(await keyOf(elsewhere));
  });

  it('what is so already changes nothing, and no box hears of it', async () => {
    const [cardId, staffId] = [await card('04A22BFF'), await addStaff(PIN)];
    await db.write((tx) => world.scopes.clearChanges(tx, ada.facilityId));
    await db.write(async (tx) => {
      await cards().disableCredential(tx, ada.facilityId, cardId, false);
      await cards().removePin(tx, ada);
      await cards().changeStaff(tx, { facilityId: ada.facilityId, id: staffId, by: 'Kim' }, { name: 'Sam' });
    });
    expect(await marked()).toEqual([]);
  });

  it('staff sign in with their own PIN, which reads the names and no other does', async () => {
    const { facilityId } = ada;
    const id = await addStaff(PIN);
    expect(await marked()).toEqual([`staff:${id}`]);
    const entry = () => db.read((tx) => cards().staffOf(tx, facilityId, id));
    const seal = await db.write((tx) => cards().sealerFor(tx, facilityId));
    const sealed = seal('person:1', 'Ada Byron');
    const read = async (pin: string) => {
      const { nameKey } = (await entry()) ?? {};
      const key = nameKey && (await unwrapNameKey(pin, nameKey));
      return key && openName(key, sealed);
    };
    expect(await read(PIN)).toBe('Ada Byron');
    expect(await read('246810')).toBeUndefined();

    const pin = await cards().staffPin('246810');
    const of = { facilityId, id, by: 'Kim' };
    await db.write((tx) => cards().changeStaff(tx, of, { pin }));
    await db.write((tx) => cards().changeStaff(tx, of, { role: 'manager' }));
    expect(await entry()).toMatchObject({ name: 'Sam', role: 'manager' });
    expect([await read(PIN), await read('246810')]).toEqual([undefined, 'Ada Byron']);
    expect(await db.read((tx) => cards().listStaff(tx, facilityId))).toMatchObject([
      { id, name: 'Sam', role: 'manager', changedBy: 'Kim' },
    ]);
    await db.write((tx) => cards().removeStaff(tx, facilityId, id));
    expect(await entry()).toBeUndefined();
    expect(await db.read((tx) => cards().staffIds(tx, facilityId))).toEqual([]);
    await expect(db.write((tx) => cards().removeStaff(tx, facilityId, id))).rejects.toEqual(code('staff_unknown'));
    await expect(cards().staffPin('111111')).rejects.toEqual(code('credential_refused'));
  });
});
