import type { KeyObject } from 'node:crypto';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Beacon, beaconAckMessage, beaconMessage, goneMessage } from '@gatehouse/shared/wire/beacon.ts';
import { factsAckMessage, factsMessage } from '@gatehouse/shared/wire/facts.ts';
import { verifyJws } from '@gatehouse/shared/wire/jws.ts';
import { downTopic, type Message, parseTopic } from '@gatehouse/shared/wire/message.ts';
import { controllerTestedMessage } from '@gatehouse/shared/wire/network-controller.ts';
import { SimulateOutcome } from '@gatehouse/shared/wire/simulate.ts';
import { outcomeMessage, UnlockOutcome } from '@gatehouse/shared/wire/unlock.ts';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { BoxClocks } from './box-clocks.ts';
import type { BoxKeys } from './box-keys.ts';
import type { Broker, BrokerMessage } from './broker.ts';
import type { Drop } from './drop-log.ts';
import type { LinkPorts } from './link.ts';

/** Replies of every kind come on one topic: what each is about, it says itself. */
const CommandOutcome = z.discriminatedUnion('outcome', [UnlockOutcome, SimulateOutcome]);
type CommandOutcome = z.infer<typeof CommandOutcome>;

export interface BoxReportDeps {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly broker: Broker;
  readonly ports: LinkPorts;
  readonly keys: BoxKeys;
  readonly clocks: BoxClocks;
  readonly drop: Drop;
  readonly onOutcome: (outcome: CommandOutcome) => void;
  readonly onControllerTested: (boxId: BoxId, tested: z.infer<typeof controllerTestedMessage.payload>) => void;
}

/** Batches of one box that may wait to be stored. What is dropped beyond them, the box sends again. */
const BATCHES_MAX = 4;

const parsePayload = <Payload extends z.ZodType>(
  message: Message<string, Payload>,
  payload: Buffer,
): z.infer<Payload> | undefined => {
  try {
    return message.payload.safeParse(JSON.parse(payload.toString('utf8'))).data;
  } catch {
    return undefined;
  }
};

/** Takes in everything that boxes send. Never throws: what is not understood is dropped and counted. */
export const createBoxReports = (deps: BoxReportDeps): ((message: BrokerMessage) => Promise<void>) => {
  const { clock, log, broker, ports, clocks, drop } = deps;
  const storing = new Map<BoxId, { tail: Promise<void>; waiting: number }>();

  const tell = (boxId: BoxId, name: string, payload: unknown) =>
    broker.publish(downTopic(boxId, name), JSON.stringify(payload)).catch(() => drop(boxId, 'an answer unsent'));

  /** What a box signed, or `undefined` if it did not. */
  const signed = (message: typeof beaconMessage | typeof outcomeMessage, payload: Buffer, key: KeyObject): unknown => {
    const envelope = parsePayload(message, payload);
    const verified = envelope && verifyJws(envelope.jws, () => key);
    return verified?.ok === true ? verified.payload : undefined;
  };

  const beacon = async (boxId: BoxId, payload: Buffer, key: KeyObject) => {
    const claims = signed(beaconMessage, payload, key);
    if (claims === undefined) return drop(boxId, 'a beacon that is not signed by its box');
    const report = Beacon.safeParse(claims).data;
    if (report === undefined) return drop(boxId, 'a malformed beacon');
    if (!clocks.beacon(boxId, report)) return drop(boxId, 'an overtaken beacon');
    const { bootId, sentMonoMs } = report;
    // Stored in the order of arrival: an outcome that follows must not be committed first.
    await Promise.all([ports.beaconArrived(boxId, report), acknowledge(boxId, { bootId, sentMonoMs })]);
  };

  const acknowledge = async (boxId: BoxId, beacon: Pick<Beacon, 'bootId' | 'sentMonoMs'>) => {
    const access = await ports.newestMark?.(boxId).catch(() => undefined);
    await tell(boxId, beaconAckMessage.name, {
      v: 1,
      ...beacon,
      cloudWallMs: clock.wallMs(),
      ...(access && { access }),
    });
  };

  const gone = async (boxId: BoxId, payload: Buffer) => {
    const report = parsePayload(goneMessage, payload);
    if (report === undefined) return drop(boxId, 'a malformed goodbye');
    clocks.gone(boxId, report.connectionId);
    await ports.boxGone(boxId, report.connectionId);
  };

  const store = async (boxId: BoxId, payload: Buffer) => {
    const report = parsePayload(factsMessage, payload);
    if (report === undefined) return drop(boxId, 'malformed facts');
    const through = await ports.storeFacts(boxId, report.epoch, report.facts);
    if (through === undefined) return drop(boxId, 'facts that contradict those it had sent');
    await tell(boxId, factsAckMessage.name, { v: 1, epoch: report.epoch, through });
  };
  /** One batch after another for each box, so that a box that repeats itself costs one transaction at a time. */
  const facts = (boxId: BoxId, payload: Buffer): Promise<void> => {
    const queue = storing.get(boxId) ?? { tail: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= BATCHES_MAX) {
      drop(boxId, 'facts faster than they are stored');
      return Promise.resolve();
    }
    queue.waiting += 1;
    storing.set(boxId, queue);
    const done = queue.tail.then(() => store(boxId, payload));
    queue.tail = done
      .catch(() => undefined)
      .then(() => {
        queue.waiting -= 1;
        if (queue.waiting === 0) storing.delete(boxId);
      });
    return done;
  };

  const reply = (boxId: BoxId, payload: Buffer, key: KeyObject) => {
    const claims = signed(outcomeMessage, payload, key);
    if (claims === undefined) return drop(boxId, 'an outcome that is not signed by its box');
    const outcome = CommandOutcome.safeParse(claims);
    if (!outcome.success || outcome.data.boxId !== boxId) return drop(boxId, 'a malformed outcome');
    deps.onOutcome(outcome.data);
  };

  const controllerTested = (boxId: BoxId, payload: Buffer) => {
    const report = parsePayload(controllerTestedMessage, payload);
    if (report === undefined) return drop(boxId, 'a malformed test of a network controller');
    deps.onControllerTested(boxId, report);
  };

  const takeIn = async (boxId: BoxId, name: string, payload: Buffer): Promise<void> => {
    const key = await deps.keys.of(boxId);
    if (key === undefined) {
      drop(boxId, 'a message of a box that is not claimed');
      clocks.forget(boxId);
      await broker.endSession(boxId).catch(() => undefined);
      return;
    }
    if (name === outcomeMessage.name) reply(boxId, payload, key);
    else if (name === beaconMessage.name) await beacon(boxId, payload, key);
    else if (name === goneMessage.name) await gone(boxId, payload);
    else if (name === factsMessage.name) await facts(boxId, payload);
    else if (name === controllerTestedMessage.name) controllerTested(boxId, payload);
    else drop(boxId, 'a message of an unknown kind');
  };

  return async ({ topic, payload, retained }) => {
    const parsed = parseTopic(topic);
    const boxId = BoxId.safeParse(parsed?.boxId);
    if (parsed === undefined || !boxId.success || parsed.direction === 'down' || retained)
      return drop('', 'a message that belongs nowhere');
    const name = parsed.direction === 'reply' ? outcomeMessage.name : parsed.name;
    try {
      await takeIn(boxId.data, parsed.direction === 'up' && name === outcomeMessage.name ? '' : name, payload);
    } catch (error) {
      drop(boxId.data, `a failure while taking in ${name}`);
      log.error({ err: error, boxId: boxId.data, message: name }, 'a message of a box could not be taken in');
    }
  };
};
