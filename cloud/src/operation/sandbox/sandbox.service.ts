import { type DoorId, type FacilityId, newCommandId, type PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { BoxScenario, SimulateOutcome } from '@gatehouse/shared/wire/simulate.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Call, OwnCall } from '../../kit/http/endpoint.ts';
import type { Link, LinkAnswer } from '../../link/link.ts';
import { partnerFault } from '../../partner/partners/partners.faults.ts';
import type { LinkFields, PartnerCaller, PartnersService } from '../../partner/partners/partners.service.ts';
import type { Door } from '../../sites/doors/door-view.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';
import type { DryRunFailure } from '../unlocks/unlocks.ports.ts';
import { sandboxFault } from './sandbox.faults.ts';
import { INTEGRATION_OFF, sandboxRepo } from './sandbox.repo.ts';

export type Scenario = BoxScenario | typeof INTEGRATION_OFF;

export interface DoorAsked extends LinkFields {
  readonly doorId: DoorId;
}
export interface SimulationAsked extends DoorAsked {
  readonly scenario: Scenario;
  readonly seconds: number;
}

/** What is simulated for this partner at this door, until a wall-clock time in ms. */
export interface Simulated {
  readonly doorId: DoorId;
  readonly facilityId: FacilityId;
  readonly simulating: readonly { readonly scenario: string; readonly untilMs: number }[];
}

export interface SandboxDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly link: Pick<Link, 'simulate'>;
  readonly doors: Pick<DoorsService, 'findForPartner'>;
  readonly partners: Pick<PartnersService, 'facilityOf'>;
}
export type SandboxService = ReturnType<typeof createSandboxService>;

const START_WITHIN = Seconds(3);
const ANSWER_WITHIN = Seconds(5);
/** A box that said it goes offline is gone by then. */
const GONE_WITHIN = Seconds(3);
const LOOK_EVERY = Milliseconds(25);
/** How old the list of sandboxes may be by which production facilities are spared a query with every request. */
const LIST_LIFE = Seconds(10);
/** Refusals that the caller can do something about. */
const REASONS: ReadonlySet<string> = new Set(['door_in_use', 'maintenance', 'no_simulator', 'unknown_door']);

