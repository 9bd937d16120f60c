import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { beaconAckMessage, beaconPleaseMessage, nudgeMessage } from '@gatehouse/shared/wire/beacon.ts';
import { factsAckMessage, factsPleaseMessage } from '@gatehouse/shared/wire/facts.ts';
import { type Message, parseTopic } from '@gatehouse/shared/wire/message.ts';
import { controllerTestMessage } from '@gatehouse/shared/wire/network-controller.ts';
import { simulateMessage } from '@gatehouse/shared/wire/simulate.ts';
import { unlockMessage } from '@gatehouse/shared/wire/unlock.ts';
import type { z } from 'zod';
import type { Log } from '../log.ts';

const PAYLOAD_MAX_BYTES = 64 * 1024;

type PayloadOf<M> = M extends Message<string, infer P> ? z.infer<P> : never;

export interface InboxHandlers {
  readonly unlock: (message: PayloadOf<typeof unlockMessage>) => void;
  readonly simulate: (message: PayloadOf<typeof simulateMessage>) => void;
  readonly beaconAck: (message: PayloadOf<typeof beaconAckMessage>) => void;
  readonly beaconPlease: () => void;
  readonly nudge: (message: PayloadOf<typeof nudgeMessage>) => void;
  readonly factsAck: (message: PayloadOf<typeof factsAckMessage>) => void;
  readonly factsPlease: (message: PayloadOf<typeof factsPleaseMessage>) => void;
  readonly controllerTest: (message: PayloadOf<typeof controllerTestMessage>) => void;
}

const on =
  <Payload extends z.ZodType>(
    { payload: schema }: Message<string, Payload>,
    handle: (payload: z.infer<Payload>) => void,
  ) =>
  (raw: unknown): boolean => {
    const parsed = schema.safeParse(raw);
    if (parsed.success) handle(parsed.data);
    return parsed.success;
  };

/**
 * Sorts what arrives for this box. A retained message is never acted upon, whatever it says: nothing of ours is
 * retained, so it was planted, or is old.
 */
export const createInbox = (
  boxId: BoxId,
  handlers: InboxHandlers,
  log: Log,
): ((topic: string, payload: Buffer, retained: boolean) => void) => {
  const routes = new Map([
    [unlockMessage.name, on(unlockMessage, handlers.unlock)],
    [simulateMessage.name, on(simulateMessage, handlers.simulate)],
    [beaconAckMessage.name, on(beaconAckMessage, handlers.beaconAck)],
    [beaconPleaseMessage.name, on(beaconPleaseMessage, handlers.beaconPlease)],
    [nudgeMessage.name, on(nudgeMessage, handlers.nudge)],
    [factsAckMessage.name, on(factsAckMessage, handlers.factsAck)],
    [factsPleaseMessage.name, on(factsPleaseMessage, handlers.factsPlease)],
    [controllerTestMessage.name, on(controllerTestMessage, handlers.controllerTest)],
  ] as [string, (raw: unknown) => boolean][]);

  return (topic, payload, retained) => {
    const drop = (why: string) => log.warn({ topic, why }, 'A message was dropped.');
    const parsed = parseTopic(topic);
    if (parsed?.direction !== 'down' || parsed.boxId !== boxId) return drop('not for this box');
    if (retained) return drop('retained');
    if (payload.length > PAYLOAD_MAX_BYTES) return drop('too long');
    const route = routes.get(parsed.name);
    if (route === undefined) return drop('unknown message');
    let raw: unknown;
    try {
      raw = JSON.parse(payload.toString('utf8'));
    } catch {
      return drop('not JSON');
    }
    if (!route(raw)) drop('malformed');
  };
};
