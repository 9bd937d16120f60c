import type { z } from 'zod';
import type { LocalKind } from './client.ts';

/** One kind of message between the box and a client of its own broker: whose it is, which way it goes, what it carries. */
export interface LocalMessage<Name extends string, Payload extends z.ZodType> {
  readonly name: Name;
  readonly kind: Exclude<LocalKind, 'sensor' | 'observer'>;
  /** `up` comes from the client, `down` goes to it. */
  readonly direction: 'up' | 'down';
  /** What the box sends is always 1; of a client's, 0 is what the next one makes up for. */
  readonly qos: 0 | 1;
  readonly summary: string;
  readonly payload: Payload;
  /** Example payloads that must parse; the documentation and the tests of both ends read them. */
  readonly vectors: readonly z.input<Payload>[];
}

export const defineLocalMessage = <const Name extends string, Payload extends z.ZodType>(
  message: LocalMessage<Name, Payload>,
): LocalMessage<Name, Payload> => message;
