import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError } from '../driver.ts';
import type { SwitchBus, SwitchFamily } from '../pulse-supervisor/switch-bus.ts';
import { openSerialWire } from '../serial/serial-wire.ts';
import { wireMs } from '../serial/settings.ts';
import type { Wire } from '../serial/wire.ts';
import { LcusConfig } from './config.ts';
import { switchFrame } from './framing.ts';

/** The system takes four bytes at once, or the line hangs. */
const TAKEN_WITHIN = Milliseconds(150);
/** The only unit there is. */
const UNIT = 1;

/**
 * A board that is told and says nothing: a write counts once the system has taken its bytes and they have had their time on
 * the line. What a relay did, nobody knows here.
 */
export const createLcusBus = (wire: Wire, config: LcusConfig, clock: Clock): SwitchBus => {
  let closed = false;
  let failRunning: ((error: BoardError) => void) | undefined;

  const absent = (sent: boolean, text: string): BoardError => new BoardError(closed ? 'closed' : 'gone', sent, text);
  wire.listen({
    bytes: () => undefined, // Some answer something to something; no two alike.
    down: (why) => failRunning?.(absent(true, why)),
  });
  const check = (unit: number, count: number): void => {
    if (unit !== UNIT) throw new BoardError('refused', false, `the board on ${config.path} is unit ${UNIT}`);
    if (count > config.relays)
      throw new BoardError('refused', false, `the board on ${config.path} has ${config.relays} relays`);
    if (closed || !wire.up) throw absent(false, `${config.path} is not there`);
  };

  const write = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        timer.cancel();
        failRunning = undefined;
      };
      // Bytes that the system has not taken could leave much later and move a lock: closing the line drops them.
      let timer = clock.after(TAKEN_WITHIN, () => {
        wire.abandon('the line takes no bytes');
        failRunning?.(absent(true, 'the line takes no bytes'));
      });
      failRunning = (error) => {
        end();
        reject(error);
      };
      wire.send(bytes, () => {
        timer.cancel();
        timer = clock.after(Milliseconds(wireMs(config.baud, bytes.length)), () => {
          end();
          resolve();
        });
      });
    });

  return {
    set: async (unit, channel, energised, mayWrite) => {
      check(unit, channel + 1);
      if (!mayWrite()) throw new BoardError('expired', false, 'too late to write');
      const writtenMs = clock.monoMs();
      await write(switchFrame(channel, energised));
      return { writtenMs };
    },
    readCoils: async (unit, count) => {
      check(unit, count);
      return { values: new Array<undefined>(count).fill(undefined), askedMs: clock.monoMs() };
    },
    readInputs: async (unit, count) => {
      check(unit, 0);
      if (count > 0) throw new BoardError('refused', false, `the board on ${config.path} has no inputs`);
      return { values: [], askedMs: clock.monoMs() };
    },
    listen: () => undefined,
    close: async () => {
      closed = true;
      failRunning?.(absent(true, 'the bus was closed'));
      await wire.close();
    },
  };
};

/** USB relay boards with the four-byte commands of the LCUS family. */
export const lcusFamily: SwitchFamily<LcusConfig> = {
  kind: 'lcus',
  config: LcusConfig,
  open: (config, { clock, log }) => {
    log.warn({ path: config.path }, 'boards of this kind say nothing: their doors need a sense input on another board');
    return createLcusBus(openSerialWire(config, { clock, log }), config, clock);
  },
};
