import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import { afterAll, describe, expect, it } from 'vitest';
import type { Access, EntryExplanation } from '../access/access.ts';
import { doorFault } from '../door/doors.faults.ts';
import { A_DOOR } from '../fakes/a-door.ts';
import { wiringFault } from '../wiring/wiring.faults.ts';
import type { StaffMember } from './identify.ts';
import { type PanelKitOptions, startPanelKit } from './panel.kit.ts';

const { doorId } = A_DOOR;
const PIN = '246810';
const pin = await verifierOf(PIN, systemRandom);
const STAFF: readonly StaffMember[] = [
  { staffId: 'staff_1', name: 'Ada', role: 'staff', pin },
  { staffId: 'staff_2', name: 'Sam', role: 'manager', pin },
];
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0)) await close();
});
const start = async (name: 'Ada' | 'Sam', options: PanelKitOptions = {}) => {
  const kit = await startPanelKit({ staff: STAFF, ...options });
  closing.push(kit.close);
  const cookie = kit.cookieOf(await kit.signIn(PIN, name));
  return { ...kit, cookie, ask: (path: string, body: unknown) => kit.post(path, body, cookie) };
};
/** PINs are slow on purpose: one panel and one sign-in for each of the two. */
const ordinary = { Ada: await start('Ada'), Sam: await start('Sam') };
const as = async (name: 'Ada' | 'Sam', options?: PanelKitOptions) => {
  if (options !== undefined) return start(name, options);
  ordinary[name].asked.length = 0;
  ordinary[name].refusing.now = undefined;
  ordinary[name].undriven.now = [];
  return ordinary[name];
};

const GOOD: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/maintenance': { doorId, mode: 'force-open', untilMs: 9_000_000, reason: 'Delivery', seen: 0 },
  '/lockdown': { doors: [{ doorId, seen: 0 }], active: true, reason: 'Fight' },
  '/fire-reset': { doorId },
  '/why': { doorId, kind: 'member', text: 'M-1' },
  '/bans': { person: 17, reason: 'Stole' },
  '/wiring/confirm': { hash: '0'.repeat(64) },
  '/wiring/reject': { hash: '0'.repeat(64) },
  '/session/use': {},
};
const PATHS = Object.keys(GOOD);

