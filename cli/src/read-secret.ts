import { createInterface } from 'node:readline';
import { CommandFailure } from './readable-failure.ts';

/** More than any card's number or PIN. */
const LENGTH_MAX = 200;

export interface SecretSource {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean; setRawMode?(mode: boolean): unknown };
  /** Where a person is asked; never where answers go. */
  readonly prompts: NodeJS.WritableStream;
}
const THE_TERMINAL: SecretSource = { input: process.stdin, prompts: process.stderr };

/**
 * What must not be on a command line, which every process of the machine can read: asked for at a terminal, where it does not
 * show, or else the first line of the standard input.
 */
export const readSecret = async (
  question: string,
  { input, prompts }: SecretSource = THE_TERMINAL,
): Promise<string> => {
  if (input.isTTY === true) prompts.write(`${question}: `);
  input.setRawMode?.(true); // Nothing echoes what is typed.
  try {
    const line = input.isTTY === true ? await typed(input) : await firstLine(input);
    const secret = line.trim();
    if (secret === '' || secret.length > LENGTH_MAX) throw new CommandFailure(`${question}: nothing usable was given.`);
    return secret;
  } finally {
    input.setRawMode?.(false);
    if (input.isTTY === true) prompts.write('\n');
  }
};

const firstLine = async (input: NodeJS.ReadableStream): Promise<string> => {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
};

const BACKSPACES: ReadonlySet<string> = new Set(['\b', '\x7f']);
const ENDS: ReadonlySet<string> = new Set(['\r', '\n', '\x04']);

/** Keys until the end of the line. Control-C ends the command, as it does everywhere. */
const typed = (input: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const done = (settle: () => void) => {
      input.off('data', take);
      input.pause();
      settle();
    };
    const take = (chunk: Buffer | string) => {
      for (const key of String(chunk)) {
        if (key === '\x03') return done(() => reject(new CommandFailure('Nothing was done.')));
        if (ENDS.has(key)) return done(() => resolve(text));
        text = BACKSPACES.has(key) ? text.slice(0, -1) : text + key;
      }
    };
    input.on('data', take);
    input.resume();
  });
