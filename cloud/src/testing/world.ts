import { randomUUID } from 'node:crypto';
import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { type Maintenance, NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { BootId, BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Beacon, DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import { newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { areas } from '../areas.ts';
import type { Database, Engine } from '../kit/db/unit-of-work.ts';
import { endOf, type OwnCall } from '../kit/http/endpoint.ts';
import type { Kit } from '../kit/http/pipeline.ts';
import { createIngest, type Ingest } from '../kit/ingest/ingest.ts';
import { ROWS_AT_ONCE } from '../kit/ingest/judge-batch.ts';
import { makeModules } from '../kit/modules/make-modules.ts';
import type { Area } from '../kit/modules/module.ts';
import { memoryObjectStore } from '../kit/objects/testing/memory-object-store.ts';
import { createDeviceTokens } from '../link/device-tokens.ts';
import type { Link } from '../link/link.ts';
import type { PartnerCaller } from '../partner/partners/partners.module.ts';
import { createRevocationsService } from '../platform/revocations/revocations.service.ts';
import type { NewDoor } from '../sites/doors/doors.module.ts';
import type { OnePath } from '../unified/graphql/graphql.module.ts';
import { confirms, scriptedLink, simulates } from './scripted-link.ts';
import { ERASURE_KEY, testEnvironment } from './test-environment.ts';

export { confirms, scriptedLink, simulates };

const WIRING = {
  name: 'Front door',
  profile: 'latch',
  relay: { bus: 'rs485-1', unit: 1, channel: 0 },
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', bus: 'rs485-1', unit: 1, channel: 0, activeMeans: 'unlocked' },
  contact: null,
  rex: null,
  fire: null,
} as const satisfies Omit<NewDoor, 'facilityId'>;

/** Signs the tokens of devices of all worlds. */
const TOKEN_SECRET = { kid: 'test', secret: systemRandom(32) };

/** One worker for all worlds of a test file on the same engine. */
const ingests: Readonly<Record<Engine, Ingest>> = {
  sqlite: createIngest({ clock: systemClock, rowsAtOnce: ROWS_AT_ONCE.sqlite }),
  postgres: createIngest({ clock: systemClock, rowsAtOnce: ROWS_AT_ONCE.postgres }),
};

/**
 * One organisation with a gym, a door with an active box that is online, and a partner with a live key; and what a test adds to
 * the cloud.
 */
export const createWorld = async (
  plain: Database,
  clock: Clock,
  link: Link,
  more: readonly Area[] = [],
  objects = memoryObjectStore(),
  product = areas,
) => {
  const { log } = testEnvironment(clock);
  const kept = { erasureKey: ERASURE_KEY, backupsKeptDays: 30 };
  const revocations = createRevocationsService({
    ...kept,
    db: plain,
    clock,
    random: systemRandom,
    objects: objects.store,
    log,
  });
  const db = revocations.marked();
  const tokens = createDeviceTokens({ clock, secrets: [TOKEN_SECRET] });
  let kit: Kit | undefined;
  const { services, endpoints, collected, afterwards } = makeModules([...product, ...more], {
    ...testEnvironment(clock),
    db,
    onePath: (): OnePath => {
      if (kit === undefined) throw new Bug('nothing serves this world');
      return { kit, endpoints };
    },
    openLink: () => link,
    revocations,
    tokens,
    objects: objects.store,
    ingest: ingests[db.engine],
  });
  const { organisations, partners, doors, boxes } = services;
  const orgId = await organisations.createOrganisation('Harbour Fitness');
  const facilityId = await organisations.createFacility({ orgId, name: 'Harbour Gym', timezone: 'Australia/Brisbane' });
  const partnerId = await db.write((tx) =>
    partners.create(tx, {
      name: 'Acme Members',
      linkingMethod: 'facility_id',
      organisations: [orgId],
    }),
  );
  await db.write((tx) => partners.setIntegration(tx, partnerId, facilityId, { enabled: true }));
  /** An active box of a facility, as if somebody had claimed it there. */
  const aBox = async (of: FacilityId = facilityId): Promise<BoxId> => {
    const id = randomUUID() as BoxId;
    const row = { id, facility_id: of, status: 'active' as const, claimed_at: clock.wallMs(), desired_revision: 1 };
    await db.write((tx) =>
      tx
        .insertInto('box')
        .values({ ...row, public_key: newDeviceKey().publicKey })
        .execute(),
    );
    return id;
  };
  const boxId = await aBox();

  let wired = 0;
  /** A relay and an input that no other door here has. */
  const freeWires = () => {
    const at = { bus: 'rs485-1', unit: 1 + Math.floor(wired / 32), channel: wired++ % 32 };
    return { relay: at, evidence: { ...WIRING.evidence, ...at } };
  };
  const aDoor = async (overrides: Partial<NewDoor> = {}) => {
    const id = await doors.create({ ...WIRING, ...freeWires(), facilityId, ...overrides });
    await services.doorControllers.assign(facilityId, boxId, [id], 'test');
    return id;
  };
  const doorId = await aDoor();
  const reports = new Map<string, Partial<DoorReport>>();

  /** The box reports, with what the test has set for its doors. */
  const beacon = async (
    report: Partial<DoorReport> = {},
    at: { bootId?: string; doorId?: string; sentMonoMs?: number } = {},
  ): Promise<Beacon> => {
    reports.set(at.doorId ?? doorId, report);
    const rows = await db.read((tx) => tx.selectFrom('door').where('box_id', '=', boxId).select('config').execute());
    const message: Beacon = {
      v: 1,
      bootId: (at.bootId ?? '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11') as BootId,
      connectionId: 'c0ffee00c0ffee00',
      sentMonoMs: at.sentMonoMs ?? clock.monoMs(),
      wallMs: clock.wallMs(),
      clockTrusted: true,
      agentVersion: '0.1.0',
      configRevision: 1,
      journal: { epoch: '0c1d2e3f-0000-4000-8000-000000000001', lastSeq: 0 },
      doors: rows.map(({ config }) => {
        const { doorId: id, evidence } = JSON.parse(config) as DoorConfig;
        return {
          doorId: id,
          lock: 'locked',
          contact: 'unknown',
          evidence: evidence.kind,
          maintenance: NO_MAINTENANCE,
          reachable: true,
          alarms: [],
          ...reports.get(id),
        };
      }),
    };
    await boxes.beaconArrived(boxId, message);
    return message;
  };
  await beacon();

  const callerOf = async (keyType: PartnerCaller['keyType'] = 'live', of = partnerId): Promise<PartnerCaller> => {
    const key = await db.write((tx) => partners.createKey(tx, of, keyType, 'test'));
    const caller = await partners.authenticate(key.text);
    if (caller === undefined) throw new Bug('a fresh key is not known');
    return caller;
  };
  const caller = await callerOf();
  const audited: { outcome: string }[] = [];
  const callBy = (
    by: PartnerCaller = caller,
    headers: Readonly<Record<string, string>> = {},
  ): OwnCall<PartnerCaller> => ({
    requestId: `req_${randomUUID()}`,
    caller: by,
    remoteAddress: '127.0.0.1',
    startedMonoMs: clock.monoMs(),
    header: (name) => headers[name],
    at: () => undefined,
    about: () => undefined,
    read: db.read,
    resource: undefined,
    write: async (work) => {
      const { value, outcome } = await db.write(async (tx) => endOf(await work(tx)));
      if (outcome !== undefined) audited.push(outcome);
      return value;
    },
    ask: () => Promise.reject(new Bug('nothing else is asked here')),
  });

  return {
    ...services,
    db,
    revocations,
    tokens,
    endpoints,
    collected,
    afterwards,
    objects,
    orgId,
    facilityId,
    partnerId,
    boxId,
    doorId,
    aBox,
    aDoor,
    beacon,
    caller,
    callerOf,
    callBy,
    audited,
    /** Says what its endpoints are served with. */
    servedBy: (by: Kit): void => {
      kit = by;
    },
  };
};

export type World = Awaited<ReturnType<typeof createWorld>>;

/** What a partner sends to let somebody in. */
export const aRequest = (world: World, overrides: Record<string, unknown> = {}) => ({
  doorId: world.doorId,
  facility_id: world.facilityId as string,
  member_id: 'M-1001',
  first_name: 'Ada',
  last_name: 'Byron',
  ...overrides,
});

export const forceOpen = (untilMs: number): Maintenance => ({
  mode: 'force-open',
  untilMs,
  by: 'Sam at the desk',
  reason: 'Open day',
  generation: 1,
});
