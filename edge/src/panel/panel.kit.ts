import { mkdtempSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { PinVerifier } from '@gatehouse/shared/snapshot/entries.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { selfSignedCertificate } from '@gatehouse/shared/tls/certificates.ts';
import type { Access, AccessStanding } from '../access/access.ts';
import type { Doors } from '../door/doors.ts';
import { A_DOOR } from '../fakes/a-door.ts';
import { fakeDoors } from '../fakes/fake-doors.ts';
import { journalOnDisk } from '../fakes/journal-on-disk.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import { updatesOff } from '../update/updates.ts';
import type { FacilityCa } from './ca-certificate.ts';
import { createIdentifying, type StaffMember } from './identify.ts';
import { createLiveView } from './live-view.ts';
import { createLockOut, LockOutMemory } from './lock-out.ts';
import { type PanelDeps, panelRoutes } from './panel-routes.ts';
import { servePanel } from './panel-server.ts';
import { type BoxViewDeps, boxView } from './panel-state.ts';
import { panelViews } from './panel-view.ts';
import { loadPin } from './pin.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';

export const A_CERTIFICATE = await selfSignedCertificate(
  ['localhost', '127.0.0.1'],
  Date.parse('2026-11-20T00:00:00Z'),
);

const NO_RULES: AccessStanding = {
  epoch: null,
  revision: 0,
  hash: null,
  entries: 0,
  ageMs: null,
  staleness: 'none',
  stretched: false,
  zonesRelease: null,
  newest: null,
  pulling: false,
  trouble: null,
  bans: 0,
};

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body, where it is JSON. */
  readonly json: Record<string, unknown>;
}
export interface Sent {
  readonly body?: unknown;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Gets what has come so far, and ends the request by returning true. */
  readonly until?: (text: string) => boolean;
}

export interface PanelKitOptions {
  readonly dir?: string;
  readonly bootId?: string;
  readonly staff?: readonly StaffMember[];
  readonly access?: Partial<Access>;
  readonly authorities?: readonly FacilityCa[];
  /** A `ManualClock` unless given. */
  readonly clock?: Clock;
  readonly doors?: readonly DoorConfig[];
  /** What the box says of itself, where it is not an ordinary one. */
  readonly box?: Partial<BoxViewDeps>;
}

