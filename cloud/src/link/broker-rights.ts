import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { goneMessage } from '@gatehouse/shared/wire/beacon.ts';
import { deviceNudgeMessage, deviceNudgeTopic, isDeviceClientId } from '@gatehouse/shared/wire/device-nudge.ts';
import { parseTopic, replyTopic, upTopic } from '@gatehouse/shared/wire/message.ts';
import { ADMITS_TOPIC, ADMITTED_TOPIC, END_SESSION_TOPIC } from './broker.ts';

/** Who a connection speaks for. */
export interface Principal {
  readonly role: 'box' | 'device' | 'cloud';
  /** A box's UUID, a device's client id, a replica's name. */
  readonly id: string;
}

const LEVELS_MAX = 20;
const TOPIC_MAX = 200;
const NAME = /^[a-z][a-z-]{0,39}$/;
const REPLICA = /^[a-z0-9-]{1,64}$/;

/** Client ids by role: a box's own UUID, `device-<uuid>`, `cloud-<replica>`. Undefined for every other. */
export const principalOf = (clientId: string): Principal | undefined => {
  if (BoxId.safeParse(clientId).success) return { role: 'box', id: clientId };
  if (isDeviceClientId(clientId)) return { role: 'device', id: clientId };
  const replica = clientId.startsWith('cloud-') ? clientId.slice('cloud-'.length) : '';
  return REPLICA.test(replica) ? { role: 'cloud', id: replica } : undefined;
};

const nudgesOf = ({ id }: Principal): string => deviceNudgeTopic(id.slice('device-'.length));

const sane = (topic: string): boolean =>
  topic.length <= TOPIC_MAX && topic.split('/', LEVELS_MAX + 1).length <= LEVELS_MAX;

/**
 * A box publishes its own reports and its own replies to any replica, a device nothing; the cloud publishes to boxes, nudges
 * devices, tells a separate broker to end sessions and whom it may let in, and writes to its own reply topics to prove the path.
 */
export const mayPublish = (who: Principal, topic: string): boolean => {
  if (!sane(topic) || who.role === 'device') return false;
  if (who.role === 'cloud' && (topic === END_SESSION_TOPIC || topic === ADMITTED_TOPIC)) return true;
  const parsed = parseTopic(topic);
  if (parsed === undefined) return false;
  if (who.role === 'box') {
    if (parsed.boxId !== who.id) return false;
    return parsed.direction === 'reply'
      ? REPLICA.test(parsed.replica)
      : parsed.direction === 'up' && NAME.test(parsed.name);
  }
  if (parsed.direction === 'reply') return parsed.replica === who.id;
  if (parsed.direction !== 'down') return false;
  return isDeviceClientId(parsed.boxId)
    ? parsed.name === deviceNudgeMessage.name
    : BoxId.safeParse(parsed.boxId).success && NAME.test(parsed.name);
};

/** A box hears what is said to it, a device its nudges, a replica what all boxes say, the replies to itself and the broker's questions. Nothing else is granted. */
export const maySubscribe = (who: Principal, filter: string): boolean => {
  if (!sane(filter)) return false;
  if (who.role === 'box') return filter === `gh/v1/${who.id}/down/+`;
  if (who.role === 'device') return filter === nudgesOf(who);
  return filter === upTopic('+', '+') || filter === replyTopic(who.id, '+') || filter === ADMITS_TOPIC;
};

/** A will may only say that its own box is gone, and may not stay behind. */
export const mayLeaveWill = (who: Principal, will: { topic: string; retain?: boolean; qos?: number }): boolean =>
  who.role === 'box' &&
  will.retain !== true &&
  (will.qos ?? 0) <= 1 &&
  will.topic === `gh/v1/${who.id}/up/${goneMessage.name}`;

/** Whether what is about to be delivered was meant for this receiver: a second look, whatever was subscribed. */
export const mayReceive = (who: Principal, topic: string): boolean => {
  if (who.role === 'cloud' && topic === ADMITS_TOPIC) return true;
  if (who.role === 'device') return topic === nudgesOf(who);
  const parsed = parseTopic(topic);
  if (parsed === undefined) return false;
  if (who.role === 'box') return parsed.direction === 'down' && parsed.boxId === who.id;
  return parsed.direction === 'up' || (parsed.direction === 'reply' && parsed.replica === who.id);
};
