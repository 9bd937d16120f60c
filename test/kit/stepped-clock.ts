import { readFileSync } from 'node:fs';

/**
 * Loaded into a process under test before its own code: on SIGUSR2 its wall clock steps to as many ms off the machine's
 * as the file says. The monotonic clock does not notice, as with a real step (clock_settime(2)).
 */
const file = process.env.WALL_CLOCK_STEP_FILE;
const machine = Date.now.bind(Date);
let offMs = 0;
Date.now = () => machine() + offMs;
process.on('SIGUSR2', () => {
  if (file !== undefined) offMs = Number(readFileSync(file, 'utf8'));
});
