import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The processes that this one has started and that still run (proc(5)). */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );

export const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

const LISTEN = '0A';

/** Where this process accepts TCP connections. */
export const listenersOf = (pid: number): { readonly address: string; readonly port: number }[] => {
  const mine = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return []; // Closed since it was listed.
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTEN && inode !== undefined && mine.has(inode))
      .map(([, local = '']) => {
        const [hex = '', port = ''] = local.split(':');
        return { address: hex.length === 8 ? ipv4(hex) : ipv6(hex), port: Number.parseInt(port, 16) };
      }),
  );
};

/** Words of the kernel's own byte order: the lowest byte first, on every machine this runs on. */
const bytesOf = (word: string): string[] => (word.match(/../g) ?? []).reverse();
const ipv4 = (hex: string): string =>
  bytesOf(hex)
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');
const ipv6 = (hex: string): string => {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap(bytesOf).join('').toLowerCase();
  return bytes === `${'0'.repeat(31)}1` ? '::1' : bytes;
};
