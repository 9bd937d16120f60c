import { inspect } from 'node:util';

/** Shows what a running process answered, for people; piped into another program it is JSON. */
export const printAnswer = (answer: unknown): void => {
  const empty = typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0;
  if (!process.stdout.isTTY) console.log(JSON.stringify(answer, null, 2));
  else if (empty) console.log('Done.');
  else console.log(inspect(answer, { colors: true, depth: 10, maxArrayLength: null, compact: 3, breakLength: 120 }));
};
