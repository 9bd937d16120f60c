import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError, type Log, type Pairing } from '../driver.ts';
import { DEFAULT_KEY, same } from './cipher.ts';
import { ID, KEY_BYTES, keyset } from './commands.ts';
import type { Device } from './device.ts';
import type { Dispatcher } from './dispatcher.ts';
import { shakeHands } from './handshake.ts';

export interface PairingDeps {
  readonly deviceAt: (unit: number) => Device | undefined;
  readonly dispatcher: Dispatcher;
  readonly random: RandomBytes;
  readonly clock: Clock;
  readonly log: Log;
}

/** Some readers start anew when they are given a key. */
const PROOFS_MAX = 4;
const PROOF_PAUSE = Seconds(1);

const refused = (sent: boolean, unit: number, text: string) =>
  new BoardError('refused', sent, `reader ${unit} ${text}`);

/** The only code that ever gives a reader a key. Keys are in memory and in the box's store; no log and no error says one. */
export const createPairing = ({ deviceAt, dispatcher, random, clock, log }: PairingDeps): Pairing => {
  const found = (unit: number): Device => {
    const device = deviceAt(unit);
    if (device === undefined) throw refused(false, unit, 'is none of this bus');
    return device;
  };

  /** Speaks under the key that everybody knows. A reader does so only while somebody has put it into install mode. */
  const enterInstallMode = async ({ unit, session }: Device): Promise<void> => {
    session.restart();
    session.check = 'crc';
    const hello = await session.ask(ID, { retries: 1 });
    if (hello.kind === 'broken' || hello.kind === 'down')
      throw new BoardError('no_reply', false, `reader ${unit}: ${hello.why}`);
    const handshake = await shakeHands(session, 0, [DEFAULT_KEY], random);
    if (handshake.kind === 'unanswered')
      throw new BoardError('no_reply', false, `reader ${unit} breaks off the handshake`);
    if (handshake.kind === 'unproven') throw refused(false, unit, `is not in install mode: ${handshake.why}`);
  };

  const keep = ({ unit, keys }: Device, next: Uint8Array): void => {
    if (!keys.offer(next)) throw refused(false, unit, 'is given no key, for this box cannot keep it');
  };

  const forgetKey = ({ unit, keys }: Device): void => {
    if (!keys.forget()) throw refused(false, unit, 'keeps its key, for this box cannot forget it');
  };

  /** Sends the next key over the channel that stands. The reader may have it although it is not heard to say so. */
  const giveKey = async (device: Device, undo: () => void): Promise<Uint8Array> => {
    const next = random(KEY_BYTES);
    keep(device, next);
    const answer = await device.session.ask(keyset(next), { retries: 2 });
    if (answer.kind !== 'refused') return next;
    undo();
    throw refused(true, device.unit, `takes no key: ${answer.why}`);
  };

  /** Whatever became of it, the reader is spoken to anew: nothing is left of the channel that it was done in. */
  const exclusively = (device: Device, work: () => Promise<Uint8Array>): Promise<Uint8Array> =>
    dispatcher.run('reading', async () => {
      try {
        return await work();
      } catch (error) {
        await device.restart().catch(() => undefined);
        throw error;
      }
    });

  /** A new session under the new key is the proof that the reader has it. Between the tries the line is free. */
  const prove = async (device: Device, next: Uint8Array, triesLeft = PROOFS_MAX): Promise<void> => {
    const { unit, keys } = device;
    try {
      await dispatcher.run('reading', device.restart);
    } catch (error) {
      if (!(error instanceof BoardError) || error.reason === 'closed') throw error;
      if (triesLeft > 1) {
        await sleep(clock, PROOF_PAUSE);
        return prove(device, next, triesLeft - 1);
      }
      const hint = 'If it stays lost, forget its key and install it again';
      throw new BoardError('no_reply', true, `reader ${unit} has not shown that it took the key. ${hint}`);
    }
    const [settled] = keys.known();
    if (settled === undefined || !same(settled, next)) throw refused(true, unit, 'kept the key it had');
    log.warn({ unit }, 'a reader was given a new key');
  };

  return {
    install: async (unit) => {
      const device = found(unit);
      const next = await exclusively(device, async () => {
        if (device.keys.known().length > 0)
          throw refused(false, unit, 'is paired: rekey it, or forget its key first if it was replaced');
        await enterInstallMode(device);
        return giveKey(device, () => forgetKey(device));
      });
      await prove(device, next);
    },
    rekey: async (unit) => {
      const device = found(unit);
      const next = await exclusively(device, async () => {
        const [old] = device.keys.known();
        if (old === undefined || !device.ready() || device.session.channel === undefined)
          throw refused(false, unit, 'has no encrypted channel now');
        return giveKey(device, () => device.keys.settle(old));
      });
      await prove(device, next);
    },
    forget: async (unit) => {
      const device = found(unit);
      await dispatcher.run('reading', async () => {
        forgetKey(device);
        log.warn({ unit }, 'the key of a reader was forgotten');
        // What becomes of the reader now is its standing's to say.
        await device.restart().catch(() => undefined);
      });
    },
  };
};