/** Failures on purpose, at sandbox facilities only. Each ends by itself, whatever becomes of the processes. */
export const createSandboxService = (deps: SandboxDeps) => {
  const { db, clock, random, link, doors, partners } = deps;
  let listed: { readonly atMonoMs: number; readonly ids: ReadonlySet<string> } | undefined;

  const list = async (tx: Tx): Promise<ReadonlySet<string>> => {
    const rows = await sandboxRepo(tx).facilities();
    listed = { atMonoMs: clock.monoMs(), ids: new Set(rows.map(({ facility_id }) => facility_id)) };
    return listed.ids;
  };

  const findDoor = async (tx: Tx, caller: PartnerCaller, asked: DoorAsked, at?: Call['at']): Promise<Door> => {
    const facility = await partners.facilityOf(tx, caller, asked);
    at?.(facility.place);
    const door = await doors.findForPartner(tx, facility.id, asked.doorId);
    if (door === undefined) throw partnerFault('not_found', 'There is no such door for this integration.');
    if (!facility.enabledByFacility)
      throw partnerFault('integration_not_enabled', 'The facility has not enabled this integration.');
    if (!(await list(tx)).has(facility.id))
      throw sandboxFault('sandbox_only', 'This facility is not a sandbox: nothing is simulated at its doors.');
    return door;
  };

  /** For one dryrun key: its own unlocks are answered so, and nothing else is different anywhere. */
  const rehearse = async (
    tx: Tx,
    keyId: string,
    { door, scenario, untilMs }: { door: Door; scenario: Scenario; untilMs: number },
  ): Promise<Simulated> => {
    const { id: doorId, facilityId } = door;
    const repo = sandboxRepo(tx);
    await repo.pruneRehearsals(clock.wallMs());
    if (scenario === 'clear') await repo.endRehearsal(keyId, doorId);
    else await repo.rehearse({ key_id: keyId, door_id: doorId, scenario, until_at: untilMs });
    return { doorId, facilityId, simulating: scenario === 'clear' ? [] : [{ scenario, untilMs }] };
  };

  const dryRunFailure = async (tx: Tx, keyId: string, doorId: DoorId): Promise<DryRunFailure | undefined> => {
    const row = await sandboxRepo(tx).rehearsal(keyId, doorId, clock.wallMs());
    return row && { scenario: row.scenario as DryRunFailure['scenario'], untilMs: Number(row.until_at) };
  };

  const look = async (tx: Tx, { partnerId, keyId, keyType }: PartnerCaller, door: Door): Promise<Simulated> => {
    const { id: doorId, facilityId, boxId } = door;
    const own = keyType === 'dryrun' ? await dryRunFailure(tx, keyId, doorId) : undefined;
    const rows = await sandboxRepo(tx).current({ partnerId, facilityId, doorId, boxId }, clock.wallMs());
    const simulating = rows.map(({ scenario, until_at }) => ({ scenario, untilMs: Number(until_at) }));
    return { doorId, facilityId, simulating: own === undefined ? simulating : [...simulating, own] };
  };

  const askBox = (door: Door, { scenario, forMs }: { scenario: BoxScenario; forMs: number }) =>
    door.boxId === undefined
      ? Promise.resolve<LinkAnswer<SimulateOutcome>>({ kind: 'not_sent' })
      : link.simulate({
          commandId: newCommandId(random, clock.wallMs()),
          boxId: door.boxId,
          facilityId: door.facilityId,
          doorId: door.id,
          scenario,
          forMs,
          startWithinMs: START_WITHIN,
          answerWithinMs: ANSWER_WITHIN,
        });

  /** Throws unless the box simulates it. */
  const atBox = async (caller: PartnerCaller, door: Door, wish: { scenario: BoxScenario; forMs: number }) => {
    const answer = await askBox(door, wish);
    if (answer.kind === 'outcome' && answer.outcome.outcome === 'simulating') return;
    const reason = answer.kind === 'outcome' && 'reason' in answer.outcome ? answer.outcome.reason : undefined;
    if (reason !== undefined && REASONS.has(reason))
      throw sandboxFault('simulation_refused', `The box of this door does not simulate this now: ${reason}.`, {
        body: {
          error: 'simulation_refused',
          message: `The box of this door does not simulate this now: ${reason}.`,
          reason,
        },
      });
    const { simulating } = await db.read((tx) => look(tx, caller, door));
    const away = simulating.find(({ scenario }) => scenario === 'offline');
    throw sandboxFault(
      'simulation_unreachable',
      away === undefined
        ? 'The box of this door did not answer. What it may have heard ends by itself.'
        : `The box of this door is offline, as was simulated, until ${isoOf(away.untilMs)}.`,
    );
  };

  /** So that the next request already meets what this one was told. */
  const untilGone = async (door: Door): Promise<void> => {
    const giveUpMs = clock.monoMs() + GONE_WITHIN;
    while (clock.monoMs() < giveUpMs) {
      const now = await db.read((tx) => doors.findForPartner(tx, door.facilityId, door.id));
      if (now?.online !== true) return;
      await sleep(clock, LOOK_EVERY);
    }
  };

  return {
    /** Makes a facility a sandbox, or a real one again. */
    setFacility: async (facilityId: FacilityId, sandbox: boolean): Promise<void> => {
      await db.write(async (tx) => {
        const repo = sandboxRepo(tx);
        await (sandbox ? repo.addFacility(facilityId) : repo.removeFacility(facilityId));
      });
      listed = undefined;
    },

    /**
     * Begins a simulation at a door, or clears what is simulated there. Throws 404 for doors that are not the
     * partner's, 403 outside sandboxes, 409 and 503 where the box does not play along. With a dryrun key it is rehearsed: that
     * key's unlocks are answered so.
     */
    simulate: async (
      asked: SimulationAsked,
      { caller, at, read, write }: Pick<OwnCall<PartnerCaller>, 'caller' | 'at' | 'read' | 'write'>,
    ): Promise<Simulated> => {
      const door = await read((tx) => findDoor(tx, caller, asked, at));
      const { scenario } = asked;
      const forMs = scenario === 'clear' ? 0 : Seconds(asked.seconds);
      const untilMs = Math.round(clock.wallMs() + forMs);
      const { id: doorId, facilityId } = door;
      if (caller.keyType === 'dryrun') return write((tx) => rehearse(tx, caller.keyId, { door, scenario, untilMs }));

      const ofPartner = { partnerId: caller.partnerId, facilityId };
      if (scenario === 'clear') await db.write((tx) => sandboxRepo(tx).removeIntegrationOff(ofPartner));
      if (scenario !== INTEGRATION_OFF) await atBox(caller, door, { scenario, forMs });
      const simulated = await write(async (tx) => {
        const repo = sandboxRepo(tx);
        await repo.prune(clock.wallMs());
        if (scenario !== INTEGRATION_OFF) await repo.removeAtDoor(doorId);
        if (scenario !== 'clear')
          await repo.put({
            door_id: doorId,
            scenario,
            partner_id: caller.partnerId,
            facility_id: facilityId,
            box_id: scenario === INTEGRATION_OFF ? null : (door.boxId ?? null),
            until_at: untilMs,
          });
        return look(tx, caller, door);
      });
      if (scenario === 'offline') await untilGone(door);
      return simulated;
    },

    dryRunFailure,

    /** What is simulated for this partner at this door now, as far as it was asked for here. */
    current: (asked: DoorAsked, caller: PartnerCaller): Promise<Simulated> =>
      db.read(async (tx) => look(tx, caller, await findDoor(tx, caller, asked))),

    /** Whether this partner's integration counts as disabled at this facility for now. */
    integrationOff: async (tx: Tx, partnerId: PartnerId, facilityId: FacilityId): Promise<boolean> => {
      const fresh = listed !== undefined && clock.monoMs() - listed.atMonoMs < LIST_LIFE;
      const sandboxes = fresh && listed !== undefined ? listed.ids : await list(tx);
      return sandboxes.has(facilityId) && sandboxRepo(tx).integrationOff({ partnerId, facilityId }, clock.wallMs());
    },
  };
};
