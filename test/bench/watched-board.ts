import type { LocalPort } from '@gatehouse/edge/broker/local-port.ts';
import type { BusConfig } from '@gatehouse/edge/config.ts';
import { type BusRack, createBusRack } from '@gatehouse/edge/door/bus-rack.ts';
import type { DriverKind } from '@gatehouse/edge/drivers/registry.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { eventually } from '../kit/eventually.ts';

/** A pulse supervisor has to be started first, on a machine that may have much else to do. */
const FOUND_WITHIN = Seconds(30);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A line that nobody uses yet. */
export const openRack = (kind: DriverKind, config: object, local?: LocalPort): BusRack =>
  createBusRack({
    buses: { line: { kind, ...config } as BusConfig },
    clock: systemClock,
    log,
    record: () => undefined,
    local,
  });

/** Its first board, watched as the agent does all day for doors that need so many of its inputs. Resolves once it has answered. */
export const watchBoard = async (rack: BusRack, inputs: number): Promise<void> => {
  const station = await rack.station({ bus: 'line', unit: 1, channel: 0 });
  station.watch({ inputs, busy: () => false, onReading: () => undefined, onState: () => undefined });
  await eventually(() => station.state() === 'up', 'the board is there', FOUND_WITHIN);
};
