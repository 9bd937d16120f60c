import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import { CommandFailure } from '../readable-failure.ts';

/** No file of a process can be written further than so many bytes (setrlimit(2), RLIMIT_FSIZE): to it, a full disk. */
const FSIZE = { full: '--fsize=1:unlimited', room: '--fsize=unlimited:unlimited' };

/**
 * What a process is started through that finds its disk full. SQLite makes its shared memory anew, 32 kB, for which a full
 * disk has the room that the file from before had: with none at all it would open nothing.
 */
export const ON_A_FULL_DISK: readonly string[] = ['prlimit', '--fsize=32768:unlimited'];

export const limitDisk = async (pid: number, state: 'full' | 'room'): Promise<void> => {
  await promisify(execFile)('prlimit', ['--pid', String(pid), FSIZE[state]]);
};

/**
 * The environment of a process that lives at another time, its libraries too. As on a machine with a wrong wall clock, the
 * monotonic clock and the times of files are left alone.
 */
export const livingAt = (time: string): Record<string, string> => {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (library === undefined) throw new CommandFailure('A wrong clock needs libfaketime: apt-get install faketime.');
  return { LD_PRELOAD: library, FAKETIME: time, FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' };
};
