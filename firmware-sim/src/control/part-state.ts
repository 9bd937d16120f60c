import type { BoardUnit } from '../board-unit.ts';
import type { ReaderUnit } from '../reader-unit.ts';

/** A relay board on a bus. What a kind does not have is null, or an empty list. */
export const boardState = (unit: BoardUnit) => {
  const { plan, state } = unit;
  const common = {
    name: plan.name,
    kind: plan.kind,
    /** Of its processor: running, hung, booting or off. */ state,
    bus: plan.bus,
  };
  if (!('firmware' in unit)) {
    const { coils, inputs } = unit;
    return {
      ...common,
      address: null,
      baud: null,
      powered: state !== 'off',
      coils,
      flashing: coils.map(() => false),
      inputs,
    };
  }
  const { address, baud, powered, coils, flashing, inputs } = unit.firmware;
  return { ...common, address, baud, powered, coils, flashing, inputs };
};

/** A reader, by its `kind`. */
export const readerState = (unit: ReaderUnit) => {
  const common = { name: unit.plan.name, door: unit.plan.door };
  switch (unit.kind) {
    case 'mqtt':
      return {
        ...common,
        kind: unit.kind,
        waiting: unit.firmware.waiting,
        shown: unit.firmware.shown,
        lan: unit.lan.state(),
      };
    case 'osdp':
      return {
        ...common,
        kind: unit.kind,
        /** Of its processor: running, hung, booting or off. */
        state: unit.state,
        bus: unit.plan.bus,
        ...unit.firmware.state(),
        /** Lies that wait for their occasion. */
        lies: unit.firmware.lies.pending,
      };
    case 'scanner':
      return { ...common, kind: unit.kind, state: unit.state, bus: unit.plan.bus, baud: unit.baud, lines: unit.lines };
    case 'keyboard':
      return { ...common, kind: unit.kind, plugged: unit.plugged, readers: unit.readers, grabbed: unit.grabbed };
  }
};
