import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FdListener } from '../../drivers/fd-events/fd-events.ts';
import { silentLog } from '../../fakes/silent-log.ts';
import { usbKeyboard, usbKeyboardOn } from './driver.ts';
import type { KeyboardPort } from './keyboard-port.ts';
import { characterOf } from './keymap.ts';

const [EV_SYN, EV_KEY, EV_MSC] = [0, 1, 4];
const [SYN_REPORT, SYN_DROPPED] = [0, 3];
const [ENTER, LEFT_SHIFT, RIGHT_SHIFT, CAPS_LOCK, LEFT_CTRL] = [28, 42, 54, 58, 29];
type Event = readonly [type: number, code: number, value: number];

const bytesOf = (events: readonly Event[], size: number): Buffer =>
  Buffer.concat(
    events.map(([type, code, value]) => {
      const bytes = Buffer.alloc(size, 0xee); // Whatever the time is.
      bytes.writeUInt16LE(type, size - 8);
      bytes.writeUInt16LE(code, size - 6);
      bytes.writeInt32LE(value, size - 4);
      return bytes;
    }),
  );
const press = (code: number): Event[] => [
  [EV_MSC, 4, 0x70000 + code],
  [EV_KEY, code, 1],
  [EV_SYN, SYN_REPORT, 0],
  [EV_KEY, code, 0],
  [EV_SYN, SYN_REPORT, 0],
];
/** As a keyboard of the United States types a text: by the keys, of which each character has one. */
const typed = (text: string): Event[] =>
  [...text].flatMap((character) => {
    for (const shifted of [false, true])
      for (let code = 0; code < 128; code++)
        if (characterOf(code, shifted) === character)
          return shifted
            ? [[EV_KEY, LEFT_SHIFT, 1] as const, ...press(code), [EV_KEY, LEFT_SHIFT, 0] as const]
            : press(code);
    throw new Error(`no key types ${character}`);
  });
const line = (text: string): Event[] => [...typed(text), ...press(ENTER)];

/** A keyboard in memory at the end of a path, and a driver that has been told of it. */
const aKeyboard = async (arch: NodeJS.Architecture = 'x64', trouble?: string, unwatchable = 0) => {
  const clock = new ManualClock();
  const size = arch === 'arm' ? 16 : 24;
  let ear: FdListener | undefined;
  let wrong = trouble;
  const done: string[] = [];
  let deaf = unwatchable;
  const port: KeyboardPort = {
    take: (path) => {
      if (wrong !== undefined) throw Object.assign(new Error(`failed: ${wrong}`), { code: wrong });
      done.push(`take ${path}`);
      return 7;
    },
    watch: (fd, chunkBytes, listener) => {
      expect(chunkBytes % size).toBe(0);
      if (deaf-- > 0) throw new Error('no thread can be started');
      ear = listener;
      done.push(`watch ${fd}`);
      return () => {
        ear = undefined;
        done.push(`leave ${fd}`);
      };
    },
    release: (fd) => void done.push(`release ${fd}`),
    close: async () => void done.push('close'),
  };
  const bus = usbKeyboardOn(port, { path: '/dev/input/by-id/reader' }, { clock, log: silentLog }, arch);
  const heard: string[] = [];
  const states: string[] = [];
  const reader = bus.reader?.(1);
  reader?.listen({
    took: (input) => heard.push(input.kind === 'line' ? input.text : input.kind),
    changed: () => states.push(reader.standing().state),
  });
  await clock.advance(Seconds(1));
  return {
    clock,
    bus,
    reader,
    heard,
    states,
    done,
    send: (events: readonly Event[]) => ear?.bytes(bytesOf(events, size)),
    sendBytes: (bytes: Uint8Array) => ear?.bytes(bytes),
    pull: () => ear?.gone('ENODEV: no such device, read'),
    becomes: (next: string | undefined) => {
      wrong = next;
    },
  };
};

