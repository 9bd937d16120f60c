import { z } from 'zod';
import type { Command } from './control/command.ts';
import { COMMANDS } from './control/commands.ts';

/** A command line that makes sense: which command, on what, with which body. */
export interface Invocation {
  readonly command: Command;
  readonly name: string;
  readonly body: Record<string, unknown>;
}

/** The command whose words the arguments begin with; the longest wins. */
export const findCommand = (args: readonly string[]): Command | undefined =>
  COMMANDS.filter(({ words }) => words.split(' ').every((part, at) => part === args[at])).sort(
    (a, b) => b.words.length - a.words.length,
  )[0];

/** `holdMs` is typed `--hold-ms`. */
const flagOf = (member: string): string => `--${member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** How a command is typed: `press rex <door> [hold-ms]`. */
export const usageOf = ({ words, target, body, positional }: Command): string => {
  const required: readonly string[] = z.toJSONSchema(body, { io: 'input' }).required ?? [];
  const rest = positional.map((member) => {
    const name = flagOf(member).slice(2);
    return required.includes(member) ? `<${name}>` : `[${name}]`;
  });
  return [words, ...(target === 'site' ? [] : [`<${target}>`]), ...rest].join(' ');
};

/** Numbers and truths are typed as words; everything else stays text, a number with leading zeros or of a card's length too. */
const typed = (text: string): unknown => {
  if (/^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text)) return Number(text);
  return text === 'true' ? true : text === 'false' ? false : text;
};

/** What a command line may need besides itself: the JSON in a file, for a value typed `@file`. Throws an Error that says why not. */
export type ReadJson = (file: string) => unknown;

/** Reads the words after `sim`. A string is what is wrong with them. */
export const readInvocation = (args: readonly string[], readJson?: ReadJson): Invocation | string => {
  try {
    return read(args, (text) => (readJson && text.startsWith('@') ? readJson(text.slice(1)) : typed(text)));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const read = (args: readonly string[], toValue: (text: string) => unknown): Invocation | string => {
  const command = findCommand(args);
  if (command === undefined) return `There is no command "${args.join(' ')}".`;
  const rest = args.slice(command.words.split(' ').length);
  const body: Record<string, unknown> = {};
  const plain: string[] = [];
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    if (!word.startsWith('--')) {
      plain.push(word);
      continue;
    }
    const [flag, inline] = word.split('=', 2);
    const member = Object.keys(command.body.shape).find((one) => flagOf(one) === flag);
    if (member === undefined) return `"${command.words}" has no option ${flag}.`;
    const value = inline ?? rest[++at];
    if (value === undefined) return `${flag} needs a value.`;
    body[member] = toValue(value);
  }
  const name = command.target === 'site' ? '' : plain.shift();
  if (name === undefined) return `Which ${command.target}? Usage: sim ${usageOf(command)}`;
  if (plain.length > command.positional.length) return `Too many words. Usage: sim ${usageOf(command)}`;
  plain.forEach((word, at) => {
    body[command.positional[at] ?? ''] = toValue(word);
  });
  return { command, name, body };
};
