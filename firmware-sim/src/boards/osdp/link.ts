import { BLOCKS, type Channel } from './channel.ts';
import { type Device, NAKS, type Nak, type Reply } from './command.ts';
import { COMMANDS } from './commands.ts';
import { commandWords, replyWords } from './describe.ts';
import { encodeFrame, type Frame, type Security } from './frame.ts';
import { KEYSET, setKey } from './keyset.ts';
import type { Lies } from './lies.ts';
import { BUSY, nak } from './replies.ts';

/** An answer as it goes out, and both sides in words: nobody else can read what was encrypted. */
export interface Answer {
  readonly bytes: Uint8Array;
  readonly asked: string;
  readonly said: string;
}

/** How many commands are put off, and refused, from now on. */
export interface Unwilling {
  readonly busy: number;
  readonly refuse: number;
}

/** The conversation with the panel: numbers of messages, repeats, the secure channel around commands. */
export interface Link {
  /** The answer to a frame for this reader. Undefined where it gives none. */
  hear(frame: Frame, bytes: Uint8Array): Answer | undefined;
  /** A frame for this reader came broken. */
  broken(): Uint8Array | undefined;
  /** The next commands are put off with BUSY. */
  busy(count: number): void;
  /** The next commands are refused for this reason, and nothing is done. */
  refuse(why: number, count: number): void;
  /** Neither any more. */
  obey(): void;
  readonly unwilling: Unwilling;
  /** Begins anew: only a message with number 0 is taken, and no session stands. */
  reset(): void;
}

export interface LinkDeps {
  readonly device: Device;
  readonly channel: Channel;
  readonly lies: Lies;
}

/** Not a code of the standard. */
const STRANGE: Reply = { code: 0x5f, data: Uint8Array.of(0xde, 0xad) };
const FULL_TURN = 3;
const after = (sequence: number): number => (sequence % FULL_TURN) + 1;
const equal = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** What became of a command: its reply, and the block that goes with it, or nothing around it. */
interface Done {
  readonly reply: Reply;
  /** `session` is as the channel has it. */
  readonly security: Security | 'session' | undefined;
  readonly asked: string;
}

export const createLink = ({ device, channel, lies }: LinkDeps): Link => {
  const { settings } = device;
  let last: { readonly sequence: number; readonly request: Uint8Array; readonly answer: Answer } | undefined;
  let busyLeft = 0;
  let refusing: { readonly why: number; left: number } | undefined;

  const plainly = (frame: Frame, reply: Reply): Done => ({
    reply,
    security: undefined,
    asked: commandWords(frame.code, frame.data),
  });

  const command = (code: number, data: Uint8Array, encrypted: boolean): Reply => {
    if (refusing !== undefined) {
      const { why } = refusing;
      refusing.left -= 1;
      if (refusing.left === 0) refusing = undefined;
      return nak(why);
    }
    const asReply = (result: Reply | Nak): Reply => (typeof result === 'number' ? nak(result) : result);
    if (code === KEYSET) return asReply(setKey(data, encrypted, settings));
    const found = COMMANDS.get(code);
    if (found === undefined) return nak(NAKS.unknownCommand);
    return found.fits(data) ? asReply(found.run(data, device)) : nak(NAKS.badLength);
  };

  const inTheClear = (frame: Frame): Done => {
    const locked = settings.key !== undefined && !settings.installMode;
    const allowed = channel.state === 'plain' && (!locked || COMMANDS.get(frame.code)?.public === true);
    return plainly(frame, allowed ? command(frame.code, frame.data, false) : nak(NAKS.securityNeeded));
  };
  const handshake = (frame: Frame): Done => {
    const result = frame.security?.type === BLOCKS.challenge ? channel.challenge(frame) : channel.answer(frame);
    if (typeof result === 'number') return plainly(frame, nak(result));
    return { ...result, asked: commandWords(frame.code, frame.data) };
  };
  const inSession = (frame: Frame): Done => {
    const data = channel.open(frame);
    if (typeof data === 'number') return plainly(frame, nak(data));
    const encrypted = frame.security?.type === BLOCKS.encryptedFromPanel;
    const reply = command(frame.code, data, encrypted);
    const security = lies.take('plain-reply') ? undefined : 'session';
    return { reply, security, asked: commandWords(frame.code, data) };
  };

  /** Block types and the code that each belongs to; undefined is any code. */
  const answer = (frame: Frame): Done => {
    switch (frame.security?.type) {
      case undefined:
        return inTheClear(frame);
      case BLOCKS.challenge:
        return frame.code === 0x76 ? handshake(frame) : plainly(frame, nak(NAKS.securityUnsupported));
      case BLOCKS.panelCryptogram:
        return frame.code === 0x77 ? handshake(frame) : plainly(frame, nak(NAKS.securityUnsupported));
      case BLOCKS.macFromPanel:
      case BLOCKS.encryptedFromPanel:
        return inSession(frame);
      default:
        return plainly(frame, nak(NAKS.securityUnsupported));
    }
  };

  /** It leaves under the address that the question was put to, be that the address of all. */
  const encode = (frame: Frame, { reply, security, asked }: Done): Answer => {
    const said = lies.take('strange-reply') ? STRANGE : reply;
    const sealed = security === 'session' ? channel.seal(said) : { reply: said, security };
    const sequence = lies.take('wrong-sequence') ? after(frame.sequence) : frame.sequence;
    const message = { ...sealed.reply, security: sealed.security, withCrc: frame.withCrc, sequence };
    return {
      bytes: encodeFrame({ ...message, address: frame.address, fromReader: true }, channel.sign),
      asked,
      said: replyWords(said.code, said.data),
    };
  };
  const put = (frame: Frame, reply: Reply): Answer => {
    const done = plainly(frame, reply);
    const message = { ...reply, security: undefined, withCrc: frame.withCrc, address: frame.address };
    const sequence = reply === BUSY ? 0 : frame.sequence;
    const bytes = encodeFrame({ ...message, sequence, fromReader: true });
    return { bytes, asked: done.asked, said: replyWords(reply.code, reply.data) };
  };
  const reset = () => {
    last = undefined;
    channel.drop();
  };

  return {
    hear: (frame, bytes) => {
      if (frame.fromReader) return undefined;
      if (frame.sequence === 0) reset();
      else if (last === undefined) return put(frame, nak(NAKS.badSequence));
      else if (frame.sequence === last.sequence && equal(bytes, last.request)) return last.answer;
      else if (frame.sequence !== after(last.sequence)) return put(frame, nak(NAKS.badSequence));
      if (busyLeft > 0) {
        busyLeft -= 1;
        return put(frame, BUSY);
      }
      const said = encode(frame, answer(frame));
      last = { sequence: frame.sequence, request: Uint8Array.from(bytes), answer: said };
      return said;
    },
    broken: () => {
      // In a session nobody could believe an answer without a MAC; silence makes the panel ask again.
      if (channel.state !== 'plain' || last === undefined) return undefined;
      const message = { ...nak(NAKS.badCheck), security: undefined, withCrc: true, address: settings.address };
      return encodeFrame({ ...message, sequence: after(last.sequence), fromReader: true });
    },
    busy: (count) => {
      busyLeft = count;
    },
    refuse: (why, count) => {
      refusing = { why, left: count };
    },
    obey: () => {
      busyLeft = 0;
      refusing = undefined;
    },
    get unwilling() {
      return { busy: busyLeft, refuse: refusing?.left ?? 0 };
    },
    reset,
  };
};
