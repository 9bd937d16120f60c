import { constants } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FuseFile, type FuseHandle, type FuseNode, POLL } from './node.ts';
import { createFuseSession } from './session.ts';
import { type Errno, OP } from './wire.ts';

/** Of some fifteen requests each. `GATEHOUSE_FUZZ_RUNS=200000` for a long run: three million. */
const RUNS = Number(process.env.GATEHOUSE_FUZZ_RUNS ?? 2_000);
const ROOT = 1n;

const connect = (entries: ReadonlyMap<string, FuseNode>) => {
  const sent: Buffer[] = [];
  let unique = 0n;
  const session = createFuseSession({ root: { entries }, uid: 7, gid: 8, send: (bytes) => void sent.push(bytes) });
  const ask = (opcode: number, node: bigint, body = Buffer.alloc(0)): bigint => {
    unique += 1n;
    const bytes = Buffer.alloc(40 + body.length);
    bytes.writeUInt32LE(bytes.length, 0);
    bytes.writeUInt32LE(opcode, 4);
    bytes.writeBigUInt64LE(unique, 8);
    bytes.writeBigUInt64LE(node, 16);
    body.copy(bytes, 40);
    session.handle(bytes);
    return unique;
  };
  /** What was sent in answer to a request. */
  const answerTo = (own: bigint) => {
    const found = sent.filter((one) => one.readBigUInt64LE(8) === own);
    expect(found.length).toBeLessThanOrEqual(1);
    const [bytes] = found;
    return bytes && { error: bytes.readInt32LE(4), body: bytes.subarray(16) };
  };
  const call = (opcode: number, node: bigint, body?: Buffer<ArrayBuffer>) => {
    const answer = answerTo(ask(opcode, node, body));
    if (answer === undefined) throw new Error('no answer');
    return answer;
  };
  const lookup = (name: string, folder = ROOT) => call(OP.lookup, folder, Buffer.from(`${name}\0`));
  const idOf = (name: string, folder = ROOT) => lookup(name, folder).body.readBigUInt64LE(0);
  const open = (node: bigint) => call(OP.open, node, Buffer.alloc(8)).body.readBigUInt64LE(0);
  const notices = () => sent.filter((one) => one.readBigUInt64LE(8) === 0n).map((one) => one.readBigUInt64LE(16));
  return { session, sent, ask, answerTo, call, lookup, idOf, open, notices };
};

const numbers = (size: number, ...at: readonly (readonly [number, number | bigint])[]) => {
  const bytes = Buffer.alloc(size);
  for (const [offset, value] of at) {
    if (typeof value === 'bigint') bytes.writeBigUInt64LE(value, offset);
    else bytes.writeUInt32LE(value, offset);
  }
  return bytes;
};
const readBody = (handle: bigint, { offset = 0n, size = 100, flags = 0 } = {}) =>
  numbers(40, [0, handle], [8, offset], [16, size], [32, flags]);
const pollBody = (handle: bigint, kernel: bigint, notify: boolean) =>
  numbers(24, [0, handle], [8, kernel], [16, Number(notify)]);
const error = (name: Errno) => -constants.errno[name];

const file = (handle: Partial<FuseHandle>, mode = 0o644): FuseFile => ({
  mode,
  open: () => ({ close: () => undefined, ...handle }),
});
const text = (content: string) =>
  file({ read: (offset, size) => Buffer.from(content).subarray(offset, offset + size) });

