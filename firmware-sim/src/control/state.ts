import type { Simulation } from '../simulation.ts';
import { boardState, readerState } from './part-state.ts';
import type { Recording } from './step.ts';

/** The whole building at one instant, as plain data. */
export const stateOf = ({ site, seed, timeline, traces, boards, buses, controllers, readers }: Simulation) => ({
  title: site.building.title,
  /** What chance is made of: another simulator with it draws the same. */
  seed,
  site: {
    powered: site.powered,
    /** Chaos or a replay under way, or null. */
    playing: timeline.playing,
    dipping: site.dipping,
    fire: site.fire,
    /** What the contact of the fire alarm says to its board; null where none is wired. */
    fireContact: site.fireContact ? { reading: site.fireContact.reading, mode: site.fireContact.mode } : null,
  },
  doors: [...site.doors.values()].map((door) => door.state()),
  /** Every wire that can be cut, by whose it is. */
  wires: [...site.wires.values()].map(({ name, fault }) => ({ name, fault: fault ?? null })),
  boards: [...boards.values()].map(boardState),
  buses: [...buses.values()].map(({ name, path, plugged, masterBaud, faults }) => ({
    name,
    path,
    plugged,
    masterBaud,
    pendingFaults: faults.pending,
  })),
  /** Everything that has a list of what was said on it: `/bus/:name/trace`. */
  traffic: [...traces.keys()],
  controllers: [...controllers.values()].map(({ name, firmware, lan, state }) => ({
    name,
    state,
    powered: firmware.powered,
    relays: firmware.relays,
    inputs: firmware.inputs,
    lan: lan.state(),
  })),
  readers: [...readers.values()].map(readerState),
});
export type SimulatorState = ReturnType<typeof stateOf>;

/** Everything that was done since the simulator began. */
export const recordingOf = ({ site, seed, recorder }: Simulation): Recording => ({
  v: 1,
  building: site.building.title,
  seed,
  startedAt: recorder.startedAt,
  missed: recorder.missed,
  steps: [...recorder.entries],
});
