import { readFileSync } from 'node:fs';
import { serveControl } from '@gatehouse/shared/control/control-server.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { keyFingerprint } from '@gatehouse/shared/wire/device-keys.ts';
import { createAccess } from './access/create-access.ts';
import { openLan } from './broker/lan.ts';
import { ConfigError, type EdgeConfig } from './config.ts';
import { accessCommands } from './control/access-commands.ts';
import { controlCommands, findDoor } from './control/commands.ts';
import { updateCommands } from './control/update-commands.ts';
import type { BusRack } from './door/bus-rack.ts';
import type { DoorsDeps } from './door/create-doors.ts';
import type { Doors } from './door/doors.ts';
import { openDoors } from './door/open-doors.ts';
import { openFoundation } from './foundation.ts';
import { openHealth } from './health/open-health.ts';
import { NO_SERVICE_MANAGER, type ServiceManager } from './health/sd-notify.ts';
import { cloudHttps } from './identity/cloud-https.ts';
import { createCloudTime } from './identity/cloud-time.ts';
import { Enrolment } from './identity/enrolment.ts';
import { lastRunEnded } from './journal/open-journal.ts';
import { verifyJournalFile } from './journal/verify-journal.ts';
import type { Log } from './log.ts';
import { createNetworkController } from './network/network-controller.ts';
import { startPanel } from './panel/panel.ts';
import { boxView } from './panel/panel-state.ts';
import { openReaders } from './readers/open-readers.ts';
import { simulatorControl } from './sandbox/simulator-control.ts';
import { runAll } from './stopping.ts';
import { openUpdates } from './update/open-updates.ts';
import { createUplink } from './uplink/uplink.ts';

export interface AgentDeps {
  readonly config: EdgeConfig;
  readonly dataDir: string;
  readonly panel: { readonly host: string; readonly port: number };
  readonly version: string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly createDoors: (deps: DoorsDeps) => Doors;
  /** The supervisor's folder of releases, where the agent was started from one. */
  readonly releaseHome?: string | undefined;
  /** Who started this process and watches over it, if anybody does. */
  readonly manager?: ServiceManager;
  /** Stops the agent and ends the process with this code: the supervisor knows what it means. */
  readonly restart?: (code: number, why: string) => void;
}

export interface Agent {
  readonly boxId: string;
  readonly panelUrl: string;
  claimCode(): string | undefined;
  claimed(): boolean;
  /** Names a bus anew, or no longer. `false`, and nothing happens, when it drives doors. */
  setBus: BusRack['setBus'];
  /** Brings the doors to rest, says goodbye, and lets everything go: within two seconds. */
  stop(why: string): Promise<void>;
}

/** Puts the agent together and starts it: doors first, network last. Rejects with nothing left running. */
export const startAgent = async (deps: AgentDeps): Promise<Agent> => {
  const undo: (() => Promise<void> | void)[] = [];
  const onStop = (step: () => Promise<void> | void) => void undo.unshift(step);
  try {
    return await compose(deps, onStop, () => runAll(undo, deps.log));
  } catch (error) {
    await runAll(undo, deps.log);
    throw error;
  }
};

