import type { Question } from '../serial/exchange.ts';

/**
 * Text to questions and answers back for Numato's USB relay modules (maker's manuals, "Command set"): a command ends with
 * CR; the module sends back every character of it, then the value asked for on a line of its own, then a prompt `>`. Pure.
 */

export type NumatoRequest =
  | { readonly kind: 'write'; readonly relay: number; readonly energised: boolean }
  | { readonly kind: 'read-relay'; readonly relay: number }
  | { readonly kind: 'read-relays' }
  | { readonly kind: 'read-input'; readonly input: number }
  /** Asks for what says nothing of the relays; only its own words matter. See `talk.ts`. */
  | { readonly kind: 'probe'; readonly turn: number };

/** Relays and inputs beyond 9 go by capital letters, on to V for 31 (which is not hexadecimal: the manuals say so). */
export const CHANNELS_MAX = 32;
const nameOf = (channel: number): string => channel.toString(36).toUpperCase();

const PROBES = ['ver', 'id get'];

const commandOf = (request: NumatoRequest): string => {
  switch (request.kind) {
    case 'write':
      return `relay ${request.energised ? 'on' : 'off'} ${nameOf(request.relay)}`;
    case 'read-relay':
      return `relay read ${nameOf(request.relay)}`;
    case 'read-relays':
      return 'relay readall';
    case 'read-input':
      return `gpio read ${nameOf(request.input)}`;
    case 'probe':
      return PROBES[request.turn % PROBES.length] ?? 'ver';
  }
};

const LINE_END = '[\\r\\n]+';
/** What stands between the command's line and the prompt. A probe that is not understood is answered too, by the prompt. */
const VALUES: Readonly<Record<NumatoRequest['kind'], string>> = {
  write: '()',
  'read-relay': `(on|off)${LINE_END}`,
  'read-relays': `([0-9a-fA-F]{1,8})${LINE_END}`,
  'read-input': `([01])${LINE_END}`,
  probe: `(?:([\\x20-\\x7e]{1,24})${LINE_END})?`,
};
const VALUE_BYTES_MAX = 24;
/** Line ends and the prompt. */
const FRILLS_BYTES = 6;
/** Late answers to earlier questions; also the length of a line that somebody left half typed. */
const NOISE_BYTES_MAX = 160;

/** `reply` is the value: '' for a write. */
export const questionOf = (request: NumatoRequest): Question<string> => {
  const command = commandOf(request);
  // The command must stand alone in its line: behind half a line of somebody else's, another command was understood.
  const answer = new RegExp(`(?:^|[\\r\\n>])${command}${LINE_END}${VALUES[request.kind]}>`);
  return {
    bytes: Buffer.from(`${command}\r`, 'latin1'),
    answerBytes: command.length + VALUE_BYTES_MAX + FRILLS_BYTES,
    noiseBytesMax: NOISE_BYTES_MAX,
    match: (received) => {
      const found = answer.exec(Buffer.from(received).toString('latin1'));
      return found === null ? undefined : { reply: found[1] ?? '', end: found.index + found[0].length };
    },
  };
};

/** How many hexadecimal digits a module with so many relays says them in. */
const digitsOf = (relays: number): number => Math.max(2, Math.ceil(relays / 4));

/** The bits of `relay readall`, the lowest first; `undefined` for a number of another length: a digit was lost. */
export const relaysFrom = (value: string, relays: number): boolean[] | undefined => {
  if (value.length !== digitsOf(relays)) return undefined;
  const bits = BigInt(`0x${value}`);
  return Array.from({ length: relays }, (_, i) => ((bits >> BigInt(i)) & 1n) === 1n);
};
