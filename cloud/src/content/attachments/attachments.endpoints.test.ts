import { createHash } from 'node:crypto';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ObjectStoreError } from '../../kit/objects/object-store.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { aForm } from './testing/a-form.ts';
import { aDocx, aPdf } from './testing/some-files.ts';

const SAVE = '/api/admin/agreements/save';
const NEW = { title: 'Standards', kind: 'club', requirement: 'signature', body: '# Standards' };

describe.each(ENGINES)('files of agreements on $name', ({ open }) => {
  let api: PlatformApi;
  let clock: ManualClock;
  beforeAll(async () => {
    clock = new ManualClock('2026-03-01T12:00:00.000Z');
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());
  beforeEach(() => api.moveOn());

  const upload = (name: string, bytes: Uint8Array, by: keyof PlatformApi['callers'] = 'orgAdmin') => {
    const form = aForm(name, bytes, 'application/pdf');
    const headers = { ...api.callers[by].headers, 'content-type': form.type };
    return api.send({ method: 'POST', path: '/api/admin/agreements/upload-attachment', headers, body: form.bytes });
  };
  const save = async (body: object, by: keyof PlatformApi['callers'] = 'superAdmin') => {
    await api.moveOn();
    return api.send({ method: 'PUT', path: SAVE, headers: api.callers[by].headers, body });
  };
  const kept = () => api.world.objects.objects;
  const rows = () => api.world.db.read((tx) => tx.selectFrom('agreement_attachment').selectAll().execute());
  const removeUnused = async () => {
    for (const { id } of await rows()) await api.world.attachments.removeUnused(id);
  };

  it('are kept a day, and with the agreement from when one is saved with them', async () => {
    const bytes = aPdf();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { status, json } = await upload('C:\\Mine\\..\\House rules.PDF', bytes);
    expect({ status, json }).toEqual({
      status: 201,
      json: {
        attachmentId: expect.stringMatching(/^att_[0-9a-z]{16}$/),
        name: 'House rules.pdf',
        mediaType: 'application/pdf',
        bytes: bytes.length,
        sha256,
        pages: 1,
      },
    });
    await api.moveOn();
    const unused = await upload('rules.pdf', aDocx());
    expect(unused.json).toMatchObject({ name: 'rules.pdf.docx', pages: 3 });
    const { attachmentId } = json as { attachmentId: string };
    const draft = await save({
      ...NEW,
      organisationId: api.world.orgId,
      attachments: [attachmentId],
      action: 'draft',
    });
    expect(draft.status, draft.text).toBe(201);
    await removeUnused();
    expect([...kept().keys()]).toEqual([`attachments/${attachmentId.slice(4)}`]);
    expect((await rows()).map(({ id }) => id)).toEqual([attachmentId]);

    const { agreementId } = draft.json as { agreementId: string };
    await save({ agreementId, action: 'publish' });
    const document = `/api/agreements/document/${api.world.facilityId}/${agreementId}`;
    const { headers } = api.callers.staff;
    await api.moveOn();
    expect((await api.send({ method: 'GET', path: document, headers })).json.attachments).toEqual([
      { attachmentId, name: 'House rules.pdf', sha256 },
    ]);
    await api.moveOn();
    const read = await api.send({ method: 'GET', path: `${document}/attachments/${attachmentId}`, headers });
    expect(read).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } });
    expect(read.headers['content-disposition']).toMatch(/^attachment; filename="House rules.pdf"/);
    expect(Buffer.compare(read.bytes, bytes)).toBe(0);
    const other = (unused.json as { attachmentId: string }).attachmentId;
    for (const [path, error] of [
      [`${document}/attachments/${other}`, 'attachment_unknown'],
      [`${document}zzz/attachments/${attachmentId}`, 'agreement_unknown'],
    ] as const) {
      await api.moveOn();
      expect(await api.send({ method: 'GET', path, headers })).toMatchObject({ status: 404, json: { error } });
    }
    api.world.objects.failures.push(new ObjectStoreError('gone'));
    await api.moveOn();
    const away = await api.send({ method: 'GET', path: `${document}/attachments/${attachmentId}`, headers });
    expect(away).toMatchObject({ status: 503, json: { error: 'attachment_not_there' } });
  });

  it('are of one organisation, and each once in an agreement', async () => {
    const { attachmentId } = (await upload('rules.pdf', aPdf())).json as { attachmentId: string };
    const ofOrg = { ...NEW, organisationId: api.world.orgId, action: 'draft' };
    const twice = await save({ ...ofOrg, attachments: [attachmentId, attachmentId] });
    expect(twice).toMatchObject({ status: 400, json: { errors: [{ path: 'body.attachments.1', rule: 'unique' }] } });
    // What was refused has not taken the file.
    expect((await rows()).find(({ id }) => id === attachmentId)?.used_by).toBeNull();
    expect((await save({ ...ofOrg, attachments: [attachmentId] })).status).toBe(201);
    const elsewhere = await save({ ...ofOrg, organisationId: api.otherOrgId, attachments: [attachmentId] });
    expect(elsewhere).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'body.attachments.0', rule: 'unknown' }] },
    });
    await api.moveOn();
    const another = (await upload('more.pdf', aPdf('/Lang (en)'))).json as { attachmentId: string };
    await Promise.all([
      save({ ...ofOrg, attachments: [another.attachmentId] }),
      api.world.attachments.removeUnused(another.attachmentId),
    ]);
    const used = (await rows()).filter(({ id, used_by }) => id === another.attachmentId && used_by !== null);
    const isKept = kept().has(`attachments/${another.attachmentId.slice(4)}`);
    expect(isKept, 'what an agreement uses is there').toBe(used.length === 1);
  });

  it.each([
    ['with a script in it', 422, 'attachment_refused', aPdf('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')],
    ['of another kind, whatever its name', 415, 'attachment_unknown_type', Buffer.from('<!doctype html><p>Hello')],
  ])('%s are refused, and nothing of them stays', async (_, status, error, bytes) => {
    const before = [kept().size, (await rows()).length];
    const refused = await upload('rules.pdf', bytes);
    expect(refused).toMatchObject({ status, json: { error, ...(status === 422 && { reason: 'script' }) } });
    expect([kept().size, (await rows()).length]).toEqual(before);
  });

  it('are refused while the store of objects is away; what it has of them all the same goes after a day', async () => {
    await removeUnused();
    const before = kept().size;
    api.world.objects.failures.push(new ObjectStoreError('no answer'));
    expect(await upload('rules.pdf', aPdf())).toMatchObject({ status: 503, json: { error: 'attachment_not_stored' } });
    const [lost] = (await rows()).filter(({ state }) => state === 'putting');
    const key = `attachments/${lost?.id.slice(4)}`;
    kept().set(key, { bytes: aPdf(), type: 'application/pdf' });
    const attached = await save({
      ...NEW,
      organisationId: api.world.orgId,
      attachments: [lost?.id],
      action: 'draft',
    });
    expect(attached.status).toBe(400);
    const due = await api.world.db.read((tx) =>
      tx
        .selectFrom('job')
        .where('key', '=', lost?.id ?? '')
        .selectAll()
        .executeTakeFirstOrThrow(),
    );
    expect(Number(due.due_at)).toBe(Number(lost?.sent_at) + Days(1));
    await removeUnused();
    expect([kept().size, kept().has(key)]).toEqual([before, false]);
  });
});
