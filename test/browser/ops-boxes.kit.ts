import type {
  BoxJournal,
  DoorController,
  DoorControllerConfiguration,
  DoorSetting,
  Operations,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { type Answer, type Asked, fault } from './ops-account.kit.ts';
import { ago, DOORS, FACILITY, HARBOUR, SESSION } from './ops-gym.kit.ts';
import { type FakePanelStaff, PANEL_STAFF_ANSWERS, somePanelStaff } from './ops-panel-staff.kit.ts';
import { BOX, type FakeWalks, noWalks, WALK_ANSWERS } from './ops-walk.kit.ts';

export const CODE = '7K3M-9QXT';
export const FINGERPRINT = '4F2A-91C0-77D1-0B3E';

/** What the fake cloud knows of boxes. */
export interface FakeBoxes extends FakeWalks, FakePanelStaff {
  /** Boxes by where they are; the one that shows a code is nowhere. */
  readonly claims: { facilityId: string; body: unknown; key: string | undefined }[];
  /** Where the box has been moved to, one after another. */
  readonly moves: { from: string; to: unknown }[];
  readonly released: unknown[];
  /** Doors that were wired anew, and versions that were restored, with the version each was made looking at. */
  readonly rewired: { body: unknown; key: string | undefined }[];
  /** Somebody else changes the box before the first of them. */
  overtaken?: boolean;
}
export const noClaims = (): FakeBoxes => ({
  claims: [],
  moves: [],
  released: [],
  rewired: [],
  ...somePanelStaff(),
  ...noWalks(),
});

const at = (channel: number) => ({ bus: 'rs485-1', unit: 1, channel });
const setting = (door: (typeof DOORS)[number], channel: number, uuid: string | null): DoorSetting => ({
  doorId: door.doorId,
  uuid,
  version: 1,
  zone: null,
  location: null,
  serialNumber: null,
  acknowledged: [],
  name: door.name,
  profile: 'latch',
  relay: at(channel),
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', ...at(channel), activeMeans: 'unlocked' },
  contact: { ...at(channel + 8), activeMeans: 'open' },
  rex: null,
  fire: null,
  keySwitch: null,
  holdSeconds: 5,
  extendedHoldSeconds: 15,
  heldOpenSeconds: 30,
  confirmationTimeoutSeconds: 6,
  offeredToPartners: true,
});

const CONTROLLER: DoorController = {
  uuid: BOX,
  facilityId: FACILITY,
  name: 'Box behind reception',
  serialNumber: 'GH-00172',
  location: 'Comms cupboard, first floor',
  claimedAt: ago(86_400 * 40),
  online: true,
  lastBeaconAt: ago(3),
  agentVersion: '1.4.0',
  clockTrusted: true,
  offeredRelease: '1.5.0',
  version: 4,
  doors: 4,
};
export const CONTROLLERS: readonly DoorController[] = [
  CONTROLLER,
  {
    ...CONTROLLER,
    uuid: '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c12',
    name: null,
    location: null,
    online: false,
    lastBeaconAt: ago(760),
    clockTrusted: false,
    offeredRelease: null,
    version: 1,
    doors: 1,
  },
];

const { offeredRelease: _offered, version: _version, doors: _doors, ...controller } = CONTROLLER;
export const CONFIGURATION: DoorControllerConfiguration = {
  ...controller,
  status: 'active',
  desired: {
    version: 4,
    madeAt: ago(5_400),
    doors: DOORS.slice(0, 4).map((door, channel) => setting(door, channel, BOX)),
    problems: [],
  },
  reported: {
    at: ago(5_395),
    agentVersion: '1.4.0',
    version: 3,
    buses: [{ name: 'rs485-1', kind: 'modbus-rtu', boards: [{ unit: 1, relays: 8, inputs: 16 }], readers: [] }],
    readers: [],
    refused: [],
  },
  wiring: { state: 'waiting', since: ago(5_400), arrived: true, decided: null },
  appliedVersion: 3,
  differences: [
    {
      kind: 'refused',
      doorId: DOORS[2]?.doorId ?? null,
      field: 'relay',
      rule: 'relay_shared',
      message: 'Studio: relay: must not be the relay of Front door (rs485-1, unit 1, channel 0)',
    },
  ],
  history: [
    {
      version: 4,
      madeAt: ago(5_400),
      madeBy: { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' },
      restoredFrom: null,
      changes: [
        { doorId: DOORS[2]?.doorId ?? null, name: 'Studio', change: 'changed', fields: ['holdSeconds', 'relay'] },
      ],
    },
    {
      version: 3,
      madeAt: ago(86_400 * 3),
      madeBy: { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' },
      restoredFrom: 1,
      changes: [{ doorId: null, name: '', change: 'changed', fields: ['name'] }],
    },
  ],
};

/** Version 3: another relay at the studio, and a fire input that was there then. */
const OLD_VERSION: Operations['GET /api/devices/door-controllers/config/{uuid}/versions/{version}']['answer'] = {
  ...(CONFIGURATION.history[1] as (typeof CONFIGURATION.history)[number]),
  name: 'Box behind reception',
  serialNumber: null,
  location: null,
  doors: CONFIGURATION.desired.doors.map(
    ({ acknowledged, zone, location, serialNumber, uuid: _, version: _v, offeredToPartners: _o, ...config }, i) => ({
      doorId: config.doorId,
      ...{ zone, location, serialNumber, acknowledged },
      config: i === 1 ? { ...config, relay: at(7), fire: at(15) } : config,
    }),
  ),
};

export const JOURNALS: readonly BoxJournal[] = [
  {
    epoch: '0c1d2e3f-0000-4000-8000-000000000002',
    begunAt: ago(86_400 * 9),
    storedThrough: 4_711,
    highest: 4_715,
    gapSince: ago(190),
    missing: [{ from: 4_712, to: 4_713 }],
    lost: [],
  },
  {
    epoch: '0c1d2e3f-0000-4000-8000-000000000001',
    begunAt: ago(86_400 * 40),
    storedThrough: 120_931,
    highest: 120_931,
    gapSince: null,
    missing: [],
    lost: [],
  },
];

const facilityIn = (path: string): string => path.split('/').at(-1) ?? '';

/** What is asked of boxes, as the answers of the fake cloud are. */
export const BOX_ANSWERS: readonly (readonly [asked: RegExp, answer: (cloud: FakeBoxes, asked: Asked) => Answer])[] = [
  ...WALK_ANSWERS,
  ...PANEL_STAFF_ANSWERS,
  [
    /^POST \/api\/devices\/door-controllers\/claims\//,
    (cloud, { body }) =>
      body?.code === CODE && cloud.claims.length === 0
        ? [200, { uuid: BOX, fingerprint: FINGERPRINT }]
        : [404, fault('claim_code_unknown', 'code: no box shows this code.')],
  ],
  [
    /^POST \/api\/devices\/door-controllers\/associate\//,
    (cloud, { path, body, header }) => {
      cloud.claims.push({ facilityId: facilityIn(path), body, key: header('idempotency-key') });
      return [200, { uuid: BOX, fingerprint: FINGERPRINT }];
    },
  ],
  [
    /^POST \/api\/devices\/door-controllers\/update\//,
    (cloud, { body, header }) => {
      if (body?.doors !== undefined) {
        if (cloud.overtaken === true && body.expectedVersion === 4) {
          cloud.overtaken = false;
          const outdated = fault(
            'configuration_outdated',
            'expectedVersion: the door controller has version 5 by now.',
          );
          return [409, outdated];
        }
        cloud.rewired.push({ body, key: header('idempotency-key') });
        return [200, { uuid: BOX, version: 5, confirmation: 'at_the_panel' }];
      }
      cloud.released.push(body?.release);
      return [200, { uuid: BOX, version: 5, confirmation: 'not_needed' }];
    },
  ],
  [
    /^POST \/api\/devices\/door-controllers\/restore\//,
    (cloud, { body, header }) => {
      cloud.rewired.push({ body, key: header('idempotency-key') });
      return [200, { uuid: BOX, version: 5, confirmation: 'at_the_panel' }];
    },
  ],
  [/^GET \/api\/devices\/door-controllers\/config\/[^/]+\/versions\//, () => [200, OLD_VERSION]],
  [
    /^POST \/api\/devices\/move\//,
    (cloud, { path, body }) => {
      cloud.moves.push({ from: facilityIn(path), to: body?.toFacilityId });
      return cloud.moves.length === 1 ? [409, fault('box_not_settled', 'The box is not online.')] : [200, {}];
    },
  ],
  [/^GET \/api\/devices\/door-controllers\/config\//, () => [200, CONFIGURATION]],
  [/^GET \/api\/devices\/door-controllers\//, () => [200, { data: CONTROLLERS }]],
  [/^GET .*\/boxes\/[^/]+\/journal$/, () => [200, { data: JOURNALS }]],
  [
    /^GET \/api\/devices\/doors\//,
    (_cloud, { path }) => {
      const isHarbour = path.endsWith(HARBOUR.facilityId);
      const owner = (channel: number) => (channel < 2 ? null : BOX);
      const settings = DOORS.slice(0, 3).map((door, channel) => setting(door, channel, owner(channel)));
      return [200, { data: isHarbour ? settings : [] }];
    },
  ],
];
