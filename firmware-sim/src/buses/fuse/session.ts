import { type FuseFolder, type FuseHandle, type FuseNode, isFolder, POLL } from './node.ts';
import {
  type Attributes,
  attributesReply,
  directoryReply,
  type Errno,
  entryReply,
  initReply,
  ioctlReply,
  numberReply,
  OP,
  openReply,
  parseRequest,
  pollNotice,
  type Request,
  reply,
} from './wire.ts';

/** The file system's side of a FUSE connection: requests of the kernel in, replies and notices out. No I/O of its own. */
export interface FuseSession {
  /** One whole request, as one read of the connection gives it. */
  handle(request: Buffer): void;
  /** Closes every handle; nothing is sent any more. */
  close(): void;
}

export interface FuseSessionDeps {
  readonly root: FuseFolder;
  /** Whom the files belong to. */
  readonly uid: number;
  readonly gid: number;
  readonly send: (bytes: Buffer) => void;
}

interface Opened {
  readonly handle: FuseHandle;
  /** Names the poller in the kernel, from when it asked to be told. */
  poller: bigint | undefined;
  /** Reads that wait for something to read, by the request's name. */
  readonly waiting: Map<bigint, () => void>;
}

const ROOT = 1n;
const O_NONBLOCK = 0o4000;
const ALWAYS_READY = POLL.in | POLL.out | POLL.inNormal | POLL.outNormal;
const FUSE_POLL_SCHEDULE_NOTIFY = 1;