describe('a reader that is a keyboard', () => {
  it.each(['x64', 'arm64', 'arm'] as const)('is heard on %s', async (arch) => {
    const { send, heard } = await aKeyboard(arch);
    send(line('0008057923'));
    send(line('GH1~aB3._-x~9'));
    expect(heard).toEqual(['0008057923', 'GH1~aB3._-x~9']);
  });

  it('may press locks, hold keys and use either shift, and a line is what was meant', async () => {
    const { send, heard } = await aKeyboard();
    send([...press(CAPS_LOCK), [EV_KEY, 2, 1], [EV_KEY, 2, 2], [EV_KEY, 2, 2], [EV_KEY, 2, 0]]);
    send([[EV_KEY, RIGHT_SHIFT, 1], [EV_KEY, LEFT_SHIFT, 1], [EV_KEY, RIGHT_SHIFT, 0], ...press(30)]);
    send([[EV_KEY, LEFT_SHIFT, 0], ...press(30), ...press(ENTER)]);
    expect(heard).toEqual(['1Aa']);
  });

  it('gives no card where the kernel forgot keys, or one typed nothing', async () => {
    const { send, heard } = await aKeyboard();
    send([...typed('0008'), [EV_SYN, SYN_DROPPED, 0], ...line('7923')]);
    send([...press(LEFT_CTRL), ...line('123')]);
    send(line('124'));
    expect(heard).toEqual(['', '', '124']);
  });

  it('types the same however its events are cut up on the way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[!-~]{1,30}$/),
        fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 50 }),
        fc.constantFrom('x64' as const, 'arm' as const),
        async (text, cuts, arch) => {
          const { sendBytes, heard } = await aKeyboard(arch);
          let bytes: Uint8Array = bytesOf(line(text), arch === 'arm' ? 16 : 24);
          for (let i = 0; bytes.length > 0; i++) {
            const cut = 1 + (cuts[i % cuts.length] ?? 0);
            sendBytes(bytes.subarray(0, cut));
            bytes = bytes.subarray(cut);
          }
          expect(heard).toEqual([text]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is upset by no bytes whatever', async () => {
    const { sendBytes, heard } = await aKeyboard();
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => void sendBytes(bytes)));
    for (const text of heard) expect(text).toMatch(/^[ -~]*$/);
  });

  it('is looked for again where it was when it is pulled out, and half a number is none', async () => {
    const { clock, send, pull, becomes, heard, states, done, reader } = await aKeyboard();
    send(typed('00080'));
    becomes('ENOENT');
    pull();
    expect(reader?.standing()).toMatchObject({ state: 'lost', trouble: 'it was pulled out' });
    await clock.advance(Seconds(1));
    expect(reader?.standing()).toMatchObject({ trouble: 'it is not plugged in, or has another path' });
    becomes(undefined);
    await clock.advance(Seconds(2));
    expect(reader?.standing()).toEqual({ state: 'online', tampered: false, secure: false, trouble: null });
    expect([states[0], states.at(-1)]).toEqual(['lost', 'online']);
    await clock.advance(Milliseconds(501));
    send(line('0008057923'));
    expect(heard).toEqual(['0008057923']);
    expect(done).toEqual([
      'take /dev/input/by-id/reader',
      'watch 7',
      'leave 7',
      'release 7',
      'take /dev/input/by-id/reader',
      'watch 7',
    ]);
  });

  it('is let go when it cannot be waited for, so that the next try can have it', async () => {
    const { done, reader } = await aKeyboard('x64', undefined, 1);
    const path = '/dev/input/by-id/reader';
    expect(done).toEqual([`take ${path}`, 'release 7', `take ${path}`, 'watch 7']);
    expect(reader?.standing().state).toBe('online');
  });

  it('that comes back in the middle of a number gives none', async () => {
    const { clock, send, pull, heard } = await aKeyboard();
    pull();
    await clock.advance(Milliseconds(101));
    send(line('57923'));
    send(line('57924'));
    expect(heard).toEqual([]);
  });

  it.each([
    ['EBUSY', 'another program has this keyboard for itself'],
    ['EACCES', 'this user may not read it: it takes the group that owns it, which is mostly `input`'],
    ['ENOTTY', 'its path is no keyboard'],
    ['EMFILE', 'failed: EMFILE'],
  ])('is not read at all unless it is this box’s alone: %s', async (code, words) => {
    const { reader, done, clock, bus } = await aKeyboard('x64', code);
    expect(reader?.standing()).toMatchObject({ state: 'lost', trouble: words });
    expect(done).toEqual([]);
    await bus.close();
    expect([done, clock.pendingTimers]).toEqual([['close'], 0]);
  });

  it('is let go when its bus is closed, and is silent from then on', async () => {
    const { send, heard, bus, done, clock } = await aKeyboard();
    await bus.close();
    send(line('123'));
    expect(heard).toEqual([]);
    expect(done.slice(-3)).toEqual(['leave 7', 'release 7', 'close']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('has one reader and no relays', async () => {
    const { bus } = await aKeyboard();
    expect(bus.reader?.(2)).toBeUndefined();
    await expect(bus.board(1).set(0, true)).rejects.toMatchObject({ reason: 'refused', sent: false });
  });

  it('asks the kernel itself, which knows that a null device is no keyboard', async () => {
    const config = usbKeyboard.config.parse({ path: '/dev/null' });
    const bus = usbKeyboard.open(config, { clock: systemClock, log: silentLog });
    expect(bus.reader?.(1)?.standing()).toMatchObject({ state: 'lost', trouble: 'its path is no keyboard' });
    await bus.close();
    expect(() => usbKeyboard.config.parse({ path: '' })).toThrow('path');
  });
});
