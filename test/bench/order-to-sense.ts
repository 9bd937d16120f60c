import type { LocalPort } from '@gatehouse/edge/broker/local-port.ts';
import { BoardError, type Bus, type RelayBoard } from '@gatehouse/edge/drivers/driver.ts';
import { type DriverKind, loadDriver } from '@gatehouse/edge/drivers/registry.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { eventually } from '../kit/eventually.ts';

const UNLOCKS_A_ROUND = 12;
const PULSE = Milliseconds(300);
/** Longer than any line and any lock take. */
const MOVES_WITHIN = Seconds(15);
/** Between looks that nobody times. */
const PAUSE = Milliseconds(5);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const openBus = async (kind: DriverKind, config: object, local?: LocalPort): Promise<Bus> => {
  const driver = await loadDriver(kind);
  return driver.open(driver.config.parse(config), { clock: systemClock, log, local });
};

/** A poll that was not answered is asked again, as the agent does. */
const sense = async (board: RelayBoard): Promise<boolean | undefined> => {
  try {
    return (await board.readInputs(1)).values[0];
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    return undefined;
  }
};
const untilSense = async (board: RelayBoard, unlocked: boolean, pause?: Duration): Promise<void> => {
  const endMs = systemClock.monoMs() + MOVES_WITHIN;
  while ((await sense(board)) !== unlocked) {
    if (systemClock.monoMs() > endMs) throw new Error('the lock does not move');
    if (pause !== undefined) await sleep(systemClock, pause);
  }
};
/** A board that has no inputs to be asked for. */
const untilThere = async (board: RelayBoard, name: string): Promise<void> => {
  const there = async () => {
    try {
      await board.readCoils(1);
      return true;
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      return false;
    }
  };
  await eventually(there, `${name} is there`, Seconds(20));
};

/**
 * From the order to release the first relay of `board` until the first input of `eye` says that the lock has moved, in ms,
 * time by time. Readings follow each other without a pause meanwhile.
 */
export const timeUnlocks = async (name: string, board: RelayBoard, eye: RelayBoard = board): Promise<number[]> => {
  if (board !== eye) await untilThere(board, name);
  await eventually(async () => (await sense(eye)) !== undefined, `${name} answers`, Seconds(20));
  const taken: number[] = [];
  for (let i = 0; i < UNLOCKS_A_ROUND; i++) {
    await untilSense(eye, false, PAUSE);
    const began = systemClock.monoMs();
    await board.pulse(0, true, PULSE);
    await untilSense(eye, true);
    taken.push(systemClock.monoMs() - began);
  }
  await untilSense(eye, false, PAUSE);
  return taken;
};
