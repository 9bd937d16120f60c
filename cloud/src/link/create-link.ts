import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import { beaconPleaseMessage, nudgeMessage } from '@gatehouse/shared/wire/beacon.ts';
import { deviceClientId, deviceNudgeTopic } from '@gatehouse/shared/wire/device-nudge.ts';
import { factsPleaseMessage } from '@gatehouse/shared/wire/facts.ts';
import type { SigningKey } from '@gatehouse/shared/wire/jws.ts';
import { downTopic } from '@gatehouse/shared/wire/message.ts';
import type { Logger } from 'pino';
import { createBoxClocks } from './box-clocks.ts';
import { createBoxKeys } from './box-keys.ts';
import { type BoxReportDeps, createBoxReports } from './box-reports.ts';
import type { Broker } from './broker.ts';
import { createCommandExchange } from './command-exchange.ts';
import { simulateKind, unlockKind } from './command-kinds.ts';
import { createControllerTests } from './controller-tests.ts';
import { createDropLog } from './drop-log.ts';
import type { Link, LinkPorts } from './link.ts';

export interface LinkDeps {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** This process's name on the broker, new at each start: lower-case letters, digits and dashes. */
  readonly replica: string;
  readonly broker: Broker;
  readonly ports: LinkPorts;
  readonly signingKey: SigningKey;
  /** How often boxes beacon. Default 5 s. */
  readonly beaconInterval?: Duration;
}

/** The cloud's end of the device link, on a broker of the caller's, who also closes that broker. */
export const createLink = (deps: LinkDeps): Link => {
  const { clock, log, broker, ports } = deps;
  const drop = createDropLog(clock, log);
  const keys = createBoxKeys(clock, ports.publicKeyOf);
  const clocks = createBoxClocks(clock, deps.beaconInterval ?? Seconds(5));
  const common = { clock, clocks, broker, replica: deps.replica, signingKey: deps.signingKey, drop };
  const unlocks = createCommandExchange(unlockKind, common);
  const simulations = createCommandExchange(simulateKind, common);
  const onOutcome: BoxReportDeps['onOutcome'] = (outcome) =>
    outcome.outcome === 'simulating' || outcome.outcome === 'not_simulated'
      ? simulations.outcome(outcome)
      : unlocks.outcome(outcome);

  const tell = (boxId: BoxId, name: string, payload: unknown): Promise<void> =>
    broker.publish(downTopic(boxId, name), JSON.stringify(payload)).catch(() => drop(boxId, `a ${name} unsent`));
  const controllers = createControllerTests({ clock, clocks, tell });
  const onControllerTested = controllers.answered;
  const takeIn = createBoxReports({ clock, log, broker, ports, keys, clocks, drop, onOutcome, onControllerTested });
  let closed = false;

  const askForBeacons = async () => {
    const boxes = (await ports.knownBoxes?.()) ?? [];
    await Promise.all(boxes.map((boxId) => tell(boxId, beaconPleaseMessage.name, { v: 1 })));
  };

  broker.listen({
    message: (message) => {
      if (!closed) void takeIn(message);
    },
    up: () => {
      log.info('the device link is up');
      askForBeacons().catch((error: unknown) => log.error({ err: error }, 'no beacons could be asked for'));
    },
    down: (why) => log.warn({ why }, 'the device link is down'),
  });

  return {
    unlock: unlocks.send,
    simulate: simulations.send,
    nudge: (boxId, about, revision) => tell(boxId, nudgeMessage.name, { v: 1, about, revision }),
    nudgeDevice: (uuid, about) =>
      broker
        .publish(deviceNudgeTopic(uuid), JSON.stringify({ v: 1, about }))
        .catch(() => drop(deviceClientId(uuid), 'a nudge unsent')),
    endDeviceSession: (uuid) => broker.endSession(deviceClientId(uuid)),
    testController: controllers.ask,
    askForFacts: (boxId, { epoch, from, to }) => tell(boxId, factsPleaseMessage.name, { v: 1, epoch, from, to }),
    endSession: async (boxId) => {
      keys.forget(boxId);
      clocks.forget(boxId);
      await broker.endSession(boxId);
    },
    close: async () => {
      closed = true;
      unlocks.close();
      simulations.close();
      controllers.close();
    },
  };
};
