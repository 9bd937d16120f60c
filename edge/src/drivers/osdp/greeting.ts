import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { BoardErrorReason, Log } from '../driver.ts';
import { REPLY } from './codes.ts';
import { CAP, type Command, ID } from './commands.ts';
import { shakeHands } from './handshake.ts';
import type { KeyRing } from './keys.ts';
import { identityOf, knowsCrc } from './replies.ts';
import type { Session } from './session.ts';

export type Greeted =
  | { readonly kind: 'on' }
  | { readonly kind: 'ready'; readonly secure: boolean }
  | { readonly kind: 'failed'; readonly why: string; readonly reason: BoardErrorReason };

export interface GreetingDeps {
  readonly unit: number;
  readonly secure: 'required' | 'when-paired';
  readonly session: Session;
  readonly keys: KeyRing;
  readonly log: Log;
  readonly random: RandomBytes;
}

export interface Greeting {
  /** The next step towards a session: who it is, what it can, and the handshake if it was paired. Never rejects. */
  step(): Promise<Greeted>;
  /** From the beginning. */
  restart(): void;
}

const ON: Greeted = { kind: 'on' };
const failed = (why: string, reason: BoardErrorReason = 'no_reply'): Greeted => ({ kind: 'failed', why, reason });

export const createGreeting = ({ unit, secure, session, keys, log, random }: GreetingDeps): Greeting => {
  let named = false;
  let known = '';

  const introduce = async (command: Command, code: number, learn: (data: Uint8Array) => void): Promise<Greeted> => {
    const answer = await session.ask(command, { retries: named ? 2 : 0 });
    if (answer.kind === 'down') return failed(answer.why, 'gone');
    if (answer.kind === 'broken' || answer.kind === 'expired') {
      // It may be one that knows sums only. Its capabilities say so, or bring the CRC back.
      session.check = session.check === 'crc' ? 'sum' : 'crc';
      return failed('does not answer');
    }
    if (answer.kind === 'reply' && answer.reply.code === code) learn(answer.reply.data);
    return ON; // Who it is and what it can is good to know, and nothing rests on it: a refusal will do.
  };

  const handshake = async (): Promise<Greeted> => {
    const result = await shakeHands(session, 1, keys.known(), random);
    switch (result.kind) {
      case 'stands':
        keys.settle(result.key);
        return { kind: 'ready', secure: true };
      case 'unproven':
        return failed(`cannot be trusted: ${result.why}`, 'refused');
      case 'unanswered':
        return result.answer.kind === 'down' ? failed(result.answer.why, 'gone') : failed('breaks off the handshake');
    }
  };

  /** With its own key, or in plain if it has none and needs none: a paired reader is never spoken to otherwise. */
  const join = async (): Promise<Greeted> => {
    if (keys.known().length > 0) return handshake();
    return secure === 'required'
      ? failed('has no key of its own: pair it', 'refused')
      : { kind: 'ready', secure: false };
  };

  const identified = (data: Uint8Array): void => {
    const identity = { unit, ...identityOf(data) };
    const text = JSON.stringify(identity);
    if (text !== known) log.info(identity, 'a reader says who it is');
    known = text;
  };

  return {
    restart: () => {
      named = false;
      session.restart();
    },
    step: async () => {
      if (!named) {
        const outcome = await introduce(ID, REPLY.PDID, identified);
        named = outcome.kind === 'on';
        return outcome;
      }
      const outcome = await introduce(CAP, REPLY.PDCAP, (data) => {
        if (knowsCrc(data)) session.check = 'crc';
      });
      return outcome.kind === 'on' ? join() : outcome;
    },
  };
};
