import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

/** The niceness of each thread of this process (proc(5), field 19). */
const nicenesses = (): number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });

describe.runIf(process.platform === 'linux')('a thread that gives way', () => {
  it('is nicer than before, and the only one', async () => {
    const before = getPriority();
    const url = new URL('./give-way.ts', import.meta.url);
    const source = `import(${JSON.stringify(url)}).then(({ giveWay }) => {
      giveWay();
      require('node:worker_threads').parentPort.postMessage('gave way');
    });
    setInterval(() => undefined, 1000);`;
    const worker = new Worker(source, { eval: true });
    await new Promise((resolve) => worker.once('message', resolve));
    const now = nicenesses();
    await worker.terminate();
    expect(now.filter((niceness) => niceness === before + 5)).toHaveLength(1);
    expect(now.filter((niceness) => niceness === before)).toHaveLength(now.length - 1);
    expect(getPriority()).toBe(before);
  });
});
