import { curlText } from './curl-text.ts';
import type { DemoSite } from './demo-site.ts';

/** A line that a person can copy, and what is right to see then. */
export interface Line {
  readonly says: string;
  readonly command: string;
  /** The HTTP request of a curl line, for machines without curl. */
  readonly request?: HttpLine;
  /** What is wrong with the output, or nothing. */
  readonly check: (output: string) => string | undefined;
}

export interface HttpLine {
  readonly url: string;
  readonly caFile: string | undefined;
  readonly key: string | undefined;
  /** A command that prints a bearer token. */
  readonly tokenBy?: string;
  readonly body: unknown;
}

/** Whom the first start makes super admin, unless told otherwise. */
export const DEMO_ADMIN = 'admin@gatehouse.local';

/** Everything the demo offers to try. The smoke test runs exactly these, in this order. */
export const demoLines = (site: DemoSite): Line[] => {
  const { partnerUrl, demo } = site.cloud;
  const api = `${partnerUrl}/partner/v1`;
  const facility = { facility_id: demo.facilityId };
  const door = (id: string) => `${api}/access-control/doors/${id}`;
  const ada = { member_id: 'M-1001', first_name: 'Ada', last_name: 'Byron' };
  const grace = { member_id: 'M-1002', first_name: 'Grace', last_name: 'Murray' };
  const lukasz = { member_id: 'M-1003', first_name: 'Łukasz', last_name: 'Nowak' };
  const atNine = `facility_id=${demo.facilityId}&at=2026-03-02T09:00:00%2B10:00`;
  const edgeData = site.short(`${site.dataDir}/edge`);
  const cloudData = site.short(`${site.dataDir}/cloud`);
  const sim = (words: string) => `npm run -s gatehouse -- sim --url ${site.sim.url} ${words}`;
  const edge = (words: string) => `npm run -s gatehouse -- edge ${words} --data ${edgeData}`;
  const curl = (says: string, http: Partial<HttpLine> & { url: string }, check: Line['check']): Line => {
    const request = { caFile: site.short(site.cloud.caFile), key: undefined, body: undefined, ...http };
    return { says, command: curlText(request), request, check };
  };
  const tokenBy = `npm run -s gatehouse -- token --scope read --data ${cloudData}`;
  const { live, dryrun, readOnly } = demo.direct.keys;
  const unlock = (says: string, key: string, body: object, check: Line['check'], id = demo.doors.front) =>
    curl(says, { url: `${door(id)}/unlock`, key, body: { ...body, ...ada } }, check);

  return [
    curl('Is the key good?', { url: `${api}/auth/ping`, key: live }, has({ message: /Acme Members/ })),
    curl(
      'Which doors are there?',
      { url: `${api}/access-control/doors?facility_id=${demo.facilityId}`, key: live },
      (out) =>
        (JSON.parse(out) as { data: { online: boolean }[] }).data.filter(({ online }) => online).length === 3
          ? undefined
          : 'three doors should be online',
    ),
    unlock('Unlock the front door. The answer comes when the lock was seen to move', live, facility, has(CONFIRMED)),
    curl(
      'Look at it while it is held',
      { url: `${door(demo.doors.front)}?facility_id=${demo.facilityId}`, key: live },
      (out) => (/"relay_state":"unlocked"/.test(out) ? undefined : 'the door should be unlocked'),
    ),
    unlock(
      `Unlock the studio as ${demo.linked.name}, which names the gym by its own code`,
      demo.linked.keys.live,
      { linking_identifier: demo.linkingIdentifier },
      has(CONFIRMED),
      demo.doors.studio,
    ),
    unlock(
      'Rehearse it at the car-park gate: nothing moves',
      dryrun,
      facility,
      has({ 'dry-run': true }),
      demo.doors.carPark,
    ),
    unlock('A read-only key may not', readOnly, facility, has({ error: /^read_only_key$/ })),
    curl(
      'Push two members: one may come in on weekdays from 6 to 20 h, the other always',
      {
        url: `${api}/members`,
        key: live,
        body: {
          members: [
            { ...facility, ...grace, ...WEEKDAYS },
            { ...facility, ...lukasz, ...ALWAYS },
          ],
        },
      },
      has({ message: /^2 of 2 / }),
    ),
    curl(
      'Ask whether she gets in at nine on a Monday, and why',
      { url: `${api}/members/M-1002/access-check?${atNine}&door_id=${demo.doors.front}`, key: live },
      (out) => (/"allowed":true,"reason":"granted","via":"window"/.test(out) ? undefined : out),
    ),
    shell(
      'Let the other one present himself at the front door: the box decides by itself, with or without the cloud',
      edge(`present "Front door" --member M-1003 --partner ${demo.direct.id}`),
      (out) => (/"granted": ?true/.test(out) ? undefined : out),
    ),
    shell(
      'Ask the box why, rule by rule',
      edge(`why "Front door" --member M-1003 --partner ${demo.direct.id}`),
      (out) => (/"via": ?"window"/.test(out) ? undefined : out),
    ),
    shell('Press the exit button at the studio', sim('press rex studio')),
    shell('Jam the motor of the car-park gate …', sim('jam car-park')),
    unlock(
      '… and it says so, rather than pretend',
      live,
      facility,
      has({ reason: /^relay_fault$/ }),
      demo.doors.carPark,
    ),
    shell('Free it again', sim('free car-park')),
    shell('Close the front door for cleaning', edge('maintenance "Front door" force-closed --reason Cleaning')),
    unlock('Nobody is let in by command then', live, facility, has({ reason: /^maintenance_mode_active$/ })),
    shell('Open for business', edge('maintenance "Front door" off')),
    unlock('And in again', live, { ...facility, idempotency_key: 'visit-1' }, has(CONFIRMED)),
    unlock(
      'The same key again: the same answer, and nothing moves',
      live,
      { ...facility, idempotency_key: 'visit-1' },
      has(CONFIRMED),
    ),
    curl(
      'Produce a failure on purpose, as a sandbox lets you: for 20 s the studio answers 502',
      {
        url: `${api}/sandbox/doors/${demo.doors.studio}/simulate`,
        key: live,
        body: { ...facility, scenario: 'jam', seconds: 20 },
      },
      (out) => (/"simulating":\[\{"scenario":"jam","until":"\d{4}-/.test(out) ? undefined : out),
    ),
    curl(
      'The platform API is for staff: it knows nobody without a key',
      { url: `${site.cloud.platformUrl}/api/admin/users/is-simulated-user` },
      has({ error: /^unauthenticated$/ }),
    ),
    shell(
      'Make a key for it, of one hour; send it as x-api-key',
      `npm run -s gatehouse -- admin key create ${DEMO_ADMIN} --label demo --hours 1 --data ${cloudData}`,
      (out) => (/"key": ?"ghk_/.test(out) ? undefined : out),
    ),
    shell(
      'A token of the unified API, for 15 minutes; send it as Authorization: Bearer. The same paths without /api',
      tokenBy,
      (out) => (/^ght_[0-9A-Za-z]{43}$/.test(out.trim()) ? undefined : out),
    ),
    curl(
      'Ask its graph: a gym, its doors, and how each of them is',
      { url: `${site.cloud.unifiedUrl}/graphql`, tokenBy, body: { query: gymWithDoors(demo.facilityId) } },
      showsDoors('data.facility.doors.data'),
    ),
    curl(
      'The same doors by REST, as much of them as is wanted',
      { url: `${site.cloud.unifiedUrl}/v1/rest/facilities/${demo.facilityId}/doors?fields=doorId,name`, tokenBy },
      showsDoors('data'),
    ),
    curl(
      'The same as a tool, as programs call it that speak the Model Context Protocol',
      { url: `${site.cloud.unifiedUrl}/mcp`, tokenBy, body: listDoors(demo.facilityId) },
      showsDoors('result.structuredContent.data'),
    ),
    curl(
      'Whoever has no token finds out there where to trade a key for one',
      { url: `${site.cloud.unifiedUrl}/.well-known/oauth-authorization-server` },
      has({ token_endpoint: /\/oauth\/token$/ }),
    ),
    shell('Check the journal of the box', edge('journal verify'), (out) => (/"ok": ?true/.test(out) ? undefined : out)),
    shell(
      'Check the books: every transfer, balance and sealed day',
      `npm run -s gatehouse -- ledger verify --data ${cloudData}`,
      (out) => (/"intact": ?true/.test(out) ? undefined : out),
    ),
  ];
};

const listDoors = (facilityId: string) => {
  const params = { name: 'device-doors_list', arguments: { facilityId } };
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
};

const everyWeek = (name: string, access_hours: Readonly<Record<string, readonly (readonly string[])[]>>) => ({
  access_time_windows_revision: 1,
  access_time_windows: [{ external_id: name, kind: 'weekly', timezone: 'Australia/Brisbane', access_hours }],
});
const DAY = [['06:00', '20:00']];
const ALL_DAY = [['00:00', '24:00']];
const WEEKDAYS = everyWeek('weekdays', { sun: [], mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY, sat: [] });
const ALWAYS = everyWeek('always', {
  sun: ALL_DAY,
  mon: ALL_DAY,
  tue: ALL_DAY,
  wed: ALL_DAY,
  thu: ALL_DAY,
  fri: ALL_DAY,
  sat: ALL_DAY,
});
const CONFIRMED = {
  status: /^unlocked$/,
  event_id: /^evt_/,
  command_id: /^cmd_/,
  hold_time_seconds: 5,
  confirmed_at: /^\d{4}-/,
  confirmed_by: /^lock-sense$/,
};

const gymWithDoors = (facilityId: string): string =>
  `{ facility(facilityId: "${facilityId}") { name doors { data { doorId name state { lock presence } } } } }`;

/** Three of them, at this path of an answer. */
const showsDoors =
  (path: string): Line['check'] =>
  (output) => {
    const at = path
      .split('.')
      .reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], JSON.parse(output) as unknown);
    const names = Array.isArray(at) ? at.map(({ name }: { readonly name: unknown }) => name) : [];
    return names.length === 3 && names.every((name) => typeof name === 'string') ? undefined : output;
  };

const shell = (says: string, command: string, check: Line['check'] = () => undefined): Line => ({
  says,
  command,
  check,
});

const has =
  (wanted: Readonly<Record<string, RegExp | unknown>>): Line['check'] =>
  (output) => {
    const body = JSON.parse(output) as Record<string, unknown>;
    const wrong = Object.entries(wanted).filter(([key, want]) =>
      want instanceof RegExp ? !want.test(String(body[key])) : body[key] !== want,
    );
    return wrong.length === 0
      ? undefined
      : `expected ${wrong.map(([key, want]) => `${key} ${want}`).join(', ')}: ${output}`;
  };
