// @module-tag long
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoSite, startDemoSite } from '@gatehouse/cli/demo/demo-site.ts';
import { dumpOf, textOf } from '@gatehouse/cloud/content/db-sync/testing/filled.ts';
import { type ClientAnswer, httpsClient } from '@gatehouse/cloud/kit/http/testing/https-client.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startCli } from '../kit/demo-process.ts';
import { eventually } from '../kit/eventually.ts';
import { partnerClient } from '../kit/partner-client.ts';
import { aPlatformKey, type PlatformClient, platformClient } from '../kit/platform-client.ts';
import { startStaging } from '../kit/staging-cloud.ts';

interface StandInState {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly received: readonly Readonly<Record<string, unknown>>[];
}

interface ListedTable {
  readonly table: string;
  readonly policy: 'copy' | 'mask' | 'never';
  readonly masked: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-content-'));
const ending = new AbortController();
let site: DemoSite;
let ca: string;
let key: string;
let api: PlatformClient;
let pages: ReturnType<typeof httpsClient>;
let orgId: string;
let facilityId: string;

beforeAll(async () => {
  site = await startDemoSite(folder, systemClock, ending.signal);
  ca = readFileSync(site.cloud.caFile, 'utf8');
  const cloudControl = (command: string, body: unknown = {}) => callControl(join(folder, 'cloud'), command, body);
  key = await aPlatformKey({ cloudControl }, 'root@example.com', { role: 'super-admin', scope: 'platform' });
  api = platformClient(site.cloud.platformUrl, ca, key);
  pages = httpsClient(Number(new URL(site.cloud.partnerUrl).port), ca);
  ({ facilityId } = site.cloud.demo);
  orgId = (await api.request('GET', `/api/facilities/${facilityId}`)).json.organisationId;
}, Minutes(2));
afterAll(async () => {
  await pages.close();
  await api.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks a cloud as somebody who is let; resolves with the answer. */
const doneAt = async (client: PlatformClient, ...request: Parameters<PlatformClient['request']>) => {
  const answer = await client.request(...request);
  expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
  return answer.json;
};
const done = (...request: Parameters<PlatformClient['request']>) => doneAt(api, ...request);
const standIn = async (name: string): Promise<StandInState> => {
  const answer = await fetch(`${site.standInsUrl}/${name}`, { headers: { accept: 'application/json' } });
  return (await answer.json()) as StandInState;
};
const press = (name: string, act: string) => fetch(`${site.standInsUrl}/${name}/${act}`, { method: 'POST' });
const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const isOurs = async (bytes: Buffer): Promise<string> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return (await pages({ method: 'POST', path: '/verify', headers: FORM, body: form({ sha256 }) })).text;
};
/** All that a dump holds, a value a line. */
const textsOf = (dump: Awaited<ReturnType<typeof dumpOf>>): string =>
  [...dump.values()].flatMap((rows) => rows.flatMap((row) => Object.values(row).map(textOf))).join('\n');
const publish = (more: object) =>
  done('PUT', '/api/admin/agreements/save', {
    ...{ organisationId: orgId, requirement: 'signature', body: '# Rules\n\nŁukasz opens at six.', action: 'publish' },
    ...more,
  });

describe('what a chain runs on beside its doors, in processes of the demo', () => {
  it('a manager signs an agreement; its file is made, sealed and known, and a changed one is not', async () => {
    const { agreementId } = await publish({ title: 'Operating standards', kind: 'club' });
    const document = await done('GET', `/api/agreements/document/${facilityId}/${agreementId}`);
    const { signatureId } = await done('POST', `/api/agreements/sign/${facilityId}/${agreementId}`, {
      ...{ documentSha256: document.documentSha256, accepted: true, name: 'Ελένη Example', typed: true },
    });
    const platform = httpsClient(Number(new URL(site.cloud.platformUrl).port), ca);
    const path = `/api/agreements/signatures/${signatureId}/document.pdf`;
    let file: ClientAnswer | undefined;
    await eventually(
      async () => {
        file = await platform({ method: 'GET', path, headers: { 'x-api-key': key } });
        return file.status === 200;
      },
      'the file of the signature is made',
      Seconds(30),
    );
    await platform.close();
    const bytes = Buffer.from(file?.bytes ?? []);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await isOurs(bytes)).toContain('This file was made here');
    bytes[2_000] = (bytes[2_000] ?? 0) ^ 1;
    expect(await isOurs(bytes)).toContain('No file like this was made here');
  });

  it('a member signs by the link that an e-mail brought, once the code of a second one is shown', async () => {
    const { agreementId } = await publish({ title: 'Waiver', kind: 'club-user', cua: { askedOf: ['others'] } });
    const { cuaId } = await done('POST', '/api/admin/club-user-agreements', {
      ...{ agreementId, facilityId, deliver: 'email' },
      subject: { name: 'Ada Byron', email: 'ada@example.com' },
    });
    const arrived = async (pattern: RegExp): Promise<string> => {
      let found: string | undefined;
      await eventually(
        async () => {
          const texts = (await standIn('mail')).received.map(({ raw }) => String(raw).replace(/=\r?\n/g, ''));
          found = texts.map((text) => pattern.exec(text)?.[1]).findLast((text) => text !== undefined);
          return found !== undefined;
        },
        `an e-mail with ${pattern}`,
        Seconds(30),
      );
      return found ?? '';
    };
    const token = await arrived(/\/sign\/([0-9a-f]{64})/);
    const path = `/sign/${token}`;
    let cookie = '';
    const post = async (fields: Readonly<Record<string, string>>) => {
      const headers = { ...FORM, ...(cookie !== '' && { cookie }) };
      const answer = await pages({ method: 'POST', path, headers, body: form(fields) });
      const set = [answer.headers['set-cookie'] ?? []].flat();
      cookie = [cookie, ...set.map((line) => line.split(';')[0])].filter(Boolean).join('; ');
      return answer.status === 303 ? pages({ method: 'GET', path, headers: { cookie } }) : answer;
    };
    await post({ act: 'code' });
    const code = await arrived(/^(\d{6})\r?$/m);
    const read = await post({ act: 'open', code });
    expect(read.text).toContain('Łukasz opens at six.');
    const documentSha256 = /name="documentSha256" value="([0-9a-f]{64})"/.exec(read.text)?.[1] ?? '';
    const signed = { act: 'sign', accepted: 'yes', name: 'Ada King', typed: 'yes', documentSha256 };
    expect((await post(signed)).text).toContain('Thank you');
    const log = readFileSync(join(folder, 'logs', 'cloud.log'), 'utf8');
    expect([token, 'ada@example.com', 'Ada King'].filter((told) => log.includes(told))).toEqual([]);
    expect(log).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(await done('GET', `/api/admin/club-user-agreements/${cuaId}`)).toMatchObject({ state: 'signed' });
  });

  it('a link to sign reaches the phone of a member by text, and opens by a button', async () => {
    const { agreementId } = await publish({ title: 'House rules', kind: 'club-user', requirement: 'checkbox' });
    const { id: partnerId, keys } = site.cloud.demo.direct;
    const partner = partnerClient(Number(new URL(site.cloud.partnerUrl).port), ca);
    const member = { facility_id: facilityId, member_id: 'M-9', first_name: 'Ada', last_name: 'Byron' };
    const members = [{ ...member, mobile_phone: '+61400000999' }];
    expect((await partner.request(keys.live, '/members', { members })).status).toBeLessThan(300);
    await partner.close();
    const subject = { partnerId, memberId: 'M-9' };
    await done('POST', '/api/admin/club-user-agreements', { agreementId, facilityId, subject, deliver: 'sms' });
    let path = '';
    await eventually(
      async () => {
        const texts = (await standIn('sms')).received.map(({ body }) => decodeURIComponent(String(body)));
        path =
          texts.map((text) => /\/sign\/[0-9a-f]{64}/.exec(text)?.[0]).findLast((found) => found !== undefined) ?? '';
        return path !== '';
      },
      'the text is there',
      Seconds(30),
    );
    const opened = await pages({ method: 'POST', path, headers: FORM, body: form({ act: 'open' }) });
    const cookie = [opened.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';')[0])
      .join('; ');
    expect((await pages({ method: 'GET', path, headers: { cookie } })).text).toContain('Łukasz opens at six.');
  });

  it('a text reaches a phone, and none does once that has answered STOP', async () => {
    // Whatever the time is at the gym.
    const hour = Number(
      new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: site.cloud.demo.timezone }).format(),
    );
    const at = (of: number) => `${String(of % 24).padStart(2, '0')}:00`;
    const quiet = { from: at(hour + 12), until: at(hour + 13) };
    await done('PUT', `/api/admin/sms/quiet-hours/${facilityId}`, quiet);
    const phoneNumber = '+61400000123';
    const place = { organisationId: orgId, facilityId };
    await done('POST', '/api/admin/sms/consents', {
      ...{ ...place, recipient: { phoneNumber }, state: 'in', wording: 'Tell me about offers.', proof: 'Form 7' },
    });
    const send = (text: string) =>
      done('POST', '/api/admin/sms/new-message', { ...place, kind: 'marketing', text, recipients: [{ phoneNumber }] });
    const states = async (messageId: string): Promise<string> =>
      JSON.stringify(await done('GET', `/api/admin/sms/${messageId}`));
    const first = await send('The pool is open.');
    await eventually(
      async () => /"state":"delivered"/.test(await states(first.messageId)),
      'it is delivered',
      Seconds(30),
    );
    await press('sms', 'answer-stop');
    await eventually(
      async () => String((await standIn('sms')).facts['opted out']).includes(phoneNumber),
      'the phone has opted out',
    );
    const second = await send('The pool is closed.');
    await eventually(
      async () => /"state":"opted_out"/.test(await states(second.messageId)),
      'nobody gets it',
      Seconds(30),
    );
    expect(JSON.stringify((await standIn('sms')).received)).not.toContain('closed');
    const log = readFileSync(join(folder, 'logs', 'cloud.log'), 'utf8');
    expect(log).toContain('serving');
    expect([phoneNumber, phoneNumber.slice(1), 'The pool'].filter((told) => log.includes(told))).toEqual([]);
  });

  it('a page is read by anybody once it is published, and shop and directory show the club', async () => {
    const draft = {
      title: 'Gym at the river',
      description: 'Ours',
      blocks: [{ kind: 'text', body: 'Open **late**.' }],
    };
    const page = { organisationId: orgId, facilityId, slug: 'at-the-river', locale: 'en', draft };
    const { landingPageId } = await done('POST', '/api/admin/landing-pages', page);
    expect((await pages({ method: 'GET', path: '/p/at-the-river' })).status).toBe(404);
    await done('PATCH', '/api/admin/landing-pages', { landingPageId, action: 'publish' });
    const shown = await pages({ method: 'GET', path: '/p/at-the-river' });
    expect(shown.text).toContain('Open <strong>late</strong>.');

    const address = { address1: '1 River Street', city: 'Brisbane', countryCode: 'AU', zip: '4000' };
    const pushed = await done('PUT', `/api/admin/store/clubs/${facilityId}`, { name: 'River Gym', address });
    expect(pushed.pushed).toContain('name');
    const listed = await done('PUT', `/api/club/${facilityId}/listsvc/location`, { phone: '+61733334444' });
    expect(listed).toMatchObject({ drift: [] });
    expect(JSON.stringify((await standIn('listings')).received)).toContain('+61733334444');
  });

  it('a page that is scheduled is nowhere until its time, and from then on at its address', async () => {
    const path = '/p/opens-soon';
    const draft = { title: 'Opens soon', description: 'Ours', blocks: [{ kind: 'text', body: 'Doors are **open**.' }] };
    const page = { organisationId: orgId, facilityId, slug: 'opens-soon', locale: 'en', draft };
    const { landingPageId } = await done('POST', '/api/admin/landing-pages', page);
    const atMs = systemClock.wallMs() + Seconds(4);
    const schedule = { landingPageId, action: 'schedule', publishAt: isoOf(atMs) };
    expect(await done('PATCH', '/api/admin/landing-pages', schedule)).toMatchObject({ publishAt: isoOf(atMs) });
    const before = await pages({ method: 'GET', path });
    expect(systemClock.wallMs()).toBeLessThan(atMs);
    expect([before.status, before.text.includes('open')]).toEqual([404, false]);
    await eventually(async () => {
      const { status, text } = await pages({ method: 'GET', path });
      if (status === 404) return false;
      expect(systemClock.wallMs()).toBeGreaterThanOrEqual(atMs);
      expect(text).toContain('Doors are <strong>open</strong>.');
      return true;
    }, 'the page is shown');
    const { data } = await done('GET', `/api/admin/landing-pages?landingPageId=${landingPageId}`);
    expect(data).toMatchObject([{ state: 'published', publishAt: null }]);
  });

  it('a staging is filled from the demo, dry and in earnest, line by line, and knows nobody', async () => {
    const name = { firstName: 'Wilhelmina', lastName: 'Featherstone' };
    const somebody = { ...name, email: 'wilhelmina@members.example', phoneNumber: '+61733330001' };
    await done('POST', '/api/users', somebody);
    const note = 'The manager is at the dentist until noon.';
    await done('PUT', `/api/facilities/${facilityId}/admin-notes`, { text: note });
    const file = join(folder, 'masked.db');
    const source = startCli('cloud', 'sync-source', file, '--data', join(folder, 'cloud'));
    expect([await source.ended, source.said()]).toEqual([0, `A staging may copy from here now: ${file}.\n`]);

    const staging = await startStaging(folder, `sqlite:${file}`);
    onTestFinished(() => staging.close());
    const at = (...request: Parameters<PlatformClient['request']>) => doneAt(staging.api, ...request);
    const listed: readonly ListedTable[] = (await at('GET', '/api/admin/db-sync/list-tables')).data;
    const taken = listed.filter(({ policy }) => policy !== 'never');
    const copies = async () => {
      const dump = await dumpOf(staging.databaseUrl);
      return new Map(taken.map(({ table }) => [table, dump.get(table) ?? []]));
    };
    const sync = async (dryRun: boolean, last: string) => {
      const names = taken.map(({ table }) => table).join(',');
      const asked = { dryRun: String(dryRun), tables: names, socketID: staging.live.socketID };
      const { runId, order } = await at('POST', '/api/admin/db-sync/sync-from-prod', asked);
      const told = await staging.live.told(runId, last);
      expect(told.map(({ seq }) => seq)).toEqual(told.map((_, place) => place + 1));
      expect(told.slice(0, order.length).map(({ text, done, of }) => [String(text).split(':')[0], done, of])).toEqual(
        (order as string[]).map((table, place) => [table, place + 1, order.length]),
      );
      const run = () => at('GET', `/api/admin/db-sync/runs/${runId}`);
      await eventually(async () => (await run()).state === 'done', 'the run is done');
      const { counts }: { counts: readonly { removed: number | null }[] } = await run();
      return { told: told.map(({ text }) => text), counts: counts.map(({ removed: _, ...counted }) => counted) };
    };

    const before = await copies();
    const dry = await sync(true, 'A dry run: nothing was changed.');
    expect(dry.told).toContain('organisation: 1 new, 0 changed, 0 gone');
    expect(await copies()).toEqual(before);
    const path = `/api/facilities/${facilityId}`;
    expect((await staging.api.request('GET', path)).status).toBe(404);

    const real = await sync(false, 'Done.');
    expect(real.told).toContain('organisation: put in place');
    expect(real.counts).toEqual(dry.counts);
    const { name: club, timezone } = await done('GET', path);
    expect(await at('GET', path)).toMatchObject({ name: club, timezone });
    expect(JSON.stringify(await at('GET', '/api/admin/users/listusers'))).toMatch(/[0-9a-f]{32}@example\.invalid/);

    const production = await dumpOf(`sqlite:${join(folder, 'cloud', 'cloud.db')}`);
    const masked = taken
      .flatMap(({ table, masked: columns }) =>
        (production.get(table) ?? []).flatMap((row) => columns.map((column) => row[column])),
      )
      .filter((value) => value !== null)
      .map(textOf);
    expect(masked).toEqual(expect.arrayContaining([...Object.values(somebody), note]));
    // What staging had of its own, such as the names that every first admin is given, says nothing.
    const own = textsOf(before).split('\n');
    const all = textsOf(await dumpOf(staging.databaseUrl));
    expect(masked.filter((value) => !own.includes(value) && all.includes(value))).toEqual([]);
  });
});
