import { createHash } from 'node:crypto';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { A_DRAWING } from './drawing.ts';
import { anAgreement } from './testing/agreements.cases.ts';

type Who = keyof PlatformApi['callers'];
interface Listed {
  readonly agreementId: string;
  readonly title: string;
  readonly documentSha256: string;
  readonly outstanding: boolean;
  readonly acknowledged: { readonly version: number; readonly signatureId: string } | null;
}

describe.each(ENGINES)('agreements of a club on $name', ({ open }) => {
  let api: PlatformApi;
  const clock = new ManualClock('2026-03-01T12:00:00.000Z');
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());
  beforeEach(() => api.moveOn());

  const send = async (method: 'GET' | 'PUT' | 'POST', path: string, by: Who = 'manager', body?: object) => {
    await api.moveOn();
    return api.send({ method, path: `/api/${path}`, headers: api.callers[by].headers, ...(body && { body }) });
  };
  const list = async (query = '', club: string = api.world.facilityId) =>
    (await send('GET', `agreements/list-agreements/${club}${query}`, 'orgAdmin')).json.data as Listed[];
  const find = async (agreementId: string, club?: string) =>
    (await list('', club)).find((one) => one.agreementId === agreementId) ?? expect.fail('it is not listed');
  const sign = (agreementId: string, documentSha256: string, by: Who = 'manager', how: object = {}) =>
    send('POST', `agreements/sign/${api.world.facilityId}/${agreementId}`, by, {
      documentSha256,
      accepted: true,
      name: 'Kim Example',
      drawing: A_DRAWING,
      ...how,
    });
  const signed = async (agreementId: string, by: Who = 'manager') => {
    const answer = await sign(agreementId, (await find(agreementId)).documentSha256, by);
    expect(answer.status, answer.text).toBe(200);
    return answer.json as { signatureId: string; evidenceSha256: string; signedAt: string };
  };
  const save = (body: object) => send('PUT', 'admin/agreements/save', 'superAdmin', body);
  const vary = (agreementId: string, facilityId: string, given: object, by: Who = 'orgAdmin') =>
    send('PUT', 'admin/club-agreement-variation', by, {
      agreementId,
      facilityId,
      clauses: [{ heading: 'Standards', text: 'Open at seven.' }],
      note: '',
      fromOn: '2026-03-01',
      untilOn: null,
      ...given,
    });

  it('[R85] are listed by the day from which they hold, all of them, unless the filters say otherwise', async () => {
    const made = async (title: string, effectiveOn: string, more: object = {}) =>
      anAgreement(api, { title, effectiveOn, ...more });
    const [eclair, apple] = [await made('Éclair', '2026-02-01'), await made('apple', '2026-04-01')];
    const none = await made('Banana', '2026-03-01', { requirement: 'none' });
    const old = await made('cherry', '2026-01-01');
    await save({ agreementId: old, action: 'archive' });
    await signed(eclair);
    const titles = async (query = '') => (await list(query)).map(({ title }) => title);
    expect(await titles()).toEqual(['apple', 'Banana', 'Éclair', 'cherry']);
    expect(await titles('?contracts-sort=alphabetical')).toEqual(['apple', 'Banana', 'cherry', 'Éclair']);
    expect(await titles('?contracts-acknowledgement=acknowledged')).toEqual(['Éclair']);
    expect(await titles('?contracts-acknowledgement=unacknowledged')).toEqual(['apple', 'cherry']);
    expect(await titles('?contracts-requirement=none')).toEqual(['Banana']);
    expect(await titles('?contracts-status=archived')).toEqual(['cherry']);
    const all =
      '?contracts-sort=date-effective&contracts-acknowledgement=all&contracts-requirement=all&contracts-status=all';
    expect(await titles(all)).toEqual(await titles());
    for (const filter of ['sort', 'acknowledgement', 'requirement', 'status']) {
      const refused = await send('GET', `agreements/list-agreements/${api.world.facilityId}?contracts-${filter}=other`);
      expect(refused, filter).toMatchObject({ status: 400, json: { errors: [{ path: `query.contracts-${filter}` }] } });
    }
    const twin = await made('Apple', '2026-04-01');
    for (const sort of ['date-effective', 'alphabetical']) {
      const [first, second] = await list(`?contracts-sort=${sort}`);
      expect([first?.agreementId, second?.agreementId], sort).toEqual([apple, twin].sort());
    }
    for (const agreementId of [eclair, apple, none, twin]) await save({ agreementId, action: 'archive' });
  });

  it('say what is outstanding, club by club, to who sees the club', async () => {
    const agreementId = await anAgreement(api, { effectiveOn: '2026-03-02' });
    const outstanding = async (by: Who, query = '') => {
      const { json } = await send('GET', `agreements/agreements-outstanding${query}`, by);
      return [json.total, json.overdue, (json.data as { facilityId: string }[]).length];
    };
    // It is the 2nd of March already where both clubs of this organisation are, ten hours ahead of the zero meridian.
    expect(await outstanding('orgAdmin')).toEqual([2, 0, 2]);
    await clock.advance(Days(1));
    expect(await outstanding('orgAdmin')).toEqual([2, 2, 2]);
    expect(await outstanding('staff')).toEqual([1, 1, 1]);
    expect(await outstanding('otherOrgAdmin')).toEqual([0, 0, 0]);
    expect(await outstanding('superAdmin', `?facilityId=${api.siblingId}`)).toEqual([1, 1, 1]);
    await signed(agreementId);
    expect(await outstanding('orgAdmin')).toEqual([1, 1, 1]);
    await save({ agreementId, action: 'archive' });
    expect(await outstanding('orgAdmin')).toEqual([0, 0, 0]);
  });

  it('that are varied at one club are asked of it anew, alone, for as long as that holds', async () => {
    const agreementId = await anAgreement(api);
    const before = await signed(agreementId);
    const other = (await find(agreementId, api.siblingId)).documentSha256;
    const varied = await vary(agreementId, api.world.facilityId, { untilOn: '2026-03-05' });
    expect(varied, varied.text).toMatchObject({ status: 200, json: { revision: 1 } });
    expect((await vary(agreementId, api.world.facilityId, { untilOn: '2026-03-05' })).json.revision).toBe(1);
    expect(await find(agreementId)).toMatchObject({
      outstanding: true,
      acknowledged: null,
      variation: { revision: 1 },
    });
    expect((await find(agreementId, api.siblingId)).documentSha256).toBe(other);
    const after = await signed(agreementId);
    expect(after.signatureId).not.toBe(before.signatureId);
    await clock.advance(Days(5));
    expect(await find(agreementId)).toMatchObject({
      variation: null,
      documentSha256: other,
      acknowledged: { signatureId: before.signatureId },
    });
    expect((await vary(agreementId, api.world.facilityId, { expectedRevision: 0 })).status).toBe(409);
    expect((await vary(agreementId, api.world.facilityId, { untilOn: '2026-02-01' })).status).toBe(400);
    expect((await vary(agreementId, api.otherFacilityId, {})).status).toBe(404);
    const platforms = await anAgreement(api, { organisationId: null });
    expect((await vary(platforms, api.world.facilityId, {})).status).toBe(404);
    for (const one of [agreementId, platforms]) await save({ agreementId: one, action: 'archive' });
    const { json } = await send('GET', `admin/club-agreement-variation?agreementId=${agreementId}`, 'staff');
    expect(json.data).toMatchObject([{ facilityId: api.world.facilityId, revision: 1 }]);
  });

  it('that a new version asks of nobody anew count as what was accepted, and never as the new version', async () => {
    const agreementId = await anAgreement(api);
    const { signatureId } = await signed(agreementId);
    await save({ agreementId, action: 'publish', body: 'A comma.', reacknowledge: false });
    expect(await find(agreementId)).toMatchObject({
      version: 2,
      outstanding: false,
      acknowledged: { version: 1, signatureId },
    });
    await save({ agreementId, action: 'publish', body: 'A paragraph.' });
    expect(await find(agreementId)).toMatchObject({ version: 3, outstanding: true, acknowledged: null });
    await save({ agreementId, action: 'archive' });
  });

  it('are signed as they were read, by one person, who gets the same answer again', async () => {
    const agreementId = await anAgreement(api);
    const { documentSha256 } = await find(agreementId);
    const { json: document } = await send('GET', `agreements/document/${api.world.facilityId}/${agreementId}`, 'staff');
    expect(document).toMatchObject({ documentSha256, statement: expect.stringContaining('Harbour Gym') });
    const refusals = [
      await sign(agreementId, 'f'.repeat(64)),
      await sign(agreementId, documentSha256, 'staff'),
      await sign(agreementId, documentSha256, 'manager', { name: undefined }),
      await sign(agreementId, documentSha256, 'manager', { drawing: undefined }),
      await sign(agreementId, documentSha256, 'manager', { accepted: false }),
      await sign(agreementId, documentSha256, 'manager', {
        drawing: { ...A_DRAWING, strokes: [Array(7_500).fill(1), Array(7_503).fill(1)] },
      }),
      await sign('agr_zzzzzzzzzzzzzzzz', documentSha256),
    ].map(({ status }) => status);
    expect(refusals).toEqual([409, 403, 400, 400, 400, 400, 404]);
    const first = await sign(agreementId, documentSha256);
    expect(first, first.text).toMatchObject({ status: 200, json: { version: 1, method: 'signature' } });
    expect((await sign(agreementId, documentSha256, 'manager', { name: 'Other Name' })).json).toEqual(first.json);
    expect(await sign(agreementId, documentSha256, 'orgAdmin')).toMatchObject({
      status: 409,
      json: { error: 'already_signed' },
    });
    const none = await anAgreement(api, { requirement: 'none' });
    expect((await sign(none, (await find(none)).documentSha256)).json.error).toBe('nothing_to_sign');
    for (const one of [agreementId, none]) await save({ agreementId: one, action: 'archive' });
    expect((await sign(agreementId, documentSha256)).json.error).toBe('agreement_state');
  });

  it('are signed by nobody in the name of somebody else', async () => {
    const agreementId = await anAgreement(api, { requirement: 'checkbox' });
    const { documentSha256 } = await find(agreementId);
    const headers = { ...api.callers.superAdmin.headers, 'x-simulated-user': api.callers.manager.user.email };
    const path = `/api/agreements/sign/${api.world.facilityId}/${agreementId}`;
    const answer = await api.send({ method: 'POST', path, headers, body: { documentSha256, accepted: true } });
    expect(answer).toMatchObject({ status: 403, json: { error: 'forbidden' } });
    await save({ agreementId, action: 'archive' });
  });

  it('leave evidence whose hash is in the audit, and which no statement changes', async () => {
    const agreementId = await anAgreement(api);
    const { signatureId, evidenceSha256 } = await signed(agreementId);
    const evidence = await send('GET', `agreements/signatures/${signatureId}/evidence.json`);
    expect(createHash('sha256').update(evidence.bytes).digest('hex')).toBe(evidenceSha256);
    expect(JSON.parse(evidence.text)).toMatchObject({
      method: 'signature',
      signer: { name: 'Kim Example', userId: api.callers.manager.user.id },
      drawing: A_DRAWING,
      timeZone: 'Australia/Brisbane',
      signedAtLocal: expect.stringMatching(/\+10:00$/),
    });
    expect((await send('GET', `agreements/signatures/${signatureId}/evidence.json`, 'staff')).status).toBe(403);
    expect((await send('GET', `agreements/signatures/${signatureId}/evidence.json`, 'otherOrgAdmin')).status).toBe(404);
    const { db } = api.world;
    const audited = await db.read((tx) =>
      tx
        .selectFrom('audit_entry')
        .where('event', '=', 'agreement.signed')
        .where('outcome', '=', 'ok')
        .selectAll()
        .execute(),
    );
    expect(audited.map(({ target }) => target)).toContain(
      `${signatureId} of ${agreementId}, evidence ${evidenceSha256}`,
    );

    const rows = () => db.read((tx) => tx.selectFrom('agreement_signature').selectAll().orderBy('id').execute());
    const before = await rows();
    const row = before.find(({ id }) => id === signatureId) ?? expect.fail('it is there');
    const values = sql.join(Object.values({ ...row, id: 'sig_forged', evidence: '{}' }));
    const forged = sql`(${sql.raw(Object.keys(row).join(', '))}) values (${values})`;
    const attempts: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => tx.updateTable('agreement_signature').set({ evidence: '{}' }).execute(),
      (tx) => tx.deleteFrom('agreement_signature').execute(),
      (tx) => tx.updateTable('agreement_variation').set({ clauses: '[]' }).execute(),
      (tx) =>
        db.engine === 'sqlite'
          ? sql`insert or replace into agreement_signature ${forged}`.execute(tx)
          : sql`insert into agreement_signature ${forged}`.execute(tx),
    ];
    for (const attempt of attempts) await db.write(attempt).catch(() => undefined);
    expect(await rows()).toEqual(before);
    await save({ agreementId, action: 'archive' });
  });

  it('that 64 people sign at once have one signature', async () => {
    const agreementId = await anAgreement(api, { requirement: 'checkbox' });
    const { documentSha256 } = await find(agreementId);
    const { db, agreements, facilityId, users } = api.world;
    const signers = await db.write(async (tx) => {
      const made = [];
      for (let n = 0; n < 64; n += 1) {
        const email = `signer-${n}@example.com`;
        made.push(await users.addUser(tx, { email, firstName: 'S', lastName: `${n}` }, 'test'));
      }
      return made;
    });
    const from = { sessionId: null, keyId: null, requestId: 'req', remoteAddress: '::1', userAgent: null };
    const outcomes = await Promise.all(
      signers.map(({ id, email }) =>
        db
          .write((tx) =>
            agreements.sign(
              tx,
              { facilityId, agreementId },
              { documentSha256 },
              { userId: id, email, accountName: 'S', isSimulated: false, ...from },
            ),
          )
          .then(() => 'signed')
          .catch((fault: { code: string }) => fault.code),
      ),
    );
    expect(Map.groupBy(outcomes, (outcome) => outcome).get('signed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'already_signed')).toHaveLength(63);
    const rows = await db.read((tx) =>
      tx.selectFrom('agreement_signature').where('agreement_id', '=', agreementId).select('id').execute(),
    );
    expect(rows).toHaveLength(1);
    const told = await db.read((tx) =>
      tx.selectFrom('operator_event').where('type', '=', 'agreement.signed').select('data').execute(),
    );
    expect(told.filter(({ data }) => JSON.parse(data).signatureId === rows[0]?.id)).toHaveLength(1);
  });
});
