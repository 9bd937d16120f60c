import type { Hardware } from '@gatehouse/shared/door/hardware.ts';
import type { BootId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { beaconMessage } from '@gatehouse/shared/wire/beacon.ts';
import type { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { factsMessage } from '@gatehouse/shared/wire/facts.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';
import { upTopic } from '@gatehouse/shared/wire/message.ts';
import type { Access } from '../access/access.ts';
import type { ClockTrust } from '../clock/clock-trust.ts';
import type { Doors } from '../door/doors.ts';
import type { BoxIdentity } from '../identity/box-identity.ts';
import { claimCodes } from '../identity/claim-code.ts';
import type { CloudHttps } from '../identity/cloud-https.ts';
import type { CloudTime } from '../identity/cloud-time.ts';
import { createEnroller, type Enroller, Enrolment } from '../identity/enrolment.ts';
import { boxTokens, type Tokens } from '../identity/tokens.ts';
import { type FactsSource, uploadAllFacts } from '../journal/facts-upload.ts';
import type { SqliteJournal } from '../journal/sqlite-journal.ts';
import type { Log } from '../log.ts';
import type { NetworkController } from '../network/network-controller.ts';
import type { SimulatorControl } from '../sandbox/simulator-control.ts';
import type { BoxStore } from '../store/box-store.ts';
import type { WiringGate } from '../wiring/wiring-gate.ts';
import { createAskingWhatStands } from './asking-what-stands.ts';
import { beaconOf } from './beacon-of.ts';
import { createBeacons } from './beacons.ts';
import { createCommands } from './commands.ts';
import { createConfigurationReports } from './configuration-reports.ts';
import { controllerAnswers } from './controller-answers.ts';
import { desiredSlots } from './desired-slots.ts';
import { createDesiredStateKeeper, type DesiredStateKeeper } from './desired-state.ts';
import { createInbox } from './inbox.ts';
import { createLink, type LinkStanding, lostIdentity } from './link.ts';
import { listeners } from './listeners.ts';
import { onOtherSnapshot } from './other-snapshot.ts';
import { pinnedKey } from './signed-command.ts';

const BEACON_SECONDS = 5;

export interface UplinkDeps {
  readonly identity: BoxIdentity;
  readonly bootId: BootId;
  readonly time: Pick<CloudTime, 'dial' | 'heard'>;
  readonly cloud: CloudHttps;
  readonly box: BoxStore;
  readonly journal: SqliteJournal;
  /** Of earlier epochs: what the cloud does not have of them is still sent. */
  readonly endedJournals: readonly FactsSource[];
  readonly doors: Doors;
  readonly wiring: Pick<WiringGate, 'apply' | 'report' | 'state' | 'forget' | 'claimed'>;
  readonly access: Pick<Access, 'mark' | 'confirm' | 'nudged' | 'start' | 'forget' | 'onChange'>;
  readonly trust: ClockTrust;
  readonly version: string;
  readonly hardware: () => Hardware;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  /** Only where the box's own configuration names one. */
  readonly simulator: SimulatorControl | undefined;
  readonly networkController: NetworkController;
}

export interface Uplink extends Pick<DesiredStateKeeper, 'hardwareChanged' | 'wiringDecided'> {
  readonly tokens: Tokens;
  readonly view: Pick<Enroller, 'claimCode' | 'claimPage'> & {
    link(): LinkStanding;
    desired(): DesiredState | undefined;
    appliedRevision(): number;
  };
  claimed(): boolean;
  /** Whose box this is; undefined before it is claimed. */
  facilityId(): FacilityId | undefined;
  /** Brings the doors to the desired state of the last run. Needs no network. */
  applyStored(): Promise<void>;
  start(): void;
  onChange(listener: () => void): () => void;
  onClaimed(listener: () => void): () => void;
  stop(): Promise<void>;
}

/** The edge's end of the device link: everything that leaves the box or comes to it. */
export const createUplink = (deps: UplinkDeps): Uplink => {
  const { identity, bootId, cloud, box, journal, doors, access, trust, clock, random, log } = deps;
  const { boxId, signingKey } = identity;
  const changed = listeners();
  const claimed = listeners();
  const enroller = createEnroller({
    identity,
    cloud,
    slot: box.slot('enrolment', Enrolment),
    codes: claimCodes({ random, clock }),
    clock,
    random,
    log,
    onClaimed: (now, before) => onClaimed(now.facilityId, before?.facilityId),
  });
  const tokens = boxTokens({ identity, cloud, clock, onUnknown: enroller.reopen });
  const facilityId = () => enroller.current()?.facilityId;
  const commandKeys = () => enroller.current()?.commandKeys ?? [];
  const desired = createDesiredStateKeeper({
    ...deps,
    tokens,
    ...desiredSlots(box),
    boxId,
    commandKey: pinnedKey(commandKeys),
    facilityId,
    onCommandKeys: enroller.rotateKeys,
    onMoved: enroller.reopen,
    reports: createConfigurationReports({ ...deps, tokens }),
    onStood: () => void whatStands.ask(),
    onApplied: () => {
      beacons.soon();
      changed.call();
    },
  });
  const whatStands = createAskingWhatStands({ ...deps, tokens, commandKeys });
  const commands = createCommands({
    identity,
    bootId,
    facilityId,
    commandKeys,
    doors,
    configs: doors.configs,
    journal,
    simulator: deps.simulator,
    stayAway: (time) => link.stayAway(time),
    publish: (topic, payload) => {
      beacons.flush(); // Who hears that a door is unlocked, and then looks at it, must not see it locked.
      return link.publish(topic, payload);
    },
    clock,
    log,
  });
  const inbox = createInbox(
    boxId,
    {
      unlock: (message) => void commands.unlock(message),
      simulate: (message) => void commands.simulate(message),
      beaconAck: (message) => beacons.acknowledged(message),
      beaconPlease: () => beacons.soon(),
      nudge: ({ about, revision }) => (about === 'snapshot' ? access : desired).nudged(revision),
      factsPlease: (message) => facts.askedAgain(message),
      factsAck: (message) => {
        facts.acknowledged(message);
        changed.call();
      },
      controllerTest: controllerAnswers({ ...deps, boxId, publish: (...of) => link.publish(...of) }),
    },
    log,
  );
  const link = createLink({
    ...deps,
    boxId,
    dial: deps.time.dial,
    tokens,
    onConnected: () => {
      beacons.connected();
      facts.connected();
      desired.start();
      access.start();
      changed.call();
    },
    onDisconnected: () => {
      beacons.disconnected();
      changed.call();
    },
    onMessage: inbox,
  });
  const facts = uploadAllFacts([journal, ...deps.endedJournals], {
    clock,
    log,
    port: {
      connected: link.connected,
      send: (message) => void link.publish(upTopic(boxId, factsMessage.name), message),
    },
  });
  const beacons = createBeacons({
    clock,
    bootId,
    intervalSeconds: () => desired.current()?.beaconSeconds ?? BEACON_SECONDS,
    send: (sentMonoMs) =>
      link.publish(upTopic(boxId, beaconMessage.name), { jws: signJws(beacon(sentMonoMs), signingKey) }),
    onSilence: () => link.reconnect('the cloud did not answer a beacon'),
    onCloudTime: (heard) => {
      deps.time.heard(heard);
      access.confirm(heard.access, heard.sentMonoMs);
    },
  });
  const beacon = beaconOf({
    ...deps,
    connectionId: link.connectionId,
    configRevision: desired.appliedRevision,
  });

  const goOnline = () => {
    desired.start();
    access.start();
    link.start();
  };
  const onClaimed = (now: FacilityId, before: FacilityId | undefined) => {
    trust.forgetSigned();
    if (before === undefined) deps.wiring.claimed();
    if (before !== undefined && before !== now) {
      desired.forget();
      access.forget();
    }
    goOnline();
    claimed.call();
    changed.call();
  };
  const stopListening = doors.onChange(() => beacons.soon());
  const stopHearing = onOtherSnapshot(access, beacons.soon);

  return {
    tokens,
    view: {
      link: () => (identity.lost === undefined ? link.standing() : lostIdentity(identity.lost)),
      claimCode: enroller.claimCode,
      claimPage: enroller.claimPage,
      desired: desired.current,
      appliedRevision: desired.appliedRevision,
    },
    claimed: () => enroller.current() !== undefined,
    facilityId,
    applyStored: () => desired.applyStored().then(commands.endLeftovers),
    hardwareChanged: desired.hardwareChanged,
    wiringDecided: desired.wiringDecided,
    start: () => {
      enroller.start();
      if (enroller.current() === undefined || identity.lost !== undefined) return;
      goOnline();
      claimed.call();
    },
    onChange: changed.add,
    onClaimed: claimed.add,
    stop: async () => {
      stopListening();
      stopHearing();
      commands.close();
      enroller.close();
      desired.close();
      whatStands.close();
      beacons.close();
      facts.close();
      await link.stop();
    },
  };
};
