// Loaded before a program: kills it, as a power cut would, right before its n-th change of the disk (CUT_BEFORE, from 1).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env.CUT_BEFORE ?? 0);
for (const name of ['writeFileSync', 'writeSync', 'fsyncSync', 'renameSync', 'symlinkSync', 'rmSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return real(...args);
  };
}
syncBuiltinESMExports();
