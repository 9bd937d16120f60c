import { COMMANDS } from './commands.ts';
import { ANYBODY, parseFrame } from './frame.ts';
import { KEYSET } from './keyset.ts';
import { REPLIES } from './replies.ts';

/** Commands that are not in the table of commands, because they are about the channel itself. No key is ever told. */
const OF_THE_CHANNEL: ReadonlyMap<number, string> = new Map([
  [KEYSET, 'KEYSET'],
  [0x76, 'CHLNG'],
  [0x77, 'SCRYPT'],
]);
const SEALED_FROM = 0x17;

const spaced = (...words: readonly string[]): string => words.filter(Boolean).join(' ');
const hex = (code: number): string => `0x${code.toString(16).padStart(2, '0')}`;

/** A command in words, its data in the clear. */
export const commandWords = (code: number, data: Uint8Array): string => {
  const command = COMMANDS.get(code);
  if (command === undefined) return OF_THE_CHANNEL.get(code) ?? `command ${hex(code)}`;
  return spaced(command.name, command.fits(data) ? command.describe(data) : `of ${data.length} bytes`);
};

export const replyWords = (code: number, data: Uint8Array): string => {
  const reply = REPLIES.get(code);
  return reply === undefined ? `reply ${hex(code)}` : spaced(reply.name, reply.describe(data));
};

/**
 * A frame in one line for people, whoever it is from and however broken. `words` is what the reader made of it: it alone
 * can read what is encrypted.
 */
export const describeFrame = (bytes: Uint8Array, words?: string): string => {
  const frame = parseFrame(bytes);
  if (frame === undefined) return `${bytes.length} bytes that are no frame`;
  const { address, sequence, security, code, data, fromReader } = frame;
  const who = address === ANYBODY ? 'anybody' : `#${address}`;
  const sealed = security !== undefined && security.type >= SEALED_FROM;
  const name = fromReader ? replyWords(code, sealed ? new Uint8Array() : data) : commandWords(code, data);
  const what = words ?? (sealed ? `${name.split(' ')[0]}, encrypted` : name);
  const channel = frame.mac === undefined ? '' : sealed ? ', secured and encrypted' : ', secured';
  return `${who} ${what} (${sequence}${channel})`;
};
