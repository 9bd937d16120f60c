import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyModule } from '../../areas.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import { type MailKind, problemsOf } from '../../platform/mail/mail.module.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { examplesOf } from './mapping-views.ts';
import { aMapping, KIND, WORDING } from './testing/a-mapping.ts';

describe.each(ENGINES)('wordings of e-mails on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
    return () => api.close();
  });
  const send = (method: string, path: string, body?: object) =>
    api.send({ method, path: `/api${path}`, headers: api.callers.superAdmin.headers, ...(body && { body }) });
  const kinds = (): readonly MailKind[] => api.world.emailMappings.kinds();
  const sent = async (locale?: string, facilityId = api.world.facilityId) => {
    const { db, mail } = api.world;
    const kind = kinds().find((one) => one.kind === KIND) as MailKind;
    const order = { kind, to: 'sam@example.com', values: examplesOf(kind), facilityId, locale };
    return db.write(async (tx) => mail.send(tx, order)).then((id) => mail.find(id));
  };

  it('every kind of e-mail is made with a wording that could be somebody’s own', () => {
    const told = everyModule.filter(({ parts }) => parts.mails !== undefined);
    expect(told.length).toBeGreaterThan(4);
    for (const kind of kinds()) expect(problemsOf(kind, kind.builtIn), kind.kind).toEqual([]);
    const names = kinds().map(({ kind }) => kind);
    expect(new Set(names).size).toBe(names.length);
  });

  it('counts that of the facility, then of its organisation, then of all, each in the nearest language', async () => {
    const { facilityId, orgId } = api.world;
    const subjectOf = async (locale?: string, there = facilityId) => (await sent(locale, there))?.subject;
    expect(await subjectOf()).toBe('A door was forced: Front door · Harbour Gym');
    await aMapping(api, { locale: 'en' }, { subject: 'all' });
    await aMapping(api, { locale: 'de' }, { subject: 'alle' });
    expect([await subjectOf(), await subjectOf('de-AT'), await subjectOf('fr')]).toEqual(['all', 'alle', 'all']);
    const ofOrg = await aMapping(api, { organisationId: orgId, locale: 'de' }, { subject: 'Haus' });
    expect([await subjectOf('de'), await subjectOf('en'), await subjectOf('de', api.otherFacilityId)]).toEqual([
      'Haus',
      'all',
      'alle',
    ]);
    const ofGym = await aMapping(api, { facilityId, locale: 'de-AT' }, { subject: 'Gym' });
    expect([await subjectOf('de-AT'), await subjectOf('de')]).toEqual(['Gym', 'Haus']);
    const { status } = await send('POST', `/email-mapping/update/${ofGym.mappingId}`, { enabled: false });
    expect([status, await subjectOf('de-AT')]).toEqual([200, 'Haus']);
    await send('DELETE', `/admin/email-mapping/delete/${ofOrg.mappingId}`);
    expect(await subjectOf('de-AT')).toBe('alle');
  });

  it('lists every kind, worded by somebody or as it was made', async () => {
    const { facilityId } = api.world;
    const { mappingId } = await aMapping(api, { facilityId, locale: 'it' });
    const { json } = await send('GET', `/admin/email-mapping?facilityId=${facilityId}`);
    const ofFacilities = kinds().filter(({ of }) => of === 'facility');
    expect(new Set(json.data.map(({ kind }: { kind: string }) => kind)).size).toBe(ofFacilities.length);
    expect(json.data.find((one: { mappingId: string }) => one.mappingId === mappingId)).toMatchObject(WORDING);
    const platform = await send('GET', '/admin/email-mapping');
    expect(platform.json.data).toContainEqual(expect.objectContaining({ kind: 'session.code', mappingId: null }));
  });

  it('names every place that makes a wording useless', async () => {
    const answer = await send('POST', '/admin/email-mapping/add', {
      kind: KIND,
      subject: '{{link}} {{nobody}}',
      text: '{{{alarms}}}',
      html: '{{#what}}x{{/what}} {{alarms}} {{link}}',
    });
    expect(answer).toMatchObject({ status: 422, json: { error: 'wording_refused' } });
    expect(answer.json.errors.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)).toEqual([
      'subject variable_misplaced',
      'subject variable_unknown',
      'text template',
      'text variable_missing',
      'html template',
    ]);
    const other = await send('POST', '/admin/email-mapping/add', {
      kind: 'session.code',
      ...WORDING,
      text: '{{code}}',
      subject: 'x',
      alsoTo: ['a@example.com'],
    });
    expect(other.json.errors).toEqual([expect.objectContaining({ path: 'alsoTo', rule: 'secret' })]);
    expect((await send('POST', '/admin/email-mapping/add', { kind: 'x', ...WORDING })).json).toMatchObject({
      error: 'mail_kind_unknown',
    });
  });

  it('takes one of a kind, place and language, and a change of what somebody has seen', async () => {
    const body = { kind: KIND, locale: 'pt', organisationId: api.world.orgId, ...WORDING };
    const answers = await Promise.all([1, 2].map(() => send('POST', '/admin/email-mapping/add', body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const { mappingId } = answers.find(({ status }) => status === 201)?.json ?? {};
    const change = (fields: object) => send('POST', `/email-mapping/update/${mappingId}`, fields);
    expect(await change({ fromName: 'Gym', expectedRevision: 1 })).toMatchObject({
      status: 200,
      json: { revision: 2, fromName: 'Gym', subject: WORDING.subject },
    });
    expect(await change({ fromName: null, expectedRevision: 1 })).toMatchObject({
      status: 409,
      json: { error: 'changed' },
    });
  });

  it('shows a wording with examples, and sends it to whoever asks alone', async () => {
    const wording = {
      kind: KIND,
      subject: 'Hallo {{facility}}',
      text: '{{alarms}} {{link}}',
      html: '<b>{{alarms}}</b>{{link}}',
    };
    const shown = await send('POST', '/admin/email-mapping/preview', wording);
    expect(shown.json).toMatchObject({ subject: 'Hallo Harbour Gym', html: expect.stringMatching(/^<b>- A door/) });
    const hostile = `<script>alert(1)</script><img src="https://spy.example/x"><a href="javascript:x">{{alarms}}</a><a href="{{link}}" style="position:fixed;color:red" onclick="x()">x</a>`;
    const safe = await send('POST', '/admin/email-mapping/preview', { ...wording, html: hostile });
    expect(safe.json.html).toMatch(
      /^<a>- A door.*<\/a><a href="https:\/\/gatehouse.example[^"]*" style="color:red">x<\/a>$/,
    );
    const inTag = { ...wording, html: '<a href="{{what}}">{{alarms}}{{link}}</a>' };
    expect((await send('POST', '/admin/email-mapping/preview', inTag)).json.errors).toEqual([
      expect.objectContaining({ path: 'html', rule: 'variable_misplaced' }),
    ]);
    const { json } = await send('POST', '/admin/email-mapping/test', wording);
    expect(json.to).toBe(api.callers.superAdmin.user.email);
    expect(await api.world.mail.find(json.mailId)).toMatchObject({ recipient: json.to, subject: 'Hallo Harbour Gym' });
  });
});
