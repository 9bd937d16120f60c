import { readFileSync } from 'node:fs';

/** USER_HZ: what the kernel counts processor time in for `/proc/<pid>/stat` (proc(5)), on every Linux since 2.6. */
const TICK_MS = 10;

/** Processor time that a process has used so far, user and system together, in ms. Whole ticks: measure thousands. */
export const cpuMs = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets, which may hold anything: count from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};