describe('a file system of our own', () => {
  it('finds files in folders, says what they are, and whose', () => {
    const { lookup, idOf, call } = connect(
      new Map<string, FuseNode>([['gpio4', { entries: new Map([['value', text('1\n')]]) }]]),
    );
    const { body } = lookup('gpio4');
    expect(body.readUInt32LE(40 + 60)).toBe(0o40755);
    const value = lookup('value', idOf('gpio4'));
    expect(value.body.readUInt32LE(40 + 60)).toBe(0o100644);
    expect([value.body.readUInt32LE(40 + 68), value.body.readUInt32LE(40 + 72)]).toEqual([7, 8]);
    expect(call(OP.getattr, value.body.readBigUInt64LE(0)).body.readBigUInt64LE(16)).toBe(
      value.body.readBigUInt64LE(0),
    );
    expect(lookup('gpio5').error).toBe(error('ENOENT'));
    expect(lookup('value', idOf('value', idOf('gpio4'))).error).toBe(error('ENOENT'));
  });

  it('reads from an offset, and writes what it was given', () => {
    const taken: string[] = [];
    const write = (bytes: Uint8Array) => {
      taken.push(Buffer.from(bytes).toString());
      return taken.length === 2 ? ('EBUSY' as const) : undefined;
    };
    const { call, idOf, open } = connect(
      new Map([
        ['a', text('hello')],
        ['b', file({ write })],
      ]),
    );
    const a = open(idOf('a'));
    expect(call(OP.read, 0n, readBody(a, { offset: 1n, size: 3 })).body.toString()).toBe('ell');
    expect(call(OP.read, 0n, readBody(a, { offset: 5n })).body).toHaveLength(0);
    const b = open(idOf('b'));
    const body = Buffer.concat([numbers(40, [0, b], [16, 3]), Buffer.from('out')]);
    expect(call(OP.write, 0n, body).body.readUInt32LE(0)).toBe(3);
    expect(call(OP.write, 0n, body).error).toBe(error('EBUSY'));
    expect(taken).toEqual(['out', 'out']);
    expect(call(OP.read, 0n, readBody(b)).error).toBe(error('EIO'));
    expect(call(OP.write, 0n, numbers(43, [0, a], [16, 3])).error).toBe(error('EIO'));
  });

  it('tells a poller once when something changed, and only one that asked to be told', () => {
    let changed = () => {};
    let events: number = POLL.in;
    const one: FuseFile = {
      mode: 0o644,
      open: (tell) => {
        changed = tell;
        return { poll: () => events, close: () => undefined };
      },
    };
    const { call, idOf, open, notices } = connect(new Map([['value', one]]));
    const handle = open(idOf('value'));
    expect(call(OP.poll, 0n, pollBody(handle, 77n, false)).body.readUInt32LE(0)).toBe(POLL.in);
    changed();
    expect(notices()).toEqual([]);
    call(OP.poll, 0n, pollBody(handle, 77n, true));
    events = POLL.in | POLL.pri;
    changed();
    changed();
    expect(notices()).toEqual([77n]);
    expect(call(OP.poll, 0n, pollBody(handle, 77n, false)).body.readUInt32LE(0)).toBe(POLL.in | POLL.pri);
  });

  it('has a read wait until there is something, unless it may not wait or is interrupted', () => {
    let changed = () => {};
    let content: string | undefined;
    const one: FuseFile = {
      mode: 0o644,
      open: (tell) => {
        changed = tell;
        return { read: () => (content === undefined ? 'EAGAIN' : Buffer.from(content)), close: () => undefined };
      },
    };
    const { ask, answerTo, call, idOf, open } = connect(new Map([['events', one]]));
    const handle = open(idOf('events'));
    const O_NONBLOCK = 0o4000;
    expect(call(OP.read, 0n, readBody(handle, { flags: O_NONBLOCK })).error).toBe(error('EAGAIN'));
    const [first, second] = [ask(OP.read, 0n, readBody(handle)), ask(OP.read, 0n, readBody(handle))];
    changed();
    expect([answerTo(first), answerTo(second)]).toEqual([undefined, undefined]);
    ask(OP.interrupt, 0n, numbers(8, [0, first]));
    expect(answerTo(first)?.error).toBe(error('EINTR'));
    content = 'key';
    changed();
    expect(answerTo(second)?.body.toString()).toBe('key');
    expect(answerTo(first)?.error).toBe(error('EINTR'));
  });

  it('passes device orders through with what they bring and take', () => {
    const asked: [number, string][] = [];
    const one = file({
      ioctl: (request, data) => {
        asked.push([request, Buffer.from(data).toString('hex')]);
        return request === 5 ? Buffer.from('name') : 'EBUSY';
      },
    });
    const { call, idOf, open } = connect(new Map([['event0', one]]));
    const handle = open(idOf('event0'));
    const body = (request: number) =>
      Buffer.concat([numbers(32, [0, handle], [12, request], [24, 4], [28, 8]), Buffer.from('01000000', 'hex')]);
    const { error: code, body: answer } = call(OP.ioctl, 0n, body(5));
    expect([code, answer.subarray(16).toString()]).toEqual([0, 'name']);
    expect(call(OP.ioctl, 0n, body(6)).error).toBe(error('EBUSY'));
    expect(asked).toEqual([
      [5, '01000000'],
      [6, '01000000'],
    ]);
  });

  it('lists a folder piece by piece', () => {
    const names = Array.from({ length: 50 }, (_, n) => `gpio${n}`);
    const { call } = connect(new Map(names.map((name) => [name, text('')])));
    const seen: string[] = [];
    for (;;) {
      const { body } = call(OP.readdir, ROOT, readBody(0n, { offset: BigInt(seen.length), size: 200 }));
      if (body.length === 0) break;
      expect(body.length).toBeLessThanOrEqual(200);
      for (let at = 0; at < body.length; ) {
        const length = body.readUInt32LE(at + 16);
        seen.push(body.subarray(at + 24, at + 24 + length).toString());
        at += Math.ceil((24 + length) / 8) * 8;
      }
    }
    expect(seen).toEqual(names);
  });

  it('closes every handle that is released or left open', () => {
    let open = 0;
    const one: FuseFile = {
      mode: 0o644,
      open: () => {
        open += 1;
        return {
          close: () => {
            open -= 1;
          },
        };
      },
    };
    const c = connect(new Map([['a', one]]));
    const first = c.open(c.idOf('a'));
    c.open(c.idOf('a'));
    expect(open).toBe(2);
    c.call(OP.release, 0n, numbers(24, [0, first]));
    expect(open).toBe(1);
    c.session.close();
    expect(open).toBe(0);
  });

  it('forgets what the kernel forgets: a file that came and went is known no more', () => {
    const entries = new Map<string, FuseNode>();
    const { lookup, ask, call } = connect(entries);
    for (let turn = 0; turn < 100; turn += 1) {
      entries.set('gpio1', text(`${turn}`));
      const id = lookup('gpio1').body.readBigUInt64LE(0);
      lookup('gpio1');
      expect(call(OP.getattr, id).error).toBe(0);
      if (turn % 2 === 0) ask(OP.forget, id, numbers(8, [0, 2n]));
      else ask(OP.batchForget, 0n, numbers(24, [0, 1], [8, id], [16, 2n]));
      expect(call(OP.getattr, id).error).toBe(error('ENOENT'));
    }
  });

  it('refuses what sysfs refuses, and says that it does not know the rest', () => {
    const { call } = connect(new Map());
    expect(call(OP.create, ROOT).error).toBe(error('EACCES'));
    expect(call(OP.unlink, ROOT).error).toBe(error('EPERM'));
    expect(call(4_711, ROOT).error).toBe(error('ENOSYS'));
    expect(call(OP.init, 0n).body.readUInt32LE(0)).toBe(7);
  });

  it('answers any bytes at most once and never throws', { timeout: 600_000 }, () => {
    const request = fc.record({
      opcode: fc.oneof(fc.constantFrom(...Object.values(OP)), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
      node: fc.oneof(fc.bigInt(0n, 4n), fc.bigInt(0n, 2n ** 64n - 1n)),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.constant(Buffer.from('value\0')),
        fc.bigInt(0n, 4n).map((handle) => numbers(40, [0, handle], [16, 8])),
      ),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 30 }), (requests) => {
        const { ask, answerTo } = connect(new Map([['value', text('1\n')]]));
        for (const { opcode, node, body } of requests) answerTo(ask(opcode, node, Buffer.from(body)));
      }),
      { numRuns: RUNS },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => connect(new Map()).session.handle(Buffer.from(bytes))),
    );
  });
});
