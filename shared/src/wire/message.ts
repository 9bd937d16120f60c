import { z } from 'zod';
import type { BoxId } from '../ids/ids.ts';
import { JWS_MAX_CHARACTERS } from './jws.ts';

export type Direction = 'down' | 'up' | 'reply';

/** One kind of message on the device link: where it travels, and what it carries. */
export interface Message<Name extends string, Payload extends z.ZodType> {
  readonly name: Name;
  readonly direction: Direction;
  /** Whom it is for where that is no box. */
  readonly to?: 'device';
  readonly summary: string;
  readonly payload: Payload;
  /** Example payloads that must parse; the documentation and the tests of both ends read them. */
  readonly vectors: readonly z.input<Payload>[];
}

export const defineMessage = <const Name extends string, Payload extends z.ZodType>(
  message: Message<Name, Payload>,
): Message<Name, Payload> => message;

/** A payload that travels as compact JWS text (RFC 7515), so that it means the same whoever carried it. */
export const Signed = z.strictObject({ jws: z.string().max(JWS_MAX_CHARACTERS) });

/** Everything is MQTT 3.1.1, QoS 1, clean session, never retained: a command that waits is a door that opens late. */
export const LINK_QOS = 1;

const ROOT = 'gh/v1';
export const downTopic = (boxId: BoxId | '+', name: string): string => `${ROOT}/${boxId}/down/${name}`;
export const upTopic = (boxId: BoxId | '+', name: string): string => `${ROOT}/${boxId}/up/${name}`;
/** Replies find their replica: the command names this topic, the box publishes its outcome there. */
export const replyTopic = (replica: string, boxId: BoxId | '+'): string => `${ROOT}/reply/${replica}/${boxId}`;

export type ParsedTopic =
  | { readonly direction: 'down' | 'up'; readonly boxId: string; readonly name: string }
  | { readonly direction: 'reply'; readonly replica: string; readonly boxId: string };

/** Reads a link topic; `undefined` for every other topic. */
export const parseTopic = (topic: string): ParsedTopic | undefined => {
  const [a, b, third, fourth, fifth, ...more] = topic.split('/');
  if (`${a}/${b}` !== ROOT || more.length > 0 || third === undefined || fourth === undefined || fifth === undefined)
    return undefined;
  if (third === 'reply') return { direction: 'reply', replica: fourth, boxId: fifth };
  return fourth === 'down' || fourth === 'up' ? { direction: fourth, boxId: third, name: fifth } : undefined;
};