const compose = async (
  deps: AgentDeps,
  onStop: (step: () => Promise<void> | void) => void,
  stopAll: () => Promise<void>,
): Promise<Agent> => {
  const { config, dataDir, version, random, log } = deps;
  const ca = readCa(config.cloud.caFile);
  const foundation = openFoundation({ dataDir, clock: deps.clock, log }, onStop);
  const { clock, identity, isFirst, box, bootId, journal, endedJournals, journalPath, trust, power } = foundation;

  await journal
    .record({ kind: 'agent.started', data: { version, after: lastRunEnded(journal) } })
    .catch((error: unknown) => log.error({ err: error }, 'The journal cannot be written: remote unlocks are refused.'));

  let stoppedBy = 'it could not start';
  // After the doors, so that it is the last fact of the run: the next one knows by it that nothing was cut off.
  onStop(async () => void (await journal.record({ kind: 'agent.stopping', data: { why: stoppedBy.slice(0, 80) } })));
  const lan = await openLan({ settings: config.broker, box, journal, clock, random, log });
  onStop(lan.close);
  const { rack, doors, wiring } = openDoors({ ...deps, ...foundation, local: lan.port }, onStop);

  const { url } = config.cloud;
  const enrolment = box.slot('enrolment', Enrolment);
  const commandKeys = () => enrolment.load()?.commandKeys ?? [];
  const time = createCloudTime({ url, ca, commandKeys, trust, clock, random, log });
  const cloud = cloudHttps({ url, ca, clock, time });
  onStop(cloud.close);
  const access = createAccess({
    dataDir,
    isFirst,
    bootId,
    box,
    cloud,
    tokens: {
      current: (audience) => uplink.tokens.current(audience),
      drop: (audience) => uplink.tokens.drop(audience),
    },
    facilityId: () => uplink.facilityId(),
    doors,
    journal,
    trust,
    clock,
    random,
    log,
  });
  onStop(access.close);
  const simulator = config.simulator && simulatorControl({ url: config.simulator.url, clock });
  const uplink = createUplink({
    identity,
    bootId,
    time,
    cloud,
    box,
    journal,
    endedJournals,
    doors,
    wiring,
    access,
    trust,
    version,
    clock,
    random,
    log,
    simulator,
    hardware: rack.hardware,
    networkController: createNetworkController({ settings: config.networkController, clock, log }),
  });
  onStop(uplink.stop);
  await uplink.applyStored();
  power.settled();
  const readers = await openReaders({ ...deps, ...foundation, rack, present: access.present }, onStop);
  const updates = openUpdates({ ...deps, ...foundation, cloud, uplink, doors });
  onStop(updates.close);

  const look = boxView({
    boxId: identity.boxId,
    fingerprint: keyFingerprint(identity.publicKey),
    version,
    clock,
    clockTrusted: trust.trusted,
    journal,
    doors,
    wiring: wiring.standing,
    ...uplink.view,
    update: updates.standing,
    readers: readers.report,
  });
  const control = await serveControl(dataDir, {
    ...controlCommands({ look, doors, clock, verifyJournal: () => verifyJournalFile(journalPath) }),
    ...updateCommands(updates),
    ...readers.commands(look),
    ...accessCommands({
      access,
      findDoor: (wanted) => findDoor(look().doors, wanted),
      simulated: config.simulator !== undefined,
    }),
    ...lan.commands(look),
  });
  onStop(control.close);
  const health = openHealth({
    dataDir,
    version,
    clock,
    random,
    log,
    box,
    journal,
    doors,
    clockTrusted: trust.trusted,
    readers: readers.report,
    linkConnected: () => uplink.view.link().state === 'connected',
    access: () => ({ ...access.standing(), ageMs: access.standing().ageMs ?? Number.POSITIVE_INFINITY }),
    manager: deps.manager ?? NO_SERVICE_MANAGER,
  });
  const panel = await startPanel({
    ...deps.panel,
    dataDir,
    bootId,
    box,
    look,
    doors,
    wiring: { ...wiring, decided: uplink.wiringDecided },
    journal,
    access,
    facilityId: uplink.facilityId,
    cloud,
    tokens: uplink.tokens,
    health: health.routes,
    clock,
    random,
    log,
  });
  onStop(panel.close);
  for (const stopListening of [
    doors.onChange(panel.changed),
    access.onChange(panel.changed),
    journal.onRecorded(panel.changed),
    uplink.onChange(panel.changed),
    updates.onChange(panel.changed),
    readers.onChange(panel.changed),
    uplink.onClaimed(() => void panel.renewCertificate()),
  ])
    onStop(stopListening);
  await lan.start({ ...uplink, dataDir, cloud, look, present: access.present, doors }, onStop);
  uplink.start();
  updates.start();
  onStop(health.stopping);
  health.ready();

  return {
    boxId: identity.boxId,
    panelUrl: panel.url,
    claimCode: () => uplink.view.claimCode(),
    claimed: uplink.claimed,
    setBus: (name, bus) => {
      const taken = rack.setBus(name, bus);
      if (taken) uplink.hardwareChanged();
      return taken;
    },
    stop: async (why) => {
      stoppedBy = why;
      await stopAll();
    },
  };
};

const readCa = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`cloud.caFile: cannot be read: ${(error as Error).message}`);
  }
};
