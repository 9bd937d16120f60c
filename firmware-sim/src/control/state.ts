import type { Simulation } from '../simulation.ts';

/** The whole building at one instant, as plain data. */
export const stateOf = ({ site, boards, buses, controllers, readers }: Simulation) => ({
  title: site.building.title,
  site: { powered: site.powered, fire: site.fire },
  doors: [...site.doors.values()].map((door) => door.state()),
  boards: [...boards.values()].map(({ plan, firmware }) => ({
    name: plan.name,
    bus: plan.bus,
    address: firmware.address,
    baud: firmware.baud,
    powered: firmware.powered,
    coils: firmware.coils,
    flashing: firmware.flashing,
    inputs: firmware.inputs,
  })),
  buses: [...buses.values()].map(({ name, path, plugged, masterBaud, faults }) => ({
    name,
    path,
    plugged,
    masterBaud,
    pendingFaults: faults.pending,
  })),
  controllers: [...controllers.values()].map(({ name, firmware, lan }) => ({
    name,
    powered: firmware.powered,
    relays: firmware.relays,
    inputs: firmware.inputs,
    lan: lan.state(),
  })),
  readers: [...readers.values()].map(({ plan, firmware, lan }) => ({
    name: plan.name,
    door: plan.door,
    waiting: firmware.waiting,
    shown: firmware.shown,
    lan: lan.state(),
  })),
});
export type SimulatorState = ReturnType<typeof stateOf>;
