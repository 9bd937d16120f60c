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

interface Koffi {
  load(name: string): { func(signature: string): (...given: unknown[]) => unknown };
}

/** With a time server the kernel says that its clock is kept, whatever the time: adjtimex(2) is answered here. */
if (process.env.WALL_CLOCK_KEPT !== undefined) {
  const ofTheAgent = 'koffi';
  const { default: koffi }: { default: Koffi } = await import(ofTheAgent);
  const load = koffi.load.bind(koffi);
  koffi.load = (name) => {
    const library = load(name);
    return { func: (signature) => (signature.includes(' adjtimex(') ? () => 0 : library.func(signature)) };
  };
}
