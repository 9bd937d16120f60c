import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import { BoxId, DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { auditCommands } from './audit-control.ts';
import type { Database } from './db/unit-of-work.ts';
import { facilityCommands } from './facility-control.ts';
import { kitFault } from './http/kit-faults.ts';
import { shownState } from './modules/doors/doors.module.ts';
import { jobCommands } from './modules/jobs/jobs.module.ts';
import { partnerSurface } from './modules/partners/partner-surface.ts';
import { releaseCommands } from './modules/releases/releases.module.ts';
import { partnerEndpoints } from './modules.ts';
import { peopleCommands } from './people-control.ts';
import type { Services } from './services.ts';

const nothing = z.strictObject({});

/** What a wish for a door names. Without `seen` it was made looking at what the box reported last. */
const wish = {
  facilityId: FacilityId,
  doorId: DoorId,
  by: z.string().trim().min(1).max(120),
  reason: z.string().trim().max(200),
  seen: z.int().nonnegative().optional(),
};
/** In the words of the platform API. */
const asShown = <W extends { readonly state: Parameters<typeof shownState>[0] }>(made: W) => ({
  ...made,
  state: shownState(made.state),
});

/** A box that is online has said what came of a wish by then. */
const WISH_AWAITED = Seconds(8);

/** What the operator of the cloud's machine may order over the control socket. Each is one call of a service. */
export const controlCommands = (db: Database, services: Services): Readonly<Record<string, ControlCommand>> =>
  Object.fromEntries(
    Object.entries(commands(db, services)).map(([name, command]) => [name, ofWhatThereIs(db, services, command)]),
  );

const Named = z.object({ facilityId: FacilityId.optional(), partnerId: PartnerId.optional() });

/** A misspelt facility or partner is refused by its name, before anything is looked for or written under it. */
const ofWhatThereIs = (
  db: Database,
  { organisations, partners }: Pick<Services, 'organisations' | 'partners'>,
  command: ControlCommand,
): ControlCommand => ({
  ...command,
  run: async (body) => {
    const { facilityId, partnerId } = Named.parse(body);
    const facility = facilityId && (await db.read((tx) => organisations.findFacility(tx, facilityId)));
    if (facilityId !== undefined && facility === undefined)
      throw kitFault('invalid_request', `facilityId: there is no facility ${facilityId}.`);
    if (partnerId !== undefined) await partners.settingsOf(partnerId);
    return command.run(body);
  },
});

const commands = (db: Database, services: Services): Readonly<Record<string, ControlCommand>> => ({
  ...releaseCommands(services.releases),
  ...peopleCommands(db, services),
  ...facilityCommands(db, services),
  ...auditCommands(services),
  ...jobCommands(db, services.jobs),
  boxes: controlCommand({ body: nothing, run: async () => ({ boxes: await services.boxes.list() }) }),
  associate: controlCommand({
    body: z.strictObject({
      facilityId: FacilityId,
      code: z.string().max(20),
      doorIds: z.array(DoorId).max(64).default([]),
    }),
    run: async ({ facilityId, code, doorIds }) => {
      const claimed = { facilityId, code, doorIds, by: 'operator' };
      return db.write((tx) => services.doorControllers.associate(tx, claimed, 'operator'));
    },
  }),
  'assign-doors': controlCommand({
    body: z.strictObject({ facilityId: FacilityId, boxId: BoxId, doorIds: z.array(DoorId).min(1).max(64) }),
    run: ({ facilityId, boxId, doorIds }) => services.doorControllers.assign(facilityId, boxId, doorIds, 'operator'),
  }),
  authority: controlCommand({
    body: z.strictObject({ facilityId: FacilityId }),
    run: async ({ facilityId }) => ({ authorities: await services.authorities.offered(facilityId) }),
  }),
  decommission: controlCommand({
    body: z.strictObject({ boxId: BoxId }),
    run: ({ boxId }) => db.write((tx) => services.doorControllers.decommission(tx, { boxId, by: 'operator' })),
  }),
  doors: controlCommand({
    body: z.strictObject({ facilityId: FacilityId }),
    run: ({ facilityId }) =>
      db.read(async (tx) => {
        const enforced = await services.snapshots.enforcedAt(tx, facilityId);
        const doors = await services.doors.list(tx, facilityId);
        return {
          doors: doors.map((door) => ({ ...door, enforces: (door.boxId && enforced.get(door.boxId)) ?? null })),
        };
      }),
  }),
  maintenance: controlCommand({
    body: z.strictObject({
      ...wish,
      mode: MaintenanceMode,
      until: z.iso.datetime({ offset: true, error: 'must be a date and time with its offset' }).optional(),
    }),
    run: async ({ until, seen, ...wished }) => {
      const untilMs = until === undefined ? null : Date.parse(until);
      const asked = { ...wished, untilMs, ...(seen === undefined ? {} : { seen }) };
      const made = await db.write((tx) => services.doors.wishMaintenance(tx, asked));
      return { wish: asShown(await services.doors.settledWish(made, WISH_AWAITED)) };
    },
  }),
  lockdown: controlCommand({
    body: z.strictObject({ ...wish, active: z.boolean() }),
    run: async ({ seen, ...wished }) => {
      const made = await services.doors.wishLockdown({ ...wished, ...(seen === undefined ? {} : { seen }) });
      return { wish: asShown(await services.doors.settledWish(made, WISH_AWAITED)) };
    },
  }),
  wishes: controlCommand({
    body: z.strictObject({ facilityId: FacilityId }),
    run: async ({ facilityId }) => ({ wishes: (await services.doors.wishes(facilityId)).map(asShown) }),
  }),
  facts: controlCommand({
    body: z.strictObject({ boxId: BoxId, limit: z.int().min(1).max(1_000).default(50) }),
    run: async ({ boxId, limit }) => ({ facts: await services.journal.recent(boxId, limit) }),
  }),
  journal: controlCommand({
    body: z.strictObject({ boxId: BoxId.optional() }),
    run: async ({ boxId }) => {
      const boxes = (await services.boxes.list()).filter(({ id }) => boxId === undefined || id === boxId);
      return {
        boxes: await Promise.all(
          boxes.map(async ({ id, facility_id, received_at }) => ({
            boxId: id,
            facilityId: facility_id,
            lastHeardAt: received_at,
            epochs: await services.journal.standing(id as BoxId),
          })),
        ),
      };
    },
  }),
  warnings: controlCommand({
    body: z.strictObject({ facilityId: FacilityId }),
    run: async ({ facilityId }) => ({ warnings: await services.warnings.list(facilityId) }),
  }),
  sandbox: controlCommand({
    body: z.strictObject({ facilityId: FacilityId, enabled: z.boolean() }),
    run: ({ facilityId, enabled }) => services.sandbox.setFacility(facilityId, enabled),
  }),
  keys: controlCommand({
    body: z.strictObject({ partnerId: PartnerId }),
    run: async ({ partnerId }) => ({ keys: await services.partners.listKeys(partnerId) }),
  }),
  'create-key': controlCommand({
    body: z.strictObject({
      partnerId: PartnerId,
      type: z.enum(['live', 'dryrun', 'read-only']),
      label: z.string().min(1).max(120),
    }),
    run: ({ partnerId, type, label }) => db.write((tx) => services.partners.createKey(tx, partnerId, type, label)),
  }),
  'rotate-key': controlCommand({
    body: z.strictObject({
      keyId: z.uuid(),
      overlapHours: z
        .number()
        .min(0)
        .max(24 * 30)
        .default(24),
    }),
    run: ({ keyId, overlapHours }) => db.write((tx) => services.partners.rotateKey(tx, keyId, Hours(overlapHours))),
  }),
  'revoke-key': controlCommand({
    body: z.strictObject({ keyId: z.uuid() }),
    run: ({ keyId }) => db.write((tx) => services.partners.revokeKey(tx, keyId)),
  }),
  'rate-limits': controlCommand({
    body: z.strictObject({ partnerId: PartnerId, limits: z.record(z.string().max(120), z.number()) }),
    run: async ({ partnerId, limits }) => {
      await db.write((tx) => services.partners.setRateLimits(tx, partnerId, limits, partnerEndpoints()));
      return { limits, otherEndpoints: partnerSurface.requestsPerSecond };
    },
  }),
  requests: controlCommand({
    body: z.strictObject({
      partnerId: PartnerId,
      status: z.int().min(1).max(599).optional(),
      endpoint: z.string().max(120).optional(),
      requestId: z.string().max(120).optional(),
      after: z.string().max(200).optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    run: ({ partnerId, ...query }) => services.partners.listRequests(partnerId, query),
  }),
  integration: controlCommand({
    body: z.strictObject({
      partnerId: PartnerId,
      facilityId: FacilityId,
      enabled: z.boolean(),
      linkingIdentifier: z.string().min(1).max(120).optional(),
    }),
    run: ({ partnerId, facilityId, enabled, linkingIdentifier }) =>
      db.write((tx) =>
        services.partners.setIntegration(tx, partnerId, facilityId, {
          enabled,
          ...(linkingIdentifier === undefined ? {} : { linkingIdentifier }),
        }),
      ),
  }),
});
