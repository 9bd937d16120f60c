import { readPass } from '@gatehouse/shared/pass/outage-pass.ts';
import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { memberText, presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { basic } from '../../testing/partner-api.ts';
import { accessApi, aWindow, CLOSED } from '../access/testing/access-api.ts';

const phone = aPhone();

describe.each(ENGINES)('outage passes over HTTP on $name', ({ open }) => {
  const { on, push, pushWindows, pushPlan, map, anotherPartner, flag } = accessApi(open);

  const issue = async (fields: Record<string, unknown> = {}, { memberId = 'M-1', headers = on.live } = {}) => {
    await on.api.moveOn();
    return on.api.send({
      method: 'POST',
      path: `/partner/v1/members/${memberId}/outage-passes`,
      headers,
      body: { facility_id: on.world.facilityId, phone_key: phone.key, ...fields },
    });
  };
  const revoke = async (passId: string, { memberId = 'M-1', headers = on.live } = {}) => {
    await on.api.moveOn();
    const path = `/partner/v1/members/${memberId}/outage-passes/${passId}?facility_id=${on.world.facilityId}`;
    return on.api.send({ method: 'DELETE', path, headers });
  };
  const opened = async () => {
    await map();
    await pushWindows([aWindow()]);
  };
  const read = (text: string) => {
    const [key] = on.world.offlinePasses.passKeys();
    return readPass(text, (kid) => (kid === key?.kid ? importPublicKey(key.publicKey) : undefined));
  };
  const rows = () => on.world.db.read((tx) => tx.selectFrom('outage_pass').selectAll().orderBy('issued_at').execute());
  const revokedIds = () => on.world.db.read((tx) => on.world.offlinePasses.revokedPassIds(tx, on.world.facilityId));
  const nowS = () => Math.floor(on.clock.wallMs() / 1_000);

  it('is a signed pass for the doors and hours that are the member’s anyway', async () => {
    await opened();
    const answer = await issue({ hours: 2, uses: 3 });
    expect(answer.status, answer.text).toBe(200);
    const { data } = answer.json;
    expect(data).toMatchObject({
      member_id: 'M-1',
      facility_id: on.world.facilityId,
      doors: [{ door_id: on.world.doorId, name: 'Front door' }],
      uses: 3,
    });
    const { credentialKey } = await on.world.db.write((tx) => on.world.credentials.keysOf(tx, on.world.facilityId));
    expect(read(data.pass)).toEqual({
      v: 1,
      is: 'outage-pass',
      passId: data.pass_id,
      facilityId: on.world.facilityId,
      member: presentedHash(credentialKey, 'member', memberText(0, 'M-1')),
      doors: [0],
      phone: phone.key,
      fromS: nowS(),
      untilS: nowS() + 7_200,
      uses: 3,
    });
    expect(phone.show(data.pass, data.pass_id, nowS()).length).toBeLessThan(750);
  });

  it('begins when the first door opens to the member, and ends when one closes', async () => {
    await map();
    const blocks = { access_hours: Object.fromEntries(['thu'].map((day) => [day, [['12:00', '13:30']]])) };
    await pushWindows([aWindow({ access_hours: { ...aWindow().access_hours, ...blocks.access_hours } })]);
    const { data } = (await issue({ hours: 24 })).json; // Ten in the morning of a Thursday.
    expect([data.valid_from, data.valid_until]).toEqual(['2026-01-01T02:00:00.000Z', '2026-01-01T03:30:00.000Z']);
  });

  it.each([
    ['without any window', async () => push()],
    ['with a window that nobody has mapped', async () => pushWindows([aWindow()])],
    ['banned', () => opened().then(() => flag({ banned: true }))],
    ['disabled', () => opened().then(() => flag({ disabled: true }))],
    ['blocked', () => opened().then(() => flag({ blocked: true }))],
    ['whose plan has ended', async () => pushPlan({ is_current: false, end_date: '2025-12-01' })],
    [
      'whose hours do not come in time',
      () =>
        map().then(() =>
          pushWindows([aWindow({ access_hours: { ...aWindow().access_hours, thu: [['20:00', '21:00']] } })]),
        ),
    ],
  ])('is not issued to a member %s, in one and the same way', async (_what, arrange) => {
    await arrange();
    const answer = await issue();
    expect([answer.status, answer.json.error]).toEqual([403, 'outage_pass_refused']);
    expect(answer.json.message).toBe('The member would not get in at any door within the pass’s time.');
    expect(await rows()).toEqual([]);
  });

  it('the same phone is answered the same pass, until half of its time is over', async () => {
    await opened();
    const first = (await issue()).json.data;
    expect((await issue()).json.data).toEqual(first);
    await on.clock.advance(Hours(1));
    expect((await issue()).json.data).toEqual(first);
    await on.clock.advance(Minutes(90));
    const next = (await issue()).json.data;
    expect(next.pass_id).not.toBe(first.pass_id);
    expect(await revokedIds()).toEqual([]);
  });

  it('two requests at once get one pass', async () => {
    await opened();
    const both = await Promise.all([issue(), issue()]);
    expect(new Set(both.map(({ json }) => json.data.pass_id)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  it('a new phone ends the passes of the old one', async () => {
    await opened();
    const old = (await issue()).json.data;
    const fresh = (await issue({ phone_key: aPhone().key })).json.data;
    expect(fresh.pass_id).not.toBe(old.pass_id);
    expect(await revokedIds()).toEqual([old.pass_id]);
  });

  it('a pass that says more than the rules do now is replaced', async () => {
    await opened();
    const old = (await issue()).json.data;
    await pushWindows([aWindow({ access_hours: { ...aWindow().access_hours, thu: [['06:00', '11:00']] } })]);
    const fresh = (await issue()).json.data;
    expect(fresh.valid_until).toBe('2026-01-01T01:00:00.000Z');
    expect(await revokedIds()).toEqual([old.pass_id]);
  });

  it('a phone is not answered a pass that begins later than the member may come in by now', async () => {
    await map();
    const thursday = (from: string) => pushWindows([aWindow({ access_hours: { ...CLOSED, thu: [[from, '13:30']] } })]);
    await thursday('12:00');
    const later = (await issue({ hours: 24 })).json.data; // Ten in the morning of a Thursday.
    expect(later.valid_from).toBe('2026-01-01T02:00:00.000Z');
    await thursday('09:00');
    const now = (await issue({ hours: 24 })).json.data;
    expect([now.valid_from < later.valid_from, now.valid_until]).toEqual([true, later.valid_until]);
  });

  it('is taken back when the rules give less than it says, and not for anything else that changes', async () => {
    await opened();
    const { pass_id: id } = (await issue()).json.data;
    expect(await on.world.offlinePasses.review()).toBe(0);
    await push({ member_id: 'M-2' });
    await pushWindows([aWindow(), aWindow({ external_id: 'more' })]);
    expect([await on.world.offlinePasses.review(), await on.world.offlinePasses.review()]).toEqual([1, 0]);
    expect(await revokedIds()).toEqual([]);
    await pushWindows([]);
    expect(await on.world.offlinePasses.review()).toBe(1);
    expect(await revokedIds()).toEqual([id]);
    expect(await on.world.offlinePasses.review()).toBe(0);
  });

  it('a pass that has not begun is held against the hours that it is for', async () => {
    await map();
    const evening = (until: string) => pushWindows([aWindow({ access_hours: { ...CLOSED, thu: [['12:00', until]] } })]);
    await evening('13:30');
    await issue({ hours: 24 });
    await evening('14:30');
    await on.world.offlinePasses.review();
    expect(await revokedIds()).toEqual([]);
    await evening('13:00');
    await on.world.offlinePasses.review();
    expect(await revokedIds()).toHaveLength(1);
  });

  it('is taken back by the partner, again and again, and by nobody else', async () => {
    await opened();
    const { pass_id: id } = (await issue()).json.data;
    const other = await anotherPartner();
    for (const answer of [await revoke(id, other), await revoke(id, { memberId: 'M-2' }), await revoke('pass_x')])
      expect([answer.status, answer.json.error]).toEqual([404, 'not_found']);
    expect(await revokedIds()).toEqual([]);
    for (let turn = 0; turn < 2; turn++) expect((await revoke(id)).json).toEqual({ pass_id: id, revoked: true });
    expect(await revokedIds()).toEqual([id]);
    const told = await on.world.db.read((tx) => on.world.offlinePasses.revokedPassOf(tx, on.world.facilityId, id));
    expect(told).toEqual({ untilS: (await rows())[0]?.until_s });
  });

  it.each(['banned', 'disabled', 'blocked'] as const)(
    'ends with the member’s access when staff say %s, for good',
    async (what) => {
      await opened();
      const { pass_id: id } = (await issue()).json.data;
      await flag({ [what]: true });
      expect(await revokedIds()).toEqual([id]);
      await flag({ [what]: false });
      const again = (await issue()).json.data;
      expect(again.pass_id).not.toBe(id);
      expect(await revokedIds()).toEqual([id]);
    },
  );

  it('ends when the facility disables the integration, which then gets none', async () => {
    await opened();
    const { pass_id: id } = (await issue()).json.data;
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, on.world.partnerId, on.world.facilityId, { enabled: false }),
    );
    expect(await revokedIds()).toEqual([id]);
    const refused = await issue();
    expect([refused.status, refused.json.error]).toEqual([403, 'integration_not_enabled']);
    expect((await revoke(id)).status).toBe(200);
  });

  it('boxes are told of a revocation until nobody can show the pass any more', async () => {
    await opened();
    const { pass_id: id } = (await issue({ hours: 1 })).json.data;
    await revoke(id);
    await on.clock.advance(Hours(2));
    expect(await on.world.offlinePasses.sweep()).toBe(0);
    await on.clock.advance(Days(1));
    await on.world.db.write((tx) => on.world.scopes.clearChanges(tx, on.world.facilityId));
    expect(await on.world.offlinePasses.sweep()).toBe(1);
    expect(await on.world.offlinePasses.sweep()).toBe(0);
    expect(await revokedIds()).toEqual([]);
    expect(await on.world.db.read((tx) => tx.selectFrom('snapshot_change').select('subject').execute())).toEqual([
      { subject: `pass:${id}` },
    ]);
    const cut = on.clock.wallMs();
    expect(await on.world.db.write((tx) => on.world.offlinePasses.forgetBefore(tx, cut, 10))).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('[R11, R12] a read-only key issues and takes back none, and a dryrun key tries both', async () => {
    await opened();
    const readOnly = { headers: basic((await on.api.keyOf('read-only')).text) };
    const dryrun = { headers: basic((await on.api.keyOf('dryrun')).text) };
    const { pass_id: id } = (await issue()).json.data;
    for (const answer of [await issue({}, readOnly), await revoke(id, readOnly)])
      expect([answer.status, answer.json.error]).toEqual([403, 'read_only_key']);
    const tried = await issue({ phone_key: aPhone().key }, dryrun);
    expect(tried.json).toMatchObject({ data: { pass_id: expect.stringMatching(/^dry_/) }, 'dry-run': true });
    expect(tried.json.data).not.toHaveProperty('pass');
    expect((await revoke(id, dryrun)).json).toEqual({ pass_id: id, revoked: true, 'dry-run': true });
    expect(await rows()).toHaveLength(1);
    expect(await revokedIds()).toEqual([]);
  });

  it('[R13] a member that the partner has not sent is 404, as is another partner’s', async () => {
    await opened();
    const other = await anotherPartner();
    for (const answer of [await issue({}, { memberId: 'M-404' }), await issue({}, other)])
      expect([answer.status, answer.json.error]).toEqual([404, 'not_found']);
  });

  it.each([
    { phone_key: 'A'.repeat(44) },
    { phone_key: 'x' },
    { phone_key: undefined },
    { hours: 25 },
    { hours: 0 },
    { uses: 51 },
    { uses: 1.5 },
  ])('refuses %j with a 400', async (fields) => {
    await opened();
    expect(await issue(fields)).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });

  it('every attempt is on record', async () => {
    await opened();
    const { pass_id: id } = (await issue()).json.data;
    await revoke(id);
    expect((await on.api.audited()).slice(-2)).toMatchObject([
      { event: 'outage_pass.issue', target: expect.stringMatching(/^mbr_/), outcome: 'ok' },
      { event: 'outage_pass.revoke', target: id, outcome: 'ok' },
    ]);
  });
});
