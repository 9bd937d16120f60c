import type { Building } from './building.ts';

/** A board or reader as an agent's own file and its doors name it. */
export interface Unit {
  readonly bus: string;
  readonly unit: number;
}

/** The agent's name for the controllers on its LAN, which hang on no bus of the building. */
export const LAN_BUS = 'lan';
/** OSDP addresses begin at 0, units at 1: the one address that no unit can have. */
const UNIT_OF_ADDRESS_0 = 127;

/**
 * Which bus and unit an agent reaches this board or reader by: its address where it has one, else its place among those
 * on the same bus, from 1. `undefined` for what is on no bus at all (a keyboard, a reader on the LAN).
 */
export const unitOf = ({ boards, readers }: Pick<Building, 'boards' | 'readers'>, name: string): Unit | undefined => {
  const all = [...boards, ...readers];
  const one = all.find((other) => other.name === name);
  if (one === undefined) return undefined;
  if (one.kind === 'mqtt-controller')
    return { bus: LAN_BUS, unit: boards.filter(({ kind }) => kind === 'mqtt-controller').indexOf(one as never) + 1 };
  if (!('bus' in one)) return undefined;
  if ('address' in one) return { bus: one.bus, unit: one.address === 0 ? UNIT_OF_ADDRESS_0 : one.address };
  return { bus: one.bus, unit: all.filter((other) => 'bus' in other && other.bus === one.bus).indexOf(one) + 1 };
};
