import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newCertificate } from './certificate.ts';
import { cloudAlone, type Memory } from './cloud-side.ts';
import { startPusher } from './pusher-side.ts';
import { short } from './statistics.ts';
import { table } from './table.ts';

export interface MemoryOptions {
  readonly batches: number;
  /** Of a batch. */
  readonly members: number;
  readonly say: (text: string) => void;
}

/** The cloud's memory after so many batches. */
export interface MemoryPoint extends Memory {
  readonly batches: number;
}

/** After a tenth, two tenths, half and all of the batches: by then it must no longer grow. */
const SHARES = [0.1, 0.2, 0.5, 1];

/** Pushes batch after batch over HTTPS, each under a new revision, and looks at the memory of the cloud's process. */
export const runMemoryBench = async ({ batches, members, say }: MemoryOptions): Promise<readonly MemoryPoint[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const certificate = await newCertificate(folder);
  const cloud = await cloudAlone(certificate, folder);
  try {
    const pusher = await startPusher(certificate, cloud, members);
    const points: MemoryPoint[] = [];
    let pushed = 0;
    for (const share of SHARES) {
      const until = Math.ceil(batches * share);
      await pusher.times(until - pushed);
      pushed = until;
      say(`${pushed} batches …`);
      points.push({ batches: pushed, ...(await cloud.memory()) });
    }
    await pusher.stop();
    return points;
  } finally {
    await cloud.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

export const memoryReport = (points: readonly MemoryPoint[], members: number): string =>
  table(
    [`batches of ${members} members`, 'resident, MB', 'heap, MB', 'outside of the heap, MB'],
    points.map(({ batches, rss, heapUsed, external }) => [
      String(batches),
      ...[rss, heapUsed, external].map((value) => short(value / 1e6)),
    ]),
  );
