import type { Log } from '../log.ts';

/** What systemd is told, by sd_notify(3). */
export interface ServiceManager {
  ready(): void;
  stopping(): void;
  /** One line for `systemctl status`. */
  status(line: string): void;
  /** This process is well: without it for `WatchdogSec`, systemd kills and restarts it. */
  pet(): void;
  /** How often at most a pet may be due, in µs; 0 without a watchdog. */
  readonly watchdogUs: number;
  close(): void;
}

export const NO_SERVICE_MANAGER: ServiceManager = {
  ready: () => undefined,
  stopping: () => undefined,
  status: () => undefined,
  pet: () => undefined,
  watchdogUs: 0,
  close: () => undefined,
};

const [AF_UNIX, SOCK_DGRAM, SOCK_CLOEXEC] = [1, 2, 0o2000000];
const [MSG_DONTWAIT, MSG_NOSIGNAL] = [0x40, 0x4000];
const PATH_MAX_BYTES = 108;

/** `sockaddr_un`: the family, then the path; a path that begins with `@` is in the abstract namespace (unix(7)). */
const addressOf = (path: string): Buffer => {
  const name = Buffer.from(path);
  if (name.length >= PATH_MAX_BYTES) throw new RangeError('NOTIFY_SOCKET is too long');
  if (path.startsWith('@')) name[0] = 0;
  const family = Buffer.alloc(2);
  family.writeUInt16LE(AF_UNIX);
  return Buffer.concat([family, name, ...(path.startsWith('@') ? [] : [Buffer.alloc(1)])]);
};

/**
 * Speaks to the service manager that started this process, if `NOTIFY_SOCKET` names one. Node has no datagram sockets
 * of the Unix kind, so the C library's own are called; nothing is loaded where there is no such socket. Never throws:
 * without the library the agent runs on, and says so once.
 */
export const openServiceManager = async (
  environment: Readonly<Record<string, string | undefined>>,
  log: Log,
): Promise<ServiceManager> => {
  const { NOTIFY_SOCKET: path, WATCHDOG_USEC: usec, GATEHOUSE_HOME: home } = environment;
  if (path === undefined || !/^[/@]/.test(path)) return NO_SERVICE_MANAGER;
  try {
    const { default: koffi } = await import('koffi');
    const libc = koffi.load(null);
    const socket = libc.func('int socket(int domain, int type, int protocol)') as (...args: number[]) => number;
    const sendto = libc.func(
      'long sendto(int fd, const void *bytes, size_t length, int flags, const void *address, uint32_t size)',
    ) as (fd: number, bytes: Buffer, length: number, flags: number, address: Buffer, size: number) => number;
    const close = libc.func('int close(int fd)') as (fd: number) => number;
    const address = addressOf(path);
    const fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) throw new Error('no datagram socket');
    let failed = false;
    const tell = (text: string) => {
      const bytes = Buffer.from(text);
      const sent = sendto(fd, bytes, bytes.length, MSG_DONTWAIT | MSG_NOSIGNAL, address, address.length);
      if (sent < 0 && !failed) log.warn({ text }, 'The service manager could not be told.');
      failed = sent < 0;
    };
    const pet = () => tell('WATCHDOG=1');
    // Under the supervisor an agent that ends makes way for the next release: by STOPPING=1 systemd would take it for the
    // end of the service, and kill both when the time for that is over. The next one needs the watchdog's time to start.
    const supervised = home !== undefined;
    if (supervised) pet();
    return {
      ready: () => tell('READY=1'),
      stopping: supervised ? pet : () => tell('STOPPING=1'),
      status: (line) => tell(`STATUS=${line.replaceAll('\n', ' ')}`),
      pet,
      watchdogUs: Number(usec ?? 0) || 0,
      close: () => void close(fd),
    };
  } catch (error) {
    log.error({ err: error }, 'The service manager cannot be spoken to: there is no watchdog.');
    return NO_SERVICE_MANAGER;
  }
};