/** A whole panel on a real socket, with doors that note what they are told and a clock that tests move. */
export const startPanelKit = async (options: PanelKitOptions = {}) => {
  const manual = new ManualClock();
  const { dir = mkdtempSync(join(tmpdir(), 'panel-')), bootId = 'boot-1' } = options;
  const clock = options.clock ?? manual;
  const box = openBoxStore(join(dir, 'box.db'), { nowMs: 0, log: silentLog });
  const { journal } = journalOnDisk(dir, clock);
  const staff = { now: options.staff ?? [] };
  const { fake, doors } = fakeDoors();
  const configs = options.doors ?? [A_DOOR];
  await doors.apply(configs);
  const stated: FactBody[] = [];
  const asked: { readonly what: string; readonly change: unknown }[] = [];
  const refusing: { now: Fault | undefined } = { now: undefined };
  const noting = (what: string, change: unknown) => {
    if (refusing.now !== undefined) throw refusing.now;
    asked.push({ what, change });
  };
  const notedDoors: Pick<Doors, 'setMaintenance' | 'setLockdown' | 'resetFire'> = {
    setMaintenance: async (change) => {
      noting('maintenance', change);
      return doors.setMaintenance(change);
    },
    setLockdown: async (change) => {
      noting('lockdown', change);
      return doors.setLockdown(change);
    },
    resetFire: async (doorId, by) => noting('fire-reset', { doorId, by }),
  };
  const undriven = { now: [] as 'fails' | Awaited<ReturnType<PanelDeps['wiring']['decided']>> };
  const notedWiring: PanelDeps['wiring'] = {
    confirm: async (decision) => noting('wiring-confirmed', decision),
    reject: async (decision) => noting('wiring-rejected', decision),
    decided: async () => {
      noting('wiring-decided', undefined);
      if (undriven.now === 'fails') throw new Error('the disk takes nothing');
      return undriven.now;
    },
  };
  const owner = await loadPin(dir, box.slot('panel_pin', PinVerifier), systemRandom);
  const identifying = createIdentifying({ staff: () => staff.now, owner, random: systemRandom });
  const lockOut = createLockOut({
    slot: box.slot('panel_lock_out', LockOutMemory),
    bootId,
    clock,
    onAlarm: (tries) => stated.push({ kind: 'panel.locked_out', data: { tries } }),
  });
  const signIn = createSignIn({
    identifying,
    lockOut,
    onSignedIn: ({ who: { staffId, name } }) => stated.push({ kind: 'panel.signed_in', data: { staffId, name } }),
  });
  const sessions = createSessions({ clock, random: systemRandom, current: identifying.current });
  const nowMs = () => clock.wallMs();
  const access: Pick<Access, 'standing' | 'possibleTime' | 'explainAt' | 'person' | 'sources' | 'ban'> = {
    standing: () => NO_RULES,
    possibleTime: () => ({ trusted: true, fromMs: nowMs(), toMs: nowMs() }),
    explainAt: () => undefined,
    person: () => undefined,
    sources: () => [],
    ban: async () => {},
    ...options.access,
  };
  const look = boxView({
    boxId: '11111111-1111-4111-8111-111111111111',
    fingerprint: '4F2A-91C0-77D1-0B3E',
    version: '1.2.3',
    clock,
    clockTrusted: () => true,
    desired: () => undefined,
    appliedRevision: () => 3,
    claimCode: () => undefined,
    claimPage: () => undefined,
    link: () => ({ state: 'connected', trouble: undefined }),
    journal,
    doors,
    wiring: () => undefined,
    update: () => updatesOff('1.2.3'),
    readers: () => [],
    ...options.box,
  });
  const views = panelViews({ look, journal, access, dataDir: dir });
  const live = createLiveView({ look: views.see, clock });
  const server = await servePanel({ host: '127.0.0.1', port: 0 }, A_CERTIFICATE, {
    isRecognised: (request) => sessions.of(request.headers.cookie) !== undefined,
    clock,
    handle: panelRoutes({
      signIn,
      identifying,
      sessions,
      live,
      views,
      doors: notedDoors,
      wiring: notedWiring,
      access,
      authorities: () => options.authorities ?? [],
      log: silentLog,
    }),
  });
  const origin = server.url.slice(0, -1);

  const send = (method: string, path: string, { body, cookie, headers = {}, until }: Sent = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const all = { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }), ...headers };
      const req = request(
        `${origin}${path}`,
        { method, headers: all, rejectUnauthorized: false, agent: false },
        (res) => {
          let text = '';
          res.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
            if (until?.(text) === true) res.destroy();
          });
          res.on('close', () => {
            const isJson = res.headers['content-type'] === 'application/json';
            resolve({ status: res.statusCode ?? 0, headers: res.headers, text, json: isJson ? JSON.parse(text) : {} });
          });
        },
      );
      req.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  const post = (path: string, body: unknown, cookie?: string) =>
    send('POST', path, { body, ...(cookie === undefined ? {} : { cookie }) });
  const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']).split(';')[0] ?? '';

  return {
    dir,
    /** The clock that tests move, where none was given. */
    clock: manual,
    box,
    journal,
    fake,
    live,
    staff,
    stated,
    /** What the doors were asked for. */
    asked,
    /** What the doors answer instead. */
    refusing,
    undriven,
    server,
    origin,
    send,
    post,
    cookieOf,
    /** The PIN of the box itself. */
    pin: () => readFileSync(join(dir, 'panel-pin'), 'utf8').trim(),
    signIn: (pin: string, name = '') => post('/session', { name, pin }),
    close: async () => {
      live.close();
      sessions.close();
      await server.close();
      journal.close();
      box.close();
    },
  };
};
export type PanelKit = Awaited<ReturnType<typeof startPanelKit>>;