describe('everything that is posted to the panel', () => {
  it.each(PATHS)('%s is for those who are signed in', async (path) => {
    const { post, asked } = await as('Sam');
    expect(await post(path, GOOD[path])).toMatchObject({ status: 401, json: { error: 'signed_out' } });
    expect(asked).toEqual([]);
  });

  it.each([...PATHS, '/session', '/session/end'])('%s is not for the page of another site', async (path) => {
    const { send, cookie, origin, asked } = await as('Sam');
    const body = GOOD[path] ?? {};
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: origin.replace('https', 'http') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect((await send('POST', path, { body, cookie, headers })).json.error).toBe('foreign_origin');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await send('POST', path, { body, cookie, headers: { 'content-type': type } })).status).toBe(415);
    expect(asked).toEqual([]);
  });

  it.each(PATHS)('%s takes no field that it does not know, and nothing that is not JSON', async (path) => {
    const { ask, asked } = await as('Sam');
    expect((await ask(path, { ...GOOD[path], extra: 1 })).status).toBe(400);
    for (const body of [[], 'text', null, 7]) expect((await ask(path, body)).status).toBe(400);
    expect((await ask(path, { ...GOOD[path], reason: 'x'.repeat(20_000) })).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it.each([
    ['/maintenance', { doorId: 'front' }, 'doorId'],
    ['/maintenance', { doorId: undefined }, 'doorId'],
    ['/maintenance', { mode: 'open' }, 'mode'],
    ['/maintenance', { untilMs: 'soon' }, 'untilMs'],
    ['/maintenance', { reason: '  ' }, 'reason'],
    ['/maintenance', { reason: 'x'.repeat(201) }, 'reason'],
    ['/maintenance', { seen: undefined }, 'seen'],
    ['/lockdown', { doors: [] }, 'doors'],
    ['/lockdown', { doors: [{ doorId, seen: -1 }] }, 'doors.0.seen'],
    ['/lockdown', { active: 'yes' }, 'active'],
    ['/lockdown', { reason: '' }, 'reason'],
    ['/fire-reset', { doorId: 'x' }, 'doorId'],
    ['/why', { doorId: undefined }, 'doorId'],
    ['/why', { kind: 'face' }, 'kind'],
    ['/why', { text: ' ' }, 'text'],
    ['/why', { atMs: 'now' }, 'atMs'],
    ['/bans', { person: 'Ada' }, 'person'],
    ['/bans', { reason: '' }, 'reason'],
    ['/wiring/confirm', { hash: undefined }, 'hash'],
    ['/wiring/confirm', { hash: 'newest' }, 'hash'],
    ['/wiring/confirm', { anyway: 'yes' }, 'anyway'],
    ['/wiring/reject', { hash: 7 }, 'hash'],
  ])('%s names the field that is wrong: %j', async (path, wrong, field) => {
    const { ask, asked } = await as('Sam');
    const answer = await ask(path, { ...GOOD[path], ...wrong });
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid', field } });
    expect(String(answer.json.message)).toMatch(/\.$|must look like|must match|^Too small|>=0/);
    expect(asked).toEqual([]);
  });

  it.each([
    ['/lockdown', { ...GOOD['/lockdown'], active: false }],
    ['/fire-reset', GOOD['/fire-reset']],
    ['/bans', GOOD['/bans']],
  ])('%s %j needs a manager', async (path, body) => {
    const { ask, asked } = await as('Ada');
    const answer = await ask(path, body);
    expect(answer.status).toBe(403);
    expect(answer.json.message).toMatch(/^Only a manager may/);
    expect(asked).toEqual([]);
  });
});

describe('a wiring that waits', () => {
  const hash = '0'.repeat(64);
  it.each([
    ['/wiring/confirm', { hash }, 'wiring-confirmed', { hash, anyway: false }],
    ['/wiring/confirm', { hash, anyway: true }, 'wiring-confirmed', { hash, anyway: true }],
    ['/wiring/reject', { hash }, 'wiring-rejected', { hash }],
  ])('%s %j is by whoever is signed in, of any role, and the doors follow', async (path, body, what, change) => {
    const { ask, asked } = await as('Ada');
    expect((await ask(path, body)).status).toBe(204);
    expect(asked).toEqual([
      { what, change: { ...change, who: expect.objectContaining({ staffId: 'staff_1', name: 'Ada' }) } },
      { what: 'wiring-decided', change: undefined },
    ]);
  });
  it('that is confirmed and cannot be driven yet, or was not followed, is said so to whoever stands there', async () => {
    const { ask, undriven } = await as('Ada');
    undriven.now = [{ doorId, door: 'Front', field: 'relay', rule: 'bus_missing', message: 'there is no bus main' }];
    const answer = await ask('/wiring/confirm', { hash });
    expect(answer).toMatchObject({ status: 409, json: { error: 'wiring.not_driven' } });
    expect(answer.json.message).toContain('Front: there is no bus main');
    undriven.now = 'fails';
    expect(await ask('/wiring/confirm', { hash })).toMatchObject({
      status: 503,
      json: { error: 'wiring.not_applied' },
    });
    expect((await ask('/wiring/reject', { hash })).status).toBe(204);
  });
  it('is not decided where another one waits by now, and the doors are told nothing', async () => {
    const { ask, asked, refusing } = await as('Ada');
    refusing.now = wiringFault('wiring.changed', 'This is not the wiring that waits. Look at it again.');
    expect(await ask('/wiring/confirm', { hash })).toMatchObject({ status: 409, json: { error: 'wiring.changed' } });
    expect(asked).toEqual([]);
  });
});

describe('maintenance and lockdown from the panel', () => {
  it('are set in the name of who is signed in, whatever the page says', async () => {
    const { ask, asked } = await as('Ada');
    expect((await ask('/maintenance', GOOD['/maintenance'])).json.maintenance).toMatchObject({
      mode: 'force-open',
      by: 'Ada',
    });
    expect((await ask('/maintenance', { ...GOOD['/maintenance'], by: 'Sam' })).status).toBe(400);
    expect((await ask('/lockdown', GOOD['/lockdown'])).json).toEqual({ done: [doorId], refused: [] });
    expect(asked).toEqual([
      { what: 'maintenance', change: { ...GOOD['/maintenance'], by: 'Ada' } },
      { what: 'lockdown', change: { doorId, active: true, by: 'Ada', reason: 'Fight', seen: 0 } },
    ]);
  });

  it('are refused where somebody was faster, with what the door is like now', async () => {
    const { ask, refusing } = await as('Ada');
    const now = { mode: 'force-closed', untilMs: null, by: 'Sam', reason: 'Cleaning', generation: 4 };
    refusing.now = doorFault('doors.maintenance_outdated', 'Somebody changed this door meanwhile.', {
      body: { maintenance: now },
    });
    expect(await ask('/maintenance', GOOD['/maintenance'])).toMatchObject({
      status: 409,
      json: { error: 'doors.maintenance_outdated', maintenance: now },
    });
    refusing.now = doorFault('doors.lockdown_outdated', 'Another lockdown began meanwhile.');
    expect((await ask('/lockdown', GOOD['/lockdown'])).status).toBe(409);
  });

  it('end by a manager: a lockdown, and a fire release', async () => {
    const { ask, asked } = await as('Sam');
    expect((await ask('/lockdown', { doors: [{ doorId, seen: 1 }], active: false })).status).toBe(200);
    expect((await ask('/fire-reset', { doorId })).status).toBe(204);
    expect(asked.map(({ what }) => what)).toEqual(['lockdown', 'fire-reset']);
    expect(asked[0]?.change).toEqual({ doorId, active: false, by: 'Sam', reason: '', seen: 1, manager: true });
    expect(asked[1]?.change).toEqual({ doorId, by: 'Sam' });
  });
});

describe('the question why', () => {
  const explained = {
    decision: { allowed: false, reason: 'outside_hours' },
    steps: [
      { step: 'known', verdict: 'passes', text: 'The person is known.' },
      { step: 'plan', verdict: 'stays_closed', reason: 'outside_hours', text: 'Off-peak, from 09:00.' },
      { step: 'nothing', verdict: 'denies', text: 'Nothing opens.' },
    ],
    decidedBy: 2,
    zonesRelease: '2026a',
    nextOpenS: 1_800_000_000,
    changes: [{ reason: 'outside_hours', text: 'Come later.' }],
    person: 17,
    revision: 41,
    pinAsked: false,
  } satisfies EntryExplanation;
  const bans: unknown[] = [];
  const asked: (number | undefined)[] = [];
  const access: Partial<Access> = {
    explainAt: (question, atS) => {
      asked.push(atS);
      if (question.presented.kind !== 'member') return undefined;
      const { memberId, partnerId } = question.presented;
      return memberId === 'twice' && partnerId === undefined ? { ...explained, person: null } : explained;
    },
    sources: () => [
      { partnerId: 'ptr_00000000000000a1' as PartnerId, name: 'Club One' },
      { partnerId: 'ptr_00000000000000b2' as PartnerId, name: 'Passport' },
    ],
    person: (person) =>
      person === 17 ? { person, name: undefined, credentials: ['card'], hasPin: true, banned: false } : undefined,
    ban: async (ban) => void bans.push(ban),
  };

  it('is answered with the reason in words for staff, the next opening, and every rule that was looked at', async () => {
    const { ask } = await as('Ada', { access });
    const { status, json } = await ask('/why', GOOD['/why']);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      allowed: false,
      text: expect.stringMatching(/at other times/),
      told: 'You can enter here, but not now.',
      nextOpenMs: 1_800_000_000_000,
      revision: 41,
      person: { number: 17, name: null, banned: false },
      steps: [{ decided: false }, { verdict: 'stays_closed', text: 'Off-peak, from 09:00.' }, { decided: true }],
      changes: ['Come later.'],
    });
  });

  it('is about now, or about another time where one is given', async () => {
    const { ask } = await as('Ada', { access });
    asked.length = 0;
    await ask('/why', GOOD['/why']);
    await ask('/why', { ...GOOD['/why'], atMs: 1_800_000_000_500 });
    expect(asked).toEqual([undefined, 1_800_000_000]);
  });

  it('asks whose member it is where several partners have one of this id', async () => {
    const { ask } = await as('Ada', { access });
    expect((await ask('/why', { ...GOOD['/why'], text: 'twice' })).json).toMatchObject({
      person: null,
      several: [{ name: 'Club One' }, { name: 'Passport' }],
    });
    const partnerId = 'ptr_00000000000000b2';
    const answer = await ask('/why', { ...GOOD['/why'], text: 'twice', partnerId });
    expect(answer.json).toMatchObject({ person: { number: 17 }, several: [] });
  });

  it('is not answered before there are rules', async () => {
    const { ask } = await as('Ada', { access });
    expect(await ask('/why', { doorId, kind: 'card', text: '04A1' })).toMatchObject({
      status: 409,
      json: { error: 'panel.no_rules_yet' },
    });
  });

  it('may be followed by a ban, in the name of the manager, of somebody whom the box knows', async () => {
    const { ask } = await as('Sam', { access });
    expect((await ask('/bans', GOOD['/bans'])).status).toBe(204);
    expect(bans).toEqual([{ person: 17, by: 'Sam', reason: 'Stole' }]);
    expect((await ask('/bans', { person: 18, reason: 'Stole' })).status).toBe(404);
  });
});
