// @module-tag long
import {
  type AnswerNote,
  createPartnerClient,
  eventPages,
  type Fetch,
  type Member,
  type PartnerApi,
  PartnerApiError,
  pushAll,
} from '@gatehouse/partner-client/src/partner-client.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { fetchWithAuthority } from '../kit/fetch-with-authority.ts';
import { type Site, startSite } from '../kit/site.ts';

let site: Site;
let fetch: ReturnType<typeof fetchWithAuthority>;
let client: PartnerApi;
const notes: AnswerNote[] = [];
const clientWith = (own: Fetch): PartnerApi =>
  createPartnerClient({
    baseUrl: site.processes.cloud.ready.partnerUrl,
    key: site.demo.direct.keys.live,
    fetch: own,
    onAnswer: (note) => notes.push(note),
  });
beforeAll(async () => {
  site = await startSite();
  fetch = fetchWithAuthority(site.ca);
  client = clientWith(fetch);
});
afterAll(async () => {
  fetch.close();
  await site.close();
});
beforeEach(() => void notes.splice(0));

const member = (n: number, more: Partial<Member> = {}): Member => ({
  facility_id: site.demo.facilityId,
  member_id: `C-${n}`,
  first_name: 'Client',
  last_name: `No ${n}`,
  ...more,
});

describe('the client against a running gym', () => {
  it('[R3] a batch of 1001 items is taken whole', async () => {
    const members = Array.from({ length: 1_001 }, (_, n) => member(n));
    expect(await client.members.push({ members })).toMatchObject({ metadata: { success: 1_001, skipped: 0 } });
  });

  it('[R47] pushes thousands of members, leaves out what the API refuses, and says why', async () => {
    const members = Array.from({ length: 2_100 }, (_, n) =>
      n % 700 === 5
        ? member(n, {
            access_time_windows: [{ external_id: 'w', kind: 'absolute', from: 2, to: 1 }],
            access_time_windows_revision: 1,
          })
        : member(n),
    );
    const report = await pushAll(members, (items) => client.members.push({ members: items }));
    expect(report).toMatchObject({ success: 2_097, done: 2_100, skipped: [], conflicts: [] });
    expect(report.refused.map(({ index, problems }) => [index, problems[0]?.code])).toEqual([
      [5, 'inverted_interval'],
      [705, 'inverted_interval'],
      [1_405, 'inverted_interval'],
    ]);
  });

  it('[R57] reports a conflict of revisions, and what else was applied', async () => {
    const windows = (to: number) => ({
      access_time_windows: [{ external_id: 'w', kind: 'absolute' as const, from: 1, to }],
      access_time_windows_revision: 5,
    });
    const send = (items: Member[]) => client.members.push({ members: items });
    await pushAll([member(7_001, windows(100))], send);
    const report = await pushAll(
      [member(7_001, windows(200)), member(7_002), member(7_003, { gender: 'x' as never })],
      send,
    );
    expect(report).toMatchObject({
      success: 2,
      conflicts: [{ index: 0, detail: { stored_revision: 5 } }],
      skipped: [],
      ignored: [{ index: 2, path: 'gender', reason: expect.stringContaining('gender') }],
    });
  });

  it('[R8] gets through the rate limit by waiting, without anybody having to', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.facilities.list()));
    for (const { data } of answers) expect(data[0]?.facility_id).toBe(site.demo.facilityId);
    expect(notes.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  it('[R65] an unlock whose answer got lost is asked for again, and the door has moved once', async () => {
    const mark = await site.settled();
    let lost = 0;
    const lossy: Fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (lost++ > 0) return answer;
      await answer.text();
      throw new TypeError('fetch failed');
    };
    const { facilityId, doors } = site.demo;
    const asked = { facility_id: facilityId, door_id: doors.front, member_id: 'C-1', first_name: 'A', last_name: 'B' };
    const opened = await clientWith(lossy).doors.unlock({ ...asked, idempotency_key: 'lost-1' });
    expect(opened).toMatchObject({ status: 'unlocked', confirmed_by: 'lock-sense' });
    expect(notes).toMatchObject([{ attempt: 2, status: 200, replayed: true }]);
    expect(lost).toBe(2);
    const after = await site.settled();
    expect(after.seq).toBeGreaterThan(mark.seq);

    const events: string[] = [];
    for await (const page of eventPages(client))
      events.push(...page.data.filter(({ data }) => data.event_id === opened.event_id).map(({ kind }) => kind));
    expect(events).toEqual(['unlock']);
  });

  it('an unknown door is an error with code, status and the id of its request, by which an operator finds it', async () => {
    const error = await client.doors
      .read({ facility_id: site.demo.facilityId, door_id: 'door_0000000000000000' })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(PartnerApiError);
    expect(error).toMatchObject({ code: 'not_found', status: 404, requestId: expect.stringMatching(/^req_/) });
    const asked = { partnerId: site.demo.direct.id, requestId: error.requestId };
    const found = async () => ((await site.cloudControl('requests', asked)) as { requests: unknown[] }).requests;
    await eventually(async () => (await found()).length === 1, 'the request is in the log');
    expect(await found()).toMatchObject([{ endpoint: 'doors.read', status: 404, method: 'GET' }]);
  });

  it('[R1] an operator sets the rate of one endpoint, and a misspelt one is refused', async () => {
    const partnerId = site.demo.direct.id;
    await site.cloudControl('rate-limits', { partnerId, limits: { 'organisations.list': 1 } });
    const answers = await Promise.all([1, 2].map(() => client.organisations.list()));
    expect(answers).toHaveLength(2);
    expect(notes.map(({ status }) => status)).toEqual([200, 429, 200]);
    const misspelt = site.cloudControl('rate-limits', { partnerId, limits: { 'organisation.list': 9 } });
    await expect(misspelt).rejects.toThrow(/organisation\.list/);
  });
});
