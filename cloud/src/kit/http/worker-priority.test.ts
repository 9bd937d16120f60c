import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

/** The niceness of each thread of this process (proc(5), field 19). */
const nicenesses = (): Map<string, number> =>
  new Map(
    readdirSync('/proc/self/task').flatMap((thread) => {
      try {
        const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
        return [[thread, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])] as const];
      } catch {
        return []; // It has ended since it was listed.
      }
    }),
  );

describe.runIf(process.platform === 'linux')('a thread that gives way', () => {
  it('is nicer than before, and the only one', async () => {
    const own = getPriority();
    // Other tests of this process may have threads that gave way.
    const before = nicenesses();
    const url = new URL('./worker-priority.ts', import.meta.url);
    const source = `import(${JSON.stringify(url)}).then(({ lowerWorkerPriority }) => {
      lowerWorkerPriority();
      require('node:worker_threads').parentPort.postMessage('gave way');
    });
    setInterval(() => undefined, 1000);`;
    const worker = new Worker(source, { eval: true });
    await new Promise((resolve) => worker.once('message', resolve));
    const now = [...nicenesses()];
    await worker.terminate();
    const changed = now.filter(([thread, niceness]) => niceness !== (before.get(thread) ?? own));
    expect(changed.map(([thread, niceness]) => [before.has(thread), niceness])).toEqual([[false, 5]]);
    expect(getPriority()).toBe(own);
  });
});
