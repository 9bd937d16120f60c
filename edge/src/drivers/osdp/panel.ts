import { type RandomBytes, systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Bus, DriverContext, Log } from '../driver.ts';
import { noBoard } from '../no-board.ts';
import type { Wire } from '../serial/wire.ts';
import { readerBoard } from './board.ts';
import type { OsdpConfig } from './config.ts';
import { createDevice } from './device.ts';
import { createDispatcher } from './dispatcher.ts';
import { createExchange } from './exchange.ts';
import { createKeyRing, noKeys } from './keys.ts';
import { createPairing } from './pairing.ts';
import { createSession } from './session.ts';

/** Says with every word which line it is about. */
const onLine = (log: Log, path: string): Log => ({
  info: (detail, message) => log.info({ path, ...detail }, message),
  warn: (detail, message) => log.warn({ path, ...detail }, message),
  error: (detail, message) => log.error({ path, ...detail }, message),
});

/** The control panel of one line: it asks, one reader at a time, and readers answer. */
export const createPanel = (
  wire: Wire,
  config: OsdpConfig,
  context: Pick<DriverContext, 'clock' | 'log' | 'keys'>,
  random: RandomBytes = systemRandom,
): Bus => {
  const { clock, keys } = context;
  const log = onLine(context.log, config.path);
  const exchange = createExchange(wire, config, clock, () => {
    for (const device of devices.values()) device.down();
  });
  const devices = new Map(
    Object.entries(config.devices).map(([name, { address, secure }]) => {
      const unit = Number(name);
      const session = createSession(address, exchange, clock);
      const ring = createKeyRing(unit, keys ?? noKeys, log);
      return [unit, createDevice({ unit, secure, session, keys: ring, clock, log, random })] as const;
    }),
  );
  const dispatcher = createDispatcher([...devices.values()], exchange, clock, log);
  const boards = new Map([...devices].map(([unit, device]) => [unit, readerBoard(device, dispatcher)]));

  return {
    board: (unit) => boards.get(unit) ?? noBoard(`this bus has no reader ${unit}`),
    reader: (unit) => devices.get(unit)?.reader,
    ...(keys === undefined
      ? {}
      : { pairing: createPairing({ deviceAt: (unit) => devices.get(unit), dispatcher, random, clock, log }) }),
    close: async () => {
      // That the line is let go is no news of a reader.
      for (const { reader } of devices.values()) reader.listen({ took: () => undefined, changed: () => undefined });
      dispatcher.close();
      exchange.interrupt('the bus was closed');
      await exchange.close();
    },
  };
};