export const createFuseSession = ({ root, uid, gid, send }: FuseSessionDeps): FuseSession => {
  const nodes = new Map<bigint, { readonly node: FuseNode; known: bigint }>([[ROOT, { node: root, known: 1n }]]);
  const ids = new Map<FuseNode, bigint>([[root, ROOT]]);
  const opened = new Map<bigint, Opened>();
  let lastNode = ROOT;
  let lastHandle = 0n;
  let closed = false;

  const attributesOf = (id: bigint, node: FuseNode): Attributes => ({
    id,
    mode: isFolder(node) ? undefined : node.mode,
    uid,
    gid,
  });
  const find = (id: bigint) => nodes.get(id)?.node;
  const forget = (id: bigint, count: bigint) => {
    const entry = nodes.get(id);
    if (entry === undefined || id === ROOT) return;
    entry.known -= count;
    if (entry.known > 0n) return;
    nodes.delete(id);
    ids.delete(entry.node);
  };
  const lookup = ({ node: id, body }: Request): Buffer | Errno => {
    const folder = find(id);
    const end = body.indexOf(0);
    const name = body.subarray(0, end === -1 ? undefined : end).toString();
    const found = folder !== undefined && isFolder(folder) ? folder.entries.get(name) : undefined;
    if (found === undefined) return 'ENOENT';
    const known = ids.get(found);
    if (known === undefined) lastNode += 1n;
    const own = known ?? lastNode;
    ids.set(found, own);
    const entry = nodes.get(own) ?? { node: found, known: 0n };
    entry.known += 1n;
    nodes.set(own, entry);
    return entryReply(attributesOf(own, found));
  };
  const open = ({ node: id }: Request): Buffer | Errno => {
    const file = find(id);
    if (file === undefined) return 'ENOENT';
    if (isFolder(file)) return 'EISDIR';
    lastHandle += 1n;
    const own = lastHandle;
    const handle = file.open(() => changed(own));
    if (typeof handle === 'string') return handle;
    opened.set(own, { handle, poller: undefined, waiting: new Map() });
    return openReply(own);
  };
  const changed = (own: bigint) => {
    const one = opened.get(own);
    if (one === undefined || closed) return;
    for (const again of [...one.waiting.values()]) again();
    if (one.poller === undefined) return;
    const { poller } = one;
    one.poller = undefined;
    send(pollNotice(poller));
  };
  const at = (body: Buffer) => opened.get(body.readBigUInt64LE(0));
  /** Replies by itself, since a read may wait. */
  const read = ({ unique, body }: Request): void => {
    const one = at(body);
    const { handle, waiting } = one ?? { handle: undefined, waiting: new Map<bigint, () => void>() };
    const mayWait = (body.readUInt32LE(32) & O_NONBLOCK) === 0;
    const attempt = () => {
      const result = handle?.read?.(Number(body.readBigUInt64LE(8)), body.readUInt32LE(16)) ?? 'EIO';
      waiting.delete(unique);
      if (result === 'EAGAIN' && mayWait) waiting.set(unique, attempt);
      else send(reply(unique, typeof result === 'string' ? result : Buffer.from(result)));
    };
    attempt();
  };
  const write = ({ body }: Request): Buffer | Errno => {
    const { handle } = at(body) ?? {};
    if (handle?.write === undefined) return 'EIO';
    const size = body.readUInt32LE(16);
    return handle.write(body.subarray(40, 40 + size)) ?? numberReply(size);
  };
  const poll = ({ body }: Request): Buffer | Errno => {
    const one = at(body);
    if (one === undefined) return 'EBADF';
    if ((body.readUInt32LE(16) & FUSE_POLL_SCHEDULE_NOTIFY) !== 0) one.poller = body.readBigUInt64LE(8);
    return numberReply(one.handle.poll?.() ?? ALWAYS_READY);
  };
  const ioctl = ({ body }: Request): Buffer | Errno => {
    const { handle } = at(body) ?? {};
    if (handle?.ioctl === undefined) return 'ENOTTY';
    const result = handle.ioctl(body.readUInt32LE(12), body.subarray(32, 32 + body.readUInt32LE(24)));
    return typeof result === 'string' ? result : ioctlReply(0, result);
  };
  const readFolder = ({ node: id, body }: Request): Buffer | Errno => {
    const folder = find(id);
    if (folder === undefined || !isFolder(folder)) return 'ENOTDIR';
    const entries = [...folder.entries].map(([name, node]) => ({ name, folder: isFolder(node) }));
    return directoryReply(entries, Number(body.readBigUInt64LE(8)), body.readUInt32LE(16));
  };
  const release = ({ body }: Request): Buffer => {
    at(body)?.handle.close();
    opened.delete(body.readBigUInt64LE(0));
    return Buffer.alloc(0);
  };
  const attributes = ({ node: id }: Request): Buffer | Errno => {
    const node = find(id);
    return node === undefined ? 'ENOENT' : attributesReply(attributesOf(id, node));
  };
  const interrupt = ({ body }: Request) => {
    const unique = body.readBigUInt64LE(0);
    for (const { waiting } of opened.values()) if (waiting.delete(unique)) send(reply(unique, 'EINTR'));
  };
  const forgetMany = ({ body }: Request) => {
    const count = Math.min(body.readUInt32LE(0), Math.floor(body.length / 16) - 1);
    for (let i = 0; i < count; i += 1) forget(body.readBigUInt64LE(8 + i * 16), body.readBigUInt64LE(16 + i * 16));
  };

  const answered: Readonly<Record<number, (request: Request) => Buffer | Errno>> = {
    [OP.init]: initReply,
    [OP.lookup]: lookup,
    [OP.getattr]: attributes,
    // Opening for writing truncates first: a register has no length to cut.
    [OP.setattr]: attributes,
    [OP.open]: open,
    [OP.write]: write,
    [OP.poll]: poll,
    [OP.ioctl]: ioctl,
    [OP.opendir]: () => openReply(0n),
    [OP.readdir]: readFolder,
    [OP.release]: release,
    [OP.releasedir]: () => Buffer.alloc(0),
    [OP.flush]: () => Buffer.alloc(0),
    [OP.access]: () => Buffer.alloc(0),
    [OP.statfs]: () => Buffer.alloc(80),
    // As sysfs has it: nobody makes or removes a file there.
    [OP.create]: () => 'EACCES',
    [OP.mknod]: () => 'EACCES',
    [OP.mkdir]: () => 'EPERM',
    [OP.unlink]: () => 'EPERM',
    [OP.rmdir]: () => 'EPERM',
  };
  /** What gets no reply, or not at once. */
  const unanswered: Readonly<Record<number, (request: Request) => void>> = {
    [OP.read]: read,
    [OP.forget]: ({ node, body }) => forget(node, body.readBigUInt64LE(0)),
    [OP.batchForget]: forgetMany,
    [OP.interrupt]: interrupt,
    [OP.destroy]: () => undefined,
  };

  return {
    handle: (bytes) => {
      const request = parseRequest(bytes);
      if (request === undefined || closed) return;
      const quiet = unanswered[request.opcode];
      if (quiet === undefined) send(reply(request.unique, answered[request.opcode]?.(request) ?? 'ENOSYS'));
      else quiet(request);
    },
    close: () => {
      closed = true;
      for (const { handle } of opened.values()) handle.close();
      opened.clear();
    },
  };
};
