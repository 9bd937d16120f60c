import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import koffi from 'koffi';

const [AF_UNIX, SOCK_DGRAM, MSG_DONTWAIT] = [1, 2, 0x40];

/** The other end of sd_notify(3): a real datagram socket of the Unix kind, as systemd has it. */
export const notifySocket = (path = join(mkdtempSync(join(tmpdir(), 'notify-')), 'socket')) => {
  const libc = koffi.load(null);
  const socket = libc.func('int socket(int domain, int type, int protocol)');
  const bind = libc.func('int bind(int fd, const void *address, uint32_t size)');
  const recv = libc.func('long recv(int fd, _Out_ void *bytes, size_t length, int flags)');
  const close = libc.func('int close(int fd)');
  const name = Buffer.from(path);
  if (path.startsWith('@')) name[0] = 0;
  const address = Buffer.concat([Buffer.from([AF_UNIX, 0]), name]);
  const fd = socket(AF_UNIX, SOCK_DGRAM, 0) as number;
  if ((bind(fd, address, address.length) as number) !== 0) throw new Error(`cannot bind ${path}`);
  return {
    path,
    /** What has come since the last look, in order. */
    take: (): readonly string[] => {
      const taken: string[] = [];
      for (;;) {
        const bytes = Buffer.alloc(4_096);
        const length = Number(recv(fd, bytes, bytes.length, MSG_DONTWAIT));
        if (length <= 0) return taken;
        taken.push(bytes.toString('utf8', 0, length));
      }
    },
    close: () => void close(fd),
  };
};
